"""The six standard perft positions.

Source: chessprogramming.org, Perft Results; all but the numbers in brackets there recomputed with
python-chess. By position the leaves at depths 1, 2, 3, ...
"""

from __future__ import annotations

from typing import NamedTuple

import chess


class Standard(NamedTuple):
    """A position, its leaves by depth, and how deep a quick run goes."""

    fen: str
    leaves: tuple[int, ...]
    quick: int

    @property
    def board(self) -> chess.Board:
        """The position."""
        return chess.Board(self.fen)


POSITIONS = (
    Standard(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        (20, 400, 8_902, 197_281, 4_865_609),
        3,
    ),
    Standard(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        (48, 2_039, 97_862, 4_085_603),
        2,
    ),
    Standard(
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        (14, 191, 2_812, 43_238, 674_624, 11_030_083),
        3,
    ),
    Standard(
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        (6, 264, 9_467, 422_333, 15_833_292),
        3,
    ),
    Standard(
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        (44, 1_486, 62_379, 2_103_487),
        2,
    ),
    Standard(
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        (46, 2_079, 89_890, 3_894_594),
        2,
    ),
)

STRICT = (20, 400, 8_902, 197_281, 4_865_351)
"""Leaves of the initial position without castling, en passant and promotion: at depth 5 the full
number less 258 captures en passant."""

CORNERS = {
    "a captured rook takes its right along": "r3k2r/8/1N6/8/8/6n1/8/R3K2R w KQkq - 0 1",
    "no castling out of check": "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
    "black promotes, not the first of his pawns": "4k3/8/8/8/8/p7/2p3pp/1N2K3 b - - 0 1",
    "white promotes, not the last of his pawns": "1n2k3/2P3PP/8/P7/8/8/8/4K3 w - - 0 1",
    "en passant would uncover the king": "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "en passant from both sides": "4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1",
    "a king may not step back along the line of a check": "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
    "more queens than a set has": "1q2k3/8/8/8/8/4q3/8/QQQQQQQK b - - 0 1",
}
"""Positions in which a rule shows that the standard ones meet only deeper, by what they show."""
