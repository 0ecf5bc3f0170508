"""A journey through the panels of the page, and a look at them on a phone's screen."""

import re
from pathlib import Path

from emu.cassette.tapes import record_wav
from emu.files.formats.recording import is_wav
from emu.files.programs import Program, Segment
from tests.tui.page.test_board_journey import MISFITS, PHONE, fits
from tests.tui.page.visitor import MARKS, MOVES, playwright, visiting

pytestmark = MARKS

LENSES = 'kim-panel[name="lenses"]'
INSIDE = 'kim-panel[name="inside"]'
DECK = 'kim-panel[name="deck"]'
HERE = f"{INSIDE} [role=option]:has(.accent)"


async def test_one_looks_inside_types_loads_a_tape_and_has_one_written(
    address: str, tmp_path: Path
) -> None:
    async with visiting(address, viewport={"width": 1280, "height": 800}) as person:
        page, press = person.page, person.page.keyboard.press
        await person.open()

        async def click(name: str, inside: str = "") -> None:
            where = page.locator(inside) if inside else page
            await where.get_by_role("button", name=name, exact=True).click()

        await person.panel("Inside")
        await person.sees(INSIDE, "waiting for a key")
        await page.get_by_label("Address or label").fill("SCANDS")
        await press("Enter")
        await person.sees(f"{INSIDE} [aria-selected=true]", "SCANDS")
        await page.get_by_role("listbox").focus()
        await press("k")
        await person.sees(INSIDE, "breakpoint $1F1F")
        await click("AD", "kim-keypad")
        await person.sees(INSIDE, "breakpoint at $1F1F")
        await page.get_by_role("listbox").focus()
        await press("Escape")
        await click("Step", INSIDE)
        await person.sees(HERE, "scan_dig")
        await click("Step back")
        await person.sees(HERE, "SCANDS")
        halt = page.get_by_label("As typed of breakpoint $1F1F")
        await halt.fill("")
        await press("Enter")
        await halt.wait_for(state="detached")
        await page.get_by_label("Memory: arrow").focus()
        await press("ArrowRight")
        await person.sees(INSIDE, "$1F20 ")
        await page.get_by_label("Address or label").fill("0300")
        await press("Enter")
        await person.sees(INSIDE, "$0300 ")
        byte = page.get_by_role("textbox", name="Byte", exact=True)
        await byte.fill("A5")
        await press("Enter")
        await person.sees(f"{INSIDE} pre[aria-label^=Memory] .chosen", "A5")
        await click("Go on", INSIDE)

        await person.panel("Boards")
        await page.get_by_role("combobox", name="Memory").select_option("0x88")
        await person.click("e2")
        await click("On e2")
        await person.sees(LENSES, "what is on e2? a white pawn.")
        await person.sees(LENSES, "1 of 1 read")
        await click("Step before")
        await person.sees(LENSES, "0 of 1 read")
        await click("Next step")
        await person.sees(LENSES, "1 of 1 read")

        await page.get_by_label("Speed").select_option("full")
        await person.panel("Terminal")
        await click("Connect")
        await person.sees('kim-panel[name="terminal"]', "The monitor reads this terminal")
        await click("RS", 'kim-panel[name="terminal"]')
        await person.sees(".paper pre", re.compile(r"KIM\s*[0-9A-F]{4} [0-9A-F]{2} "))
        await page.get_by_label("Type here").press_sequentially("0300 ")
        await person.sees(".paper pre", "0300 A5")
        await click("Connect")
        await person.sees('kim-panel[name="terminal"]', "Nothing reads this terminal")

        await person.panel("Tape")
        program = Program("t", (Segment(0x0300, b"KI"),), "memory")
        (tmp_path / "tape.wav").write_bytes(record_wav(program, 0x2F, 11_025, 8, speed=6))
        await page.get_by_label("Insert").set_input_files(tmp_path / "tape.wav")
        await person.sees("#notices", "tape.wav: 1 record")
        await person.sees(f"{DECK} table", re.compile(r"2F\s*0300-0301\s*2\s*ok"))
        assert await page.get_by_role("img", name="a record, from").count() == 1
        await click("Hear the tape")
        await page.locator("kim-sound[data-heard]").wait_for()
        await click("Load", DECK)
        await person.sees(DECK, "tape.wav loaded: ID 2F, 0300-0301")
        await page.get_by_label("Write memory").fill("0300-0301 30")
        await click("Write")
        await person.sees(DECK, "records, ")
        await person.sees("#notices", "memory 0300-0301: 1 record")
        async with page.expect_download() as saved:
            await click("Save WAV")
        assert is_wav((await (await saved.value).path()).read_bytes())

        await page.locator("#recover").click()
        await person.panel("Why?")
        await page.get_by_role("button", name="Compare").click()
        await person.play("a3")
        await person.sees('kim-panel[name="thinking"]', "and the answer the same")
        await fits(person)
        person.calm()


async def test_the_steps_of_an_answer_are_played_once_why_was_open(address: str) -> None:
    async with visiting(address) as person:
        page = person.page
        await person.open()
        await person.play("e4")
        await person.sees(MOVES, "e5")
        await person.panel("Why?")
        await page.locator("kim-replay").wait_for()
        await person.panel("Boards")
        await page.get_by_role("combobox", name="Memory").select_option("0x88")
        await person.click("e4")
        await page.get_by_role("button", name="On e4").click()
        await person.sees(LENSES, "1 of 1 read")
        person.calm()


COVERED = """(about) => {
  const [one, two] = [about, "#notices"].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  return one.top < two.bottom && two.top < one.bottom
    && one.left < two.right && two.left < one.right;
}"""
"""Whether the notices are over what they are about."""


async def test_each_panel_is_for_fingers_and_the_keys_are_beneath_the_board(address: str) -> None:
    size = {"width": 360, "height": 640}
    async with visiting(address, viewport=size, **PHONE) as person:
        page = person.page
        await person.open()
        assert await page.evaluate(MISFITS) == []
        await person.play("a3")
        await person.sees(MOVES, "e5")
        for name in await page.locator(".panels > details > summary").all_text_contents():
            await person.panel(name)
            await page.locator(".panels > [open] :text('Fetching')").wait_for(state="hidden")
            assert await page.evaluate(MISFITS) == [], name
        await person.panel("Game")
        for button, about in ("Both", "#game [data-act=both]"), ("Hint", "kim-board"):
            await page.evaluate("document.querySelector('.desk').scrollIntoView()")
            await page.get_by_role("button", name=button, exact=True).tap()
            await page.locator("#notices p").wait_for()
            assert not await page.evaluate(COVERED, about), button
        await page.locator("#keys").tap()
        for key in ("RS", "0"):
            await page.get_by_role("button", name=key, exact=True).tap()
            for seen in ("kim-board", "kim-digits"):
                await playwright.expect(page.locator(seen)).to_be_in_viewport(ratio=0.99)
        await page.set_viewport_size({"width": 640, "height": 400})
        await person.play("Ke3")
        await page.locator("#notices p").wait_for()
        assert not await page.evaluate(COVERED, "#typed")
        person.calm()
