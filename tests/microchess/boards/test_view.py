"""What the panels show, and that every cell read or written is told."""

from dataclasses import FrozenInstanceError

import chess
import pytest

from microchess.boards.recorder import CellAccess, CellRecorder, RecordedCells
from microchess.boards.registry import Exhibit, exhibit
from microchess.boards.replay import LineReplay
from microchess.boards.representations.glaurung import Glaurung
from microchess.boards.representations.gnuchess import GnuChess
from microchess.boards.representations.listed import IndexedLists
from microchess.boards.representations.microchess import MicroChess
from microchess.boards.view import CellState, How
from tests.microchess.boards.checks import MEMORIES, faults
from tests.microchess.boards.positions import POSITIONS

LEAVING = (IndexedLists, Glaurung, GnuChess, MicroChess)
"""Memories of which not all cells come back."""
EVERY = pytest.mark.parametrize("one", MEMORIES, ids=lambda one: one.key)


@EVERY
def test_a_lens_shows_every_cell_names_every_man_and_stays_as_it_is(one: Exhibit) -> None:
    """Hovering a man finds him; bitboards alone have no cell of his own."""
    game = one.game(chess.Board())
    view = one.view(game)
    cells = sum(len(bank) for bank in game.men.raw().values())
    assert len(list(view.cells())) == cells + len(game.panel().cells)
    with pytest.raises(FrozenInstanceError):
        view.key = ""  # type: ignore[misc]
    for square in chess.SquareSet(chess.Board().occupied):
        assert bool(view.mentioning(square)) != (one.key == "rustic-without-list")
    before = list(view.cells())
    game.play(game.legal()[0])
    assert list(view.cells()) == before


