"""Words of attacks kept as men move: bit I of a square's word is set as long as man I attacks it.

A man who leaves a square lets the sliders that attack it see further; one who arrives cuts them
short. So only words beyond the squares of a move change. KnightCap and Dorpsgek have this in
common; how men get their numbers, and what else is kept, is their own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property

import chess

from microchess.boards.codes import bits
from microchess.boards.geometry import Lines, lines, pawn_captures
from microchess.boards.numbering import Numbering
from microchess.boards.recorder import CellRecorder, Cells
from microchess.boards.representation import Representation

NOBODY = 32
NOWHERE = 64
HALF = 16
SIDE = {chess.WHITE: 0x0000FFFF, chess.BLACK: 0xFFFF0000}
ATTACK, XRAY = range(2)


class Reach:
    """Where men reach on an empty board, in a numbering's own numbers."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._lines: dict[tuple[chess.PieceType, chess.Color, int], Lines] = {}

    def lines(self, kind: chess.PieceType, color: chess.Color, square: int) -> Lines:
        """The lines a man attacks along, nearest first; a pawn's are his two captures."""
        key = kind, color, square
        found = self._lines.get(key)
        if found is None:
            origin, of = self._numbering.square[square], self._numbering.of
            if kind == chess.PAWN:
                ways: Lines = tuple((target,) for target in pawn_captures(color, origin))
            else:
                ways = lines(kind, origin)
            found = tuple(tuple(of[target] for target in way) for way in ways)
            self._lines[key] = found
        return found

    @cached_property
    def beyond(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """By two squares on a common line: what lies behind the second, seen from the first."""
        return {
            (source, square): way[place + 1 :]
            for source in self._numbering.of
            for way in self.lines(chess.QUEEN, chess.WHITE, source)
            for place, square in enumerate(way)
        }

    @cached_property
    def between(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """By two squares on a common line: the squares between them, from the first on."""
        return {
            (source, square): way[:place]
            for source in self._numbering.of
            for way in self.lines(chess.QUEEN, chess.WHITE, source)
            for place, square in enumerate(way)
        }


class AttackWords(Representation):
    """``index`` (the man on each square), ``squares`` (of each man) and the words.

    ``words`` are one or two banks: attacks, and what would be attacked through another man.
    """

    words: Sequence[Cells]
    index: Cells
    squares: Cells
    reach: Reach

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        super().__init__(recorder)

    @abstractmethod
    def kind(self, slot: int) -> chess.PieceType:
        """The type of a man who is alive."""

    @abstractmethod
    def sliding(self) -> int:
        """The men who slide, as a word; bits of the dead may be set."""

    @abstractmethod
    def alive(self, color: chess.Color) -> int:
        """The men of a side, as a word."""

    def through(self, slot: int, blocker: int, square: int) -> bool:
        """Whether a slider is counted beyond a man on *square*, as an x-ray."""
        del slot, blocker, square
        return False

    # one man's own bits, and those of the sliders that see a square

    def attack(self, slot: int, square: int) -> None:
        """Set a man's bits wherever he reaches."""
        for way in self.reach.lines(self.kind(slot), slot < HALF, square):
            self._walk(slot, way, ATTACK)

    def withdraw(self, slot: int, square: int) -> None:
        """Clear them again."""
        for way in self.reach.lines(self.kind(slot), slot < HALF, square):
            self._walk(slot, way, None)

    def occupy(self, square: int, slot: int) -> None:
        """*slot*, or NOBODY, now stands there: sliders that see the square end or go on."""
        self.index[square] = slot
        self.look_again(square)

    def look_again(self, square: int) -> None:
        """Who stands on *square* is another: mend the bits of sliders beyond it."""
        seen = [word[square] for word in self.words]
        both = seen[ATTACK] | seen[-1]
        for slider in bits(both & self.sliding()):
            mode: int | None = ATTACK if seen[ATTACK] >> slider & 1 else XRAY
            there = self.index[square]
            if there != NOBODY:
                mode = XRAY if self.through(slider, there, square) else None
            self._walk(slider, self.reach.beyond[self.squares[slider], square], mode)

    def _walk(self, slot: int, way: Sequence[int], mode: int | None) -> None:
        """Set a man's bits along a line; *mode* None: there are none. Ends where all is right."""
        bit = 1 << slot
        for target in way:
            right = True
            for which, word in enumerate(self.words):
                if bool(word[target] & bit) != (which == mode):
                    word[target] ^= bit
                    right = False
            if right:
                return
            if mode is not None and (there := self.index[target]) != NOBODY:
                mode = XRAY if self.through(slot, there, target) else None

    # the men

    def men(self, color: chess.Color) -> Iterator[int]:
        for slot in bits(self.alive(color)):
            yield self.squares[slot]

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(self.kind(slot) == kind for slot in bits(self.alive(color)))

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        for slot in bits(self.words[ATTACK][square] & SIDE[color]):
            yield self.squares[slot]

    def attacked(self, square: int, color: chess.Color) -> bool:
        return self.words[ATTACK][square] & SIDE[color] != 0

    # what is always true

    def rebuilt(self) -> list[list[int]]:
        """The words built anew from where the men stand."""
        words = [[0] * 64 for _ in self.words]
        for color in chess.COLORS:
            for slot in bits(self.alive(color)):
                for way in self.reach.lines(self.kind(slot), color, self.squares[slot]):
                    mode = ATTACK
                    for target in way:
                        words[mode][target] |= 1 << slot
                        there = self.index[target]
                        if there == NOBODY:
                            continue
                        if not self.through(slot, there, target):
                            break
                        mode = XRAY
        return words

    def broken(self) -> Iterator[str]:
        name = self.numbering.name
        for slot, square in enumerate(self.squares):
            if square != NOWHERE and self.index[square] != slot:
                yield f"man {slot} is not the one on {name(square)}"
            alive = self.alive(slot < HALF) >> slot & 1
            if alive != (square != NOWHERE):
                yield f"man {slot} is alive and nowhere, or dead and somewhere"
                return
        for square, slot in enumerate(self.index):
            if slot != NOBODY and self.squares[slot] != square:
                yield f"{name(square)} has man {slot}, who is elsewhere"
        for word, anew in zip(self.words, self.rebuilt(), strict=True):
            for square, (is_now, should_be) in enumerate(zip(word, anew, strict=True)):
                if is_now != should_be:
                    yield f"word of {name(square)}: {is_now:08x}, built anew {should_be:08x}"
