"""What the screen says of itself, at the moments when somebody wonders, and until when."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import chess
import pytest
from rich.segment import Segment
from textual.strip import Strip

from microchess.program.levels import Level
from microchess.program.memory_map import DIGITS
from microchess.program.move_text import parse_move
from microchess.program.position import Position
from tests.tui.driver import running
from tui.screen.drawing.header import KEYS
from tui.screen.drawing.ink import line, shortened
from tui.screen.screens.ask import ChooseScreen
from tui.screen.screens.help import HelpScreen
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.keysline import key_sign
from tui.screen.widgets.messageline import MessageLine
from tui.screen.widgets.moveinput import OVER
from tui.session.debugger import Debugger
from tui.session.examples import examples
from tui.session.hand import Hand
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import SET_UP, Activity, Notice
from tui.session.speeds import speed_name
from tui.session.words import digits_say, headline

BLACK = NewGame(chess.BLACK, Level.SUPER_BLITZ)
SCANDS = 0x1F1F


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("all of it", 9, "all of it"),
        ("all of it", 8, "all ..."),
        ("blanks at the end   ", 17, "blanks at the end"),
        ("onewordalone", 8, "onew ..."),
        ("♔︎ king", 5, "♔︎ ..."),
    ],
)
def test_a_line_is_cut_after_a_word_with_a_mark(text: str, width: int, shown: str) -> None:
    for strip in (Strip([Segment(text)]), line(text)):
        assert shortened(strip, width).text.rstrip() == shown


@pytest.mark.parametrize(
    ("fen", "shown"),
    [
        (chess.STARTING_FEN, "e4 Nf3 e2e4 6444"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e5 Nf6 e7e5 6343"),
        ("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", ""),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ""),
    ],
)
def test_the_examples_are_moves_of_the_position_at_hand(fen: str, shown: str) -> None:
    board = chess.Board(fen)
    computer = not board.turn
    table = Position.from_board(board, computer).table
    found = examples(fen, tuple(move.uci() for move in board.legal_moves), computer)
    moves = [parse_move(text, board, table, computer, False) for text in found]
    assert all(move in board.legal_moves for move in moves)
    assert moves[0] == moves[-1] == moves[-2]
    assert shown in ("", " ".join(found))


def test_slow_clocks_are_parts_of_a_megahertz() -> None:
    names = [speed_name(speed) for speed in (0.01, 0.1, 0.3, 1.0, 10.0, None)]
    assert names == ["1/100 MHz", "1/10 MHz", "0.3 MHz", "1 MHz", "10 MHz", "full speed"]


@pytest.mark.asyncio
async def test_letters_that_begin_no_move_are_answered_until_something_else_is_done() -> None:
    async with running(setup=BLACK) as driver:
        main, board = driver.app.main, driver.app.main.query_one(BoardWidget)
        entry = main.view.move_line
        assert entry.placeholder.endswith("e4 Nf3 e2e4 6444")
        await driver.pilot.press(*"xyzzy")
        assert entry.value == "xyzzy"
        assert driver.said == "no move begins with x; type a move, e.g. e4 Nf3 e2e4 6444"
        await driver.pilot.press("enter")
        await driver.hear("'xyzzy' is no move; expected")
        assert entry.value == "xyzzy"
        assert "is no move" in driver.said
        await driver.pilot.press("escape")
        assert (entry.value, driver.said) == ("", "")
        await driver.pilot.press(*"xyzzy", "enter")
        await driver.hear("'xyzzy' is no move; expected")
        await driver.show_panel("machine")
        assert driver.said == ""
        await driver.show_panel("game")
        driver.burst("HELLO")
        await driver.seen(lambda: entry.value == "HELLO")
        await driver.pilot.press("enter")
        await driver.hear("'HELLO' is no move; expected")
        await driver.pilot.press("n")
        assert (main.view.entry.name, entry.value) == ("beginning", "")
        await driver.pilot.press("escape", *"hello", "enter")
        await driver.hear("'hello' is no move; expected")
        await driver.pilot.press("right", "y")
        assert (entry.value, driver.said) == ("helloy", "")
        await driver.pilot.press("escape", *"qq")
        assert (entry.value, driver.said) == ("qq", "")
        await driver.pilot.press("escape", *"d1d7", "enter")
        await driver.hear("is not legal")
        await driver.click_square("d2")
        assert driver.said == ""
        await driver.pilot.press("escape", "ctrl+c")
        assert driver.said == "Ctrl+Q leaves MicroChess"
        board.focus()
        await driver.pilot.press(*"d4", "enter")
        now = await driver.your_move(2)
        assert "  d2d4" not in entry.placeholder
        set_up = replace(now, game=replace(now.game, sans=()))
        for item in (set_up, Notice(f"{SET_UP}White to move: MicroChess"), now):
            driver.app.publish(item)
        await driver.pilot.pause()
        assert driver.said == "", "what was said before a reply"
        main.ask(Play.resign())
        await driver.seen(lambda: entry.placeholder == OVER)
        await main.query(MessageLine).remove()
        driver.app.publish(Notice("too late"))
        await driver.hear("too late")


@pytest.mark.asyncio
async def test_escape_clears_what_is_typed_before_it_breaks_the_thinking_off() -> None:
    async with running(setup=NewGame(chess.BLACK, Level.NORMAL, book=False), speed=0.01) as driver:
        entry = driver.app.main.view.move_line
        await driver.pilot.press(*"e4", "enter")
        await driver.until(lambda s: s.activity is Activity.THINKING)
        await driver.seen(lambda: "Esc Break off" in driver.footer)
        assert "Hint" not in driver.footer
        await driver.pilot.press("d", "f5")
        assert "Esc Clear" in driver.footer
        await driver.pilot.press("escape")
        assert (entry.value, driver.now.activity) == ("", Activity.THINKING)
        await driver.pilot.press("escape")
        await driver.until(lambda s: s.activity is Activity.WAITING)
        driver.app.main.ask(Hand.press("PC"))
        await driver.until(lambda s: s.activity is Activity.RUNNING and s.thinks)
        await driver.seen(lambda: "Esc Break off" in driver.footer)
        await driver.pilot.press("escape")
        await driver.until(lambda s: s.activity is Activity.WAITING)


@pytest.mark.asyncio
async def test_the_digits_are_explained_and_a_position_is_taken_over_with_the_other_side() -> None:
    async with running() as driver:
        main = driver.app.main
        pawn = "e4: piece 0F, the computer's king's pawn; 13 (e2) to 33 (e4)."
        assert digits_say(driver.now) == pawn
        now = await driver.play("e5", 3)
        assert digits_say(now) == "Nf3: piece 06, the computer's king's knight; 01 (g1) to 22 (f3)."
        for key, told in ("C", "CC CC CC"), ("ST", "the monitor's address"):
            main.ask(Hand.press(key))
            await driver.until(lambda s, told=told: digits_say(s).startswith(told))  # type: ignore[misc]
        await driver.begin_anew()
        await driver.pilot.press("s", "c")
        kings = await driver.until(lambda s: s.game.men.count(".") == 62)
        await main.controls.do_in_panel("beginning", "act('change_sides')")
        now = await driver.until(lambda s: not s.game.computer and s.game.men == kings.game.men)
        assert not now.game.sans
        assert not main.query_one(BoardWidget).setup


@pytest.mark.asyncio
async def test_it_is_said_who_moves_and_what_escape_does() -> None:
    async with running((80, 24)) as driver:
        main = driver.app.main
        await driver.play("e5", 3)
        assert "Esc" not in driver.footer
        await driver.pilot.press("f5", "left")
        await driver.until(lambda s: s.watching)
        assert driver.footer.startswith("Esc Back to now")
        assert "p Pause" not in driver.footer
        await driver.pilot.press("escape")
        await driver.until(lambda s: not s.watching)
        assert "Esc" not in driver.footer
        now = await driver.your_move(3)
        begun = replace(now, activity=Activity.THINKING)
        assert headline(begun, KEYS).startswith(f"{now.game.program} thinks: 0.0 s")
        its = replace(now, game=replace(now.game, turn=chess.WHITE))
        assert headline(its, KEYS) == f"White to move: {now.game.program} (Ctrl+G or key PC)"
        await driver.pilot.press("a", "6")
        assert driver.footer.startswith("Esc Clear")
        await driver.pilot.press("escape", "f6", "p")
        await driver.until(lambda s: s.activity is Activity.HELD)
        assert driver.footer.startswith("p Go on  <-> Step")
        await driver.pilot.press("p")
        await driver.your_move(3)
        main.ask(Debugger.set_breakpoints({SCANDS: ""}))
        main.ask(Hand.press("5"))
        await driver.until(lambda s: s.under_way is Activity.BY_HAND and bool(s.halt))
        assert driver.footer.startswith("p Go on")
        main.ask(Debugger.set_breakpoints({}))
        await driver.pilot.press("p")
        await driver.until(lambda s: s.machine.memory[DIGITS] == 0x25 and not s.busy)
        main.ask(Play.recover())
        await driver.your_move(3)
        main.ask(Debugger.set_breakpoints({SCANDS: ""}))
        await driver.pilot.press(*"a6", "enter")
        await driver.until(lambda s: s.under_way is Activity.KEYING and bool(s.halt))
        assert driver.footer.startswith("p Go on  Esc Break off")
        await driver.pilot.press("escape")
        await driver.hear("your move is not made")


@pytest.mark.asyncio
async def test_keys_go_back_to_the_panel_never_to_another_button_and_help_is_of_the_panel() -> None:
    async with running((120, 40)) as driver:
        main = driver.app.main
        await driver.pilot.press("f8", *"Nbd7", "escape", "ctrl+t")
        await driver.until(lambda s: s.line.fitted)
        await driver.pilot.press("ctrl+t", "escape", "f2", *"e5", "enter")
        await driver.your_move(3)
        await driver.press_button("game", "Undo")
        await driver.until(lambda s: s.game.can_redo)
        await driver.press_button("game", "Redo")
        await driver.until(lambda s: not s.game.can_redo)
        assert main.focused is main.query_one(BoardWidget)
        await driver.pilot.press("f7", "f1")
        await driver.seen(lambda: isinstance(driver.app.screen, HelpScreen))
        assert isinstance(driver.app.screen, HelpScreen)
        assert driver.app.screen.text.startswith("## Boards")
        await driver.pilot.press("escape")
        await driver.show_panel("formula")
        for focus, wanted in ("#formula-weights", {",", "."}), ("#board", {"Del"}):
            main.query_one(focus).focus()
            await driver.pilot.pause()
            signs = {key_sign(one) for one in main.active_bindings.values()}
            assert wanted <= signs
        assert all(map(str.isprintable, signs))


@pytest.mark.asyncio
async def test_what_came_from_outside_commands_no_terminal(tmp_path: Path) -> None:
    clear = "\x1b[2J\x9b2J\x07\x00\u202e"
    async with running((100, 30)) as driver:
        main = driver.app.main
        main.view.say(f"one{clear}two")
        driver.app.notify(f"three{clear}four")
        path = tmp_path / "game.pgn"
        header = f'[White "MicroChess"]\n[Termination "{clear}"]\n[Result "1-0"]\n\n'
        path.write_text(f"{header}1. e4 {{ {clear} }} e5 2. Nf3 1-0\n")
        await driver.pilot.press("ctrl+o")
        await driver.answer(str(path))
        await driver.hear("1-0, 3 half-moves; the game ended")
        driver.app.push_screen(
            ChooseScreen(f"five{clear}six", f"seven{clear}eight", (("a", clear),))
        )
        await driver.seen(lambda: isinstance(driver.app.screen, ChooseScreen))
        await driver.pilot.pause()
        for screen in (main, driver.app.screen):
            painted = [strip.text for strip in screen._compositor.render_strips()]
            assert all(line.isprintable() for line in painted), painted
            assert len({len(line) for line in painted}) == 1