@EVERY
def test_what_is_made_is_unmade(one: Exhibit) -> None:
    board = chess.Board("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    replay = LineReplay(one, board)
    start = replay.view
    made = []
    for uci in ("e4d5", "d8d5", "b1c3", "d5a5"):
        step = replay.make(chess.Move.from_uci(uci))
        made.append(step)
        assert step.changes
        assert step.writes
        assert CellState.GUARD not in {change.after.state for change in step.changes}
        assert CellState.CONSTANT not in {cell.state for cell in replay.view.cells()}
    back = [replay.unmake() for _ in made]
    left = {(c.after.bank, c.after.index) for c in back[-1].changes if c.how is How.LEFT}
    kept = {(c.bank, c.index): c.value for c in replay.view.cells()}
    differ = {(c.bank, c.index) for c in start.cells() if kept[c.bank, c.index] != c.value}
    assert left == differ
    assert bool(left) == issubclass(one.memory, LEAVING)


def test_microchess_sees_the_move_apart_from_the_reversal() -> None:
    step = LineReplay(exhibit("microchess"), chess.Board()).make(chess.Move.from_uci("e2e4"))
    table = [change for change in step.changes if change.after.bank == "table"]
    assert [str(change) for change in table] == ["$5F KP 13->33", "$4F 00->CC"]
    assert [change.how for change in table] == [How.WRITTEN, How.GHOST]
    assert len([change for change in step.turned if change.after.bank == "table"]) == 32


def test_constant_tables_lead_where_there_is_no_board() -> None:
    tscp = exhibit("tscp").game(chess.Board())
    (mailbox,) = tscp.men.about(tscp.men.numbering.of[chess.H1])
    assert {cell.text for cell in mailbox.cells if cell.state is CellState.GUARD} == {"-1"}
    bell = exhibit("bell").game(chess.Board())
    (captures,) = bell.men.about(chess.A2)
    assert [cell.text for cell in captures.cells] == ["65", "b3"]
    gnu = exhibit("gnuchess").game(chess.Board())
    nextpos, path, nextdir, _ = gnu.men.about(chess.E2)
    steps = {cell.text: cell.square for cell in path.cells if cell.state is CellState.CONSTANT}
    assert steps == {"o": chess.E2, "1": chess.E3, "2": chess.E4}
    assert [cell.text for cell in nextpos.cells] == ["e3", "e4", "e2"]
    assert [cell.text for cell in nextdir.cells] == ["d3", "f3", "e2"]
    assert not gnu.men.about(chess.E4)


def test_a_word_and_a_list_are_taken_apart() -> None:
    sets = exhibit("knightcap").game(chess.Board())
    word, one, two = sets.men.about(sets.men.numbering.of[chess.F3])
    assert [f"{cell.name} {cell.text}" for cell in word.cells] == ["6N g1", "12P e2", "14P g2"]
    for walked, operations in ((one, "19 operations of 32"), (two, "20 operations of 16")):
        assert [cell.text for cell in walked.cells if cell.name == "man"] == [
            "6 g1",
            "12 e2",
            "14 g2",
        ]
        assert operations in walked.note
    rows = [[cell.value for cell in one.cells[first : first + 2]] for first in (0, 4, 8)]
    assert rows == [[0x5040, 0x0040], [0x5000, 0x1000], [0x4000, 0x4000]]
    battery = exhibit("knightcap").game(chess.Board("3k4/8/8/8/8/4R3/4Q3/4K3 w - - 0 1"))
    attacked, x_rayed, _, halves = battery.men.about(battery.men.numbering.of[chess.E7])
    assert [f"{cell.name} {cell.text}" for cell in attacked.cells] == ["2R e3", "16k d8"]
    assert [f"{cell.name} {cell.text}" for cell in x_rayed.cells] == ["1Q e2"]
    assert [cell.text for cell in halves.cells][::4] == ["0004", "0001"]
    assert not battery.men.about(battery.men.numbering.of[chess.A5])
    linked = exhibit("scorpio").game(chess.Board())
    (chain,) = linked.men.about(linked.men.numbering.of[chess.H8])
    assert [cell.text for cell in chain.cells] == ["h8", "a8"]


def recorded(values: list[int]) -> tuple[RecordedCells, CellRecorder]:
    recorder = CellRecorder()
    return RecordedCells("bank", values, recorder), recorder


def test_reads_and_writes_are_told_in_order() -> None:
    cells, recorder = recorded([5, 6, 7])
    cells[2] = cells[0]
    cells[-1] = 0
    with recorder.paused():
        cells[0] = cells[0] + 1
    told = [CellAccess("bank", 0, False), *[CellAccess("bank", 2, True)] * 2]
    assert recorder.accesses == told
    assert (recorder.reads, recorder.writes) == (1, 2)


def test_reading_through_reads_one_by_one() -> None:
    cells, recorder = recorded([5, 6, 5, 7, 5])
    assert 6 in cells
    assert [access.cell for access in recorder.accesses] == [0, 1]
    recorder.clear()
    assert cells.rfind(6, 0, 4) == 1
    assert [access.cell for access in recorder.accesses] == [3, 2, 1]
    assert cells.rfind(9, 0, 4) == -1
    with pytest.raises(TypeError):
        cells[0:2]  # type: ignore[index]


@EVERY
def test_looking_is_not_counted(one: Exhibit) -> None:
    recorder = CellRecorder()
    game = one.game(chess.Board(), recorder)
    recorder.clear()
    one.view(game)
    faults(game.men)
    game.board()
    game.find(chess.Move.from_uci("e2e3"))
    assert not recorder.accesses


@EVERY
def test_what_is_written_is_what_changes(one: Exhibit) -> None:
    """No cell changes unheard, whatever the move: captures, promotions, castling, en passant."""
    promoting = chess.Board("r3k2r/Pppp1ppp/1b3nbN/nPP5/BB2P3/q4N2/Pp1P2PP/R2Q1RK1 b kq - 0 1")
    for board in (POSITIONS[1].board, promoting):
        recorder = CellRecorder()
        game = one.game(board, recorder)
        for move in game.pseudo_legal():
            before = game.men.raw()
            recorder.clear()
            game.make(move)
            heard = {(access.bank, access.cell) for access in recorder.accesses if access.written}
            changed = {
                (bank, index)
                for bank, cells in game.men.raw().items()
                for index, value in enumerate(cells)
                if value != before[bank][index]
            }
            assert changed - heard <= {("at $50", 0)}, "only what is not stored may change unheard"
            game.unmake()
