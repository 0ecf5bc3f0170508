"""Journeys through the board's page: on a desktop, on a phone, by keyboard alone."""

from __future__ import annotations

import asyncio
import re
import shutil
from pathlib import Path
from typing import Any

from microchess.machine.published import ADDRESS
from tests.tui.page.conftest import CUT, FIRST, SENT, served
from tests.tui.page.visitor import AXE, MARKS, MOVES, READY, STANDS_STILL, Person, visiting
from tui.page.build.front import integrity

pytestmark = MARKS


async def test_a_game_on_a_desktop(address: str) -> None:
    async with visiting(address, viewport={"width": 1280, "height": 800}) as person:
        page = person.page
        await person.open(ready=False)
        assert await page.locator("cg-board piece").count() == 32
        assert await page.locator(READY).count() == 0
        await person.sees("#headline", "You have White. Type e4 and press Enter")
        await page.locator(READY).wait_for()
        await person.panel("Inside")
        await page.get_by_role("button", name="Pause", exact=True).click()
        await page.locator("#go-on").wait_for()
        await person.click("e2")
        await person.click("e4")
        await person.sees("#notices", "e2e4 waits")
        await page.locator("#go-on").click()
        await person.sees(MOVES, "e5")
        await person.drag("g1", "f3")
        await person.sees(MOVES, "Qf6")
        await person.panel("Game")
        await page.get_by_role("button", name="The beginning").click()
        await person.sees("#bar", "looking back: the beginning")
        await page.get_by_role("button", name="Back to now").click()
        await page.locator("#now").wait_for(state="hidden")
        await page.locator("#game .cells code", has_text="e4").click()
        await person.sees("#bar", "looking back: after e4; “Go on from here”")
        await page.locator('[data-square="e7"][aria-label="e7, black pawn, square 14"]').wait_for()
        await person.play("Nf3")
        await person.sees("#notices", "an earlier position: “Go on from here”")
        assert await page.input_value("#move") == "Nf3"
        await page.get_by_role("button", name="Back to now").click()
        await person.drag("f3", "f6")
        await person.sees("#notices", "f3f6")
        await person.play("Ke3")
        await person.sees("#notices", "Ke3")
        await page.get_by_role("button", name="Undo").click()
        await page.locator("#game .cells code").nth(2).wait_for(state="detached")
        await men_are_dragged_off(person)
        await person.keeps("e2e4", "e7e5")
        await page.reload()
        assert await page.locator("#game .cells code").count() == 2
        await page.locator(READY).wait_for()
        await person.sees(MOVES, "e5")
        await person.sees("h1", "Janus on the KIM-1")
        await page.get_by_role("button", name="Bring the original").click()
        assert await page.get_by_role("link", name="his listing").get_attribute("href") == ADDRESS
        nearly = {"name": "letter.doc", "mimeType": "", "buffer": NEARLY}
        await page.get_by_label("open it").set_input_files([nearly])
        await person.sees("#notices", "letter.doc is not MicroChess (Peter Jennings, 1976): ")
        await person.sees("#notices", "$0000-$004D (CHESS) differs")
        assert await page.evaluate(COVERED) == []
        person.calm()


COVERED = """
["#bar", ".panels", "kim-board", ".digits"].filter((one) => {
  const on = document.querySelector("#notices").getBoundingClientRect();
  const of = document.querySelector(one).getBoundingClientRect();
  return on.left < of.right && of.left < on.right && on.top < of.bottom && of.top < on.bottom;
})"""
"""What notices lie over, of what one reads and uses."""


NEARLY = b"""
CHESS   CLD
JANUS   JSR CHESS
GNMZ    LDA SETW,X
STRATGY RTS
POUT    RTS
SETW    DB $03
MOVEX   DB $F0
OPNING  DB $99
"""
"""A listing that ends each part after a statement of our own."""


