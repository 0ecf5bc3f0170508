"""Lenses in the live game: other memories follow what the real program plays."""

from __future__ import annotations

import random

import chess
import pytest
from textual.widgets import OptionList

from emu.notation import Poke
from microchess.boards.registry import EXHIBITS, SHOWN
from microchess.boards.tracker import MACHINE
from microchess.boards.view import How
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.program.table import SIZE
from tests.tui.driver import Driver, running
from tui.screen.drawing.cells import CellsPicture
from tui.screen.palette import entries
from tui.screen.panels.memories import MemoriesPanel
from tui.screen.screens.ask import PickScreen
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.cells import CellsView
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Snapshot

pytestmark = pytest.mark.asyncio


def panel_of(driver: Driver) -> MemoriesPanel:
    return driver.app.main.query_one(MemoriesPanel)


async def show(driver: Driver, *keys: str) -> MemoriesPanel:
    """The panel on top, with these memories."""
    await driver.app.main.show_panel("memories")
    panel = panel_of(driver)
    panel.keys = [keys[0], keys[-1]]
    panel.both = len(keys) > 1
    await driver.app.main.show_panel("memories")
    await driver.pilot.pause()
    await driver.pilot.pause()
    return panel


def view(driver: Driver, number: int) -> CellsView:
    return driver.app.main.query_one(f"#lens-{number} CellsView", CellsView)


def picture_of(driver: Driver, number: int) -> CellsPicture:
    picture = view(driver, number).picture
    assert picture is not None
    return picture


def drawn(driver: Driver, selector: str) -> str:
    """The text of a widget made of strips."""
    strips = driver.app.main.query_one(selector).strips  # type: ignore[attr-defined]
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def men_shown(driver: Driver, number: int, bank: str) -> str:
    """The men by the cells on the screen, a1 first."""
    picture = picture_of(driver, number)
    men = ["."] * 64
    for one in picture.lens.cells():
        if one.bank == bank and one.square is not None and one.text != ".":
            men[one.square] = one.text
    return "".join(men)


def agrees(driver: Driver, snapshot: Snapshot) -> None:
    """Both memories show the men of the game."""
    assert men_shown(driver, 0, "board") == snapshot.game.men
    assert men_shown(driver, 1, "pieces") == snapshot.game.men


async def test_memories_follow_the_game_through_undo_and_redo() -> None:
    chance = random.Random(6)
    async with running((120, 40)) as driver:
        now = await driver.your_move(1)
        await show(driver, "loop", "banksia")
        for undone in (False, True):
            plies = len(now.game.sans)
            moves = [uci for uci in now.game.legal if len(uci) == 4]
            move = chance.choice(moves)
            driver.app.main.ask(Play.play(move))
            now = await driver.your_move(plies + 2)
            agrees(driver, now)
            if undone:
                await driver.pilot.press("u")
                back = await driver.your_move(plies)
                agrees(driver, back)
                assert all(e.back for e in panel_of(driver)._tracked["loop"].events)
                await driver.pilot.press("ctrl+y")
                now = await driver.your_move(plies + 2)
                agrees(driver, now)


@pytest.mark.slow
async def test_promotion_and_set_up_are_followed_and_the_last_move_is_watched() -> None:
    fen = "4k3/P7/8/8/8/8/7p/4K2R w K - 0 1"
    async with running((120, 40), setup=NewGame(chess.BLACK, Level.SUPER_BLITZ, fen=fen)) as d:
        agreed = await d.your_move(0)
        await show(d, "loop", "banksia")
        agrees(d, agreed)
        d.app.main.ask(Play.play("a8=Q"))
        after = await d.until(lambda s: len(s.game.sans) >= 1 and not s.busy)
        agrees(d, after)
        assert "Q" in after.game.men
        d.app.main.ask(Play.start_game(NewGame(chess.BLACK, Level.SUPER_BLITZ)))
        now = await d.until(lambda s: len(s.game.legal) == 20 and not s.busy)
        agrees(d, now)
        d.app.main.ask(Play.poke((Poke(TABLE + 31, 0x44),)))
        poked = await d.until(lambda s: s.game.table[31] == 0x44)
        agrees(d, poked)
        # GNU Chess's two lists are written one after the other; taken back, a man is appended.
        fen = "4k3/8/8/8/p4P1P/1P6/8/R3K3 b Q - 0 1"
        await d.begin_anew(NewGame(chess.WHITE, Level.SUPER_BLITZ, fen=fen))
        panel = await show(d, "gnuchess")
        d.app.main.ask(Play.play("a4b3"))
        await d.your_move(2)
        d.app.main.study.look_at(0)
        panel.action_watch()
        asking = panel.asking
        assert asking is not None
        assert asking.step == 0
        seen = [lists(d)]
        while not asking.done:
            d.app.main.replayer.go(asking.step + 1)
            if lists(d) != seen[-1]:
                seen.append(lists(d))
        assert len(seen) == 3
        assert "e1 a1 f4 h4 b3" in seen[-1]
        await d.pilot.press("home")
        assert lists(d) == seen[0]
        await d.pilot.press("right")
        assert asking.step == 1
        await d.pilot.press("escape", "left")
        assert (panel.asking, d.app.main.view.looking) == (None, 0)


