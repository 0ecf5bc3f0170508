"""Loop's worked example, cell by cell: Rb5-b8, Ra8xb8, and both taken back."""

import chess

from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import exhibit
from microchess.boards.representations.edged import FIFTEEN
from microchess.boards.view import BoardView, CellState
from tests.microchess.boards.checks import cell
from tests.microchess.boards.invariants import faults

LOOP = exhibit("loop")
ROOKS = "white rooks"
START = "r3k3/8/8/1R6/8/8/8/4K2R w - - 0 1"


def seen(view: BoardView) -> str:
    """Count, list, and the index cells of b5, b8 and h1; ``*`` marks what is stale."""

    def text(bank: str, index: int) -> str:
        found = cell(view, bank, index)
        return found.text + ("*" if found.state is CellState.STALE else "")

    squares = [text(ROOKS, place) for place in range(2)]
    index = [text("index", square) for square in (chess.B5, chess.B8, chess.H1)]
    return f"{cell(view, 'count', 4).text} | {' '.join(squares)} | {' '.join(index)}"


def test_the_worked_example() -> None:
    recorder = CellRecorder()
    game = LOOP.game(chess.Board(START), recorder)
    looks = [seen(LOOP.view(game))]
    for uci in ("b5b8", "a8b8", "", ""):
        move = game.find(chess.Move.from_uci(uci)) if uci else None
        recorder.clear()
        if move:
            game.make(move)
        else:
            game.unmake()
        looks.append(f"{seen(LOOP.view(game))} | {', '.join(white_writes(recorder))}")
    assert looks == [
        "2 | b5 h1 | 0 - 1",
        "2 | b8 h1 | 0* 0 1 | index b8, white rooks 0",
        "1 | h1 h1* | 0* 0* 0 | count, white rooks 0, index h1",
        "2 | h1 b8 | 0* 1 0 | white rooks 1, index b8, count",
        "2 | h1 b5 | 1 1* 0 | index b5, white rooks 1",
    ]


def white_writes(recorder: CellRecorder) -> list[str]:
    names = []
    for access in recorder.accesses:
        if not access.written:
            continue
        if access.bank == "index" and access.cell < 64:
            names.append(f"index {chess.square_name(access.cell)}")
        elif access.bank == "count" and access.cell < 7:
            names.append("count")
        elif access.bank.startswith("white"):
            names.append(f"{access.bank} {access.cell}")
    return names


def test_the_order_survives_if_the_victim_was_last() -> None:
    game = LOOP.game(chess.Board("r3k3/8/8/7R/8/8/8/1R2K3 w - - 0 1"))
    before = game.men.raw()[ROOKS][:2]
    assert [FIFTEEN.name(number) for number in before] == ["h5", "b1"]
    for uci in ("b1b8", "a8b8"):
        game.make(game.find(chess.Move.from_uci(uci)))
    game.unmake()
    game.unmake()
    assert game.men.raw()[ROOKS][:2] == before


def test_stale_cells_are_never_read() -> None:
    """Whatever stands in them, the same moves are found and the invariants hold."""
    game = LOOP.game(chess.Board(START))
    for uci in ("b5b8", "a8b8"):
        game.make(game.find(chess.Move.from_uci(uci)))
    stale = [cell for cell in LOOP.view(game).cells() if cell.state is CellState.STALE]
    assert sorted(cell.name for cell in stale) == ["1", "b:a8", "w:b5", "w:b8"]
    moves = game.legal()
    for one in stale:
        game.men.banks[one.bank].raw[one.index] = 7
    assert game.legal() == moves
    assert not faults(game.men)