UNCOVERED = """
[...document.querySelectorAll(".set-up > p, .set-up button")].every((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const at = document.elementFromPoint(x + width - 2, y + height / 2);
  return one.contains(at) || at?.contains(one);
})"""
"""All that one sets up with is in sight, and nothing lies over it."""


async def men_are_dragged_off(person: Person) -> None:
    """A man leaves the board and the table, also while another one is chosen for a click."""
    page = person.page
    await person.panel("Set up")
    await page.get_by_role("button", name="Set up a position").click()
    await person.sees("kim-digits", "dark: they belong to the game as it is now")
    before = page.viewport_size
    await page.set_viewport_size({"width": 640, "height": 800})
    await page.locator(".set-up").scroll_into_view_if_needed()
    await person.until(UNCOVERED)
    await page.set_viewport_size(before)
    rook = page.get_by_role("button", name="white rook", exact=True)
    for square in ("a1", "h1"):
        await person.drag(square, "off")
        await page.locator(f'[data-square="{square}"][aria-label*="empty"]').wait_for()
        await rook.click()
    await rook.click()
    await person.click("a1")
    await page.locator('[data-square="a1"][aria-label*="white rook"]').wait_for()
    assert await page.locator('[data-square="h1"][aria-label*="empty"]').count() == 1
    await person.drag("b1", "a1")
    await page.locator('[data-square="a1"][aria-label*="white knight"]').wait_for()
    await person.drag("a1", "a3")
    await page.locator('[data-square="a1"][aria-label*="empty"]').wait_for()
    await page.get_by_role("button", name="Cancel").click()
    await page.locator('[data-square="h1"][aria-label*="white rook"]').wait_for()


async def test_a_finger_on_a_phone_sets_up_pokes_and_sends_a_link(address: str) -> None:
    size = {"width": 360, "height": 640}
    async with visiting(address, viewport=size, **PHONE) as person:
        page = person.page
        await person.open("#fen=8/P6k/8/8/8/8/8/4K3_w_-_-_0_1")
        for answer in ("Escape", "knight"):
            await person.click("a7")
            await person.click("a8")
            await page.locator("dialog[open]").wait_for()
            if answer == "Escape":
                await page.keyboard.press(answer)
            else:
                await page.get_by_role("button", name=answer, exact=True).tap()
            await page.locator("dialog[open]").wait_for(state="hidden")
        await person.sees(MOVES, "a8=N")
        await person.open("#fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1")
        assert await page.locator("#move:focus").count() == 0, "no keyboard covers the page"
        await swipe(person, "e2")
        await page.evaluate(STANDS_STILL)
        assert await page.evaluate("scrollY") == 0
        await swipe(person, "e8")
        await person.until("scrollY > 100")
        await person.click("e2")
        await person.click("e4")
        await page.locator("#game .cells code").nth(1).wait_for()
        await person.panel("Table")
        king = page.get_by_label("Byte of king, at 60")
        await king.fill("3")
        assert (await page.locator("kim-board").bounding_box())["y"] >= 0
        await king.blur()
        await person.sees('kim-panel tr[data-key="16"]', "d8")
        await page.get_by_role("button", name="Keys").tap()
        await page.get_by_role("button", name="RS").tap()
        assert (await page.locator("kim-digits").bounding_box())["y"] >= 0
        await page.locator("#let").wait_for(state="hidden")
        await page.locator("#bar").get_by_role("button", name="Back to the game").tap()
        await page.locator("#let").wait_for()
        await person.panel("Set up")
        await page.get_by_role("button", name="Set up a position").tap()
        assert await page.get_by_label("You have").first.input_value() == "white"
        await person.has_in_view("White moves", "Black moves", "Clear", "white rook")
        await page.get_by_role("button", name="Clear").tap()
        await page.locator('[data-square="e4"][aria-label*="empty"]').wait_for()
        await pieces_are_drawn_by_a_finger(person)
        await page.get_by_role("button", name="white rook").tap()
        await person.click("a1")
        await page.locator('[data-square="a1"][aria-label*="white rook"]').wait_for()
        await page.get_by_role("button", name="White moves").tap()
        await person.sees("#notices", "set up: 3 pieces")
        await person.panel("Files")
        await page.get_by_role("button", name="Link to the position").tap()
        await page.locator("#link[open]").wait_for()
        await person.sees("#link-title", "on this computer only")
        assert "#fen=" in await page.locator("#link-text").input_value()
        await page.get_by_role("button", name="Close").tap()
        await fits(person)
        await person.open("#state=eNqrVkrLL8pNLFGyUlAqLkksSVWq")
        await person.sees("#notices", "cannot be followed")
        person.calm()


