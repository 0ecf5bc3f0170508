"""Piece-sets (Andrew Tridgell's KnightCap; Dorpsgek): 32 men are 32 bits, and attacks are kept.

``attacks[64]`` is the heart: bit I of word S is set as long as man I attacks or defends square S.
Beside it the square of each man, the man on each square, each man's type, and masks of men. Squares
run along the files (a1 = 0, a2 = 1); men 0-15 are White's, in MicroChess's order for the pieces and
from the a- to the h-pawn; 16-31 Black's.

A man who leaves a square lets the sliders that attack it see further; one who arrives cuts them
short. So the words change with every move and are never built anew. Unmaking puts every man back
into his own slot, and every word is as it was. (Both originals keep the old position instead.)

Promotion by KnightCap's rule: a new queen takes the queen's slot if the queen is gone, otherwise
the pawn's slot changes its type.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import chess

from microchess.boards import slots_extended as slots
from microchess.boards.codes import bits
from microchess.boards.geometry import SLIDERS, Lines, lines, pawn_captures
from microchess.boards.lens import BankPanel, Cell, CellState
from microchess.boards.numbering import FILES
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import (
    DOUBLE,
    EN_PASSANT,
    BoardMove,
    Man,
    Representation,
    Shown,
)
from microchess.boards.shows import by_square
from microchess.program.slots import TYPES
from microchess.program.table import FIRST_PAWN, HALF, MEN
from microchess.program.table import QUEEN as QUEEN_SLOT

NOBODY = 32
NOWHERE = 64
ALIVE, SLIDING, PAWNS = range(3)
MASKS = ("alive", "sliding", "pawns")
SIDE = {chess.WHITE: 0x0000FFFF, chess.BLACK: 0xFFFF0000}
_FROM_QUEENS_QUEEN = 32
"""Added to a promotion's token when the queen's slot was used."""


@cache
def reach(kind: chess.PieceType, color: chess.Color, square: int) -> Lines:
    """The lines a man attacks along, nearest first; a pawn's are his two captures."""
    origin = FILES.square[square]
    if kind == chess.PAWN:
        return tuple((FILES.of[target],) for target in pawn_captures(color, origin))
    return tuple(tuple(FILES.of[target] for target in way) for way in lines(kind, origin))


@cache
def beyond(source: int, square: int) -> tuple[int, ...]:
    """What lies behind *square* as seen from *source* on a common line."""
    for line in reach(chess.QUEEN, chess.WHITE, source):
        if square in line:
            return line[line.index(square) + 1 :]
    raise ValueError(f"{FILES.name(source)} and {FILES.name(square)} are not on a line")


