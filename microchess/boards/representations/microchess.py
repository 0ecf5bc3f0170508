"""MicroChess (Peter Jennings, 1976): 32 bytes and nothing else.

``$50-$5F`` are the pieces of the side to move, ``$60-$6F`` those of the other: king, queen, rooks,
bishops, knights, pawns, each always at its own address. A byte is a square, rank and file a nibble,
or off the board when the piece is dead. What stands on a square is found by looking through all 32.

After every move the table is reversed: the halves change places and each byte becomes $77 minus
itself, so that the side to move is always at $50 and moves the same way. Dead is $CC, and $AB seen
from the other side; from neither does any step lead onto the board, so the dead need no test.

A move stores $CC at whoever stands on its target. If nobody does, the index is $FF and the store
wraps to ``$4F``, the byte before the table: the ghost, written by every quiet move, read by none.
What a move destroys goes on a second stack, five bytes down from $01C8: target, victim's index,
source, mover's index, direction.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

import chess

from microchess.boards.geometry import OCTAL, SLIDERS, Numbering
from microchess.boards.moves import DOUBLE, EN_PASSANT, BoardMove, Man, Moves
from microchess.boards.representation import Representation
from microchess.boards.view import CellState, Shown, named
from microchess.engine import geometry
from microchess.program import slots
from microchess.program.memory_map import TABLE
from microchess.program.squares import CAPTURED, from_chess, on_board, reverse
from microchess.program.table import HALF, KING, MEN, SIZE

GHOST = SIZE
"""The cell of $4F in the bank: the last, so that index -1 wraps to it as $FF does on the 6502."""
PAGE, TOP, ENTRY = 0x0100, 0xC8, 5
"""Where the stack's page begins, where in it the stack does, and the bytes of a move."""
_NOBODY = 0xFF
_DIRECTIONS = {
    chess.PAWN: geometry.PAWN_CAPTURES,
    chess.KNIGHT: geometry.KNIGHT_DIRECTIONS,
    chess.BISHOP: geometry.BISHOP_DIRECTIONS,
    chess.ROOK: geometry.ROOK_DIRECTIONS,
    chess.QUEEN: geometry.KING_DIRECTIONS,
    chess.KING: geometry.KING_DIRECTIONS,
}
_REVERSED = tuple(reverse(byte) for byte in range(256))


