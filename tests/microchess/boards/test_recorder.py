"""Cells that tell, and cells that do not."""

import chess
import pytest

from microchess.boards.recorder import CellAccess, CellRecorder, RecordedCells
from microchess.boards.registry import Exhibit
from tests.microchess.boards.checks import MEMORIES, faults
from tests.microchess.boards.positions import POSITIONS


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


@pytest.mark.parametrize("exhibit", MEMORIES, ids=lambda one: one.key)
def test_looking_is_not_counted(exhibit: Exhibit) -> None:
    recorder = CellRecorder()
    game = exhibit.game(chess.Board(), recorder)
    recorder.clear()
    exhibit.view(game)
    faults(game.men)
    game.board()
    game.find(chess.Move.from_uci("e2e3"))
    assert not recorder.accesses


@pytest.mark.parametrize("exhibit", MEMORIES, ids=lambda one: one.key)
def test_what_is_written_is_what_changes(exhibit: Exhibit) -> None:
    """No cell changes unheard, whatever the move: captures, promotions, castling, en passant."""
    promoting = chess.Board("r3k2r/Pppp1ppp/1b3nbN/nPP5/BB2P3/q4N2/Pp1P2PP/R2Q1RK1 b kq - 0 1")
    for board in (POSITIONS[1].board, promoting):
        recorder = CellRecorder()
        game = exhibit.game(board, recorder)
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
