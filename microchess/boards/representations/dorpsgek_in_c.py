"""Dorpsgek's older version, in C: words of attacks, and masks of sides and of types.

``bitlist[64]`` has a bit for every piece that attacks a square, ``sidemask[2]`` one for every piece
of a side, ``piecemask[6]`` one for every piece of a type; the version in Rust has neither mask
(:mod:`microchess.boards.representations.dorpsgek`). Words are ANDed until the wanted pieces are
left, but what a piece is takes up to six masks to tell.

The generator of captures is the one in the literature on piece-sets: all pieces of the other side
outside, the attackers of each inside, the least valuable first; promotions to knight, bishop, rook,
queen. It knows no pawn's step and no castling. Numbers of pieces and the order of victims, here by
number, are ours, and so are all other moves, those of :mod:`microchess.boards.attackwords`.
"""

import chess

from microchess.boards.attackwords import GONE, HALF, NOBODY
from microchess.boards.moves import EN_PASSANT, BoardMove, Moves, side_of
from microchess.boards.representations.dorpsgek import NumberedMen
from microchess.boards.view import named


class DorpsgekInC(NumberedMen):
    """``bitlist[64]``, ``piecelist[32]``, ``index[64]`` and the eight masks."""

    title = "Dorpsgek in C"
    year = None
    source = "chessprogramming.org, Piece-Sets: Dorpsgek's words and generator of captures"
    idea = "Pieces are bits; a mask for each side and for each type says which."
    cost = "Captures are ANDs of three words. To know a piece's type up to six masks are asked."
    promotions = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    word_name = "bitlist"

    def lay_out(self) -> None:
        super().lay_out()
        text = "{:08x}".format
        self.sidemask = self.cells("sidemask", [0] * 2, named(("white", "black"), text), 2)
        self.piecemask = self.cells("piecemask", [0] * 6, named(tuple("PNBRQK"), text), 6)

    def seat(self, slot: int, kind: chess.PieceType) -> None:
        """Who is gone is looked for first: the bit is in one of six masks."""
        was = self.kind(slot) if kind == GONE else kind
        self.sidemask[slot // HALF] ^= 1 << slot
        self.piecemask[was - 1] ^= 1 << slot

    def kind(self, slot: int) -> chess.PieceType:
        return next(kind for kind in chess.PIECE_TYPES if self.piecemask[kind - 1] >> slot & 1)

    def sliding(self) -> int:
        _, _, bishops, rooks, queens, _ = self.piecemask
        return bishops | rooks | queens

    def side(self, color: chess.Color) -> int:
        return self.sidemask[side_of(color)]

    alive = side

    def of_kind(self, kind: chess.PieceType, color: chess.Color) -> int:
        """A side's pieces of a type, as a word."""
        return self.side(color) & self.piecemask[kind - 1]

    def king(self, color: chess.Color) -> int:
        return self.squares[next(chess.scan_forward(self.of_kind(chess.KING, color)))]

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return self.of_kind(kind, color).bit_count()

    def captures(self, color: chess.Color, ep: int | None) -> Moves:
        """As printed: no en passant either."""
        own = self.side(color)
        for victim in chess.scan_forward(self.side(not color)):
            target = self.squares[victim]
            attackers = self.attacks[target] & own
            for kind in chess.PIECE_TYPES if attackers else ():
                for source in self.standing_in(attackers & self.piecemask[kind - 1]):
                    if kind == chess.PAWN:
                        yield from self.advance(source, target)
                    else:
                        yield BoardMove(source, target)

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        """Captures; en passant, pawns' steps, the empty squares and castling are ours."""
        yield from self.captures(color, ep)
        own, pawns = self.side(color), self.of_kind(chess.PAWN, color)
        if ep is not None:
            for source in self.standing_in(self.attacks[ep] & pawns):
                yield BoardMove(source, ep, EN_PASSANT)
        for source in self.standing_in(pawns):
            yield from self.stepping(source, color)
        for target in range(64):
            if self.index[target] == NOBODY:
                for source in self.standing_in(self.attacks[target] & own & ~pawns):
                    yield BoardMove(source, target)
        yield from self.castle(color, rights)
