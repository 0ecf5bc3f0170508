"""The 8-bit value as centipawns.

With all counters at zero the sums of the formula make $D0. (A move that changes nothing is worth
less: the opponent's replies count against it, and nothing before the move stands against them.)
What a candidate captures is counted four times, and a pawn has 2 points, so 8 of the value are a
pawn::

    centipawns = (value - $D0) * 12.5        $0F: -2413   $D0: 0   $D8: 100   $FF: 588

This is what a move is expected to win or lose, mobility included, not who stands better: the
program never adds up the pieces on the board.
"""

import chess

from microchess.engine.counters import BMOB, WMOB
from microchess.engine.value import BASE, MATE
from microchess.program.reply import Candidate

PAWN = 8


def centipawns(value: int) -> int:
    """Hundredths of a pawn, from the program's side, for a value $00-$FF."""
    return round((value - BASE) * 100 / PAWN)


def uci_score(value: int, board: chess.Board, move: chess.Move) -> str:
    """``cp 25``; ``mate 1`` when the value says mate and *move*, legal on *board*, gives it."""
    return "mate 1" if value == MATE and gives_mate(board, move) else f"cp {centipawns(value)}"


def gives_mate(board: chess.Board, move: chess.Move) -> bool:
    """Whether a legal *move* ends the game so."""
    after = board.copy(stack=False)
    after.push(move)
    return after.is_checkmate()


def visits(candidate: Candidate) -> int:
    """The moves generated for a candidate: itself, the replies and the continuations.

    From its mobility counters: queen moves count twice, exchanges and check tests not at all.
    """
    return 1 + candidate.counters[BMOB] + candidate.counters[WMOB]
