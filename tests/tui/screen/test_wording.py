"""What the screen says of itself, at the moments when somebody wonders."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest
from rich.segment import Segment
from textual import events
from textual.strip import Strip
from textual.widgets import Button, Label, OptionList, Select

from microchess.program.levels import Level
from microchess.program.memory_map import DIGITS
from microchess.program.move_text import parse_move
from microchess.program.position import Position
from microchess.program.table import MEN, man_in_words
from tests.tui.driver import running
from tui.screen.commands import offered
from tui.screen.drawing.colors import WOOD
from tui.screen.drawing.header import KEYS
from tui.screen.drawing.ink import line, shortened
from tui.screen.palette import entries
from tui.screen.screens.ask import PickScreen
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.moveinput import OVER, MoveInput
from tui.session.debugger import Debugger
from tui.session.examples import examples
from tui.session.hand import Hand
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Activity
from tui.session.speeds import speed_name
from tui.session.thought_words import JANUS, describe_level
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
    cut = shortened(Strip([Segment(text)]), width)
    assert cut.text.rstrip() == shown
    assert shortened(line(text), width).text.rstrip() == shown


@pytest.mark.parametrize(
    ("fen", "shown"),
    [
        (chess.STARTING_FEN, "e4 Nf3 e2e4 6444"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e5 Nf6 e7e5 6343"),
        ("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", ""),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ""),
        ("4k3/8/8/8/8/8/8/K7 w - - 0 1", ""),
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


def test_men_are_written_out() -> None:
    assert man_in_words(0) == "computer's king"
    assert man_in_words(0x10 + MEN.index("QRP")) == "player's queen's rook's pawn"


@pytest.mark.asyncio
async def test_letters_that_begin_no_move_are_answered() -> None:
    async with running(setup=BLACK) as driver:
        entry = driver.app.main.query_one(MoveInput)
        assert entry.placeholder.endswith("e4 Nf3 e2e4 6444")
        await driver.pilot.press(*"xyzzy")
        assert entry.value == "xyzzy"
        assert driver.said == "no move begins with x; type a move, e.g. e4 Nf3 e2e4 6444"
        await driver.pilot.press("enter")
        await driver.hear("'xyzzy' is no move; expected")
        assert entry.value == "xyzzy"
        for key in "HELLO":
            driver.app.post_message(events.Key(key, key))
        await driver.seen(lambda: entry.value == "HELLO")
        await driver.pilot.press("escape")
        await driver.pilot.press(*"qq")
        assert entry.value == "qq"
        assert driver.said == ""
        await driver.pilot.press("escape", *"d4", "enter")
        await driver.your_move(2)
        assert "  d2d4" not in entry.placeholder
        driver.app.main.ask(Play.resign())
        await driver.seen(lambda: entry.placeholder == OVER)
        await driver.begin_anew(BLACK)
        await driver.pilot.press("n")
        form = driver.app.screen
        told, books = form.query_one("#book-text", Label), form.query_one("#opening", Select)
        assert str(told.content).startswith("a book for White")
        await driver.pilot.click("#side-black")
        await driver.seen(lambda: str(told.content).startswith("1. e4 e5 2. Nf3 Nc6 3. Bc4"))
        await driver.pilot.click("#level-BLITZ")
        level = form.query_one("#level-text", Label)
        await driver.seen(lambda: str(level.content) == describe_level(Level.BLITZ, JANUS))
        await driver.pilot.click("#level-SUPER_BLITZ")
        books.value = "french-defence"
        await driver.seen(lambda: str(told.content).startswith("1. e4 e6"))
        for side in ("white", "black"):
            await driver.pilot.click(f"#side-{side}")
            await driver.seen(lambda: "e6" in str(told.content) and books.value != "default")
        books.value = "none"
        await driver.seen(lambda: not str(told.content))
        books.value = "default"
        form.query_one("#start", Button).press()
        played = await driver.your_move(1)
        assert played.thought is not None
        assert not played.thought.candidates


@pytest.mark.asyncio
async def test_with_few_colours_the_board_behind_a_dialog_is_seen() -> None:
    async with running((80, 24)) as driver:
        for few in (False, True):
            driver.app.set_class(few, "-few-colors")
            await driver.pilot.press("n")
            assert (WOOD["light"] in driver.app.export_screenshot()) is few
            await driver.pilot.press("escape")


@pytest.mark.asyncio
async def test_the_digits_and_what_is_in_use_are_explained_and_one_sits_on_the_other_side() -> None:
    async with running() as driver:
        now = await driver.your_move(1)
        pawn = "e4: piece 0F, the computer's king's pawn; 13 to 33."
        assert digits_say(now) == pawn
        now = await driver.play("e5", 3)
        assert digits_say(now) == "Nf3: piece 06, the computer's king's knight; 01 to 22."
        driver.app.main.ask(Hand.press("C"))
        await driver.until(lambda s: digits_say(s).startswith("CC CC CC"))
        driver.app.main.ask(Hand.press("ST"))
        await driver.until(lambda s: digits_say(s).startswith("the monitor's address"))
        await driver.begin_anew()
        every = offered(driver.app.main)
        used = [one.name for one in every if one.text.startswith("in use: ")]
        assert used == ["Level: super-blitz", "Speed: full"]
        await driver.app.run_action("app.change_theme")
        await driver.seen(lambda: bool(driver.app.screen.query(OptionList)))
        assert isinstance(driver.app.screen, PickScreen)
        themes = driver.app.screen.query_one(OptionList)
        marked = [str(one.prompt) for one in themes.options if str(one.prompt).startswith("* ")]
        assert marked == ["* kim-1"]
        assert driver.app.screen.query_one(".box").border_subtitle == "Esc closes"
        await driver.begin_anew()
        await driver.pilot.press("s", "c")
        kings = await driver.until(lambda s: s.game.men.count(".") == 62)
        actions = {one.name: one.action for one in entries()}
        await driver.app.main.run_action(actions["Change sides"])
        await driver.pilot.pause()
        await driver.click("#side-white")
        await driver.click("#start")
        now = await driver.until(lambda s: not s.game.computer and s.game.men == kings.game.men)
        assert not now.game.sans
        assert not driver.app.main.query_one(BoardWidget).setup


@pytest.mark.asyncio
async def test_it_is_said_who_moves_and_what_escape_does() -> None:
    async with running((80, 24)) as driver:
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
        await driver.pilot.press("a", "6")
        assert driver.footer.startswith("Esc Clear")
        await driver.pilot.press("escape")
        assert "Esc" not in driver.footer
        its = replace(now, game=replace(now.game, turn=chess.WHITE))
        assert headline(its, KEYS) == f"White to move: {now.game.program} (Ctrl+G or key PC)"
        await driver.begin_anew()
        await driver.pilot.press("f6", "p")
        await driver.until(lambda s: s.activity is Activity.HELD)
        assert driver.footer.startswith("p Go on  <-> Step")
        await driver.pilot.press("p")
        await driver.your_move(1)
        main = driver.app.main
        main.ask(Debugger.set_breakpoints({SCANDS: ""}))
        main.ask(Hand.press("5"))
        await driver.until(lambda s: s.under_way is Activity.BY_HAND and bool(s.halt))
        assert driver.footer.startswith("p Go on")
        main.ask(Debugger.set_breakpoints({}))
        await driver.pilot.press("p")
        await driver.until(lambda s: s.machine.memory[DIGITS] == 0x35 and not s.busy)
        main.ask(Play.recover())
        await driver.your_move(1)
        main.ask(Debugger.set_breakpoints({SCANDS: ""}))
        await driver.pilot.press(*"e5", "enter")
        await driver.until(lambda s: s.under_way is Activity.KEYING and bool(s.halt))
        assert driver.footer.startswith("p Go on  Esc Break off")
        await driver.pilot.press("escape")
        await driver.hear("your move is not made")


@pytest.mark.asyncio
async def test_a_button_is_seen_as_a_whole_or_not_at_all() -> None:
    async with running((40, 12)) as driver:
        await driver.pilot.press("s")
        row = driver.app.main.query_one(ButtonRow)

        def seen() -> list[str]:
            return [str(one.label) for one in row.query(Button) if one.visible and one.display]

        await driver.seen(lambda: seen() == ["Done", "Cancel", "Clear", "Full"])
        assert str(row.render()).strip() == "^P"
        await driver.pilot.resize_terminal(120, 40)
        await driver.seen(lambda: all(one.visible for one in row.query(Button)))
        assert not str(row.render())
