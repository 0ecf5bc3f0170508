"""Set-up: the board cleared, the men at their beginning, and who moves after it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import chess
import pytest
from textual import events
from textual.widgets import Button, Input

from emu.notation import Poke
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.program.squares import CAPTURED
from tests.tui.driver import Driver, running
from tui.screen.drawing.board import TEXT_STYLE
from tui.screen.drawing.header import SETUP
from tui.screen.screens.ask import ChooseScreen, PickScreen
from tui.screen.screens.new_game import NewGameScreen
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.morebelow import MoreBelow
from tui.screen.widgets.moveinput import MoveInput, is_pgn
from tui.screen.widgets.offboard import OffBoard
from tui.session.autosave import saved_session
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.timetravel import TimeTravel

pytestmark = pytest.mark.asyncio


async def put(driver: Driver, letter: str, square: chess.Square) -> None:
    driver.app.main.query_one(BoardWidget).cursor = square
    await driver.pilot.press(letter)
    await driver.until(lambda s: s.game.men[square] == letter)


async def cleared(driver: Driver) -> None:
    """In set-up, with nobody but the kings on the board."""
    await driver.pilot.press("s", "c")
    await driver.until(lambda s: s.game.men.count(".") == 62)


def moves(driver: Driver) -> list[str]:
    """The list of moves, line by line."""
    strips = driver.app.main.query_one("#game-moves", BlockView).strips
    return [strip.text.strip() for strip in strips]


def captured(driver: Driver) -> tuple[str, str]:
    """What stands above and below the board."""
    above, below = (driver.app.main.query_one(one, OffBoard) for one in ("#above", "#below"))
    shown = (one.strips[0].text.replace(TEXT_STYLE, "") for one in (above, below))
    return next(shown), next(shown)


async def test_a_king_that_can_be_taken_is_told_of() -> None:
    async with running((80, 24)) as driver:
        await driver.pilot.press("s")
        table = driver.app.main.query_one(MoreBelow)
        await driver.seen(lambda: table.max_scroll_y > 0)
        await driver.seen(lambda: table.border_subtitle == "more below: scroll, Page Down")
        await driver.pilot.press("pagedown")
        await driver.seen(lambda: table.scroll_y == table.max_scroll_y)
        assert not table.border_subtitle
        await driver.click("#do-setup-clear")
        await driver.until(lambda s: sorted(s.game.men.replace(".", "")) == ["K", "k"])
        await put(driver, "Q", chess.E5)
        await driver.seen(lambda: "after Done you move" in driver.header)
        await driver.pilot.press("w")
        assert "White moves and can take the king" in driver.header
        await put(driver, "P", chess.E7)
        await driver.seen(lambda: "after Done MicroChess moves" in driver.header)


async def test_the_sides_are_exchanged_in_set_up_and_that_is_taken_back_with_it() -> None:
    async with running((80, 24)) as driver:
        main = driver.app.main
        before = await driver.your_move(1)
        await cleared(driver)
        await put(driver, "Q", chess.H4)
        await driver.pilot.press("y")
        await driver.until(lambda s: s.game.computer == chess.BLACK)
        await driver.seen(lambda: "after Done MicroChess moves" in driver.header)
        assert str(main.query_one("#do-setup-side", Button).label) == "You: White (y)"
        await driver.pilot.press("w")
        assert "after Done you move" in driver.header
        await driver.pilot.press("s")
        set_up = await driver.until(lambda s: s.game.start == "4k3/8/8/8/7Q/8/8/4K3 w - - 0 1")
        assert set_up.game.players_turn
        await driver.pilot.press("u")
        back = await driver.until(lambda s: len(s.game.sans) == 1)
        assert (back.game.computer, back.game.fen) == (chess.WHITE, before.game.fen)
        await driver.pilot.press("s", "y")
        await driver.until(lambda s: s.game.computer == chess.BLACK)
        main.ask(Play.poke((Poke(TABLE, 0x33),)))
        await driver.pilot.press("ctrl+p", *"set up: cancel")
        await driver.pilot.press("enter")
        back = await driver.until(lambda s: s.game.fen == before.game.fen)
        assert back.game.computer == chess.WHITE
        await driver.pilot.press("s", "y")
        await driver.until(lambda s: s.game.computer == chess.BLACK)
        await driver.pilot.press("s")
        yours = await driver.until(
            lambda s: s.game.start.startswith(" ".join(before.game.fen.split()[:3]))
        )
        assert yours.game.computer == chess.BLACK


async def test_positions_set_up_in_a_row_are_one_reason_and_their_men_are_not_captured() -> None:
    async with running((80, 24)) as driver:
        await driver.play("e5", 3)
        for keys in ("sc", "s0"):
            await driver.pilot.press(*keys, "w", "w")
            await driver.pilot.press("s")
            await driver.hear("set up: ")
            driver.app.notices.clear()
        assert moves(driver)[-1] == "- position set up -"
        assert captured(driver) == ("", "")
        main = driver.app.main
        await driver.pilot.press("s")
        await driver.seen(lambda: main.view.mode != "")
        main.ask(Play.poke((Poke(TABLE + 15, CAPTURED),)))
        await driver.until(lambda s: s.game.men.count(".") == 33)
        await driver.pilot.press("s")
        await driver.seen(
            lambda: main.view.mode == "" and any("+" in one for one in captured(driver))
        )
        assert {one.strip() for one in captured(driver)} == {"", "+1 point"}
        await driver.begin_anew()
        now = await driver.play("e5", 3)
        driver.app.main.ask(TimeTravel.watch_step(-1, False))
        await driver.until(lambda s: s.watching)
        await driver.pilot.press("s")
        board = driver.app.main.query_one(BoardWidget)
        await driver.seen(lambda: board.setup)
        assert "".join(board.picture.men) == now.game.men


async def test_captured_men_stay_beside_the_board_after_a_poke_and_its_undo() -> None:
    async with running(setup=NewGame(chess.BLACK), ascii_only=True) as driver:
        main = driver.app.main
        main.ask(Play.set_both(True))
        for number, move in enumerate(("e4", "d5", "exd5", "Qxd5"), 1):
            main.ask(Play.play(move))
            before = await driver.your_move(number)
        assert captured(driver) == ("P", "p")
        (knight,) = (man for man, byte in enumerate(before.game.table) if byte == 0x76)
        main.ask(Play.poke((Poke(TABLE + knight, CAPTURED),)))
        await driver.until(lambda s: s.game.table[knight] == CAPTURED)
        assert captured(driver) == ("NP +3", "p")
        main.ask(Play.undo())
        await driver.until(lambda s: s.game.table == before.game.table)
        assert captured(driver) == ("P", "p")
        main.ask(Play.poke((Poke(TABLE + knight, before.game.table[knight + 1]),)))
        await driver.until(lambda s: s.game.table[knight] == s.game.table[knight + 1])
        assert captured(driver) == ("P", "p"), "two men on one square are both there"


async def test_games_are_loaded_over_one_another_and_out_of_set_up(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[White "MicroChess"]\n[Black "You"]\n\n1. e4 e5 2. Nf3 *\n')
    several = tmp_path / "games.pgn"
    sides = '[White "MicroChess"]\n[Black "You"]\n\n'
    games = "1. e4", "1. d9 1. e5 e6", "1. d4 d5 2. c4"
    several.write_text("\n".join(f"{sides}{game} *\n" for game in games))
    async with running((80, 24)) as driver:
        main = driver.app.main
        main.ask(Play.resign())
        await driver.until(lambda s: s.game.over)
        await driver.pilot.press("ctrl+o")
        await driver.answer(str(path))
        await driver.your_move(3)
        await cleared(driver)
        await driver.pilot.press("ctrl+o")
        await driver.answer(str(path))
        await driver.your_move(3)
        assert not main.view.mode
        await driver.begin_anew()
        for keys, moves in (("down",), 3), ((), 1):
            await driver.pilot.press("ctrl+o")
            await driver.answer(str(several))
            await driver.seen(lambda: isinstance(driver.app.screen, PickScreen))
            await driver.pilot.press(*keys, "enter")
            await driver.your_move(moves)
        assert driver.said.endswith("1 half-move; game 2: line 9, move 1. d9: no move")


async def test_in_set_up_a_man_dropped_beside_the_board_is_no_longer_in_hand() -> None:
    async with running((100, 30)) as driver:
        main = driver.app.main
        await cleared(driver)
        await driver.click("#table-men", offset=(20, 4))
        assert (main.view.mode, driver.said) == (SETUP, "")
        board = main.query_one(BoardWidget)
        await driver.pilot.mouse_down("#below", offset=(2, 0))
        await driver.seen(lambda: board.in_hand == "q")
        await driver.pilot.mouse_up("#tabs")
        await driver.seen(lambda: not board.in_hand)
        await driver.click("#below", offset=(2, 0))
        await driver.seen(lambda: board.in_hand == "q")
        await driver.click("#board", offset=driver.cell(chess.D4))
        await driver.until(lambda s: s.game.men[chess.D4] == "q")


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("1. e4 e5", True),
        ("1. e4 {good} e5 $1 *", True),
        ("\ufeff; said\n1... e5 2. Nf3", True),
        ('[Event "?"]', True),
        ("1. e4", False),
        ("e4 e5", False),
        (chess.STARTING_FEN, False),
    ],
)
async def test_what_is_pasted_is_a_game_or_a_line(text: str, game: bool) -> None:
    assert is_pgn(text) == game


async def test_a_game_of_ours_is_pasted_and_goes_on_at_its_level() -> None:
    async with running((80, 24)) as driver:
        main = driver.app.main
        played = await driver.play("e5", 3)
        main.ask(Play.start_game(NewGame(level=Level.BLITZ)))
        await driver.your_move(1)
        for focused in (main.query_one(BoardWidget), main.query_one(MoveInput)):
            focused.focus()
            focused.post_message(events.Paste(played.game.pgn))
            await driver.until(lambda s: s.game.level is Level.SUPER_BLITZ)
            loaded = await driver.your_move(3)
            assert loaded.game.sans == played.game.sans
            assert main.query_one(MoveInput).value == ""
            main.ask(Play.start_game(NewGame(level=Level.BLITZ)))
            await driver.your_move(1)
        await main.run_action("paste_pgn")
        assert "no game was copied here" in driver.said
        await main.run_action("copy_pgn")
        main.ask(Play.start_game(NewGame(level=Level.BLITZ)))
        await driver.until(lambda s: s.game.plies == 1)
        await main.run_action("paste_pgn")
        await driver.your_move(1)
        await main.run_action("copy_fen")
        await driver.play("a6", 3)
        await main.run_action("paste_fen")
        await driver.seen(lambda: bool(driver.app.screen.query(Input)))
        offered = driver.app.screen.query_one(Input).value
        assert offered == driver.app.clipboard != driver.now.game.fen
        await driver.pilot.press("escape")
        main.ask(Play.start_game(NewGame(level=Level.BLITZ)))
        await driver.until(lambda s: s.game.plies == 1)
        main.post_message(events.Paste('[White "\ud800"]\n\n1. e4 e5 2. Ke2 *'))
        await driver.until(lambda s: s.game.sans[2:] == ("Ke2",))
        main.ask(Play.set_level(Level.SUPER_BLITZ))
        await driver.until(lambda s: s.game.level is Level.SUPER_BLITZ)
        main.query_one(MoveInput).post_message(events.Paste("e5"))
        await driver.seen(lambda: main.query_one(MoveInput).value == "e5")


async def test_done_without_a_change_says_nothing_and_cancel_takes_all_back() -> None:
    async with running((80, 24)) as driver:
        before = await driver.your_move(1)
        await cleared(driver)
        await driver.pilot.press("w")
        await driver.click("#do-setup-cancel")
        after = await driver.until(lambda s: s.game.men == before.game.men)
        assert (after.game.turn, after.game.sans) == (before.game.turn, before.game.sans)
        assert not driver.app.main.query_one(BoardWidget).setup
        board = driver.app.main.query_one(BoardWidget)
        await driver.pilot.press("t")
        assert board.advice[0]
        await driver.pilot.press("s", "c", "escape", "g")
        assert board.setup
        assert board.advice == (None, None)
        picture = board.picture
        assert (picture.last, picture.check) == (None, None)
        await driver.pilot.press("escape", "c")
        await driver.until(lambda s: s.game == replace(before.game, log=s.game.log))
        await driver.pilot.press("s", "escape", "e", "5", "enter")
        await driver.your_move(3)
        assert not any("set up" in notice.text for notice in driver.app.notices)
        await driver.begin_anew()
        await driver.play("e5", 3)
        await driver.pilot.press("u")
        await driver.until(lambda s: s.game.can_redo)
        await driver.pilot.press("s")
        await driver.click("#do-setup-cancel")
        await driver.pilot.press("ctrl+y")
        await driver.your_move(3)


async def test_who_leaves_in_set_up_finds_the_position_from_before_it(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    async with running(save_path=path) as driver:
        before = await driver.your_move(1)
        await driver.pilot.press("escape")
        await cleared(driver)
        await driver.pilot.press("ctrl+q")
    session, _ = saved_session(path)
    assert session is not None
    assert session.now.record.board.fen() == before.game.fen


async def test_a_letter_goes_to_the_square_clicked_last_and_set_up_takes_back_its_own_changes() -> (
    None
):
    async with running((80, 24)) as driver:
        board = driver.app.main.query_one(BoardWidget)
        await cleared(driver)
        await driver.click(board, driver.cell(chess.C5))
        assert board.picture.cursor == chess.C5
        await driver.pilot.press("N")
        await driver.until(lambda s: s.game.men[chess.C5] == "N")
        for square in (chess.C5, chess.F6):
            await driver.click(board, driver.cell(square))
        await driver.until(lambda s: s.game.men[chess.F6] == "N")
        await driver.pilot.press("delete")
        await driver.until(lambda s: s.game.men.count(".") == 62)
        await driver.pilot.press("K")
        await driver.until(lambda s: s.game.men[chess.F6] == "K")
        assert driver.now.game.men.count("K") == 1
        await driver.click("#do-setup-cancel")
        assert board.cursor is None
        await driver.begin_anew()
        played = await driver.play("e5", 3)
        await cleared(driver)
        await driver.pilot.press("u")
        await driver.until(lambda s: s.game.men == played.game.men)
        await driver.pilot.press("u")
        assert "no piece was moved in set-up" in driver.said
        await driver.pilot.press("y")
        await driver.until(lambda s: s.game.computer == chess.BLACK)
        await driver.pilot.press("u", "escape")
        await driver.seen(lambda: isinstance(driver.app.screen, ChooseScreen))
        await driver.pilot.press("c")
        after = await driver.until(lambda s: s.game.computer == chess.WHITE)
        assert (after.game.moves, after.game.steps) == (played.game.moves, played.game.steps)


async def test_a_fen_is_taken_by_the_move_line_typed_or_pasted() -> None:
    fen = "8/8/4k3/8/8/8/4P3/4K3 w - - 0 1"
    async with running() as driver:
        main = driver.app.main
        main.study.look_at(0)
        entry = main.query_one(MoveInput)
        for key in ("8", "slash", "8", "slash"):
            character = "/" if key == "slash" else key
            driver.app.post_message(events.Key(key, character))
        await driver.seen(lambda: entry.value == "8/8/")
        await driver.pilot.press("escape", "escape")
        main.post_message(events.Paste(f"{fen}\n"))
        await driver.seen(lambda: entry.value == fen)
        assert "no move begins" not in driver.said
        await driver.pilot.press("enter")
        await driver.seen(lambda: isinstance(driver.app.screen, NewGameScreen))
        assert driver.app.screen.query_one(Input).value == fen
        await driver.begin_anew()
        await driver.play("e5", 3)
        driver.app.main.ask(Play.poke((Poke(0x51, 0xCC),)))
        await driver.until(lambda s: not s.game.sans)
        left = driver.now.game
        main.ask(Play.start_game(NewGame(level=Level.SUPER_BLITZ)))
        await driver.until(lambda s: s.game.sans == ("e4",))
        await driver.pilot.press("u")
        await driver.until(lambda s: (s.game.fen, s.game.plies) == (left.fen, left.plies))
