"""MicroChess (Peter Jennings, 1976): 32 bytes and nothing else.

``$50-$5F`` are the men of the side to move, ``$60-$6F`` those of the other: king, queen, rooks,
bishops, knights, pawns, each always at its own address. A byte is a square, rank and file a nibble,
or off the board when the man is dead. What stands on a square is found by looking through all 32.

After every move the table is reversed: the halves change places and each byte becomes $77 minus
itself, so that the side to move is always at $50 and moves the same way. Dead is $CC, and $AB seen
from the other side; from neither does any step lead onto the board, so the dead need no test.

A move stores $CC at whoever stands on its target. If nobody does, the index is $FF and the store
wraps to ``$4F``, the byte before the table: the ghost, written by every quiet move, read by none.
What a move destroys goes on a second stack, five bytes down from $01C8: target, victim's index,
source, mover's index, direction.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import ClassVar

import chess

from microchess.boards.geometry import OCTAL, SLIDERS, Numbering
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import DOUBLE, EN_PASSANT, BoardMove, Man, Representation
from microchess.boards.tableview import GHOST, show_byte
from microchess.boards.view import CellState, Shown, named
from microchess.engine import geometry
from microchess.program import slots
from microchess.program.memory_map import TABLE
from microchess.program.squares import CAPTURED, from_chess, on_board, reverse
from microchess.program.table import HALF, KING, SIZE

STACK = 0x0100
STACK_TOP = 0xC8
ENTRY = 5
_NOBODY = 0xFF
_DIRECTIONS = {
    chess.KING: geometry.KING_DIRECTIONS,
    chess.QUEEN: geometry.KING_DIRECTIONS,
    chess.ROOK: geometry.ROOK_DIRECTIONS,
    chess.BISHOP: geometry.BISHOP_DIRECTIONS,
    chess.KNIGHT: geometry.KNIGHT_DIRECTIONS,
}
_REVERSED = tuple(reverse(byte) for byte in range(256))


class MicroChess(Representation):
    """The piece table, the ghost and the second stack, as published.

    ``top`` is whose men are at $50: known to the players, not to the bytes.
    """

    title = "MicroChess"
    year = 1976
    source = "Peter Jennings, MicroChess Player's Manual; the piece table and key F as documented"
    idea = "Thirty-two squares, one for each man. There is no board."
    plies = STACK_TOP // ENTRY
    promotions: ClassVar[tuple[chess.PieceType, ...]] = ()
    cost = (
        "32 bytes; the king is one read, a move two writes. Any question about a square reads 32."
    )

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        note = "$50: the side to move; $4F: the ghost"
        self.table = self.byte_cells("table", [*[CAPTURED] * SIZE, 0], self._show, 8, note)
        self.stack = self.byte_cells("stack", [0] * STACK_TOP, self._show_stack, 5 * 4)
        self._sp = self.cells("SP2", [STACK_TOP], named(("pointer",), "{:02X}".format), 1)
        self.cells("at $50", [chess.WHITE], _show_side, 1, "not stored on the machine")
        self._top = self.banks["at $50"].raw

    @property
    def top(self) -> chess.Color:
        """Whose men are at $50-$5F."""
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
        bank = self.banks["table"]
        self.banks["table"] = replace(bank, note=f"{bank.note}; slots {how}")
        for color, base in ((turn, 0), (not turn, HALF)):
            for man, square in self.assign(board, color).items():
                self.seat(base + man, board.piece_type_at(square) or chess.PAWN)
                self.table[base + man] = from_chess(square, turn)

    def assign(self, board: chess.BaseBoard, color: chess.Color) -> dict[int, chess.Square]:
        return slots.assign(board, color)

    def seat(self, man: int, kind: chess.PieceType) -> None:
        """A man of that type has come into the slot."""

    # the men

    def kind(self, man: int) -> chess.PieceType:
        """What man 0-31 is: his address says it."""
        return slots.man_type(man)

    def _standing_on(self, byte: int) -> int:
        """The man on a square, or -1: all 32 are looked through, from $6F down."""
        return self.table.rfind(byte, 0, SIZE)

    def _base(self, color: chess.Color) -> int:
        return 0 if color == self.top else HALF

    def at(self, square: int) -> Man | None:
        man = self._standing_on(square)
        return None if man < 0 else Man(self.kind(man), self.top == (man < HALF))

    def king(self, color: chess.Color) -> int:
        return self.table[self._base(color) + KING]

    def men(self, color: chess.Color) -> Iterator[int]:
        for man in range(HALF):
            byte = self.table[self._base(color) + man]
            if on_board(byte):
                yield byte

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        base = self._base(color)
        return sum(
            self.kind(base + man) == kind and on_board(self.table[base + man])
            for man in range(HALF)
        )

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        if color == self.top:
            yield from self._hitting(square)
            return
        self.turn()
        found = list(self._hitting(_REVERSED[square]))
        self.turn()
        yield from (_REVERSED[source] for source in found)

    def _hitting(self, square: int) -> Iterator[int]:
        """Where the men at $50 stand whose moves reach *square*: all are generated to see it."""
        for man in range(HALF - 1, -1, -1):
            source = self.table[man]
            for target, _, _ in self._reach(source, self.kind(man)):
                if target == square:
                    yield source
                    break

    def _reach(self, source: int, kind: chess.PieceType) -> Iterator[tuple[int, int, int]]:
        """Target, man on it or -1, and direction, of every square a man attacks."""
        if kind == chess.PAWN:
            for number in geometry.PAWN_CAPTURES:
                target = source + geometry.DIRECTIONS[number - 1] & 0xFF
                if on_board(target):
                    yield target, self._standing_on(target), number
            return
        glides, look = kind in SLIDERS, self.table.rfind
        for number in _DIRECTIONS[kind]:
            step = geometry.DIRECTIONS[number - 1]
            target = source + step & 0xFF
            while not target & 0x88:
                man = look(target, 0, SIZE)
                yield target, man, number
                if man >= 0 or not glides:
                    break
                target = target + step & 0xFF

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> list[BoardMove]:
        found: list[BoardMove] = []
        for man in range(HALF - 1, -1, -1):
            self._generate(found, man, ep)
        return self.castle(found, color, rights)

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> list[BoardMove]:
        found: list[BoardMove] = []
        turned = color != self.top
        if turned:
            self.turn()
            square = _REVERSED[square]
        self._generate(found, self._standing_on(square), None if turned else ep)
        if turned:
            self.turn()
            found = [
                move._replace(source=_REVERSED[move.source], target=_REVERSED[move.target])
                for move in found
            ]
        return found

    def _generate(self, found: list[BoardMove], man: int, ep: int | None) -> None:
        source, kind = self.table[man], self.kind(man)
        if kind != chess.PAWN:
            found.extend(
                BoardMove(source, target, note=_note(man, number))
                for target, other, number in self._reach(source, kind)
                if not 0 <= other < HALF
            )
            return
        for target, other, number in self._reach(source, kind):
            if target == ep:
                found.append(BoardMove(source, target, EN_PASSANT, _note(man, number)))
            elif other >= HALF:
                self.advance(found, source, target, _note(man, number))
        self._generate_steps(found, man, source)

    def _generate_steps(self, found: list[BoardMove], man: int, source: int) -> None:
        """The step ahead; landing on rank 2 it is tried once more."""
        note = _note(man, geometry.PAWN_STEP)
        ahead = geometry.DIRECTIONS[geometry.PAWN_STEP - 1]
        target = source + ahead & 0xFF
        if on_board(target) and self._standing_on(target) < 0:
            self.advance(found, source, target, note)
            if target >> 4 == 2 and self._standing_on(target + ahead) < 0:
                found.append(BoardMove(source, target + ahead, DOUBLE, note))

    # making and unmaking

    def move(self, source: int, target: int, note: int = 0) -> int:
        """MOVE: five bytes pushed, $CC to the victim or the ghost, the target to the mover."""
        if note == 0:
            note = _note(self._standing_on(source), 0)
        victim = self._standing_on(target)
        man = note & 0xFF
        self._push(target, victim & _NOBODY, source, man, note >> 8)
        self.table[victim] = CAPTURED
        self.table[man] = target
        return 0

    def unmove(self, source: int, target: int, token: int) -> None:
        """UMOVE: everything comes from the stack; the ghost gets the target."""
        del token
        _, man, source, victim, target = self._pop()
        self.table[man] = source
        self.table[GHOST if victim == _NOBODY else victim] = target

    def _push(self, *values: int) -> None:
        pointer = self._sp[0]
        for value in values:
            pointer -= 1
            self.stack[pointer] = value
        self._sp[0] = pointer

    def _pop(self) -> list[int]:
        pointer = self._sp[0]
        self._sp[0] = pointer + ENTRY
        return [self.stack[place] for place in range(pointer, pointer + ENTRY)]

    def settle(self) -> None:
        """Back in the key loop the second stack is empty again."""
        self._sp[0] = STACK_TOP

    def remove(self, square: int) -> int:
        man = self._standing_on(square)
        self.table[man] = CAPTURED
        return man

    def restore(self, square: int, token: int) -> None:
        self.table[token] = square

    def promote(self, square: int, kind: chess.PieceType) -> int:
        """No pawn becomes anything."""
        raise NotImplementedError(square, kind)

    def demote(self, square: int, token: int) -> None:
        raise NotImplementedError(square, token)

    def turn(self) -> None:
        """REVERSE: the halves change places, each byte becomes $77 minus itself."""
        table = self.table
        for low in range(HALF):
            own, other = table[low], table[low + HALF]
            table[low], table[low + HALF] = _REVERSED[other], _REVERSED[own]
        self._top[0] = not self._top[0]

    def live(self) -> dict[str, Hashable]:
        """All but the ghost and what lies below the second stack's pointer."""
        raw = self.raw()
        return {**raw, "table": raw["table"][:SIZE], "stack": raw["stack"][raw["SP2"][0] :]}

    # what is always true

    def broken(self) -> Iterator[str]:
        squares: dict[int, int] = {}
        for man in range(SIZE):
            byte = self.table[man]
            if on_board(byte):
                if byte in squares:
                    yield f"${byte:02X} is the square of {_name(squares[byte])} and {_name(man)}"
                squares[byte] = man
            elif byte not in (CAPTURED, _REVERSED[CAPTURED]):
                yield f"{_name(man)} is dead but not $CC or $AB: ${byte:02X}"
        for man in (KING, HALF + KING):
            if not on_board(self.table[man]):
                yield f"the king at ${TABLE + man:02X} is dead"
        if self._sp[0] % ENTRY != STACK_TOP % ENTRY:
            yield f"SP2 is ${self._sp[0]:02X}, not a whole number of moves below ${STACK_TOP:02X}"

    # how it is shown

    def _show(self, index: int, value: int) -> Shown:
        return show_byte(index, value, self.top)

    def _show_stack(self, index: int, value: int) -> Shown:
        in_use = index >= self._sp[0]
        state = CellState.LIVE if in_use else CellState.STALE if value else CellState.EMPTY
        return Shown(f"${STACK + index:04X}", f"{value:02X}", None, state)


def _note(man: int, number: int) -> int:
    """What MOVE is told: the mover's index and the direction's number."""
    return number << 8 | man


def _name(man: int) -> str:
    return f"${TABLE + man:02X}"


def _show_side(index: int, value: int) -> Shown:
    del index
    return Shown("side", chess.COLOR_NAMES[value], None, CellState.OUTSIDE)