async def test_microchess_shows_the_machines_own_bytes() -> None:
    async with running((120, 40)) as driver:
        await show(driver, MACHINE)
        after = await driver.play("e5", 3)
        picture = picture_of(driver, 0)
        cells = [one.value for one in picture.lens.cells()]
        assert bytes(cells[:SIZE]) == after.machine.memory.read(TABLE, SIZE)
        assert cells[SIZE] == after.machine.memory[TABLE - 1]
        assert How.WRITTEN in picture.marks.values()
        assert "no castling" in drawn(driver, "#lens-0 .lens-head")
        await driver.pilot.press("u")
        await driver.your_move(1)
        picture = picture_of(driver, 0)
        assert set(picture.marks.values()) <= {How.RESTORED}
        assert "RAM put back" in drawn(driver, "#lens-0 .lens-events")
        await driver.begin_anew()
        await show(driver, "loop")
        now = await driver.play("e5", 3)
        there = men_shown(driver, 0, "board")
        for ply in (2, 1, 0, 0):
            await driver.pilot.press("left")
            shown = men_shown(driver, 0, "board")
            assert f"after ply {ply} of 3" in drawn(driver, "#lens-answer")
        assert shown == men_of(now.game.start)
        for _ in range(4):
            await driver.pilot.press("right")
        assert men_shown(driver, 0, "board") == there == now.game.men


async def test_what_a_memory_cannot_hold_is_said_in_its_place() -> None:
    async with running((120, 40), setup=NewGame(chess.BLACK, Level.SUPER_BLITZ)) as driver:
        await show(driver, MACHINE, "loop")
        driver.app.main.ask(Play.poke((Poke(TABLE, 0xCC),)))
        await driver.until(lambda s: s.game.table[0] == 0xCC)
        assert "no black king" in " ".join(drawn(driver, "#lens-1 .lens-events").split())
        assert not view(driver, 1).display
        assert "$50 K CC" in drawn(driver, "#lens-0 CellsView")
        await driver.pilot.press("u")
        await driver.until(lambda s: s.game.table[0] != 0xCC)
        assert view(driver, 1).display


@pytest.mark.slow
async def test_pointing_lights_cells_one_question_is_replayed_in_all_and_memories_are_chosen() -> (
    None
):
    async with running((160, 50)) as driver:
        await show(driver, MACHINE, "loop")
        board = driver.app.main.query_one(BoardWidget)
        await driver.pilot.hover("#board", offset=driver.cell(chess.E4))
        await driver.pilot.pause()
        assert board.pointed == chess.E4
        first, second = picture_of(driver, 0), picture_of(driver, 1)
        assert first.lit == {("table", 15)}
        assert {bank for bank, _ in second.lit} == {"board", "index", "white pawns"}
        place = first.place_of(("table", 16))
        assert place is not None
        await driver.pilot.hover("#lens-0 CellsView", offset=place)
        await driver.pilot.pause()
        assert board.pointed == chess.E8
        await driver.pilot.hover("#top")
        await driver.pilot.pause()
        assert board.pointed is None
        await driver.begin_anew()
        panel = await show(driver, MACHINE, "loop")
        await driver.click("#ask-king")
        await driver.click("#lens-1 CellsView")
        await driver.pilot.press("end")
        assert "where is my king? e8" in drawn(driver, "#lens-answer")
        totals = drawn(driver, "#lens-answer").split()
        assert {one.key for one in EXHIBITS if not one.ours} <= set(totals)
        assert totals[totals.index("loop") + 1] == "1"
        assert "1 of 1 read" in drawn(driver, "#lens-1 .lens-head")
        await driver.pilot.press(*"m")
        await driver.pilot.pause()
        assert isinstance(driver.app.screen, PickScreen)
        await driver.pilot.press("escape")
        await panel.action_put("what is on SQUARE")
        await driver.pilot.press("home")
        assert panel.asking is not None
        assert panel.asking.step == 0
        seen = []
        while not panel.asking.done:
            driver.app.main.replayer.go(panel.asking.step + 1)
            picture = picture_of(driver, 0)
            seen.append(len(picture.reads))
        assert seen == sorted(seen)
        assert seen[0] == 1
        assert panel.asking.text == "a white pawn"
        await driver.pilot.press("escape", *"e5", "enter")
        await driver.your_move(3)
        assert panel.asking is None
        await driver.begin_anew()
        panel = await show(driver, MACHINE, "loop")
        await driver.click("#lens-second")
        await driver.pilot.pause()
        await driver.pilot.press("down", "enter")
        await driver.pilot.pause()
        assert panel.keys == [MACHINE, "scorpio"]
        await driver.click("#lens-first")
        await driver.pilot.pause()
        first = [one.key for one in SHOWN].index(MACHINE)
        wanted = [one.key for one in SHOWN].index("scorpio")
        await driver.pilot.press(*["down"] * (wanted - first), "enter")
        await driver.pilot.pause()
        assert panel.keys == ["scorpio", MACHINE]
        other = MemoriesPanel()
        other.restore({"lenses": "bell,tscp", "both lenses": "no"})
        assert (other.keys, other.both) == (["bell", "tscp"], False)
        other.restore({"lenses": "linked,piece-sets"})
        assert other.keys == ["scorpio", "knightcap-completed"]
        other.restore({"lenses": "bell,tscp"})
        other.restore({"lenses": "bell,nonsense"})
        assert other.keys == ["bell", "tscp"]


