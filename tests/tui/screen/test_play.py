"""The full screen: a person at mouse and keyboard, the real program behind it."""

from __future__ import annotations

from typing import Any

import chess
import pytest
from textual._compositor import Compositor
from textual.actions import parse
from textual.widgets import Label, OptionList

from microchess.program.levels import Level
from microchess.puzzles.puzzle import puzzles
from tests.tui.driver import Driver, running
from tui.screen.palette import entries
from tui.screen.panels.registry import PANELS
from tui.screen.screens.ask import ChooseScreen
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.digits import DigitsWidget
from tui.screen.widgets.keypad import KeypadWidget
from tui.session.debugger import Debugger
from tui.session.new_game import NewGame
from tui.session.snapshot import Activity

pytestmark = pytest.mark.asyncio


async def test_moves_are_made_with_the_mouse_alone_and_what_is_not_ones_own_is_answered() -> None:
    async with running() as driver:
        board, pilot = driver.app.main.query_one(BoardWidget), driver.pilot
        for source, target, plies in (("e7", "e5", 3), ("b8", "c6", 5)):
            await driver.click_square(source)
            assert chess.parse_square(target) in board.targets
            await driver.click_square(target)
            await driver.your_move(plies)
        await driver.press_button("game", "Undo")
        await driver.your_move(3)
        await driver.press_button("game", "Redo")
        await driver.your_move(5)
        await pilot.mouse_down("#board", offset=driver.cell(chess.G8))
        await pilot.hover("#board", offset=driver.cell(chess.H5))
        assert (board.picture.men[chess.H5], board.picture.men[chess.G8]) == ("n", ".")
        await pilot.hover("#board", offset=driver.cell(chess.F6))
        await pilot.mouse_up("#board", offset=driver.cell(chess.F6))
        assert (await driver.your_move(7)).game.sans[5] == "Nf6"
        await driver.begin_anew()
        await driver.click_square("a8")
        assert driver.said == "no legal move from a8"
        await driver.click_square("a6")
        await driver.click_square("b8")
        assert board.chosen == chess.B8
        board.chosen = None
        await driver.click_square("e4")
        assert driver.said == "the white pieces are MicroChess's; you have the black ones"
        await driver.show_panel("lenses")
        await driver.click_square("d2")
        assert "MicroChess's" not in driver.said
        await driver.show_panel("game")
        for source, target, reason in (
            ("d5", "d4", "no piece stands on d5"),
            ("e4", "e5", "the pawn on e4 is not Black's"),
        ):
            await driver.drag(source, driver.cell(chess.parse_square(target)))
            await driver.hear(f"{source}{target} is not legal: {reason}")
        driver.app.notices.clear()
        for start, goal in ("#board", "#tabs"), ("#tabs", "#board"):
            at = {"#board": driver.cell(chess.D5), "#tabs": (0, 0)}
            await pilot.mouse_down(start, offset=at[start])
            await pilot.hover(goal, offset=at[goal])
            await pilot.mouse_up(goal, offset=at[goal])
        assert not driver.app.notices
        await pilot.mouse_down("#board", offset=driver.cell(chess.D7))
        await driver.seen(lambda: board.chosen == chess.D7)
        await pilot.hover("#tabs")
        await pilot.mouse_up("#tabs")
        await driver.seen(lambda: board.chosen is None)


async def test_a_puzzle_is_picked_from_the_palette_and_beaten() -> None:
    one = next(one for one in puzzles() if one.mate == 1)
    async with running() as driver:
        await driver.app.main.controls.do_in_panel("beginning", "act('puzzle')")
        await driver.seen(lambda: bool(driver.app.screen.query(OptionList)))
        driver.app.screen.query_one(OptionList).highlighted = one.number - 1
        await driver.pilot.press("enter")
        now = await driver.until(lambda s: s.game.fen == one.board.fen())
        assert (now.game.players_turn, now.game.level) == (True, one.level)
        assert driver.said == str(one)
        await driver.pilot.press(*one.board.uci(one.solutions[0]), "enter")
        assert (await driver.until(lambda s: s.game.over)).game.verdict.startswith("checkmate")