async def swipe(person: Person, square: str) -> None:
    """A finger goes up from a square."""
    x, y = await person.middle(square)
    await finger(person, (x, y), (x, y - 150))


async def finger(person: Person, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """Draw a finger over the screen."""
    screen = await person.page.context.new_cdp_session(person.page)
    (x, y), (right, down) = start, goal
    way = [{"x": x + (right - x) * at / 10, "y": y + (down - y) * at / 10} for at in range(11)]
    for at, point in enumerate(way):
        kind = "touchMove" if at else "touchStart"
        await screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    await screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def pieces_are_drawn_by_a_finger(person: Person) -> None:
    """From beside the board, from square to square, and off the board."""
    page = person.page
    spare = page.get_by_role("button", name="black rook", exact=True)
    for square in ("b5", "c6"):
        goal = await person.middle(square)
        await finger(person, await person.center(spare), goal)
        await page.locator(f'[data-square="{square}"][aria-label*="black rook"]').wait_for()
    await finger(person, await person.middle("b5"), await person.middle("c6"))
    await page.locator('[data-square="b5"][aria-label*="empty"]').wait_for()
    start = await person.middle("c6")
    await finger(person, start, await person.center(spare))
    await page.locator('[data-square="c6"][aria-label*="empty"]').wait_for()
    chosen = page.get_by_role("button", name="black rook", exact=True, pressed=True)
    assert await chosen.count() == 0


SIZES = ((360, 640), (640, 360), (768, 1024), (1280, 800), (2560, 1440))
MISFITS = """() => {
  const room = document.documentElement, board = document.querySelector(".ground");
  board.scrollIntoView({ block: "center" });
  const { top, bottom, left, right } = board.getBoundingClientRect();
  const rows = matchMedia("(pointer: coarse)").matches ? ", tr[tabindex], #game code" : "";
  const touched = document.querySelectorAll(`a, button, select, summary, label.check, .button,
    input:not([type=checkbox], [type=file])${rows}`);
  const words = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()
    && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const tiny = words.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 12);
  const small = [...touched].filter((one) => one.checkVisibility() && !one.dataset.square
    && innerWidth < 992 && (one.getBoundingClientRect().height < 44
      || (!one.matches("a") && one.getBoundingClientRect().width < 44)));
  const cut = words.filter((one) => getComputedStyle(one).overflowY === "hidden"
    && !one.matches(".unseen") && one.scrollHeight > one.clientHeight);
  return [
    ...(room.scrollWidth > room.clientWidth ? [`wide: ${room.scrollWidth}`] : []),
    ...(top < 0 || bottom > innerHeight ? [`high: ${top}-${bottom}`] : []),
    ...(left < 0 || right > innerWidth ? [`board: ${left}-${right}`] : []),
    ...[...small, ...tiny, ...cut].map((one) => one.outerHTML),
  ];
}"""
"""What is too wide for a screen, does not fit on it as a whole, is cut, is too small to read, or
for a finger where a screen may be touched."""
PHONE: dict[str, Any] = {"device_scale_factor": 3, "has_touch": True, "is_mobile": True}


async def fits(person: Person) -> None:
    """Nothing is amiss on any screen."""
    screen = await person.page.context.new_cdp_session(person.page)
    for width, height in SIZES:
        for ratio in (1, 3):
            metrics = {"width": width, "height": height, "deviceScaleFactor": ratio}
            await screen.send("Emulation.setDeviceMetricsOverride", metrics | {"mobile": False})
            assert await person.page.evaluate("[innerWidth, devicePixelRatio]") == [width, ratio]
            assert await person.page.evaluate(MISFITS) == [], metrics


async def test_a_game_by_keyboard_alone_as_a_screen_reader_has_it(address: str) -> None:
    async with visiting(address, viewport={"width": 1280, "height": 800}) as person:
        page, keys = person.page, person.page.keyboard
        await person.open()
        await keys.press("Enter")
        await person.sees("#notices", "Type a move: e4, Nf3")
        await keys.press("Shift+Tab")
        focused = "[data-square]:focus"
        await page.locator(f'{focused}[aria-label="e2, white pawn, byte 64 at 6F"]').wait_for()
        await keys.press("Enter")
        covered = "getComputedStyle(document.activeElement).backgroundColor"
        assert await page.evaluate(covered) == "rgba(0, 0, 0, 0)", "the pawn is seen"
        await keys.press("ArrowUp")
        await keys.press("ArrowUp")
        await page.locator(f'{focused}[aria-label="e4, empty, square 44"]').wait_for()
        await keys.press("Enter")
        await person.sees(MOVES, "e5")
        await person.sees("#live", "e5: black pawn e7 to e5. your move: White")
        await page.locator('[aria-label="Digits: 0F1434"]').wait_for()
        tree = await page.locator("body").aria_snapshot()
        for said in (
            'button "e4, white pawn, byte 44 at 6F"',
            "Digits: 0F1434",
        ):
            assert said in tree, tree
        await page.get_by_role("button", name="Review", exact=True).focus()
        await keys.press("Enter")
        await page.locator("button:focus", has_text="End review").wait_for()
        await keys.press("Enter")
        await page.locator("summary", has_text="New game").focus()
        await keys.press("Enter")
        await page.get_by_role("button", name="Start", exact=True).focus()
        await keys.press("Enter")
        await page.locator("#game > summary:focus").wait_for()
        await page.locator(f"{MOVES} code").first.wait_for(state="detached")
        await page.get_by_label("Speed").select_option("0.1")
        await person.play("d4")
        await person.sees("#headline", "Janus thinks")
        level = page.locator("#game").get_by_label("Level")
        await level.select_option("blitz")
        await person.sees("#headline", "the level waits")
        await page.locator("#move").focus()
        await keys.press("Escape")
        await person.sees("#notices", "broken off; “Let it move” lets it think again")
        assert await level.input_value() == "normal", "the level is forgotten"
        person.calm()


async def test_a_move_not_chosen_is_compared_in_view_and_the_thinking_is_seen_twice(
    address: str,
) -> None:
    async with visiting(address, viewport={"width": 1280, "height": 800}) as person:
        page = person.page
        await person.open()
        await person.panel("Why?")
        await person.play("a3")
        think = 'kim-panel[name="thinking"]'
        await person.sees(think, "It took ")
        lists = page.locator(f"{think} .scrolls")
        assert await lists.first.evaluate("(list) => list.scrollTop") == 0
        moves, arrow = lists.first.locator("tbody tr"), ".cg-shapes g g"
        await moves.nth(1).click()
        await person.sees(f"{think} caption", ": what differs")
        await lists.last.evaluate("(list) => list.scrollTo(0, 1e4)")
        await moves.last.click()
        await person.until(f"document.querySelectorAll('{think} .scrolls')[1].scrollTop === 0")
        await person.sees(think, " beats ")
        least = await page.locator(arrow).first.get_attribute("cgHash")
        await page.keyboard.press("ArrowUp")
        await page.locator(f"{think} tr[aria-current]:focus:not(:last-child)").wait_for()
        await page.locator(f'{arrow}:not([cgHash="{least}"])').first.wait_for(state="attached")
        pace = page.locator(f"{think} select")
        await pace.select_option("0.2")
        for _ in range(2):
            await page.get_by_role("button", name="Watch again").click()
            await page.locator(think, has_text=re.compile(r"(?<!\d)\d of 20 judged")).wait_for()
            await person.sees(think, "20 of 20 judged")
        assert await pace.input_value() == "0.2"
        person.calm()


async def test_axe_finds_nothing_in_any_state(address: str) -> None:
    async with visiting(address, bypass_csp=True) as person:
        page = person.page
        await person.open(ready=False)
        assert await violations(person) == []
        await page.locator(READY).wait_for()
        await person.play("a3")
        await person.panel("Why?")
        await page.locator('kim-panel[name="thinking"] .scrolls tr').nth(4).click()
        await page.get_by_role("button", name="Hint").click()
        await page.locator("#notices p").first.wait_for()
        for summary in await page.locator(".panels > details > summary").all():
            await summary.click()
            waits = page.locator(".panels > [open] p:first-child", has_text="Fetching this")
            await waits.wait_for(state="hidden")
            assert await violations(person, ".panels") == []
        await page.get_by_role("button", name="Link to the machine").click()
        await page.locator("#link[open]").wait_for()
        assert await violations(person) == []
        papers = await page_and_licences(person)
        assert len(papers) == 2, papers


async def page_and_licences(person: Person) -> set[str]:
    """Their colours, in light and in dark."""
    found = set()
    for where in ("", "about.html"):
        await person.open(where, ready=False)
        for scheme in ("dark", "light"):
            await person.page.emulate_media(color_scheme=scheme)
            found.add(await person.page.evaluate(PAPER))
    return found


PAPER = """() => [document.body, document.documentElement].map(
  (one) => getComputedStyle(one).backgroundColor).find((one) => one !== "rgba(0, 0, 0, 0)")"""


async def violations(person: Person, where: str = "html") -> list[str]:
    """What axe finds in a part of the page, in light and in dark."""
    await person.page.evaluate(AXE.read_text("utf-8"))
    found = []
    for scheme in ("dark", "light"):
        await person.page.emulate_media(color_scheme=scheme)
        found += await person.page.evaluate("async (at) => (await axe.run(at)).violations", where)
    return [
        f"{one['id']}: {node['html'][:150]} {node['failureSummary'][-150:]}"
        for one in found
        for node in one["nodes"][:3]
    ]


async def test_a_memory_that_does_not_fit_is_refused_and_python_starts_anew(address: str) -> None:
    async with visiting(address, service_workers="block") as person:
        warnings: list[str] = []
        person.page.context.on("console", lambda said: warnings.append(said.text))
        asked = asyncio.Event()

        async def other(route: Any) -> None:
            await asked.wait()
            await route.fulfill(body=b"other")

        await person.page.route("**/memory.bin.gz", other)
        await person.open("#fen=4k3/8/8/8/8/8/3P4/4K3_w_-_-_0_1", ready=False)
        await person.sees("#headline", "The machine of this link starts")
        await person.play("d4")
        await person.sees("#notices", "d4 waits for the machine")
        asked.set()
        await person.page.locator("#game .cells code").nth(1).wait_for()
        assert any("Python starts anew" in one for one in warnings), warnings


async def test_a_puzzle_is_not_taken_for_the_game_that_is_kept_and_what_is_kept_may_be_damaged(
    address: str,
) -> None:
    async with visiting(address) as person:
        page = person.page
        await person.open()
        await person.panel("New game")
        await page.get_by_role("button", name="From FEN").click()
        await person.sees("#notices", "Position: FEN: the pieces, and whose move it is")
        await person.open("#puzzle=1")
        await page.get_by_label("Speed").select_option("0.1")
        await page.get_by_role("button", name="Hint").click()
        arrow = page.locator(".cg-shapes g g")
        await arrow.wait_for(state="attached")
        await person.panel("Why?")
        await arrow.wait_for(state="detached")
        await page.get_by_role("button", name="Hint").click()
        await arrow.wait_for(state="attached")
        await page.evaluate(ARROWS_BESIDE_WORDS)
        await person.play("Qa1#")
        await person.sees("#headline", "puzzle 1 is solved")
        beside = await page.evaluate("beside")
        assert ["your move is keyed in", 0] in beside, beside
        await person.play("e4")
        await person.sees("#notices", "the game is over")
        assert await page.input_value("#move") == ""
        await person.open(ready=False)
        assert await page.locator("cg-board piece").count() == 32
        await page.locator(READY).wait_for()
        await person.keeps()
        await page.evaluate(DAMAGE)
        await page.reload()
        assert await page.locator("cg-board piece").count() == 32
        await page.locator(READY).wait_for()
        await person.sees("#notices", "session-rom-ours")
        assert person.errors == []


async def test_where_there_is_no_room_the_game_goes_on_and_can_be_saved(address: str) -> None:
    async with visiting(address) as person:
        page = person.page
        browser = await page.context.new_cdp_session(page)
        await page.goto(address + "about.html")
        await browser.send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 1})
        await person.open()
        await person.sees("#notices", "This browser does not keep the game (QuotaExceededError)")
        await person.sees("#notices", "The page is not kept")
        assert await page.get_by_text("The page is not kept").count() == 1
        await person.play("e4")
        await person.sees(MOVES, "e5")
        await person.panel("Files")
        async with page.expect_download() as saved:
            await page.get_by_role("button", name="Save PGN").click()
        assert "1. e4 e5" in (await (await saved.value).path()).read_text()
        person.calm()