async def test_the_cursor_points_as_the_mouse_does() -> None:
    async with running() as driver:
        await show(driver, MACHINE)
        await driver.pilot.press("down")
        await driver.pilot.pause()
        picture = picture_of(driver, 0)
        assert picture.lit == {("table", 31)}
        await driver.begin_anew()
        actions = {name: action for name, _, action in entries()}
        await driver.app.main.run_action(actions["Ask every memory"])
        await driver.pilot.pause()
        await driver.pilot.press("down", "down", "down", "enter")
        await driver.pilot.pause()
        asking = panel_of(driver).asking
        assert asking is not None
        assert (asking.question, asking.text) == ("how many rooks have I", "2")


async def test_every_memory_fits_the_smallest_screen() -> None:
    async with running() as driver:
        for one in EXHIBITS:
            await show(driver, one.key)
            shown = view(driver, 0)
            assert shown.picture is not None, one.key
            assert max(strip.cell_length for strip in shown.strips) <= shown.size.width, one.key
            keys = {(x.bank, x.index) for x in shown.picture.lens.cells()}
            more = {(x.bank, x.index) for panel in shown.picture.more for x in panel.cells}
            drawn_cells = {(x.bank, x.index) for row in shown.picture.rows for _, x in row.cells}
            assert drawn_cells <= keys | more, one.key
        await show(driver, "firstchess-completed")
        head = drawn(driver, "#lens-0 .lens-head").split()
        assert head[1:6] == ["completed:", "castling,", "en", "passant,", "any"]
        panel_of(driver).action_choose(0)
        await driver.seen(lambda: bool(driver.app.screen.query(OptionList)))
        options = driver.app.screen.query_one(OptionList).options
        told = {str(one.prompt).strip("* ").partition(": ")[::2] for one in options}
        assert len(told) == len({about for _, about in told})
        about = dict(told)
        assert set(about) == {one.key for one in SHOWN} | {"firstchess-completed"}
        assert about["8x8"].startswith("8 x 8, two-dimensional: A row and a column")
        assert str(options[0].prompt).startswith(
            "  microchess: MicroChess (1976): Thirty-two squares"
        )
        assert about["knightcap"].endswith("; as published: promotion to queen only")
        assert about["firstchess-completed"].endswith(", any promotion")
        await driver.begin_anew()
        panel = await show(driver, "loop")
        await panel.action_put("where is my king")
        await driver.pilot.press("end")
        await driver.pilot.pause()
        lines = drawn(driver, "#lens-answer").splitlines()
        assert len(lines) <= 3
        answers = panel.asking.answers if panel.asking else {}
        reads = {key: one.reads for key, one in answers.items()}
        most, fewest = max(reads.values()), min(reads.values())
        words = " ".join(lines)
        for sign, count in (("fewest: ", fewest), ("most: ", most)):
            key, found = words.partition(sign)[2].split()[:2]
            assert (int(found), reads[key]) == (count, count)


def lists(driver: Driver) -> str:
    """GNU Chess's lists of men as they are shown."""
    picture = picture_of(driver, 0)
    return " ".join(one.text for one in picture.lens.cells() if one.bank == "PieceList")


def men_of(fen: str) -> str:
    """The men of a position, a1 first."""
    board = chess.Board(fen)
    return "".join(
        piece.symbol() if (piece := board.piece_at(square)) else "." for square in chess.SQUARES
    )
