"""The 8-bit value as centipawns.

A candidate that changes nothing is worth $D0: the three sums of the formula give $40, $40, then
$90 more. What a candidate captures is counted four times, and a pawn has 2 points, so 8 of the
value are a pawn::

    centipawns = (value - $D0) * 12.5        $0F: -2413   $D0: 0   $D8: 100   $FF: 588

This is what a move is expected to win or lose, mobility included, not who stands better: the
program never adds up the men on the board.
"""

from __future__ import annotations

import chess

from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.reply import Candidate

EVEN = 0xD0
PAWN = 8
MATE = 0xFF
_BMOB, _WMOB = COUNTER_NAMES.index("BMOB"), COUNTER_NAMES.index("WMOB")


def centipawns(value: int) -> int:
    """Hundredths of a pawn, from the program's side, for a value $00-$FF."""
    return round((value - EVEN) * 100 / PAWN)


def uci_score(value: int, board: chess.Board, move: chess.Move) -> str:
    """``cp 25``; ``mate 1`` when the value says mate and *move*, legal on *board*, gives it."""
    if value == MATE:
        board = board.copy(stack=False)
        board.push(move)
        if board.is_checkmate():
            return "mate 1"
    return f"cp {centipawns(value)}"


def visits(candidate: Candidate) -> int:
    """The moves generated for a candidate: itself, the replies and the continuations.

    From its mobility counters: queen moves count twice, exchanges and check tests not at all.
    """
    return 1 + candidate.counters[_BMOB] + candidate.counters[_WMOB]
