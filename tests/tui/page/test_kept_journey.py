"""What the page must not lose: the kept game, a file given early, a text that is pasted, and the
way back from a look at the last reply.
"""

from __future__ import annotations

from pathlib import Path

from tests.tui.page.visitor import MARKS, MOVES, Person, visiting

pytestmark = MARKS

INSIDE = 'kim-panel[name="inside"]'

HOLD = """
if (location.protocol === "http:" && !sessionStorage.begun) {
  const { postMessage } = Worker.prototype, held = [];
  Worker.prototype.postMessage = function (...what) { held.push([this, what]); };
  globalThis.begin = () => {
    sessionStorage.begun = "yes";
    Worker.prototype.postMessage = postMessage;
    for (const [worker, what] of held) worker.postMessage(...what);
  };
}"""
"""The machine of a new tab hears nothing, and so does not start, until ``begin()``."""
PASTE = """(to, text) => {
  const carried = new DataTransfer();
  carried.setData("text", text);
  to.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData: carried, bubbles: true, cancelable: true }));
}"""


async def test_a_link_beside_the_kept_game_leaves_it_alone(address: str, tmp_path: Path) -> None:
    (tmp_path / "early.pgn").write_text("1. d4 d5 *")
    async with visiting(address) as person:
        await person.open("#puzzle=7")
        own = Person(await person.page.context.new_page(), address)
        await own.page.add_init_script(HOLD)
        await own.open(ready=False)
        await own.play("e4")
        await own.sees("#notices", "e4 waits for the machine")
        await own.page.get_by_label("Open a file").set_input_files(tmp_path / "early.pgn")
        await own.sees("#notices", "early.pgn waits for the machine")
        await own.page.evaluate("begin()")
        await own.sees(MOVES, "d5")
        assert await own.page.get_by_text("in another tab").count() == 0
        await own.play("c4")
        await own.sees(MOVES, "c4")
        assert "e4" not in await own.page.locator(MOVES).text_content()
        for cut in ("#state=eJw", "#puzzle=999"):
            await person.open(cut)
            await person.sees("#notices", "yours is where you left it")
            assert await person.page.locator("#game .cells code").count() == 0
            await person.play("a3")
            await person.page.locator("#game .cells code").first.wait_for()
        await own.reload()
        await own.sees(MOVES, "d4")
        await own.sees(MOVES, "c4")
        own.calm()


async def test_a_text_is_pasted_whole_and_a_look_back_is_left_from_the_board(address: str) -> None:
    async with visiting(address, viewport={"width": 1280, "height": 800}) as person:
        page = person.page
        await person.open()
        await person.play("e4")
        await person.sees(MOVES, "e5")
        await person.panel("Inside")
        await page.get_by_label("Address or label").fill("00FA")
        await page.keyboard.press("Enter")
        await person.sees(INSIDE, "$00FA ")
        await page.get_by_role("button", name="Who wrote it?").click()
        await page.locator("#now").wait_for()
        await person.has_in_view("Back to now")
        await page.get_by_role("button", name="Hint").click()
        await page.locator("#now").wait_for(state="hidden")
        await person.sees("#notices", "hint: ")
        await page.locator(INSIDE).get_by_role("button", name="Pause").click()
        await person.panel("Terminal")
        await page.get_by_role("button", name="Connect").click()
        await page.locator("#go-on").wait_for()
        await page.get_by_label("Type here").evaluate(PASTE, "00.\r\n" * 100)
        await person.sees('kim-panel[name="terminal"]', "400 characters to send")
        await page.locator(".paper pre").evaluate(PASTE, "1. e4 e5")
        await person.sees('kim-panel[name="terminal"]', "408 characters to send")
        person.calm()
