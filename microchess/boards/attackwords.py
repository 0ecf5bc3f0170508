"""Words of attacks kept as pieces move: bit I of a square's word is set as long as piece I attacks
it.

A piece that leaves a square lets the sliders that attack it see further; one that arrives cuts them
short. So only words beyond the squares of a move change. KnightCap and Dorpsgek have this in
common; how pieces get their numbers, and what else is kept, is their own.
"""

from abc import abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

import chess

from microchess.boards.geometry import SLIDERS, Reach
from microchess.boards.moves import DOUBLE, BoardMove, Man, Moves
from microchess.boards.recorder import Cells
from microchess.boards.representation import Representation
from microchess.boards.view import BankPanel, Cell

NOBODY = 32
NOWHERE = 64
GONE = 0
HALF = 16
SIDE = {chess.WHITE: 0x0000FFFF, chess.BLACK: 0xFFFF0000}
ATTACK, XRAY = range(2)
_TAKEN = 6
"""Where a victim's type begins in the token of a move; below it his number."""


class AttackWords(Representation):
    """``index`` (the piece on each square), ``squares`` (of each piece) and the words.

    ``words`` are one or two banks: attacks, and what would be attacked through another piece.
    """

    nobody = NOBODY
    words: Sequence[Cells]
    index: Cells
    squares: Cells
    reach: Reach

    @abstractmethod
    def seat(self, slot: int, kind: chess.PieceType) -> None:
        """A piece comes, of that type; or goes, GONE."""

    @abstractmethod
    def kind(self, slot: int) -> chess.PieceType:
        """The type of a piece that is alive."""

    @abstractmethod
    def sliding(self) -> int:
        """The pieces that slide, as a word; bits of the dead may be set."""

    @abstractmethod
    def alive(self, color: chess.Color) -> int:
        """The pieces of a side, as a word."""

    def side(self, color: chess.Color) -> int:
        """A mask of a side's numbers, of pieces or not."""
        return SIDE[color]

    def through(self, slot: int, blocker: int, square: int) -> bool:
        """Whether a slider is counted beyond a piece on *square*, as an x-ray."""
        return False

    def cover(self, slot: int, square: int, mode: int | None = ATTACK) -> None:
        """Set a piece's bits wherever it reaches; *mode* None: clear them."""
        for way in self.reach.lines(self.kind(slot), slot < HALF, square):
            self._walk(slot, way, mode)

    def occupy(self, square: int, slot: int) -> None:
        """*slot*, or NOBODY, now stands there: sliders that see the square end or go on."""
        self.index[square] = slot
        seen = [word[square] for word in self.words]
        both = seen[ATTACK] | seen[-1]
        for slider in chess.scan_forward(both & self.sliding()):
            mode: int | None = ATTACK if seen[ATTACK] >> slider & 1 else XRAY
            if slot != NOBODY:
                mode = XRAY if self.through(slider, slot, square) else None
            self._walk(slider, self.reach.beyond[self.squares[slider], square], mode)

    def _walk(self, slot: int, way: Sequence[int], mode: int | None) -> None:
        """Set a piece's bits along a line; *mode* None: there are none. Ends where all is right."""
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

    def arrive(self, slot: int, kind: chess.PieceType, square: int) -> None:
        """Put a piece of that type on a square."""
        self.seat(slot, kind)
        self.squares[slot] = square
        self.occupy(square, slot)
        self.cover(slot, square)

    def leave(self, slot: int, square: int) -> int:
        """Take a piece away, as :meth:`arrive` wants it back; another, or none, comes there."""
        token = slot | self.kind(slot) << _TAKEN
        self.cover(slot, square, None)
        self.squares[slot] = NOWHERE
        self.seat(slot, GONE)
        return token

    def shift(self, source: int, target: int) -> None:
        """Move a piece to a square that no other holds."""
        slot = self.index[source]
        self.cover(slot, source, None)
        self.squares[slot] = target
        self.occupy(source, NOBODY)
        self.occupy(target, slot)
        self.cover(slot, target)

    def lift(self, square: int) -> int:
        victim = self.index[square]
        return NOBODY if victim == NOBODY else self.leave(victim, square)

    def remove(self, square: int) -> int:
        token = self.lift(square)
        self.occupy(square, NOBODY)
        return token

    def restore(self, square: int, token: int) -> None:
        self.arrive(token & (1 << _TAKEN) - 1, token >> _TAKEN, square)

    def demote(self, square: int, token: int) -> None:
        """*token* is the number the pawn had."""
        self.leave(self.index[square], square)
        self.arrive(token, chess.PAWN, square)

    def standing_in(self, word: int) -> Iterator[int]:
        """The squares of the pieces of a word, by number."""
        return (self.squares[slot] for slot in chess.scan_forward(word))

    def men(self, color: chess.Color) -> Iterator[int]:
        return self.standing_in(self.alive(color))

    def count(self, kind: chess.PieceType, color: chess.Color) -> int:
        return sum(self.kind(slot) == kind for slot in chess.scan_forward(self.alive(color)))

    def attackers(self, square: int, color: chess.Color) -> Iterator[int]:
        return self.standing_in(self.words[ATTACK][square] & self.side(color))

    def attacked(self, square: int, color: chess.Color) -> bool:
        return self.words[ATTACK][square] & self.side(color) != 0

    def stepping(
        self, source: int, color: chess.Color, kept: Container[int] | None = None
    ) -> Moves:
        """A pawn's one or two steps, to the squares *kept* if it is pinned."""
        ahead = self.numbering.ahead(color)
        if self.index[source + ahead] != NOBODY:
            return
        if kept is None or source + ahead in kept:
            yield from self.advance(source, source + ahead)
        first = self.numbering.ranks[source] == (1 if color else 6)
        allowed = kept is None or source + 2 * ahead in kept
        if first and allowed and self.index[source + 2 * ahead] == NOBODY:
            yield BoardMove(source, source + 2 * ahead, DOUBLE)

    def stepping_to(self, square: int, pawns: int, pins: Mapping[int, Container[int]]) -> Moves:
        """The steps of *pawns*, a word, that end on a square: they block a line."""
        for slot in chess.scan_forward(pawns):
            steps = self.stepping(self.squares[slot], slot < HALF, pins.get(slot))
            yield from (move for move in steps if move.target == square)

    def king_steps(self, king: int, color: chess.Color, checkers: Iterable[int]) -> list[int]:
        """Where a king in check may go: not along the line of a slider that checks him either."""
        behind = {
            target
            for slot in checkers
            if self.kind(slot) in SLIDERS
            for target in self.reach.beyond[self.squares[slot], king]
        }
        found = []
        for (target,) in self.reach.lines(chess.KING, color, king):
            there = self.index[target]
            free = there == NOBODY or (there < HALF) != color
            if free and target not in behind and not self.attacked(target, not color):
                found.append(target)
        return found

    def panel(self, name: str, word: int) -> tuple[BankPanel, ...]:
        """A word taken apart into pieces and where they stand; nothing if there are none."""
        cells = []
        for slot in chess.scan_forward(word):
            man, at = Man(self.kind(slot), slot < HALF), self.squares[slot]
            where = self.numbering.name(at), self.numbering.square[at]
            cells.append(Cell(name, slot, f"{slot}{man.symbol}", 1, *where))
        return (BankPanel(name, 8, tuple(cells)),) if cells else ()

    def rebuilt(self) -> list[list[int]]:
        """The words built anew from where the pieces stand."""
        words = [[0] * 64 for _ in self.words]
        for color in chess.COLORS:
            for slot in chess.scan_forward(self.alive(color)):
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