async def test_a_browser_that_may_store_nothing_says_so_once_and_plays_on(
    address: str, tmp_path: Path
) -> None:
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(NOTHING_STORED)
    async with visiting(address, tmp_path) as person:
        await person.open()
        await person.sees("#notices", "This browser does not keep the game (The user denied")
        assert await person.page.locator("#notices p").count() == 1
        await person.play("e4")
        await person.sees(MOVES, "e5")
        assert await person.page.locator("#notices p").count() <= 1
        person.calm()


NOTHING_STORED = '{"profile": {"default_content_setting_values": {"cookies": 2}}}'
"""A browser's settings."""
ARROWS_BESIDE_WORDS = """
globalThis.beside = [];
const headline = document.querySelector("#headline");
new MutationObserver(() => {
  const words = headline.textContent;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    beside.push([words, document.querySelectorAll(".cg-shapes g g").length]);
  }));
}).observe(headline, { childList: true, characterData: true, subtree: true });
"""
"""Keeps each headline, and how many arrows were drawn while or soon after it stood there."""
DAMAGE = """() => new Promise((done) => {
  localStorage.setItem("microchess picture", '{"game": {"squares": 7}}');
  const asked = indexedDB.open("microchess", 1);
  asked.onsuccess = () => {
    const store = asked.result.transaction("files", "readwrite").objectStore("files");
    store.put("no bytes", "other.json");
    store.put(new TextEncoder().encode("{}"), "session-rom-ours.json").onsuccess = done;
  };
})"""
"""Other things where the page keeps its own."""