class PieceSets(Representation):
    """``attacks[64]``, ``squares[32]``, ``index[64]``, ``types[32]``, three masks."""

    title = "Piece-sets"
    year = None
    source = "Andrew Tridgell, tridge/KnightCap; Ravenslofty/Dorpsgek"
    idea = "For every square the set of men that attack it, one bit each, kept as the men move."
    cost = "Who attacks, who defends, is it check: one AND. Paid for by the dearest move of all."
    numbering = FILES

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.attacks = self.cells("attacks", [0] * 64, _show_attacks, 8)
        self.squares = self.cells("squares", [NOWHERE] * 32, _show_slot_square, 16)
        self.index = self.cells("index", [NOBODY] * 64, by_square(FILES, _slot_text), 8)
        types = [kind for _ in range(2) for kind in (*TYPES[:FIRST_PAWN], *[chess.PAWN] * 8)]
        self.types = self.cells("types", types, self._show_type, 16)
        sliding = sum(1 << slot for slot, kind in enumerate(types) if kind in SLIDERS)
        self.masks = self.cells("masks", [0, sliding, 0xFF00FF00], _show_mask, 1)

    def misfits(self, board: chess.BaseBoard) -> list[str]:
        return slots.misfits(board)

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        del turn
        for color in (chess.WHITE, chess.BLACK):
            for slot, square in _slots(board, color).items():
                kind = board.piece_type_at(square) or chess.PAWN
                if kind != self.types[slot]:
                    self._retype(slot, kind)
                self._arrive(slot, FILES.of[square])

    # one man arrives, leaves, takes another's place

    def _arrive(self, slot: int, square: int) -> None:
        self.index[square], self.squares[slot] = slot, square
        self.masks[ALIVE] |= 1 << slot
        self._see_through(square)
        self._attack(slot, square)

    def _leave(self, slot: int, square: int) -> None:
        self._withdraw(slot, square)
        self.index[square], self.squares[slot] = NOBODY, NOWHERE
        self.masks[ALIVE] ^= 1 << slot
        self._see_through(square)

    def _attack(self, slot: int, square: int) -> None:
        """Set a man's bit wherever he reaches."""
        bit = 1 << slot
        for line in reach(self.types[slot], slot < HALF, square):
            for target in line:
                self.attacks[target] |= bit
                if self.index[target] != NOBODY:
                    break

    def _withdraw(self, slot: int, square: int) -> None:
        """Clear it again."""
        bit = 1 << slot
        for line in reach(self.types[slot], slot < HALF, square):
            for target in line:
                self.attacks[target] ^= bit
                if self.index[target] != NOBODY:
                    break

    def _see_through(self, square: int) -> None:
        """Sliders that attack *square* go on to the next man, or, called again, end there."""
        for slot in bits(self.attacks[square] & self.masks[SLIDING]):
            for target in beyond(self.squares[slot], square):
                self.attacks[target] ^= 1 << slot
                if self.index[target] != NOBODY:
                    break

    def _retype(self, slot: int, kind: chess.PieceType) -> None:
        self.types[slot] = kind
        bit = 1 << slot
        sliding, pawns = self.masks[SLIDING] & ~bit, self.masks[PAWNS] & ~bit
        self.masks[SLIDING] = sliding | bit if kind in SLIDERS else sliding
        self.masks[PAWNS] = pawns | bit if kind == chess.PAWN else pawns

    # the men

    def at(self, square: int) -> Man | None:
        slot = self.index[square]
        return None if slot == NOBODY else Man(self.types[slot], slot < HALF)

    def king(self, color: chess.Color) -> int:
        return self.squares[0 if color else HALF]

    def men(self, color: chess.Color) -> Iterator[int]:
        for slot in bits(self.masks[ALIVE] & SIDE[color]):
            yield self.squares[slot]

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(self.types[slot] == kind for slot in bits(self.masks[ALIVE] & SIDE[color]))

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        for slot in bits(self.attacks[square] & SIDE[color]):
            yield self.squares[slot]

    def attacked(self, square: int, color: chess.Color) -> bool:
        return self.attacks[square] & SIDE[color] != 0

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        return self._generate(SIDE[color], color, ep)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        return self._generate(1 << self.index[square], color, ep)

    def _generate(self, wanted: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        """Target by target: who of the *wanted* attacks it. Pawn steps are not in the words."""
        found: list[BoardMove] = []
        pawns = self.masks[PAWNS]
        for target in range(64):
            attackers = self.attacks[target] & wanted
            if not attackers:
                continue
            other = self.index[target]
            if other != NOBODY and (other < HALF) == color:
                continue
            self._captures(found, attackers & pawns, target, other != NOBODY, target == ep)
            found.extend(BoardMove(self.squares[slot], target) for slot in bits(attackers & ~pawns))
        for slot in bits(pawns & wanted & self.masks[ALIVE]):
            self._steps(found, self.squares[slot], color)
        return found

    def _captures(
        self, found: list[BoardMove], pawns: int, target: int, capture: bool, passing: bool
    ) -> None:
        for slot in bits(pawns if capture or passing else 0):
            if passing:
                found.append(BoardMove(self.squares[slot], target, EN_PASSANT))
            else:
                self.advance(found, self.squares[slot], target)

    def _steps(self, found: list[BoardMove], source: int, color: chess.Color) -> None:
        step = 1 if color else -1
        if self.index[source + step] == NOBODY:
            self.advance(found, source, source + step)
            first = source & 7 == (1 if color else 6)
            if first and self.index[source + 2 * step] == NOBODY:
                found.append(BoardMove(source, source + 2 * step, DOUBLE))

    # making and unmaking

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        slot, victim = self.index[source], self.index[target]
        if victim != NOBODY:
            self._withdraw(victim, target)
            self.squares[victim] = NOWHERE
            self.masks[ALIVE] ^= 1 << victim
        self._shift(slot, source, target, victim == NOBODY)
        return victim

    def _shift(self, slot: int, source: int, target: int, quiet: bool) -> None:
        """Carry a man over. On a square that was taken before, sliders end as they did."""
        self._withdraw(slot, source)
        self.index[source] = NOBODY
        self._see_through(source)
        self.index[target], self.squares[slot] = slot, target
        if quiet:
            self._see_through(target)
        self._attack(slot, target)

    def unmove(self, source: int, target: int, token: int) -> None:
        slot = self.index[target]
        self._withdraw(slot, target)
        self.index[target] = token
        if token == NOBODY:
            self._see_through(target)
        self.index[source], self.squares[slot] = slot, source
        self._see_through(source)
        self._attack(slot, source)
        if token != NOBODY:
            self.squares[token] = target
            self.masks[ALIVE] |= 1 << token
            self._attack(token, target)

    def remove(self, square: int) -> int:
        slot = self.index[square]
        self._leave(slot, square)
        return slot

    def restore(self, square: int, token: int) -> None:
        self._arrive(token, square)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        pawn = self.index[square]
        queen = QUEEN_SLOT + pawn - pawn % HALF
        if kind == chess.QUEEN and self.squares[queen] == NOWHERE:
            self._replace(pawn, queen, square)
            return pawn + _FROM_QUEENS_QUEEN
        self._withdraw(pawn, square)
        self._retype(pawn, kind)
        self._attack(pawn, square)
        return pawn

    def demote(self, square: int, token: int) -> None:
        slot = self.index[square]
        if token >= _FROM_QUEENS_QUEEN:
            self._replace(slot, token - _FROM_QUEENS_QUEEN, square)
            return
        self._withdraw(slot, square)
        self._retype(slot, chess.PAWN)
        self._attack(slot, square)

    def _replace(self, old: int, new: int, square: int) -> None:
        """Another man on the same square: nothing changes for those who look at it."""
        self._withdraw(old, square)
        self.squares[old] = NOWHERE
        self.index[square], self.squares[new] = new, square
        self.masks[ALIVE] ^= 1 << old | 1 << new
        self._attack(new, square)

    # what is always true

    def broken(self) -> Iterator[str]:
        for slot, square in enumerate(self.squares):
            alive = bool(self.masks[ALIVE] >> slot & 1)
            if alive != (square != NOWHERE):
                yield f"man {slot} is alive and nowhere, or dead and somewhere"
            elif alive and self.index[square] != slot:
                yield f"man {slot} is not the one on {FILES.name(square)}"
        for square, slot in enumerate(self.index):
            if slot != NOBODY and self.squares[slot] != square:
                yield f"{FILES.name(square)} has man {slot}, who is elsewhere"
        for slot, kind in enumerate(self.types):
            masks = self.masks[SLIDING] >> slot & 1, self.masks[PAWNS] >> slot & 1
            if masks != (kind in SLIDERS, kind == chess.PAWN):
                yield f"the masks do not agree with the type of man {slot}"
        for square, (word, rebuilt) in enumerate(zip(self.attacks, self._rebuilt(), strict=True)):
            if word != rebuilt:
                yield f"attacks on {FILES.name(square)}: {word:08x}, built anew {rebuilt:08x}"

    def _rebuilt(self) -> list[int]:
        words = [0] * 64
        for slot, square in enumerate(self.squares):
            if square == NOWHERE:
                continue
            for line in reach(self.types[slot], slot < HALF, square):
                for target in line:
                    words[target] |= 1 << slot
                    if self.index[target] != NOBODY:
                        break
        return words

    # how it is shown

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The word of the square, taken apart into men and where they stand."""
        cells = []
        for slot in bits(self.attacks[square]):
            number = self.squares[slot]
            where = FILES.square.get(number)
            cells.append(Cell("attacked by", slot, slot_name(slot), 1, FILES.name(number), where))
        return (BankPanel("attacked by", 8, tuple(cells)),) if cells else ()

    def _show_type(self, index: int, value: int) -> Shown:
        state = CellState.LIVE if self.squares[index] != NOWHERE else CellState.DEAD
        letter = chess.piece_symbol(value)
        return Shown(slot_name(index), letter.upper() if index < HALF else letter, None, state)


def _slots(board: chess.BaseBoard, color: chess.Color) -> dict[int, chess.Square]:
    """The squares of a side's men by slot: the pawns from the a-file on."""
    men = slots.assign(board, color)
    pieces = {man: square for man, square in men.items() if man < FIRST_PAWN}
    others = sorted(
        (square for man, square in men.items() if man >= FIRST_PAWN),
        key=lambda square: (chess.square_file(square), chess.square_rank(square)),
    )
    base = 0 if color else HALF
    placed = pieces | dict(enumerate(others, FIRST_PAWN))
    return {base + man: square for man, square in placed.items()}


def slot_name(slot: int) -> str:
    """``KR`` or ``aP``, Black's in lower case."""
    man = slot % HALF
    name = MEN[man] if man < FIRST_PAWN else f"{chess.FILE_NAMES[man - FIRST_PAWN]}P"
    return name if slot < HALF else name.lower()


def _slot_text(value: int) -> str | None:
    return None if value == NOBODY else slot_name(value)


def _show_attacks(index: int, value: int) -> Shown:
    square = FILES.square[index]
    state = CellState.LIVE if value else CellState.EMPTY
    return Shown(chess.square_name(square), f"{value:08x}", square, state)


def _show_slot_square(index: int, value: int) -> Shown:
    state = CellState.DEAD if value == NOWHERE else CellState.LIVE
    return Shown(slot_name(index), FILES.name(value), FILES.square.get(value), state)


def _show_mask(index: int, value: int) -> Shown:
    return Shown(MASKS[index], f"{value:08x}")