async def test_moves_are_made_with_cursor_keys_and_typed_in_any_notation_and_burst() -> None:
    async with running(keymap={"game.undo": "z"}) as driver:
        # the cursor starts on the king's pawn; the board is seen from Black's side
        await driver.pilot.press("down", "enter", "up", "up", "enter")
        assert (await driver.your_move(3)).game.sans[1] == "e5"
        await driver.pilot.press("z")
        assert (await driver.your_move(1)).game.can_redo
        await driver.pilot.press("ctrl+y")
        await driver.your_move(3)
        driver.burst("a6\rh6\r")
        await driver.your_move(7)
        for typed, plies in (("b8c6", 9), ("7245", 11), ("ng8f6", 13)):
            driver.burst(f"{typed}\r")
            after = await driver.your_move(plies)
        assert after.game.sans[1::2] == ("e5", "a6", "h6", "Nc6", "Bc5", "Nf6")
        assert "pressed for Bc5: 7 2 4 5 F" in after.game.log


async def test_a_letter_and_a_click_paint_little_and_lay_out_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A whole screen is 90 KB for the terminal."""
    async with running((120, 40)) as driver:
        paint, reflow = Compositor.render_update, Compositor.reflow
        areas, layouts = list[int](), list[object]()

        def measured(compositor: Compositor, *what: Any, **how: Any) -> object:
            areas.append(sum(one.area for one in compositor._dirty_regions))
            return paint(compositor, *what, **how)

        def counted(compositor: Compositor, *what: Any) -> Any:
            layouts.append(what)
            return reflow(compositor, *what)

        await driver.show_panel("machine")
        app = driver.app
        await driver.seen(lambda: not (app.main._settling or app.screen_stack[0]._layout_required))
        monkeypatch.setattr(Compositor, "render_update", measured)
        monkeypatch.setattr(Compositor, "reflow", counted)
        await driver.pilot.press("e", "4", "backspace", "backspace")
        await driver.pilot.click("#machine-keypad")
        assert 0 < max(areas) < 120 * 40 / 2
        assert not layouts


async def test_no_move_is_made_that_was_not_typed_as_a_whole() -> None:
    async with running() as driver:
        entry = driver.app.main.view.move_line
        for word, why in (("xa6", "no piece stands on a6"), ("la6", "is no move")):
            driver.burst(f"{word}\r")
            await driver.hear(why)
            assert (entry.value, len(driver.now.game.sans)) == (word, 1)
            driver.app.notices.clear()
        driver.app.main.ask(Debugger.set_speed(0.1))
        driver.burst("e5\r")
        await driver.until(lambda s: s.activity is Activity.KEYING)
        driver.burst("xa6\r")
        await driver.until(lambda s: s.waits == "xa6")
        driver.app.main.ask(Debugger.set_speed(None))
        await driver.hear("no piece stands on a6")
        assert (entry.value, len((await driver.your_move()).game.sans)) == ("", 3)
        view = driver.app.main.view
        await driver.seen(lambda: "Forget" not in driver.footer)
        footer = driver.footer
        await driver.pilot.press("f4")
        home = view.focused
        await driver.pilot.press("e")
        assert view.focused is view.move_line
        await driver.pilot.press("backspace")
        assert view.focused is home is not view.board
        assert driver.footer.partition("New")[0] == footer.partition("New")[0]


async def test_castling_and_a_promotion_are_keyed_in_and_poked_the_promotion_is_asked_for() -> None:
    fen = "4k3/P7/8/8/8/8/4P3/3QK2R w K - 0 1"
    async with running(setup=NewGame(chess.BLACK, Level.SUPER_BLITZ, fen=fen)) as driver:
        await driver.click_square("e1")
        await driver.click_square("g1")
        castled = await driver.until(lambda s: len(s.game.sans) >= 1)
        assert castled.game.sans[0] == "O-O"
        assert "pressed for O-O: 7 4 7 6 F 7 7 7 5 F" in castled.game.log
        await driver.your_move(2)
        await driver.pilot.press("u")
        await driver.your_move(0)
        await driver.click_square("a7")
        await driver.click_square("a8")
        await driver.click("#choice-n")
        after = await driver.until(lambda s: s.game.sans[:1] == ("a8=N",))
        (log,) = (entry for entry in after.game.log if entry.startswith("pressed for a8=N: "))
        assert log.count(" = ") == 2
        await driver.your_move(2)
        await driver.pilot.press("u")
        await driver.your_move(0)
        await driver.pilot.press(*"a8", "enter")
        await driver.seen(lambda: isinstance(driver.app.screen, ChooseScreen))
        text = str(driver.app.screen.query(Label).first().render())
        assert text.endswith("Not captured, so not offered: queen.")
        await driver.pilot.press("q", "b")
        await driver.until(lambda s: s.game.sans[:1] == ("a8=B",))


async def test_the_keypad_plays_and_the_board_follows() -> None:
    async with running(setup=NewGame(chess.BLACK, Level.SUPER_BLITZ)) as driver:
        await driver.pilot.press("f3", "enter", "6", "4", "4", "4", "f")
        await driver.until(lambda s: s.game.sans == ("e4",))
        await driver.pilot.press("p")
        after = await driver.until(lambda s: len(s.game.sans) == 2)
        main = driver.app.main
        shown = main.query_one(DigitsWidget).readout.text
        assert shown == after.machine.readout.text != "      "
        for typed, key in (("B", "B"), ("d", "D")):
            await driver.pilot.press(typed)
            await driver.until(lambda s, key=key: f"by hand: {key}" in s.game.log)  # type: ignore[misc]
        keypad, entry = main.query_one(KeypadWidget), main.view.move_line
        assert main.view.mode == "KEYPAD"
        assert "your move" in entry.placeholder
        assert "new" in "".join(strip.text for strip in keypad.strips)
        await driver.pilot.press("s")
        await driver.until(lambda s: not s.machine.listening)
        await driver.seen(lambda: entry.placeholder == "AD 0050: an address; DA 03: a byte")
        assert "new" not in "".join(strip.text for strip in keypad.strips)


def odd_characters(driver: Driver) -> set[str]:
    """What is on the screen and not in ASCII."""
    strips = driver.app.screen._compositor.render_strips()
    text = "".join(segment.text for strip in strips for segment in strip)
    return {character for character in text if ord(character) > 0x7E}


@pytest.mark.parametrize("size", [(80, 24), pytest.param((200, 60), marks=pytest.mark.slow)])
async def test_with_ascii_nothing_else_is_drawn(size: tuple[int, int]) -> None:
    async with running(size, ascii_only=True) as driver:
        for panel in PANELS:
            await driver.pilot.press(panel.key or "n")
            assert not odd_characters(driver), panel.name
        for keys in (("i",), ("f1",), ("ctrl+s",), ("f7", "ctrl+p")):
            await driver.pilot.press(*keys)
            assert driver.app.screen is not driver.app.main, keys
            assert not odd_characters(driver), keys
            while driver.app.screen is not driver.app.main:
                await driver.pilot.press("escape")
        if size == (80, 24):
            every_key_names_an_action(driver)


def every_key_names_an_action(driver: Driver) -> None:
    """Those of all panels, of the screen, and of the entries of the palette."""
    main = driver.app.main

    def check(owner: Any, action: str) -> None:
        destination, name, _values = parse(action)
        values: tuple[Any, ...] = _values
        owner = {"app": driver.app, "screen": main}.get(destination, owner)
        if name == "in_panel":
            check(main.view.panels[values[0]], values[1])
        elif name == "typing":
            check(owner, values[0])
        else:
            assert hasattr(owner, f"action_{name}"), action
            if name == "act":
                assert values[0] in owner._acts, action

    owners = [main, *(main.view.panels[one.name] for one in PANELS)]
    for owner in owners:
        for _, binding in owner._bindings:
            check(owner, binding.action)
    for entry in entries():
        check(main, entry.action)
