"""Tables of attacks as words of 64 bits, a1 the lowest.

Sliding attacks are looked up by square and occupancy; where Rustic hashes with magic numbers,
dictionaries do here, filled as they are asked.
"""

from __future__ import annotations

import chess

from microchess.boards.geometry import lines, pawn_captures


class Sliding:
    """Attacks along lines by square and occupancy, worked out when first asked for."""

    def __init__(self, kind: chess.PieceType) -> None:
        self._lines = tuple(lines(kind, square) for square in chess.SQUARES)
        self.masks = tuple(
            sum(1 << square for way in ways for square in way[:-1]) for ways in self._lines
        )
        self._known: tuple[dict[int, int], ...] = tuple({} for _ in chess.SQUARES)

    def attacks(self, square: chess.Square, occupied: int) -> int:
        """The squares attacked from *square*, as a word."""
        blockers = occupied & self.masks[square]
        found = self._known[square].get(blockers)
        if found is None:
            found = self._known[square][blockers] = self._walk(square, blockers)
        return found

    def _walk(self, square: chess.Square, blockers: int) -> int:
        found = 0
        for way in self._lines[square]:
            for target in way:
                found |= 1 << target
                if blockers >> target & 1:
                    break
        return found


def _leaps(kind: chess.PieceType) -> tuple[int, ...]:
    return tuple(sum(1 << way[0] for way in lines(kind, square)) for square in chess.SQUARES)


def _captures(color: chess.Color) -> tuple[int, ...]:
    return tuple(sum(1 << s for s in pawn_captures(color, square)) for square in chess.SQUARES)


ROOKS, BISHOPS = Sliding(chess.ROOK), Sliding(chess.BISHOP)
KINGS, KNIGHTS = _leaps(chess.KING), _leaps(chess.KNIGHT)
PAWN_CAPTURES = (_captures(chess.WHITE), _captures(chess.BLACK))
