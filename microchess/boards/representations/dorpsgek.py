"""Dorpsgek (its Rust version, dorpsgek-movegen 0.1.0, 2021): words of attacks, legal moves only.

``attacks[64]`` has a bit for every piece that attacks a square; ``piecelist[32]`` is where it
stands, ``index[64]`` who stands there (:class:`NumberedMen`). Types are three planes of bits: pawn,
bishop, queen (PBQ); knight, bishop, king (NBK); rook, queen, king (RQK).

Pins are found first, and only legal moves are generated: captures by victim (Q R B N P) and
attacker (P N B R Q K), en passant, steps of pawns, then the empty squares, castling last. In check:
the checker captured, en passant, blocks outward from the king, the king's moves. (The program keeps
the old position to take back; here every bit is mended.)
"""

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

import chess

from microchess.boards.attackwords import HALF, NOBODY, NOWHERE, SIDE, AttackWords
from microchess.boards.geometry import A1, Reach
from microchess.boards.moves import EN_PASSANT, BoardMove, Man, Moves
from microchess.boards.rules import CASTLINGS, Beside
from microchess.boards.view import BankPanel, CellState, by_square, named, pointing, words

PLANES = ("PBQ", "NBK", "RQK")
"""A type's bits in them, PBQ the lowest, are python-chess's number of it: pawn 1, ... king 6."""
VICTIMS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
ATTACKERS = chess.PIECE_TYPES
CLOCKWISE = (8, 9, 1, -7, -8, -9, -1, 7)
"""The steps of a king in check, north first."""


