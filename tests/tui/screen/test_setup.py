"""Set-up: the board cleared, the men at their beginning, and who moves after it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import chess
import pytest
from textual import events

from emu.notation import Poke
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.program.squares import CAPTURED, from_chess
from tests.tui.driver import Driver, running
from tui.screen.drawing.board import TEXT_STYLE
from tui.screen.drawing.header import SETUP
from tui.screen.screens.ask import ChooseScreen
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.morebelow import MoreBelow
from tui.screen.widgets.offboard import OffBoard
from tui.session.autosave import saved_session
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.timetravel import TimeTravel

pytestmark = pytest.mark.asyncio
BLACK = NewGame(chess.BLACK, Level.SUPER_BLITZ)


async def put(driver: Driver, letter: str, square: chess.Square) -> None:
    driver.app.main.query_one(BoardWidget).cursor = square
    await driver.pilot.press(letter)
    await driver.until(lambda s: s.game.men[square] == letter)


async def cleared(driver: Driver) -> None:
    """In set-up, with nobody but the kings on the board."""
    await driver.pilot.press("s", "c")
    await driver.until(lambda s: s.game.men.count(".") == 62)


def captured(driver: Driver) -> tuple[str, str]:
    """What stands above and below the board."""
    above, below = (driver.app.main.query_one(one, OffBoard) for one in ("#above", "#below"))
    shown = (one.strips[0].text.replace(TEXT_STYLE, "") for one in (above, below))
    return next(shown), next(shown)


async def test_a_man_who_is_dragged_goes_even_with_another_one_lifted() -> None:
    async with running(setup=BLACK) as driver:
        main, before = driver.app.main, driver.now
        board = main.query_one(BoardWidget)
        await driver.pilot.press("s")
        await driver.click_square("e1")
        await driver.drag("e8", driver.cell(chess.C4))
        after = await driver.until(lambda s: s.game.men[chess.C4] == "k")
        assert after.game.men[chess.E1] == "K"
        await driver.click_square("e1")
        await driver.click_square("c4")
        assert driver.said == "a king stands on c4: put him elsewhere first"
        main.ask(Play.poke((Poke(TABLE + 16, after.game.table[0]),)))
        await driver.until(lambda s: s.game.men[chess.E1] == ".")
        await driver.pilot.press("s")
        await driver.hear("2 pieces stand on ")
        await driver.begin_anew(BLACK)
        await driver.pilot.press("s")
        await driver.drag("e1", driver.cell(chess.C5))
        byte = from_chess(chess.C5, False)
        await driver.until(lambda s: s.game.table[16] == byte)
        await driver.drag("d8", (1, 16))
        await driver.until(lambda s: s.game.table[1] == CAPTURED)
        await put(driver, "q", chess.A5)
        await driver.drag("a7", driver.cell(chess.A5))
        taken = await driver.until(lambda s: s.game.men[chess.A7] == ".")
        assert (taken.game.men[chess.A5], taken.game.table[1]) == ("p", CAPTURED)
        main.ask(Play.poke((Poke(TABLE + 1, from_chess(chess.A5, False)),)))
        await driver.seen(lambda: "2 pieces on a5: the program sees" in driver.header)
        await driver.pilot.press("q")
        assert driver.said == "no black queen left"
        await driver.press_button("setup", "Cancel")
        await driver.until(lambda s: s.game.men == before.game.men)
        assert main.view.mode == ""
        await cleared(driver)
        await driver.click("#table-men", offset=(20, 4))
        assert (main.view.mode, driver.said) == (SETUP, "")
        await driver.pilot.mouse_down("#above", offset=(2, 0))
        await driver.seen(lambda: board.in_hand == "q")
        await driver.pilot.mouse_up("#tabs")
        await driver.seen(lambda: not board.in_hand)
        await driver.click("#above", offset=(2, 0))
        await driver.seen(lambda: board.in_hand == "q")
        await driver.click_square("d4")
        await driver.until(lambda s: s.game.men[chess.D4] == "q")


async def test_a_letter_goes_to_the_square_clicked_last_or_to_where_the_keys_before_it_led() -> (
    None
):
    async with running() as driver:
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
        now = await driver.until(lambda s: s.game.men[chess.F6] == "K")
        assert now.game.men.count("K") == 1
        for key in ("left", "Q", "left", "R"):
            driver.app.post_message(events.Key(key, key if len(key) == 1 else None))
        men = (await driver.until(lambda s: {*"QR"} <= {*s.game.men})).game.men
        assert (men.index("Q"), men.index("R")) == (chess.G6, chess.H6)
        await driver.press_button("setup", "Cancel")
        assert board.cursor is None
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


async def test_sides_are_exchanged_a_king_that_can_be_taken_is_told_and_all_is_taken_back() -> None:
    async with running((80, 24)) as driver:
        main = driver.app.main
        before = await driver.your_move(1)
        await driver.pilot.press("s")
        table = main.query_one(MoreBelow)
        await driver.seen(lambda: table.border_subtitle == "more below: scroll, Page Down")
        await driver.pilot.press("pagedown")
        await driver.seen(lambda: table.scroll_y == table.max_scroll_y)
        assert not table.border_subtitle
        await driver.press_button("setup", "c: Clear")
        await driver.until(lambda s: sorted(s.game.men.replace(".", "")) == ["K", "k"])
        await put(driver, "Q", chess.E5)
        await driver.seen(lambda: "after Done you move" in driver.header)
        await driver.pilot.press("w")
        assert "White moves and can take the king" in driver.header
        await put(driver, "P", chess.E7)
        await driver.seen(lambda: "after Done MicroChess moves" in driver.header)
        await driver.pilot.press("c", "y")
        await driver.until(lambda s: s.game.computer == chess.BLACK)
        await put(driver, "Q", chess.H4)
        await driver.seen(lambda: "after Done you move" in driver.header)
        assert "You: White (y)" in driver.app.main.set_up.buttons.strips[0].text
        await driver.pilot.press("s")
        set_up = await driver.until(lambda s: s.game.start == "4k3/8/8/8/7Q/8/8/4K3 w - - 0 1")
        assert set_up.game.players_turn
        await driver.pilot.press("u")
        back = await driver.until(lambda s: len(s.game.sans) == 1)
        assert (back.game.computer, back.game.fen) == (chess.WHITE, before.game.fen)
        await driver.pilot.press("s", "y")
        await driver.until(lambda s: s.game.computer == chess.BLACK)
        main.ask(Play.poke((Poke(TABLE, 0x33),)))
        await driver.pilot.press("ctrl+p", *"set up: cancel", "enter")
        back = await driver.until(lambda s: s.game.fen == before.game.fen)
        assert back.game.computer == chess.WHITE


async def test_positions_set_up_in_a_row_are_one_reason_and_their_men_are_not_captured() -> None:
    async with running((120, 40)) as driver:
        main = driver.app.main
        now = await driver.play("e5", 3)
        main.ask(TimeTravel.watch_step(-1, False))
        await driver.until(lambda s: s.watching)
        await driver.pilot.press("s")
        board = main.query_one(BoardWidget)
        await driver.seen(lambda: board.setup)
        assert "".join(board.picture.men) == now.game.men, "set-up is of the game as it is"
        await driver.pilot.press("s", "left", "left", "s")
        assert (main.view.looking, board.picture.men) == (None, now.game.men)
        await driver.click("#game-moves", offset=(4, 0))
        assert driver.said == "the pieces are being set up: Done or Cancel first"
        await driver.pilot.press("s")
        for keys in ("sc", "s0"):
            await driver.pilot.press(*keys, "w", "w", "s")
            await driver.hear("set up: ")
            driver.app.notices.clear()
        assert driver.drawn("game-moves")[-1].strip() == "- position set up -"
        assert captured(driver) == ("", "")
        await driver.pilot.press("s")
        await driver.seen(lambda: main.view.mode != "")
        main.ask(Play.poke((Poke(TABLE + 15, CAPTURED),)))
        await driver.until(lambda s: s.game.men.count(".") == 33)
        await driver.pilot.press("s")
        await driver.seen(lambda: main.view.mode == "" and "1 point" in str(captured(driver)))
        assert {one.strip() for one in captured(driver)} == {"", "Black is 1 point ahead"}


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


async def test_done_without_a_change_says_nothing_and_who_leaves_finds_the_position_before_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "session.json"
    async with running(save_path=path) as driver:
        before = await driver.your_move(1)
        board = driver.app.main.query_one(BoardWidget)
        await driver.pilot.press("escape", "t")
        assert board.advice[0]
        await driver.pilot.press("s", "c", "escape", "g")
        assert board.setup
        assert board.advice == (None, None)
        assert (board.picture.last, board.picture.check) == (None, None)
        await driver.pilot.press("escape", "c")
        await driver.until(lambda s: s.game == replace(before.game, log=s.game.log))
        await driver.pilot.press("s", "escape", *"e5", "enter")
        await driver.your_move(3)
        assert not any("set up" in notice.text for notice in driver.app.notices)
        await driver.pilot.press("u")
        await driver.until(lambda s: s.game.can_redo)
        await driver.pilot.press("s")
        await driver.press_button("setup", "Cancel")
        await driver.pilot.press("ctrl+y")
        played = await driver.your_move(3)
        await cleared(driver)
        await driver.pilot.press("ctrl+q")
        await driver.seen(lambda: isinstance(driver.app.screen, ChooseScreen))
        await driver.pilot.press("g")
        assert board.setup
        await driver.pilot.press("ctrl+q")
        await driver.seen(lambda: isinstance(driver.app.screen, ChooseScreen))
        await driver.pilot.press("c")
        await driver.seen(lambda: not driver.app.is_running)
    session, _ = saved_session(path)
    assert session is not None
    assert session.now.record.board.fen() == played.game.fen


async def test_where_they_have_no_room_there_is_one_of_each_kind_with_their_number() -> None:
    async with running((60, 20), setup=BLACK) as driver:
        await driver.your_move(0)
        await cleared(driver)
        await driver.seen(lambda: captured(driver)[1].split()[:5] == ["♕1", "♖2", "♗2", "♘2", "♙8"])
        words = driver.app.main.view.keys_line.strips
        assert "^Q quits" in " ".join(one.text for one in words)
        await driver.click("#below", offset=(2 + 4 * 3, 0))
        await driver.click_square("c4")
        await driver.until(lambda s: s.game.men[chess.C4] == "P")
        await driver.seen(lambda: "♙7" in captured(driver)[1])