UNPACKED = """(async () => {
  const name = (await caches.keys()).find((one) => one.endsWith(" unpacked"));
  return name && (await (await caches.open(name)).keys()).length === 2;
})()"""
NOT_PACKED = """async () => {
  const packed = (await caches.keys()).filter((one) => !one.endsWith(" unpacked"));
  for (const name of packed) await (await caches.open(name)).delete("memory.bin.gz");
}"""


async def test_without_a_network_in_a_second_tab_and_in_another_page(address: str) -> None:
    async with visiting(address) as person:
        page = person.page
        SENT.clear()
        await person.open()
        await person.play("e4")
        await person.sees(MOVES, "e5")
        await page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        assert sum(SENT) < FIRST
        second = Person(await page.context.new_page(), address)
        await second.open(ready=False)
        await second.sees("#notices", "close the other tab")
        await second.page.close()
        await person.open("docs/play.html", ready=False)
        await person.until("caches.match('essay.html').then(Boolean)")
        await page.context.set_offline(True)
        await person.until(UNPACKED)
        await page.evaluate(NOT_PACKED)
        await person.open()
        await person.sees(MOVES, "e5")
        assert person.errors == []
        await person.panel("Terminal")
        await person.sees("#notices", "There is no network. What was being fetched is tried again")
        for name in ("Terminal", "Tape"):
            await person.panel(name)
            await person.sees(".panels > [open]", "There is no network")
        await person.panel("Terminal")
        CUT.add("desk.zip")
        await page.context.set_offline(False)
        await person.sees('kim-panel[name="terminal"]', "Nothing reads this terminal")
        assert not CUT, "the network is there, and a connection fails once more"
        await page.context.set_offline(True)
        await person.open("docs/nowhere.html", ready=False)
        await person.sees("body", "this document was not opened here before")
        await person.open("docs/essay.html", ready=False)
        await page.locator(".machine summary").first.click()
        frame, inner = page.frame_locator("iframe").first, page.frames[1]
        await frame.locator(READY).wait_for()
        assert await frame.get_by_role("link").count() == 0, "nothing opens inside the frame"
        await inner.evaluate(ANIMATED)
        await frame.get_by_role("button", name="PC", exact=True).click()
        await frame.locator('[data-square="e4"][aria-label*="pawn"]').wait_for()
        assert await inner.evaluate("window.animated") == 0, "men stand where they are at once"