class MicroChess(Representation):
    """The piece table, the ghost and the second stack, as published."""

    title = "MicroChess"
    year = 1976
    source = "Peter Jennings, MicroChess Player's Manual; the piece table and key F as documented"
    idea = "Thirty-two squares, one for each piece. There is no board."
    plies = TOP // ENTRY
    promotions: ClassVar[tuple[chess.PieceType, ...]] = ()
    cost = "32 bytes; the king is one read, a move two writes. What stands on a square: 32 reads."

    def lay_out(self) -> None:
        self.table = self.byte_cells(
            "table", [*[CAPTURED] * SIZE, 0], lambda man, byte: show_byte(man, byte, self.top), 8
        )
        self.stack = self.byte_cells("stack", [0] * TOP, self._show_stack, 4 * ENTRY)
        self.pointer = self.cells("SP2", [TOP], named(("pointer",), "{:02X}".format), 1)
        self.cells("at $50", [chess.WHITE], _show_side, 1, "not stored on the machine")
        self._top = self.banks["at $50"].raw

    @property
    def top(self) -> chess.Color:
        """Whose pieces are at $50-$5F: known to the players, not to the bytes."""
        return bool(self._top[0])

    @property
    def numbering(self) -> Numbering:
        """The squares as seen by the side at $50."""
        return OCTAL[self.top]

    def misfits(self, board: chess.BaseBoard) -> list[str]:
        return slots.misfits(board)

    def load(self, board: chess.Board) -> None:
        turn = self._top[0] = board.turn
        start = board.board_fen() == chess.STARTING_BOARD_FEN
        how = "tracked from the first move" if start else "worked out from the position"
        note = f"$50: the side to move; $4F: the ghost; slots {how}"
        self.banks["table"] = replace(self.banks["table"], note=note)
        for color, base in ((turn, 0), (not turn, HALF)):
            for man, square in self.assign(board, color).items():
                self.seat(base + man, board.piece_type_at(square) or chess.PAWN)
                self.table[base + man] = from_chess(square, turn)

    def assign(self, board: chess.BaseBoard, color: chess.Color) -> dict[int, chess.Square]:
        return slots.assign(board, color)

    def seat(self, man: int, kind: chess.PieceType) -> None:
        """A piece of that type has come into the slot."""

    def kind(self, man: int) -> chess.PieceType:
        """What piece 0-31 is: its address says it."""
        return slots.man_type(man)

    def _standing_on(self, byte: int) -> int:
        """The piece on a square, or -1: all 32 are looked through, from $6F down."""
        return self.table.rfind(byte, 0, SIZE)

    def _own(self, color: chess.Color) -> range:
        return range(HALF) if color == self.top else range(HALF, SIZE)

    def at(self, square: int) -> Man | None:
        man = self._standing_on(square)
        return None if man < 0 else Man(self.kind(man), self.top == (man < HALF))

    def king(self, color: chess.Color) -> int:
        return self.table[self._own(color)[KING]]

    def men(self, color: chess.Color) -> Iterator[int]:
        return (byte for man in self._own(color) if on_board(byte := self.table[man]))

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        own = self._own(color)
        return sum(on_board(self.table[man]) for man in own if self.kind(man) == kind)

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        """The pieces at $50 whose moves reach the square: all are generated to see it."""
        if color != self.top:
            self.turn()
            found = [_REVERSED[source] for source in self.attackers(_REVERSED[square], color)]
            self.turn()
            yield from found
            return
        for man in range(HALF - 1, -1, -1):
            source = self.table[man]
            if any(target == square for target, _, _ in self._reach(source, self.kind(man))):
                yield source

    def _reach(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int, int]]:
        """Target, piece on it or -1, and direction, of every square a piece attacks."""
        look, far = self.table.rfind, range(7 if kind in SLIDERS else 1)
        for number in _DIRECTIONS[kind]:
            target, step = source, geometry.DIRECTIONS[number - 1]
            for _ in far:
                target = target + step & 0xFF
                if target & 0x88:
                    break
                man = look(target, 0, SIZE)
                yield target, man, number
                if man >= 0:
                    break

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        for man in range(HALF - 1, -1, -1):
            yield from self._generate(man, ep)
        yield from self.castle(color, rights)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> Moves:
        if color == self.top:
            yield from self._generate(self._standing_on(square), ep)
            return
        self.turn()
        for source, target, kind, note in self.moves_of(_REVERSED[square], color, None):
            yield BoardMove(_REVERSED[source], _REVERSED[target], kind, note)
        self.turn()

    def _generate(self, man: int, ep: int | None) -> Moves:
        """A pawn's step comes last; landing on rank 2 it is tried once more."""
        source, kind = self.table[man], self.kind(man)
        for target, other, number in self._reach(source, kind):
            note = number << 8 | man
            if kind != chess.PAWN:
                if not 0 <= other < HALF:
                    yield BoardMove(source, target, note=note)
            elif target == ep:
                yield BoardMove(source, target, EN_PASSANT, note)
            elif other >= HALF:
                yield from self.advance(source, target, note)
        if kind != chess.PAWN:
            return
        number = geometry.PAWN_STEP
        note, ahead = number << 8 | man, geometry.DIRECTIONS[number - 1]
        target = source + ahead & 0xFF
        if on_board(target) and self._standing_on(target) < 0:
            yield from self.advance(source, target, note)
            if target >> 4 == 2 and self._standing_on(target + ahead) < 0:
                yield BoardMove(source, target + ahead, DOUBLE, note)

    def move(self, source: int, target: int, note: int = 0) -> int:
        """MOVE: five bytes pushed, $CC to the victim or the ghost, the target to the mover.
        *note* is the mover's index and, above it, the direction's number.
        """
        note = note or self._standing_on(source)
        man, victim = note & 0xFF, self._standing_on(target)
        pointer = self.pointer[0]
        for value in (target, victim & _NOBODY, source, man, note >> 8):
            pointer -= 1
            self.stack[pointer] = value
        self.pointer[0] = pointer
        self.table[victim] = CAPTURED
        self.table[man] = target
        return 0

    def unmove(self, source: int, target: int, token: int) -> None:
        """UMOVE: everything comes from the stack; the ghost gets the target."""
        pointer = self.pointer[0]
        self.pointer[0] = pointer + ENTRY
        _, man, source, victim, target = (self.stack[pointer + place] for place in range(ENTRY))
        self.table[man] = source
        self.table[GHOST if victim == _NOBODY else victim] = target

    def settle(self) -> None:
        """Back in the key loop the second stack is empty again."""
        self.pointer[0] = TOP

    def remove(self, square: int) -> int:
        man = self._standing_on(square)
        self.table[man] = CAPTURED
        return man

    def restore(self, square: int, token: int) -> None:
        self.table[token] = square

    def turn(self) -> None:
        """REVERSE: the halves change places, each byte becomes $77 minus itself."""
        table = self.table
        for low in range(HALF):
            own, other = table[low], table[low + HALF]
            table[low], table[low + HALF] = _REVERSED[other], _REVERSED[own]
        self._top[0] = not self._top[0]

    def _show_stack(self, index: int, value: int) -> Shown:
        in_use = index >= self.pointer[0]
        state = CellState.LIVE if in_use else CellState.STALE if value else CellState.EMPTY
        return Shown(f"${PAGE + index:04X}", f"{value:02X}", None, state)


def _show_side(_: int, color: int) -> Shown:
    return Shown("side", chess.COLOR_NAMES[color], None, CellState.OUTSIDE)


def show_byte(man: int, value: int, top: chess.Color) -> Shown:
    """How the byte of piece 0-31 is shown, *top* being the side at $50; 32 is the ghost."""
    if man == GHOST:
        return Shown("$4F", f"{value:02X}", None, CellState.GHOST)
    name = f"${TABLE + man:02X} {MEN[man % HALF]}"
    if not on_board(value):
        return Shown(name, f"{value:02X}", None, CellState.DEAD)
    return Shown(name, f"{value:02X}", OCTAL[top].square[value])
