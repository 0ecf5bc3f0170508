"""Lists and links: what making writes, what unmaking brings back, and in which order."""

import chess
import pytest

from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import exhibit
from microchess.boards.replay import LineReplay
from microchess.boards.view import BoardView, CellState
from tests.cases import cases
from tests.microchess.boards.checks import cell, faults

LOOP = exhibit("loop")
ROOKS = "white rooks"
EXCHANGE = chess.Board("r3k3/8/8/1R6/8/8/8/4K2R w - - 0 1")
LINE = ("b5b8", "a8b8")


def order(replay: LineReplay, color: chess.Color = chess.WHITE) -> list[str]:
    """The squares of a side's men as they are walked."""
    men = replay.game.men
    return [men.numbering.name(square) for square in men.men(color)]


@pytest.mark.parametrize(("key", "first", "back"), cases("orders_of_men"))
def test_links_bring_the_order_back_and_lists_that_close_gaps_do_not(
    key: str, first: str, back: str
) -> None:
    replay = LineReplay(exhibit(key), EXCHANGE)
    assert order(replay) == first.split()
    for uci in LINE:
        replay.make(chess.Move.from_uci(uci))
    assert order(replay) == [name for name in first.split() if name != "b5"]
    for _ in LINE:
        replay.unmake()
    assert order(replay) == back.split()


def test_rebuilding_reads_every_square_and_brings_the_order_back() -> None:
    replays = [LineReplay(exhibit(key), chess.Board()) for key in ("gnuchess", "gnuchess-rebuilt")]
    start = [order(one) for one in replays]
    for uci in ("e2e4", "d7d5", "e4d5", "d8d5"):
        kept, anew = (one.make(chess.Move.from_uci(uci)) for one in replays)
        assert anew.reads >= 64 > kept.reads
        assert anew.writes > kept.writes
    for _ in range(4):
        for one in replays:
            one.unmake()
    assert [order(one) == first for one, first in zip(replays, start, strict=True)] == [False, True]


def seen(view: BoardView) -> str:
    """Loop's count, list, and the index cells of b5, b8 and h1; ``*`` marks what is stale."""

    def text(bank: str, index: int) -> str:
        found = cell(view, bank, index)
        return found.text + ("*" if found.state is CellState.STALE else "")

    squares = [text(ROOKS, place) for place in range(2)]
    index = [text("index", square) for square in (chess.B5, chess.B8, chess.H1)]
    return f"{cell(view, 'count', 4).text} | {' '.join(squares)} | {' '.join(index)}"


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


def test_loops_worked_example_cell_by_cell() -> None:
    """Rb5-b8, Ra8xb8, and both taken back."""
    recorder = CellRecorder()
    game = LOOP.game(EXCHANGE, recorder)
    looks = [seen(LOOP.view(game))]
    for uci in (*LINE, "", ""):
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


def test_loops_stale_cells_are_never_read() -> None:
    """Whatever stands in them, the same moves are found and all answers are right."""
    replay = LineReplay(LOOP, EXCHANGE)
    for uci in LINE:
        replay.make(chess.Move.from_uci(uci))
    game = replay.game
    stale = [cell for cell in LOOP.view(game).cells() if cell.state is CellState.STALE]
    assert sorted(cell.name for cell in stale) == ["1", "b:a8", "w:b5", "w:b8"]
    moves = game.legal()
    for one in stale:
        game.men.banks[one.bank].raw[one.index] = 7
    assert game.legal() == moves
    assert not faults(game.men)