ANIMATED = """() => {
  window.animated = 0;
  const look = () => (window.animated += document.querySelectorAll("piece.anim").length);
  const all = { subtree: true, attributes: true, childList: true };
  new MutationObserver(look).observe(document, all);
}"""


async def test_a_newer_version_comes_with_a_reload_while_an_older_one_plays_on(
    site: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(site, folder, ignore=shutil.ignore_patterns("docs"))
    with served(folder) as address:
        async with visiting(address) as person:
            await person.open()
            await person.page.evaluate(CONTROLLED)
            broken = Person(await person.page.context.new_page(), address)
            await broken.page.add_init_script(NO_WORKER)
            await broken.open(ready=False)
            await broken.sees("#headline", "The machine has stopped: out of order")
            second = Person(await person.page.context.new_page(), address)
            await second.open(ready=False)
            newer(folder)
            await second.page.reload()
            await person.sees("#notices", "A newer version is here")
            await second.reload()
            assert await second.page.title() == "Newer on the KIM-1"
            await person.play("e4")
            await person.sees(MOVES, "e5")
            assert await person.page.title() == "MicroChess on the KIM-1"
            await person.reload()
            assert await person.page.title() == "Newer on the KIM-1"
            await person.sees(MOVES, "e5")
            person.calm()
            second.calm()


CONTROLLED = """new Promise((done) => {
  const service = navigator.serviceWorker;
  service.controller ? done() : service.addEventListener("controllerchange", done);
})"""


NO_WORKER = """Worker = class {
  constructor() {
    setTimeout(() => this.onerror(new ErrorEvent("error", { message: "out of order" })));
  }
  postMessage() {}
}"""


def newer(folder: Path) -> None:
    """Make another version of the page in *folder*."""
    page, service = folder / "index.html", folder / "service.js"
    old = page.read_bytes()
    new = old.replace(b"<title>MicroChess", b"<title>Newer")
    text = service.read_text("utf-8").replace(integrity(old), integrity(new))
    page.write_bytes(new)
    service.write_text(text.replace('VERSION = "', 'VERSION = "newer '), "utf-8")
