"""What chess players do beside playing."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import chess
import pytest

from emu.notation import Poke
from microchess.game import pgn
from microchess.program.levels import Level
from tests.tui.driver import Driver, running
from tui.screen.drawing.header import KEYS
from tui.screen.panels.blocks import BlocksWidget
from tui.screen.screens.setup import beginning, captured_men
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.digits import DigitsWidget
from tui.screen.widgets.morebelow import MoreBelow
from tui.screen.widgets.moveinput import MoveInput
from tui.screen.widgets.offboard import OffBoard
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.timetravel import TimeTravel
from tui.session.words import headline

pytestmark = pytest.mark.asyncio


GAME = (
    '[White "MicroChess"]\n[Black "You"]\n\n'
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 *"
)


def men(driver: Driver) -> str:
    return driver.app.main.query_one(BoardWidget).picture.men


def after(count: int) -> str:
    """The men after so many half-moves of `GAME`."""
    game = pgn.parse(GAME).end().board()
    board = game.root()
    for move in game.move_stack[:count]:
        board.push(move)
    pieces = (board.piece_at(square) for square in chess.SQUARES)
    return "".join(piece.symbol() if piece else "." for piece in pieces)


async def test_moves_are_looked_at_behind_any_panel_and_nothing_is_where_there_are_none() -> None:
    async with running(setup=NewGame(chess.BLACK, Level.SUPER_BLITZ)) as driver:
        main = driver.app.main
        for key in ("left", "right"):
            await driver.pilot.press(key)
            assert (main.view.looking, driver.said) == (None, "")
        await driver.pilot.press("space")
        await driver.seen(lambda: driver.said == "nothing to play yet: make a move")
        await driver.pilot.press("f4")
        main.ask(Play.play("e4"))
        moved = await driver.your_move(2)
        main.ask(Play.poke((Poke(0x6F, 0x43),)))
        now = await driver.until(lambda s: bool(s.game.earlier))
        await driver.pilot.press("left")
        assert "looking back: after " in driver.header
        assert men(driver) == moved.game.men != now.game.men
        assert driver.header.rstrip().endswith("Esc: back to now")
        assert main.query_one(MoveInput).placeholder == "Enter: play on from here"
        await driver.pilot.press("left", "left")
        assert "looking back: the beginning; Enter plays on from it" in driver.header
        await driver.pilot.press("enter")
        await driver.until(lambda s: (s.game.fen, s.game.earlier) == (chess.STARTING_FEN, ()))
        await driver.hear("going on from the beginning; Redo does again what came after it")
        await driver.pilot.press("ctrl+y", "ctrl+y")
        again = await driver.until(lambda s: bool(s.game.earlier))
        assert (again.game.can_redo, again.machine.memory[0x6F]) == (False, 0x43)


async def test_a_game_is_looked_at_and_gone_on_from() -> None:
    async with running((120, 60)) as driver:
        main, board = driver.app.main, driver.app.main.query_one(BoardWidget)
        main.ask(Play.load_pgn(GAME, ""))
        now = await driver.until(lambda s: len(s.game.sans) == 13 and s.game.players_turn)
        await driver.pilot.press("left", "left")
        assert (main.view.looking, board.cursor, men(driver)) == (11, None, after(11))
        assert not any(main.query_one(DigitsWidget).readout.segments)
        assert "Enter Go on here" in driver.footer
        assert "<-> Step" in driver.footer
        assert "looking back: after d4" in driver.header
        told = "an earlier position: Enter plays on from it"
        await driver.click_square("d8")
        assert driver.said.startswith(told)
        assert board.chosen is None
        await driver.pilot.press(*"exd5", "enter")
        assert driver.said.startswith(told)
        assert main.view.looking == 11
        await driver.click("#game-moves", offset=(4, 0))
        assert men(driver) == after(1)
        await driver.pilot.press("escape")
        assert men(driver) == now.game.men == after(13)
        board.focus()
        await driver.pilot.press("up", "left")
        assert board.cursor is not None, "the board has the arrow keys"
        await driver.pilot.press("escape", *["left"] * 10, "enter")
        back = await driver.your_move(3)
        assert back.game.men == men(driver) == after(3)
        await driver.pilot.press("ctrl+y")
        await driver.your_move(5)

        await driver.pilot.press("left", "t")
        assert main.view.looking is None
        advice = board.advice[0]
        assert advice is not None
        assert chess.Move(*advice).uci() in {uci[:4] for uci in driver.now.game.legal}
        assert "formula" in driver.said


async def test_a_reply_is_watched_from_a_position_looked_at_and_both_sides_are_played() -> None:
    async with running((120, 60)) as driver:
        main = driver.app.main
        await driver.play("e5", 3)
        await driver.play("Nc6", 5)
        await driver.play("Bc5", 7)
        await driver.pilot.press("left", "left")
        main.ask(TimeTravel.watch_step(-1, False))
        last = await driver.until(lambda s: s.watching)
        assert main.view.looking is None
        assert "s of its thinking" in headline(last, KEYS)
        assert last.thought is not None
        begins = last.thought.keys[0][0]
        main.ask(TimeTravel.back(None))
        keyed = await driver.until(lambda s: s.machine.cycles <= begins)
        assert headline(keyed, KEYS).startswith("last reply: your move is keyed in")
        await driver.pilot.press("escape")
        await driver.until(lambda s: not s.watching)
        await main.controls.do_in_panel("game", "act('review')")
        await driver.seen(lambda: bool(main.query("#game-review")))
        await driver.click("#game-review", offset=(2, 1))
        await driver.seen(lambda: "from its book; " in " ".join(driver.drawn("game-comment")))
        await driver.pilot.press("escape", "escape")
        await main.controls.do_in_panel("game", "act('both')")
        await driver.until(lambda s: s.game.both)
        for number, move in enumerate(("d6", "d3", "Nf6"), 8):
            await driver.pilot.press(*move, "enter")
            both = await driver.until(lambda s, n=number: len(s.game.sans) == n and not s.busy)  # type: ignore[misc]
        assert both.game.turn == chess.WHITE
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda s: len(s.game.sans) == 11 and not s.busy)


async def test_a_hanging_piece_is_a_threat_and_loaded_games_go_on_from_any_move() -> None:
    fen = "4k3/8/8/3q4/4P3/8/8/4K3 b - - 0 1"
    setup = NewGame(chess.WHITE, Level.NORMAL, fen=fen)
    async with running(setup=setup) as driver:
        main = driver.app.main
        board = main.query_one(BoardWidget)
        await driver.pilot.press("t")
        assert board.advice[1] == (chess.E4, chess.D5)
        assert "threatens exd5" in driver.said
        await driver.pilot.press("escape")
        assert board.advice == (None, None)
        main.ask(Play.load_pgn("1. e4 e5 2. Nf3 Nc6 3. Bb5 *", ""))
        loaded = await driver.until(lambda s: len(s.game.sans) == 5)
        await driver.pilot.press("left", "enter")
        again = await driver.until(lambda s: s.game.players_turn and s.game.log != loaded.game.log)
        assert again.game.moves[:4] == loaded.game.moves[:4]
        await driver.hear("going on after Nc6: MicroChess thinks anew; Undo brings the game back")
        await driver.pilot.press("u")
        now = await driver.until(lambda s: s.game.moves == loaded.game.moves)
        main.study.look_at(0)
        another = replace(now, game=replace(now.game, begun=now.game.begun + 1))
        main.show(deque((another,)))
        assert main.view.looking is None, "another game whose moves are the same"


async def test_of_a_game_given_up_the_last_move_is_seen_and_its_review_shows_any_position() -> None:
    async with running((100, 30)) as driver:
        main = driver.app.main
        main.ask(Play.load_pgn(GAME, ""))
        game = (await driver.until(lambda s: len(s.game.sans) > 9)).game
        main.ask(Play.resign())
        await driver.until(lambda s: s.game.over)
        scroll = main.query_one("#game-moves").parent
        assert isinstance(scroll, MoreBelow)
        await driver.seen(lambda: scroll.scroll_y == scroll.max_scroll_y)

        await driver.pilot.press("r")
        panel = main.query_one("#game", BlocksWidget)
        await driver.seen(lambda: bool(panel.ends and main.query("#game-review")))
        table = driver.drawn("game-review")
        assert table[0].split() == ["Move", "Value"]
        assert table[4].startswith("2... Nc6")
        await driver.click("#game-review", offset=(2, 4))
        await driver.seen(lambda: "; Nc6 has " in " ".join(driver.drawn("game-comment")))
        await driver.click("#game-review", offset=(2, 1))
        assert (main.view.looking, men(driver)) == (1, after(1))
        assert panel.ends == "End review"
        await driver.pilot.press("right")
        assert (main.view.looking, men(driver)) == (2, after(2))
        await driver.pilot.press(*["right"] * len(game.sans[3:]))
        around, last = main.query_one("#game-review").parent, len(table) - 2
        assert isinstance(around, MoreBelow)
        await driver.seen(lambda: 0 <= last - around.scroll_y < around.size.height)
        await driver.pilot.press("escape")
        assert main.view.looking is None
        assert not panel.ends
        assert main.query_one("#game-moves").display


async def test_captured_men_are_those_of_the_game_that_is_looked_at_a_promoted_pawn_is_none() -> (
    None
):
    queen, take = "4k3/P7/8/8/8/8/P7/4K3 w - - 0 1", "3qk3/8/8/8/8/8/3R4/4K3 w - - 0 1"
    setup = NewGame(chess.BLACK, Level.SUPER_BLITZ, fen=queen)
    async with running(setup=setup) as driver:
        driver.app.main.ask(Play.play("a8=Q"))
        queened = await driver.until(lambda s: "Q" in s.game.men)
        assert captured_men(beginning(queened.game, 0), queened.game.men, True) == ""
        assert captured_men(beginning(queened.game, 0), "", True) == "PP"
        await driver.begin_anew(replace(setup, fen=take))
        await driver.pilot.press(*"Rxd8", "enter")
        taken = await driver.until(lambda s: len(s.game.sans) == 2 and not s.busy)
        assert captured_men(beginning(taken.game, 0), taken.game.men, False) == "q"
        await driver.pilot.press("s", *"Q", "s")
        game = (await driver.until(lambda s: "set up" in str(s.game.earlier) and not s.busy)).game
        assert captured_men(beginning(game, 0), game.men, False) == ""
        driver.app.main.study.look_at(-1)
        board = driver.app.main.query_one(BoardWidget)
        assert board.view is not None
        assert captured_men(beginning(game, -1), board.view.men, False) == "q"
        (row,) = (one for one in driver.app.main.query(OffBoard) if "♛" in one.strips[0].text)
        assert row.display
