"""Dorpsgek (its Rust version, dorpsgek-movegen 0.1.0, 2021): words of attacks, legal moves only.

``attacks[64]`` has a bit for every man that attacks a square. A man is a number: the lowest one of
his colour that was free when he came, 0-15 White's, 16-31 Black's, in the order of a FEN at first;
so a king may have any. ``piecelist[32]`` is where he stands, ``index[64]`` who stands there. Types
are three planes of bits: pawn, bishop, queen (PBQ); knight, bishop, king (NBK); rook, queen, king
(RQK). A captured man's number is free again; a promoted pawn's too, and the new man takes the
lowest.

Pins are found first, and only legal moves are generated: captures by victim (Q R B N P) and
attacker (P N B R Q K), en passant, steps of pawns, then the empty squares, castling last. In check:
the checker captured, en passant, blocks outward from the king, the king's moves. (The program keeps
the old position to take back; here every bit is mended.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import chess

from microchess.boards.attackwords import HALF, NOBODY, NOWHERE, SIDE, AttackWords, Reach
from microchess.boards.codes import bits
from microchess.boards.geometry import SLIDERS
from microchess.boards.lens import BankPanel, Cell, CellState
from microchess.boards.numbering import A1
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import DOUBLE, EN_PASSANT, Beside, BoardMove, Man, Shown
from microchess.boards.rules import CASTLINGS
from microchess.boards.shows import by_square

PLANES = ("PBQ", "NBK", "RQK")
BITS = {
    chess.PAWN: 1,
    chess.KNIGHT: 2,
    chess.BISHOP: 3,
    chess.ROOK: 4,
    chess.QUEEN: 5,
    chess.KING: 6,
}
"""By type: its bits in the planes, PBQ the lowest."""
_KINDS = {planes: kind for kind, planes in BITS.items()}
VICTIMS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
ATTACKERS = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)
CLOCKWISE = (8, 9, 1, -7, -8, -9, -1, 7)
"""The steps of a king in check, north first."""
_REACH = Reach(A1)
_TAKEN = 6
"""Where a victim's type begins in the token of a move; below it his number."""


class View(NamedTuple):
    """The position as a side to move sees it; men are words, ``pins`` squares by man."""

    color: chess.Color
    own: int
    enemies: int
    pawns: int
    king_slot: int
    king: int
    checkers: tuple[int, ...]
    pins: dict[int, frozenset[int]]