class NumberedMen(AttackWords):
    """Words of attacks, ``piecelist[32]``, ``index[64]``; subclasses say how types are kept.

    A piece has the lowest number of its colour that was free, 0-15 White's, 16-31 Black's, in the
    order of a FEN at first; so a king may have any. A captured piece's number is free again; a
    promoted pawn's too, and the new piece takes the lowest.
    """

    numbering = A1
    reach = Reach(A1)
    word_name: ClassVar[str]

    def lay_out(self) -> None:
        self.attacks = self.cells(self.word_name, [0] * 64, words(A1))
        self.words = (self.attacks,)
        men = pointing([f"m{slot}" for slot in range(2 * HALF)], A1, CellState.DEAD)
        self.squares = self.cells("piecelist", [NOWHERE] * 2 * HALF, men, 16)
        slots = by_square(A1, lambda slot: None if slot == NOBODY else str(slot))
        self.index = self.cells("index", [NOBODY] * 64, slots)

    def load(self, board: chess.Board) -> None:
        for square, man in self.in_fen_order(board):
            self.arrive(self._lowest_free(man.color), man.kind, square)

    def _lowest_free(self, color: chess.Color) -> int:
        return next(chess.scan_forward(~self.alive(color) & SIDE[color]))

    def at(self, square: int) -> Man | None:
        slot = self.index[square]
        return None if slot == NOBODY else Man(self.kind(slot), slot < HALF)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        pawn = self.index[square]
        self.leave(pawn, square)
        self.arrive(self._lowest_free(pawn < HALF), kind, square)
        return pawn

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The word of the square, taken apart into pieces and where they stand."""
        return self.panel("attacked by", self.attacks[square])


class Situation(NamedTuple):
    """The position as a side to move sees it; pieces are words, ``pins`` squares by piece."""

    color: chess.Color
    own: int
    enemies: int
    pawns: int
    king_slot: int
    king: int
    checkers: tuple[int, ...]
    pins: dict[int, frozenset[int]]


class Dorpsgek(NumberedMen):
    """``attacks[64]``, ``piecelist[32]``, ``index[64]`` and the three planes."""

    title = "Dorpsgek"
    year = 2021
    source = "Ravenslofty/Dorpsgek, dorpsgek-movegen 0.1.0, src/board"
    idea = "Pieces are bits, types three planes of bits; attacks are kept, and moves are legal."
    cost = "No move is made in vain. Which number a piece has depends on the game."
    promotions = (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP)
    castling_safe = ("king", "through", "king_to")
    word_name = "attacks"

    def lay_out(self) -> None:
        super().lay_out()
        self.planes = self.cells("planes", [0, 0, 0], named(PLANES, "{:08x}".format), 1)

    def seat(self, slot: int, kind: chess.PieceType) -> None:
        for plane in range(3):
            bit = (kind >> plane & 1) << slot
            self.planes[plane] = self.planes[plane] & ~(1 << slot) | bit

    def kind(self, slot: int) -> chess.PieceType:
        return sum((self.planes[plane] >> slot & 1) << plane for plane in range(3))

    def of_kind(self, kind: chess.PieceType) -> int:
        """All pieces of a type, as a word."""
        word = 0xFFFFFFFF
        for plane in range(3):
            word &= self.planes[plane] if kind >> plane & 1 else ~self.planes[plane]
        return word

    def sliding(self) -> int:
        pbq, nbk, rqk = self.planes
        return (pbq & nbk) | (rqk & ~nbk)

    def alive(self, color: chess.Color) -> int:
        return (self.planes[0] | self.planes[1] | self.planes[2]) & SIDE[color]

    def king(self, color: chess.Color) -> int:
        return self.squares[next(chess.scan_forward(self.planes[1] & self.planes[2] & SIDE[color]))]

    def _now(self, color: chess.Color) -> Situation:
        """What a generation needs to know first: the sides' pieces, the king, who is pinned."""
        own, enemies, pawns = self.alive(color), self.alive(not color), self.of_kind(chess.PAWN)
        king = self.king(color)
        slot = self.index[king]
        checkers = tuple(chess.scan_forward(self.attacks[king] & enemies))
        pins = self._pins(king, color, enemies)
        return Situation(color, own, enemies, own & pawns, slot, king, checkers, pins)

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        now = self._now(color)
        if now.checkers:
            yield from self._evasions(now, ep)
            return
        yield from self._capturing(now, ep)
        for slot in chess.scan_forward(now.pawns):
            yield from self.stepping(self.squares[slot], color, now.pins.get(slot))
        for target in range(64):
            if self.index[target] == NOBODY:
                yield from self._going(self.attacks[target] & now.own & ~now.pawns, target, now)
        yield from self.castle(color, rights)

    def captures(self, color: chess.Color, ep: int | None) -> Moves | None:
        """Captures and en passant; there is no such generator in check."""
        now = self._now(color)
        return None if now.checkers else self._capturing(now, ep)

    def _capturing(self, now: Situation, ep: int | None) -> Moves:
        words = {kind: self.of_kind(kind) for kind in ATTACKERS}
        for kind in VICTIMS:
            for victim in chess.scan_forward(now.enemies & words[kind]):
                target = self.squares[victim]
                attackers = self.attacks[target] & now.own
                for attacker in ATTACKERS:
                    yield from self._going(attackers & words[attacker], target, now)
        yield from self._passing(now, ep)

    def _going(self, men: int, target: int, now: Situation) -> Moves:
        """Moves of pieces, not pinned to another line, or in check, to a square they attack."""
        for slot in chess.scan_forward(men):
            if slot == now.king_slot:
                if self.attacked(target, not now.color):
                    continue
            elif slot in now.pins and target not in now.pins[slot]:
                continue
            if now.pawns >> slot & 1:
                yield from self.advance(self.squares[slot], target)
            else:
                yield BoardMove(self.squares[slot], target)

    def _pins(self, king: int, color: chess.Color, enemies: int) -> dict[int, frozenset[int]]:
        """Who is pinned, and the squares he may go to: those to the slider that pins him."""
        found = {}
        for square, between in self._lines_to(king, enemies):
            met = [there for at in between if (there := self.index[at]) != NOBODY]
            if len(met) == 1 and (met[0] < HALF) == color:
                found[met[0]] = frozenset((*between, square))
        return found

    def _lines_to(self, king: int, enemies: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The sliders whose lines lead to a king, pieces left out of account: their squares, and
        those between.
        """
        for slot in chess.scan_forward(enemies & self.sliding()):
            square = self.squares[slot]
            if (between := self.reach.between.get((king, square))) is not None:
                ways = self.reach.lines(self.kind(slot), slot < HALF, square)
                if any(king in way for way in ways):
                    yield square, between

    def _passing(self, now: Situation, ep: int | None) -> Moves:
        if ep is not None:
            for source in self.standing_in(self.attacks[ep] & now.pawns):
                if self._passes_safely(source, ep, now):
                    yield BoardMove(source, ep, EN_PASSANT)

    def _passes_safely(self, source: int, ep: int, now: Situation) -> bool:
        """Whether no slider reaches the king once both pawns have left their squares."""
        gone = (source, ep - 8 if now.color else ep + 8)
        return all(
            any(at == ep or (at not in gone and self.index[at] != NOBODY) for at in between)
            for _, between in self._lines_to(now.king, now.enemies)
        )

    def _evasions(self, now: Situation, ep: int | None) -> Moves:
        if len(now.checkers) == 1:
            checker = self.squares[now.checkers[0]]
            others = now.own & ~(1 << now.king_slot)
            yield from self._going(self.attacks[checker] & others, checker, now)
            if ep is not None and checker == ep + (-8 if now.color else 8):
                yield from self._passing(now, ep)
            for square in self.reach.between.get((now.king, checker), ()):
                yield from self._going(self.attacks[square] & others & ~now.pawns, square, now)
                yield from self.stepping_to(square, now.pawns, now.pins)
        targets = self.king_steps(now.king, now.color, now.checkers)
        for target in sorted(targets, key=lambda target: CLOCKWISE.index(target - now.king)):
            yield BoardMove(now.king, target)

    def record(self, beside: Beside) -> dict[str, Any]:
        return {
            "attacks": [f"{word:08x}" for word in self.attacks],
            "piecelist": [None if square == NOWHERE else square for square in self.squares],
            "index": [None if slot == NOBODY else slot for slot in self.index],
            "pbq_nbk_rqk": [f"{plane:08x}" for plane in self.planes],
            "castle": [bool(beside.rights & way.right) for way in CASTLINGS],
            "ep": beside.ep,
        }
