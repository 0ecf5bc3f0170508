"""The full screen: a person at mouse and keyboard, the real program behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chess
import pytest
from textual import events
from textual.actions import parse
from textual.widgets import Input, Label, OptionList

from microchess.machine.published import GET_IT
from microchess.program.levels import Level
from microchess.program.squares import from_chess
from microchess.puzzles.puzzle import puzzles
from tests.tui.driver import Driver, running
from tui.panels.lenses import LensesPanel
from tui.screen.palette import entries
from tui.screen.panels.blocks import BlocksWidget
from tui.screen.panels.registry import PANELS
from tui.screen.screens.ask import ChooseScreen, PickScreen
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.captions import Captions
from tui.screen.widgets.digits import DigitsWidget
from tui.screen.widgets.keypad import KeypadWidget
from tui.screen.widgets.moveinput import MoveInput
from tui.session.new_game import NewGame
from tui.session.play import Play

pytestmark = pytest.mark.asyncio


def odd_characters(driver: Driver) -> set[str]:
    """What is on the screen and not in ASCII."""
    strips = driver.app.screen._compositor.render_strips()
    return {
        character
        for strip in strips
        for segment in strip
        for character in segment.text
        if ord(character) > 0x7E
    }


async def click(driver: Driver, name: str) -> None:
    await driver.click("#board", offset=driver.cell(chess.parse_square(name)))


async def drag(driver: Driver, source: str, target: tuple[int, int]) -> None:
    start = driver.cell(chess.parse_square(source))
    await driver.pilot.mouse_down("#board", offset=start)
    await driver.pilot.hover("#board", offset=target)
    await driver.pilot.mouse_up("#board", offset=target)


async def test_in_set_up_the_man_who_is_dragged_goes_even_with_another_one_lifted() -> None:
    async with running(setup=NewGame(chess.BLACK, Level.SUPER_BLITZ)) as driver:
        await driver.pilot.press("s")
        await driver.pilot.pause()
        await click(driver, "e1")
        await drag(driver, "e8", driver.cell(chess.C4))
        after = await driver.until(lambda s: s.game.men[chess.C4] == "k")
        assert after.game.men[chess.E1] == "K"
        await click(driver, "e1")
        await click(driver, "c4")
        both = await driver.until(lambda s: s.game.men[chess.E1] == ".")
        assert both.game.table[16] == both.game.table[0]
        await driver.pilot.press("s")
        await driver.hear("set up: 32 pieces")
        await driver.hear("2 pieces stand on ")
        before = await driver.begin_anew(NewGame(chess.BLACK, Level.SUPER_BLITZ))
        await driver.pilot.press("s")
        await driver.pilot.pause()
        await drag(driver, "e1", driver.cell(chess.C5))
        byte = from_chess(chess.C5, False)
        after = await driver.until(lambda s: s.game.table[16] == byte)
        assert after.game.men[chess.C5] == "K"
        await drag(driver, "d8", (1, 16))
        await driver.until(lambda s: s.game.table[1] == 0xCC)
        main = driver.app.main
        board = main.query_one(BoardWidget)
        board.cursor = chess.A5
        await driver.pilot.press("q")
        await driver.until(lambda s: s.game.men[chess.A5] == "q")
        await drag(driver, "a7", driver.cell(chess.A5))
        await driver.until(lambda s: s.game.men[chess.A7] == ".")
        assert "2 pieces on a5: the program sees" in driver.header
        await driver.pilot.press("q")
        await driver.pilot.pause()
        assert driver.said == "no black queen left"
        await driver.click("#do-setup-cancel")
        await driver.until(lambda s: s.game.men == before.game.men)
        assert driver.app.main.view.mode == ""


async def test_moves_are_made_with_the_mouse_alone_and_what_is_not_ones_own_is_answered() -> None:
    async with running() as driver:
        for source, target, plies in (("e7", "e5", 3), ("b8", "c6", 5), ("f8", "c5", 7)):
            await click(driver, source)
            board = driver.app.main.query_one(BoardWidget)
            assert chess.parse_square(target) in board.targets
            await click(driver, target)
            await driver.your_move(plies)
        await driver.press_button("game", "Undo")
        await driver.your_move(5)
        await driver.press_button("game", "Redo")
        await driver.your_move(7)
        await driver.pilot.mouse_down("#board", offset=driver.cell(chess.G8))
        await driver.pilot.hover("#board", offset=driver.cell(chess.H5))
        assert (board.picture.men[chess.H5], board.picture.men[chess.G8]) == ("n", ".")
        await driver.pilot.hover("#board", offset=driver.cell(chess.F6))
        await driver.pilot.mouse_up("#board", offset=driver.cell(chess.F6))
        assert (await driver.your_move(9)).game.sans[7] == "Nf6"
        await driver.begin_anew()
        await click(driver, "a8")
        assert driver.said == "no legal move from a8"
        await click(driver, "a6")
        await click(driver, "b8")
        assert board.chosen == chess.B8
        board.chosen = None
        await click(driver, "e4")
        assert driver.said == "the white pieces are MicroChess's; you have the black ones"
        await driver.show_panel("lenses")
        await click(driver, "d2")
        assert "MicroChess's" not in driver.said
        await driver.show_panel("game")
        for source, target, reason in (
            ("d5", "d4", "no piece stands on d5"),
            ("e4", "e5", "the pawn on e4 is not Black's"),
        ):
            await drag(driver, source, driver.cell(chess.parse_square(target)))
            await driver.hear(f"{source}{target} is not legal: {reason}")
        await driver.pilot.mouse_down("#board", offset=driver.cell(chess.D5))
        await driver.pilot.hover("#tabs")
        await driver.pilot.mouse_up("#tabs")
        driver.app.notices.clear()
        await driver.pilot.mouse_down("#tabs")
        await driver.pilot.hover("#board", offset=driver.cell(chess.D4))
        await driver.pilot.mouse_up("#board", offset=driver.cell(chess.D4))
        await driver.pilot.pause()
        assert not driver.app.notices
        await driver.pilot.mouse_down("#board", offset=driver.cell(chess.D7))
        await driver.seen(lambda: board.chosen == chess.D7)
        await driver.pilot.hover("#tabs")
        await driver.pilot.mouse_up("#tabs")
        await driver.seen(lambda: board.chosen is None)


async def test_a_puzzle_is_picked_from_the_palette_and_beaten() -> None:
    one = next(one for one in puzzles() if one.mate == 1)
    async with running() as driver:
        await driver.begin_anew()
        driver.app.main.games.choose_puzzle()
        await driver.seen(lambda: isinstance(driver.app.screen, PickScreen))
        await driver.seen(lambda: bool(driver.app.screen.query(OptionList)))
        choices = driver.app.screen.query_one(OptionList)
        choices.highlighted = one.number - 1
        await driver.pilot.press("enter")
        now = await driver.until(lambda s: s.game.fen == one.board.fen())
        assert (now.game.players_turn, now.game.level) == (True, one.level)
        assert driver.said == str(one)
        await driver.pilot.press(*one.board.uci(one.solutions[0]), "enter")
        assert (await driver.until(lambda s: s.game.over)).game.verdict.startswith("checkmate")


async def test_moves_are_made_with_cursor_keys_alone_and_typed_in_any_notation() -> None:
    async with running(keymap={"game.undo": "z"}) as driver:
        # the cursor starts on the king's pawn; the board is seen from Black's side
        await driver.pilot.press("down", "enter", "up", "up", "enter")
        assert (await driver.your_move(3)).game.sans[1] == "e5"
        await driver.pilot.press("z")
        assert (await driver.your_move(1)).game.can_redo
        await driver.pilot.press("ctrl+y")
        await driver.your_move(3)
        for key in ("a", "6", "enter", "h", "6", "enter"):
            driver.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await driver.your_move(7)
        for typed, plies in (("b8c6", 9), ("7245", 11)):
            await driver.pilot.press(*typed, "enter")
            after = await driver.your_move(plies)
        assert after.game.sans[1::2] == ("e5", "a6", "h6", "Nc6", "Bc5")
        assert "pressed for Bc5: 7 2 4 5 F" in after.game.log


async def test_castling_and_a_promotion_are_keyed_in_and_poked_the_promotion_is_asked_for() -> None:
    fen = "4k3/P7/8/8/8/8/4P3/3QK2R w K - 0 1"
    async with running(setup=NewGame(chess.BLACK, Level.SUPER_BLITZ, fen=fen)) as driver:
        await click(driver, "e1")
        await click(driver, "g1")
        castled = await driver.until(lambda s: len(s.game.sans) >= 1)
        assert castled.game.sans[0] == "O-O"
        assert "pressed for O-O: 7 4 7 6 F 7 7 7 5 F" in castled.game.log
        await driver.your_move(2)
        await driver.pilot.press("u")
        await driver.your_move(0)
        await click(driver, "a7")
        await click(driver, "a8")
        await driver.click("#choice-n")
        after = await driver.until(lambda s: s.game.sans[:1] == ("a8=N",))
        log = next(entry for entry in after.game.log if entry.startswith("pressed for a8=N: "))
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


async def test_a_game_is_resigned_only_when_that_is_confirmed_and_comes_back_when_it_is_left() -> (
    None
):
    fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
    async with running() as driver:
        before = await driver.play("e5", 3)
        await driver.pilot.press("n")
        await driver.pilot.pause()
        form = driver.app.screen
        form.query_one(Input).value = "QQ6/8/8/8/7k/8/8/4K3 w - - 0 1"
        await driver.click("#start")
        assert "2 queens" in str(form.query_one("#fault").render())
        form.query_one(Input).value = fen
        await driver.click("#start")
        await driver.until(lambda s: s.game.start == fen)
        await driver.pilot.press("u")
        await driver.until(lambda s: s.game.sans == before.game.sans)
        driver.app.main.ask(Play.start_game(NewGame(level=Level.SUPER_BLITZ)))
        await driver.until(lambda s: s.game.sans == ("e4",))
        assert driver.said.startswith("the game before is kept")
        await driver.press_button("game", "Resign")
        await driver.pilot.pause()
        await driver.pilot.press("right", "enter")
        assert (await driver.until(lambda s: s.game.over)).game.result == "1-0"


async def test_the_keypad_plays_and_the_board_follows() -> None:
    async with running(setup=NewGame(chess.BLACK, Level.SUPER_BLITZ)) as driver:
        await driver.pilot.press("f3", "enter", "6", "4", "4", "4", "f")
        await driver.until(lambda s: s.game.sans == ("e4",))
        await driver.pilot.press("p")
        after = await driver.until(lambda s: len(s.game.sans) == 2)
        digits = driver.app.main.query_one(DigitsWidget)
        assert digits.readout.text == after.machine.readout.text != "      "
        for typed, key in (("B", "B"), ("d", "D"), ("A", "A")):
            await driver.pilot.press(typed)
            await driver.until(lambda s, key=key: f"by hand: {key}" in s.game.log)  # type: ignore[misc]
        assert driver.app.main.view.mode == "KEYPAD"
        keypad = driver.app.main.query_one(KeypadWidget)
        entry = driver.app.main.query_one(MoveInput)
        assert "your move" in entry.placeholder
        assert "new" in "".join(strip.text for strip in keypad.strips)
        await driver.pilot.press("s")
        await driver.until(lambda s: not s.machine.listening)
        await driver.seen(lambda: entry.placeholder == "AD 0050: an address; DA 03: a byte")
        assert "new" not in "".join(strip.text for strip in keypad.strips)


async def test_the_state_of_the_machine_goes_into_a_file_and_back(tmp_path: Path) -> None:
    path = tmp_path / "e4.kim-state"
    async with running() as driver:
        wanted = await driver.your_move(1)
        actions = {one.name: one.action for one in entries()}

        async def give(name: str, text: str) -> None:
            await driver.app.main.run_action(actions[name])
            await driver.seen(lambda: bool(driver.app.screen.query("AskScreen Input")))
            driver.app.screen.query_one(Input).value = text
            await driver.pilot.press("enter")

        await give("Save machine state", str(path))
        await driver.seen(lambda: driver.said.startswith("written to"))
        await driver.play("e5", 3)
        await give("Load machine state", str(path))
        after = await driver.until(lambda s: s.game.men == wanted.game.men)
        assert after.game.sans == wanted.game.sans
        for text, reason in (
            (tmp_path / "none", "No such file"),
            (__file__, "no state of a KIM-1"),
        ):
            await give("Load machine state", str(text))
            await driver.pilot.pause()
            assert reason in driver.refused
            await driver.pilot.press("escape")


async def test_a_session_is_offered_again_and_the_screen_looks_as_it_did(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    async with running(save_path=path) as driver:
        await driver.your_move(1)
        captions = driver.app.main.query_one(Captions)
        assert captions.display
        said = " ".join(strip.text for strip in captions.strips)
        assert "For that one: Ctrl+P, Get it." in " ".join(said.split())
        assert driver.app.main.query_one("#top").tooltip == GET_IT
        await driver.pilot.press("escape")
        assert not captions.display
        driver.app.main.study.captions()
        await driver.play("e5", 3)
        assert not captions.display
        driver.app.theme = "paper-1976"
        driver.app.main.controls.change_bell()
        await driver.pilot.press("v", "f7")
        lenses = driver.app.main.query_one("#lenses", BlocksWidget)
        lenses.act("both")
        lenses.act("first")
        await driver.pilot.pause()
        await driver.pilot.press("down", "enter")
        left = lenses.panel
        assert isinstance(left, LensesPanel)

    def looks_as_it_did(driver: Driver) -> bool:
        main = driver.app.main
        board = main.query_one(BoardWidget)
        turned = board.flipped and board.picture.white_below
        return turned and main.controls.bell_on and driver.app.theme == "paper-1976"

    async with running(save_path=path) as driver:
        await driver.pilot.pause()
        main = driver.app.main
        assert not main.query_one(Captions).display
        assert "Quit" in driver.footer
        assert driver.app.screen.query_one(".box").border_subtitle == "Esc: Go on"
        await driver.click("#choice-resume")
        assert (await driver.your_move(3)).game.sans == ("e4", "e5", "Nf3")
        await driver.seen(lambda: main.view.entry.name == "lenses")
        panel = main.query_one("#lenses", BlocksWidget).panel
        assert isinstance(panel, LensesPanel)
        assert (panel.keys, panel.both) == (left.keys, True)
        assert looks_as_it_did(driver)
        await driver.pilot.press("f2")
        assert "Undo" in driver.footer
        await driver.show_panel("thinking")
        main.ask(Play.resign())
        await driver.until(lambda s: s.game.over)
    async with running(save_path=path) as driver:
        await driver.pilot.pause()
        assert "Black (you) gives up" in str(driver.app.screen.query_one(Label).content)
        assert driver.app.screen.query_one(".box").border_subtitle == "Esc: Look at it"
        over = await driver.until(lambda s: s.game.over)
        await driver.pilot.press("n", "escape")
        assert driver.now is over
        await driver.seen(lambda: driver.app.main.view.entry.name == "thinking")
        assert looks_as_it_did(driver)
        await driver.pilot.press("n", "enter")
        assert (await driver.your_move(1)).game.sans == ("e4",)


async def test_a_damaged_session_is_refused_with_the_reason_and_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_text('{"format": "kim1-microchess session", "version": 1}')
    async with running(save_path=path) as driver:
        await driver.your_move(1)
        said = [note.message for note in driver.app._notifications]
        assert any("damaged" in text and "kept as" in text for text in said)
    assert path.with_name("session.json.bad").exists()


@pytest.mark.parametrize("size", [(80, 24), pytest.param((200, 60), marks=pytest.mark.slow)])
async def test_with_ascii_nothing_else_is_drawn(size: tuple[int, int]) -> None:
    async with running(size, ascii_only=True) as driver:
        for panel in PANELS:
            await driver.pilot.press(panel.key)
            assert not odd_characters(driver), panel.name
        for keys in (("n",), ("n", *["tab"] * 4, "enter"), ("f1",), ("ctrl+s",), ("f7", "ctrl+p")):
            await driver.pilot.press(*keys)
            assert driver.app.screen is not driver.app.main, keys
            assert not odd_characters(driver), keys
            while driver.app.screen is not driver.app.main:
                await driver.pilot.press("escape")


async def test_every_key_button_and_entry_of_the_palette_names_an_action_there_is() -> None:
    async with running() as driver:
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

        for one in PANELS:
            await main.show_panel(one.name)
            panel = main.view.panels[one.name]
            for _, binding in panel._bindings:
                check(panel, binding.action)
        for action in [binding.action for _, binding in main._bindings]:
            check(main, action)
        for entry in entries():
            check(main, entry.action)