class Dorpsgek(AttackWords):
    """``attacks[64]``, ``piecelist[32]``, ``index[64]`` and the three planes."""

    title = "Dorpsgek"
    year = 2021
    source = "Ravenslofty/Dorpsgek, dorpsgek-movegen 0.1.0, src/board"
    idea = "Men are bits, types three planes of bits; attacks are kept, and moves are legal ones."
    cost = "No move is made in vain. Which number a man has depends on the game."
    numbering = A1
    promotions = (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP)
    legal_only = True
    reach = _REACH

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.attacks = self.cells("attacks", [0] * 64, _show_word, 8)
        self.words = (self.attacks,)
        self.squares = self.cells("piecelist", [NOWHERE] * 32, _show_square, 16)
        self.index = self.cells("index", [NOBODY] * 64, by_square(A1, _slot_text), 8)
        self.planes = self.cells("planes", [0, 0, 0], _show_plane, 1)

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        del turn
        for square, man in self.in_fen_order(board):
            self._arrive(self._lowest_free(man.color), man.kind, square)

    # one man

    def _lowest_free(self, color: chess.Color) -> int:
        free = ~self.alive(color) & SIDE[color]
        return next(bits(free))

    def _name(self, slot: int, planes: int) -> None:
        """A man gets the bits of his type; none when he is gone."""
        for plane in range(3):
            bit = (planes >> plane & 1) << slot
            self.planes[plane] = self.planes[plane] & ~(1 << slot) | bit

    def _arrive(self, slot: int, kind: chess.PieceType, square: int) -> None:
        self._name(slot, BITS[kind])
        self.squares[slot] = square
        self.occupy(square, slot)
        self.attack(slot, square)

    def _die(self, slot: int, square: int) -> int:
        """A man is gone, his number free. Returns number and type."""
        kind = self.kind(slot)
        self.withdraw(slot, square)
        self._name(slot, 0)
        self.squares[slot] = NOWHERE
        return slot | kind << _TAKEN

    def kind(self, slot: int) -> chess.PieceType:
        return _KINDS[sum((self.planes[plane] >> slot & 1) << plane for plane in range(3))]

    def of_kind(self, kind: chess.PieceType) -> int:
        """All men of a type, as a word."""
        word = 0xFFFFFFFF
        for plane in range(3):
            word &= self.planes[plane] if BITS[kind] >> plane & 1 else ~self.planes[plane]
        return word

    def sliding(self) -> int:
        pbq, nbk, rqk = self.planes
        return (pbq & nbk) | (rqk & ~nbk)

    def alive(self, color: chess.Color) -> int:
        return (self.planes[0] | self.planes[1] | self.planes[2]) & SIDE[color]

    def at(self, square: int) -> Man | None:
        slot = self.index[square]
        return None if slot == NOBODY else Man(self.kind(slot), slot < HALF)

    def king(self, color: chess.Color) -> int:
        return self.squares[next(bits(self.planes[1] & self.planes[2] & SIDE[color]))]

    # moves

    def _view(self, color: chess.Color) -> View:
        """What a generation needs to know first: the sides' men, the king, who is pinned."""
        own, enemies, pawns = self.alive(color), self.alive(not color), self.of_kind(chess.PAWN)
        king = self.king(color)
        slot = self.index[king]
        checkers = tuple(bits(self.attacks[king] & enemies))
        pins = self._pins(king, color, enemies)
        return View(color, own, enemies, own & pawns, slot, king, checkers, pins)

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        view = self._view(color)
        if view.checkers:
            return self._evasions(view, ep)
        found = self._capturing(view)
        self._passing(found, view, ep)
        for slot in bits(view.pawns):
            self._steps(found, slot, view)
        for target in range(64):
            if self.index[target] == NOBODY:
                for slot in bits(self.attacks[target] & view.own & ~view.pawns):
                    self._go(found, slot, target, view)
        for way in CASTLINGS:
            if rights & way.right and way.color == color and self.may_castle(way, target=True):
                found.append(self.castling(way))
        return found

    def captures(self, color: chess.Color, ep: int | None) -> list[BoardMove] | None:
        """Captures and en passant; there is no such generator in check."""
        view = self._view(color)
        if view.checkers:
            return None
        found = self._capturing(view)
        self._passing(found, view, ep)
        return found

    def _capturing(self, view: View) -> list[BoardMove]:
        found: list[BoardMove] = []
        words = {kind: self.of_kind(kind) for kind in ATTACKERS}
        for kind in VICTIMS:
            for victim in bits(view.enemies & words[kind]):
                target = self.squares[victim]
                attackers = self.attacks[target] & view.own
                for attacker in ATTACKERS:
                    for slot in bits(attackers & words[attacker]):
                        self._go(found, slot, target, view)
        return found

    def _go(self, found: list[BoardMove], slot: int, target: int, view: View) -> None:
        """A move to a square the man attacks, if he is not pinned to another line, or in check."""
        if slot == view.king_slot:
            if self.attacked(target, not view.color):
                return
        elif slot in view.pins and target not in view.pins[slot]:
            return
        if view.pawns >> slot & 1:
            self.advance(found, self.squares[slot], target)
        else:
            found.append(BoardMove(self.squares[slot], target))

    def _pins(self, king: int, color: chess.Color, enemies: int) -> dict[int, frozenset[int]]:
        """Who is pinned, and the squares he may go to: those to the slider that pins him."""
        found = {}
        for slot in bits(enemies & self.sliding()):
            square = self.squares[slot]
            if not self._in_line(slot, square, king):
                continue
            between = self.reach.between[king, square]
            met = [there for at in between if (there := self.index[at]) != NOBODY]
            if len(met) == 1 and (met[0] < HALF) == color:
                found[met[0]] = frozenset((*between, square))
        return found

    def _in_line(self, slot: int, square: int, other: int) -> bool:
        """Whether a slider's line leads from one square to the other, men left out of account."""
        if (square, other) not in self.reach.between:
            return False
        ways = self.reach.lines(self.kind(slot), slot < HALF, square)
        return any(other in way for way in ways)

    def _passing(self, found: list[BoardMove], view: View, ep: int | None) -> None:
        if ep is None:
            return
        found.extend(
            BoardMove(self.squares[slot], ep, EN_PASSANT)
            for slot in bits(self.attacks[ep] & view.pawns)
            if self._passes_safely(self.squares[slot], ep, view)
        )

    def _passes_safely(self, source: int, ep: int, view: View) -> bool:
        """Whether no slider reaches the king once both pawns have left their squares."""
        gone = (source, ep - 8 if view.color else ep + 8)
        for slot in bits(view.enemies & self.sliding()):
            square = self.squares[slot]
            if self._in_line(slot, square, view.king) and not any(
                at == ep or (at not in gone and self.index[at] != NOBODY)
                for at in self.reach.between[view.king, square]
            ):
                return False
        return True

    def _steps(self, found: list[BoardMove], slot: int, view: View) -> None:
        source, step = self.squares[slot], 8 if view.color else -8
        if self.index[source + step] != NOBODY:
            return
        kept = view.pins.get(slot)
        if kept is None or source + step in kept:
            self.advance(found, source, source + step)
        first = source >> 3 == (1 if view.color else 6)
        allowed = kept is None or source + 2 * step in kept
        if first and allowed and self.index[source + 2 * step] == NOBODY:
            found.append(BoardMove(source, source + 2 * step, DOUBLE))

    def _evasions(self, view: View, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        if len(view.checkers) == 1:
            checker = self.squares[view.checkers[0]]
            for slot in bits(self.attacks[checker] & view.own & ~(1 << view.king_slot)):
                self._go(found, slot, checker, view)
            if ep is not None and checker == ep + (-8 if view.color else 8):
                self._passing(found, view, ep)
            for square in self.reach.between.get((view.king, checker), ()):
                self._block(found, square, view)
        ways = self.reach.lines(chess.KING, view.color, view.king)
        targets = (way[0] for way in ways)
        for target in sorted(targets, key=lambda target: CLOCKWISE.index(target - view.king)):
            self._flee(found, target, view)
        return found

    def _block(self, found: list[BoardMove], square: int, view: View) -> None:
        """By pieces, then by the step of a pawn."""
        for slot in bits(self.attacks[square] & view.own & ~view.pawns & ~(1 << view.king_slot)):
            self._go(found, slot, square, view)
        steps: list[BoardMove] = []
        for slot in bits(view.pawns):
            self._steps(steps, slot, view)
        found.extend(move for move in steps if move.target == square)

    def _flee(self, found: list[BoardMove], target: int, view: View) -> None:
        there = self.index[target]
        if there != NOBODY and (there < HALF) == view.color:
            return
        behind = any(
            target in self.reach.beyond.get((self.squares[slot], view.king), ())
            for slot in view.checkers
            if self.kind(slot) in SLIDERS
        )
        if not behind and not self.attacked(target, not view.color):
            found.append(BoardMove(view.king, target))

    # making and unmaking

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        victim = self.index[target]
        token = NOBODY if victim == NOBODY else self._die(victim, target)
        self._shift(self.index[source], source, target)
        return token

    def _shift(self, slot: int, source: int, target: int) -> None:
        self.withdraw(slot, source)
        self.squares[slot] = target
        self.occupy(source, NOBODY)
        self.occupy(target, slot)
        self.attack(slot, target)

    def unmove(self, source: int, target: int, token: int) -> None:
        self._shift(self.index[target], target, source)
        if token != NOBODY:
            self.restore(target, token)

    def remove(self, square: int) -> int:
        token = self._die(self.index[square], square)
        self.occupy(square, NOBODY)
        return token

    def restore(self, square: int, token: int) -> None:
        self._arrive(token & (1 << _TAKEN) - 1, token >> _TAKEN, square)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        pawn = self.index[square]
        self._die(pawn, square)
        self._arrive(self._lowest_free(pawn < HALF), kind, square)
        return pawn

    def demote(self, square: int, token: int) -> None:
        self._die(self.index[square], square)
        self._arrive(token, chess.PAWN, square)

    def record(self, beside: Beside) -> dict[str, Any]:
        return {
            "attacks": [f"{word:08x}" for word in self.attacks],
            "piecelist": [None if square == NOWHERE else square for square in self.squares],
            "index": [None if slot == NOBODY else slot for slot in self.index],
            "pbq_nbk_rqk": [f"{plane:08x}" for plane in self.planes],
            "castle": [bool(beside.rights & way.right) for way in CASTLINGS],
            "ep": beside.ep,
        }

    # how it is shown

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The word of the square, taken apart into men and where they stand."""
        cells = []
        for slot in bits(self.attacks[square]):
            name = Man(self.kind(slot), slot < HALF).symbol
            at = self.squares[slot]
            cells.append(Cell("attacked by", slot, f"{slot}{name}", 1, A1.name(at), at))
        return (BankPanel("attacked by", 8, tuple(cells)),) if cells else ()


def _slot_text(value: int) -> str | None:
    return None if value == NOBODY else str(value)


def _show_word(index: int, value: int) -> Shown:
    state = CellState.LIVE if value else CellState.EMPTY
    return Shown(chess.square_name(index), f"{value:08x}", index, state)


def _show_square(index: int, value: int) -> Shown:
    state = CellState.DEAD if value == NOWHERE else CellState.LIVE
    return Shown(f"m{index}", A1.name(value), A1.square.get(value), state)


def _show_plane(index: int, value: int) -> Shown:
    return Shown(PLANES[index], f"{value:08x}")
