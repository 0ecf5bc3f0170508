"""KnightCap's men: their places, codes, masks and words, and how moves change them.

The program keeps the old position to take a move back; here every bit is mended.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator

import chess

from microchess.boards.attackwords import (
    ATTACK,
    HALF,
    NOBODY,
    NOWHERE,
    SIDE,
    XRAY,
    AttackWords,
    Reach,
)
from microchess.boards.codes import bits
from microchess.boards.geometry import SLIDERS
from microchess.boards.knightcap_places import FIRST_PAWN, places
from microchess.boards.lens import BankPanel, Cell, CellState
from microchess.boards.numbering import FILES
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import Man, Shown
from microchess.boards.shows import by_square
from microchess.program.table import MEN

SLIDING, SEVENTH, PIECES, MATERIAL = range(4)
MASKS = ("sliding", "pawns7th", "piece", "material")
QUEEN_SLOT = 1
_REACH = Reach(FILES)
_TAKEN = 6
"""Where a victim's code begins in the token of a move; below it his number."""


class KnightCapMen(AttackWords, ABC):
    """``topieces``, ``xray_topieces``, ``board``, ``pboard``, ``pieces`` (code and square) and four
    masks.
    """

    numbering = FILES
    reach = _REACH

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)
        self.topieces = self.cells("topieces", [0] * 64, self._show_attacks, 8, "x: and x-rays")
        self.xrays = self.cells("xray_topieces", [0] * 64, _show_word, 8, "through their own")
        self.words = (self.topieces, self.xrays)
        self.board = self.cells("board", [0] * 64, by_square(FILES, _code_text), 8)
        self.index = self.cells("pboard", [NOBODY] * 64, by_square(FILES, _slot_text), 8)
        self.codes = self.cells("pieces", [0] * 32, _show_code, 16, "code of each man")
        self.squares = self.cells("squares", [NOWHERE] * 32, _show_square, 16, "of each man")
        self.masks = self.cells("masks", [0, 0, 0, 0], _show_mask, 1)

    def misfits(self, board: chess.BaseBoard) -> list[str]:
        return [
            f"{chess.COLOR_NAMES[color].capitalize()} has more men than its sixteen places hold"
            for color in chess.COLORS
            if places(board, color) is None
        ]

    def load(self, board: chess.BaseBoard, turn: chess.Color) -> None:
        del turn
        for color in (chess.WHITE, chess.BLACK):
            for slot, square in (places(board, color) or {}).items():
                kind = board.piece_type_at(square)
                assert kind is not None
                self._seat(slot if color else slot + HALF, kind)
                self._arrive(slot if color else slot + HALF, FILES.of[square])

    # one man

    def _seat(self, slot: int, kind: chess.PieceType) -> None:
        """A man gets his type, with the masks that belong to it."""
        self.codes[slot] = kind if slot < HALF else -kind
        self._mark(SLIDING, slot, kind in SLIDERS)
        self._mark(PIECES, slot, kind != chess.PAWN)

    def _mark(self, mask: int, slot: int, on: bool) -> None:
        self.masks[mask] = self.masks[mask] & ~(1 << slot) | on << slot

    def _arrive(self, slot: int, square: int) -> None:
        self.squares[slot] = square
        self.board[square] = self.codes[slot]
        self._mark(MATERIAL, slot, True)
        self._note_pawn(slot, square)
        self.occupy(square, slot)
        self.attack(slot, square)

    def _note_pawn(self, slot: int, square: int) -> None:
        if abs(self.codes[slot]) == chess.PAWN:
            self._mark(SEVENTH, slot, square & 7 == (6 if slot < HALF else 1))

    def _die(self, slot: int) -> int:
        """A man is taken: his bit among the sliders stays. Returns number and code."""
        code = self.codes[slot]
        self.squares[slot], self.codes[slot] = NOWHERE, 0
        for mask in (SEVENTH, PIECES, MATERIAL):
            self._mark(mask, slot, False)
        return slot | (abs(code) << _TAKEN)

    def _revive(self, token: int, square: int) -> None:
        """Undo :meth:`_die`; who was a slider still is marked as one."""
        slot, kind = token & (1 << _TAKEN) - 1, token >> _TAKEN
        self.codes[slot] = kind if slot < HALF else -kind
        self._mark(PIECES, slot, kind != chess.PAWN)
        self._mark(MATERIAL, slot, True)
        self.squares[slot], self.board[square] = square, self.codes[slot]
        self._note_pawn(slot, square)

    def kind(self, slot: int) -> chess.PieceType:
        return abs(self.codes[slot])

    def sliding(self) -> int:
        return self.masks[SLIDING]

    def alive(self, color: chess.Color) -> int:
        return self.masks[MATERIAL] & SIDE[color]

    def through(self, slot: int, blocker: int, square: int) -> bool:
        """Own sliders that slide the same way are seen through."""
        if (slot < HALF) != (blocker < HALF):
            return False
        kind = self.kind(blocker)
        if kind == chess.QUEEN:
            return True
        source = self.squares[slot]
        straight = source >> 3 == square >> 3 or source & 7 == square & 7
        return kind == (chess.ROOK if straight else chess.BISHOP)

    def at(self, square: int) -> Man | None:
        code = self.board[square]
        return None if code == 0 else Man(abs(code), code > 0)

    def king(self, color: chess.Color) -> int:
        return self.squares[0 if color else HALF]

    # making and unmaking

    def move(self, source: int, target: int, note: int = 0) -> int:
        del note
        slot, victim = self.index[source], self.index[target]
        token = NOBODY
        if victim != NOBODY:
            self.withdraw(victim, target)
            token = self._die(victim)
        self._shift(slot, source, target)
        return token

    def _shift(self, slot: int, source: int, target: int) -> None:
        self.withdraw(slot, source)
        self.board[target], self.board[source] = self.codes[slot], 0
        self.squares[slot] = target
        self._note_pawn(slot, target)
        self.occupy(source, NOBODY)
        self.occupy(target, slot)
        self.attack(slot, target)

    def unmove(self, source: int, target: int, token: int) -> None:
        slot = self.index[target]
        self._shift(slot, target, source)
        if token != NOBODY:
            self._revive(token, target)
            victim = self.index[target] = self._number(token)
            self.look_again(target)
            self.attack(victim, target)

    def _number(self, token: int) -> int:
        return token & (1 << _TAKEN) - 1

    def remove(self, square: int) -> int:
        slot = self.index[square]
        self.withdraw(slot, square)
        token = self._die(slot)
        self.board[square] = 0
        self.occupy(square, NOBODY)
        return token

    def restore(self, square: int, token: int) -> None:
        self._revive(token, square)
        self.occupy(square, self._number(token))
        self.attack(self._number(token), square)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        """The token is the pawn's number, and the mask of sliders above it."""
        pawn = self.index[square]
        token = pawn | self.masks[SLIDING] << _TAKEN
        self.withdraw(pawn, square)
        self._die(pawn)
        queen = QUEEN_SLOT + pawn - pawn % HALF
        free = kind == chess.QUEEN and self.squares[queen] == NOWHERE
        slot = queen if free else pawn
        self._seat(slot, kind)
        self._arrive(slot, square)
        return token

    def demote(self, square: int, token: int) -> None:
        slot, pawn = self.index[square], self._number(token)
        self.withdraw(slot, square)
        self._die(slot)
        self._seat(pawn, chess.PAWN)
        self._arrive(pawn, square)
        self.masks[SLIDING] = token >> _TAKEN

    def differing(self) -> Iterator[int]:
        """How many words of each bank are not what they are when built anew."""
        for word, anew in zip(self.words, self.rebuilt(), strict=True):
            yield sum(one != other for one, other in zip(word, anew, strict=True))

    # what is always true

    def broken(self) -> Iterator[str]:
        yield from super().broken()
        for slot, square in enumerate(self.squares):
            code = self.codes[slot]
            if (code == 0) != (square == NOWHERE):
                yield f"man {slot} has code {code}"
            elif square != NOWHERE:
                kinds = [self.masks[mask] >> slot & 1 for mask in (SLIDING, PIECES, SEVENTH)]
                seventh = abs(code) == chess.PAWN and square & 7 == (6 if slot < HALF else 1)
                if kinds != [abs(code) in SLIDERS, abs(code) != chess.PAWN, seventh]:
                    yield f"the masks do not agree with man {slot}"
                if self.board[square] != code:
                    yield f"board and pieces disagree on {FILES.name(square)}"
            elif (self.masks[PIECES] | self.masks[SEVENTH]) >> slot & 1:
                yield f"man {slot} is dead and in a mask"
        for square, code in enumerate(self.board):
            if (code == 0) != (self.index[square] == NOBODY):
                yield f"board and pboard disagree on {FILES.name(square)}"

    # how it is shown

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The words of the square, taken apart into men and where they stand."""
        panels = []
        for name, mode in (("attacked by", ATTACK), ("x-rayed by", XRAY)):
            cells = [self._named(name, slot) for slot in bits(self.words[mode][square])]
            if cells:
                panels.append(BankPanel(name, 8, tuple(cells)))
        return tuple(panels)

    def _show_attacks(self, index: int, value: int) -> Shown:
        shown = _show_word(index, value)
        return shown._replace(text=f"{shown.text}x") if self.xrays[index] else shown

    def _named(self, bank: str, slot: int) -> Cell:
        number = self.squares[slot]
        name = chess.piece_symbol(self.kind(slot))
        text = name.upper() if slot < HALF else name
        return Cell(bank, slot, f"{slot}{text}", 1, FILES.name(number), FILES.square.get(number))


def slot_name(slot: int) -> str:
    """``KR``, Black's in lower case; from the ninth of a side on, where pawns are, his number."""
    man = slot % HALF
    if man >= FIRST_PAWN:
        return str(slot)
    return MEN[man] if slot < HALF else MEN[man].lower()


def _slot_text(value: int) -> str | None:
    return None if value == NOBODY else slot_name(value)


def _code_text(value: int) -> str | None:
    return Man(abs(value), value > 0).symbol if value else None


def _show_word(index: int, value: int) -> Shown:
    square = FILES.square[index]
    state = CellState.LIVE if value else CellState.EMPTY
    return Shown(chess.square_name(square), f"{value:08x}", square, state)


def _show_code(index: int, value: int) -> Shown:
    state = CellState.LIVE if value else CellState.DEAD
    return Shown(slot_name(index), _code_text(value) or "-", None, state)


def _show_square(index: int, value: int) -> Shown:
    state = CellState.DEAD if value == NOWHERE else CellState.LIVE
    return Shown(slot_name(index), FILES.name(value), FILES.square.get(value), state)


def _show_mask(index: int, value: int) -> Shown:
    return Shown(MASKS[index], f"{value:08x}")
