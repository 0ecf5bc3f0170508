"""A chess board in coloured cells, from either side, at several sizes."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

import chess
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from microchess.program.squares import on_board, to_chess
from microchess.program.table import PieceTable
from tui.screen.drawing.arrows import QUADRANTS, Place, arrow, frame, overdraw
from tui.screen.drawing.colors import WOOD, BoardColors
from tui.screen.drawing.ink import styled
from tui.screen.drawing.sprites import quarters, sprite

_GLYPHS = {
    "K": "♔", "Q": "♕", "R": "♖", "B": "♗", "N": "♘", "P": "♙",
    "k": "♚", "q": "♛", "r": "♜", "b": "♝", "n": "♞", "p": "♟",
}  # fmt: skip
TEXT_STYLE = "\ufe0e"
"""Variation selector 15, after every man: without it some fonts make an emoji of the pawn."""
_SOLID = "\u00a0"
"""A cell of a man: a blank one is bare board, over which arrows go."""
_LABELS_LEFT, _LABELS_RIGHT = 2, 2


def glyph(letter: str, ascii_only: bool = False) -> str:
    """A man as one character cell: outlined for White, filled for Black."""
    return letter if ascii_only else _GLYPHS[letter] + TEXT_STYLE


def doubled(table: PieceTable, computer_white: bool) -> frozenset[chess.Square]:
    """The squares where more than one man stands."""
    counts = Counter(byte for byte in table if on_board(byte))
    return frozenset(to_chess(byte, computer_white) for byte, n in counts.items() if n > 1)


@dataclass(frozen=True)
class Scale:
    """The size of a square in cells."""

    width: int
    height: int

    @property
    def sprites(self) -> bool:
        """Whether men are drawn, not written."""
        return self.height >= _DRAWN

    @property
    def columns(self) -> int:
        """Columns of the whole board with its labels."""
        return 8 * self.width + _LABELS_LEFT + _LABELS_RIGHT

    @property
    def rows(self) -> int:
        """Lines of the whole board with its labels."""
        return 8 * self.height + 1


SCALES = (
    Scale(3, 1),
    Scale(5, 2),
    Scale(6, 3),
    Scale(7, 3),
    *(Scale(2 * lines + more, lines) for lines in range(4, 9) for more in (0, 1)),
)
"""From the smallest to the largest."""
_DRAWN = 3
"""Lines of a square from which on men are drawn; so many: in quarters of cells. In less room a man
is a letter on a ground of his colour.
"""


def best_scale(columns: int, rows: int) -> Scale:
    """The largest scale that fits, else the smallest there is."""
    fitting = [one for one in SCALES if one.columns <= columns and one.rows <= rows]
    return fitting[-1] if fitting else SCALES[0]


@dataclass(frozen=True)
class BoardPicture:
    """What is to be drawn: ``men`` has 64 characters, a1 first, ``.`` where nobody stands.

    ``candidate`` is a move the program considers, marked at both ends; ``hint`` and ``threat`` are
    moves somebody advises or fears, marked so too and, where men are drawn, by an arrow;
    ``targets`` bear dots, ``pointed`` is the square a lens speaks of, ``doubled`` are squares where
    more than one man stands; with ``marks`` brackets say what else
    colours say alone.
    """

    men: str
    computer_white: bool
    flipped: bool = False
    scale: Scale = SCALES[1]
    ascii_only: bool = False
    marks: bool = False
    last: tuple[chess.Square, chess.Square] | None = None
    check: chess.Square | None = None
    chosen: chess.Square | None = None
    cursor: chess.Square | None = None
    pointed: chess.Square | None = None
    candidate: tuple[chess.Square, chess.Square] | None = None
    hint: tuple[chess.Square, chess.Square] | None = None
    threat: tuple[chess.Square, chess.Square] | None = None
    targets: frozenset[chess.Square] = field(default_factory=frozenset)
    doubled: frozenset[chess.Square] = field(default_factory=frozenset)
    colors: BoardColors = field(default_factory=lambda: WOOD)

    @property
    def white_below(self) -> bool:
        """Whether White's first rank is at the bottom."""
        return self.computer_white == self.flipped

    @property
    def _marked(self) -> bool:
        return self.marks or self.ascii_only

    def square_at(self, x: int, y: int) -> chess.Square | None:
        """The square under the cell in column *x* and line *y*, None beside the board."""
        column, row = (x - _LABELS_LEFT) // self.scale.width, y // self.scale.height
        if not (0 <= column < 8 and 0 <= row < 8):
            return None
        if self.white_below:
            return chess.square(column, 7 - row)
        return chess.square(7 - column, row)

    def strips(self) -> list[Strip]:
        """All lines, each of ``scale.columns`` cells."""
        rows = [self._line(row, line) for row in range(8) for line in range(self.scale.height)]
        return [*rows, self._files()]

    def _line(self, row: int, line: int) -> Strip:
        middle = self.scale.height // 2
        first = self.square_at(_LABELS_LEFT, row * self.scale.height)
        assert first is not None
        rank = chess.square_rank(first)
        digit = 7 - rank if not self.computer_white else rank
        label = f"{rank + 1} " if line == middle else "  "
        octal = f"{digit} " if line == middle else "  "
        segments = [Segment(label, styled(color=self.colors["label"]))]
        for column in range(8):
            x = _LABELS_LEFT + column * self.scale.width
            square = self.square_at(x, row * self.scale.height)
            assert square is not None
            segments += self._cells(square, line)
        if self._arrows:
            segments[1:] = overdraw(segments[1:], self._arrows, row * self.scale.height + line)
        segments.append(Segment(octal, styled(color=self.colors["octal"])))
        return Strip(segments)

    @cached_property
    def _arrows(self) -> dict[Place, tuple[int, str]]:
        """Bits and colour of the cells under an arrow; the candidate's lies on top."""
        scale, found = self.scale, {}
        if scale.height < 2 or self.ascii_only:
            return {}
        colors = self.colors
        moves = (
            (self.threat, colors["threat_arrow"]),
            (self.hint, colors["hint_arrow"]),
            (self.candidate, colors["candidate_arrow"]),
        )
        for move, color in moves:
            if move is not None:
                ends = [self._place(square) for square in move]
                taken = self.men[move[1]] != "."
                cells = dict(arrow(ends[0], ends[1], scale.width, scale.height, taken))
                if taken and chess.square_distance(*move) == 1:
                    cells |= frame(ends[1], scale.width, scale.height)
                found.update({cell: (bits, color) for cell, bits in cells.items()})
        return found

    def _place(self, square: chess.Square) -> Place:
        file, rank = chess.square_file(square), chess.square_rank(square)
        return (file, 7 - rank) if self.white_below else (7 - file, rank)

    def _files(self) -> Strip:
        segments = [Segment("  ")]
        for column in range(8):
            square = self.square_at(_LABELS_LEFT + column * self.scale.width, 0)
            assert square is not None
            file = chess.square_file(square)
            digit = 7 - file if self.computer_white else file
            width = self.scale.width
            if width < 5:
                name, octal = f"{chess.FILE_NAMES[file]:^{width}}", ""
            else:
                left = (width - 1) // 2
                name = " " * left + chess.FILE_NAMES[file] + " "
                octal = f"{digit}".ljust(width - left - 2)
            segments.append(Segment(name, styled(color=self.colors["label"])))
            segments.append(Segment(octal, styled(color=self.colors["octal"])))
        segments.append(Segment("  "))
        return Strip(segments)

    def _background(self, square: chess.Square) -> str:
        light = (chess.square_file(square) + chess.square_rank(square)) % 2 == 1
        colors = self.colors
        if square == self.chosen:
            return colors["chosen"]
        if square == self.pointed:
            return colors["pointed"]
        if self.candidate is not None and square in self.candidate:
            return colors["candidate"]
        if self.hint is not None and square in self.hint:
            return colors["hint"]
        if self.threat is not None and square in self.threat:
            return colors["threat"]
        if square == self.check or square in self.doubled:
            return colors["check"]
        if self.last is not None and square in self.last:
            return colors["last_light"] if light else colors["last_dark"]
        return colors["light"] if light else colors["dark"]

    def _cells(self, square: chess.Square, line: int) -> list[Segment]:
        """One line of a square: a man or a sign, between the signs of a special square."""
        width, ground, man = self.scale.width, self._background(square), self.men[square]
        middle, taken = line == self.scale.height // 2, square in self.targets
        signs, color = self._frame(square) if middle else "", self.colors["dot"]
        if square == self.cursor:
            signs = "[]" if self._marked else "▌▐"
            color = color if self._marked else self.colors["cursor"]
        style = styled(color=color, bgcolor=ground, bold=True)
        if man != "." and not self.ascii_only:
            ground = self.colors["chosen"] if taken else ground
            cells = (self._sprite if self.scale.sprites else self._tile)(man, line, ground)
        else:
            dot = ("*" if self.ascii_only else "●") if taken else " "
            close, signs = ("", signs) if square == self.cursor else (signs, "")
            inner = Segment(dot, style) if man == "." else Segment(man, self._letter(man))
            before = " " * ((width - 1) // 2 - len(close) // 2) + close[:1]
            after = close[1:].ljust(width - len(before) - 1)
            cells = [Segment(before, style), inner, Segment(after, style)]
            if not middle:
                cells = [Segment(" " * width, style)]
        if not signs:
            return cells
        return [
            Segment(signs[0], style),
            *Strip(cells).crop(1, width - 1),
            Segment(signs[1], style),
        ]

    def _letter(self, man: str) -> Style:
        """A letter on a ground of the man's colour."""
        ink, paper = self.colors["black"], self.colors["white"]
        if man.islower():
            ink, paper = paper, ink
        return styled(color=ink, bgcolor=paper, bold=True)

    def _tile(self, man: str, line: int, ground: str) -> list[Segment]:
        """His letter; the ground fills no square."""
        letter = self._letter(man)
        edge = styled(color=letter.bgcolor, bgcolor=ground)
        if self.scale.height == 1:
            return [Segment("▐", edge), Segment(man.upper(), letter), Segment("▌", edge)]
        side = Segment(" ", edge)
        if line == 0:
            return [side, Segment("▄▄▄", edge), side]
        solid = Segment(_SOLID, letter)
        return [side, solid, Segment(man.upper(), letter), solid, side]

    def _frame(self, square: chess.Square) -> str:
        """Two signs around what is special, where colours do not say it."""
        if not self._marked:
            return ""
        special = (
            ("<>", (self.pointed,)),
            ("{}", self.candidate),
            ("++", self.hint),
            ("!!", (*(self.threat or ()), self.check, *self.doubled)),
            ("[]", self.last),
            ("()", self.targets if self.men[square] != "." else ()),
        )
        return next((signs for signs, squares in special if squares and square in squares), "")

    def _sprite(self, man: str, line: int, ground: str) -> list[Segment]:
        ink = self.colors["white"] if man.isupper() else self.colors["black"]
        if self.scale.height == _DRAWN:
            return self._quarters(man, line, styled(color=ink, bgcolor=ground))
        paint = {".": ground, "#": ink}
        size = self.scale.height * 2
        pixels = sprite(man.upper(), size)
        over, under = pixels[2 * line], pixels[2 * line + 1]
        side = (self.scale.width - size) // 2
        pad = Segment(" " * side, styled(bgcolor=ground))
        cells = [
            Segment("▀", styled(color=paint[a], bgcolor=paint[b]))
            for a, b in zip(over, under, strict=True)
        ]
        rest = Segment(" " * (self.scale.width - size - side), styled(bgcolor=ground))
        return [pad, *cells, rest]

    def _quarters(self, man: str, line: int, style: Style) -> list[Segment]:
        width = self.scale.width
        over, under = quarters(man.upper(), width, self.scale.height)[2 * line : 2 * line + 2]
        cells = []
        for x in range(0, 2 * width, 2):
            bits = (over[x], over[x + 1], under[x], under[x + 1])
            index = sum(1 << bit for bit, pixel in enumerate(bits) if pixel == "#")
            cells.append(Segment(QUADRANTS[index], style))
        return cells
