"""A chess board in coloured cells, from either side, at several sizes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import chess
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tui.screen.drawing.arrows import QUADRANTS, Place, arrow, frame, overdraw
from tui.screen.drawing.colors import WOOD, BoardColors
from tui.screen.drawing.sprites import quarters, sprite

_GLYPHS = {
    "K": "♔", "Q": "♕", "R": "♖", "B": "♗", "N": "♘", "P": "♙",
    "k": "♚", "q": "♛", "r": "♜", "b": "♝", "n": "♞", "p": "♟",
}  # fmt: skip
TEXT_STYLE = "\ufe0e"
"""Variation selector 15, after every man: without it some fonts make an emoji of the pawn."""
_LABELS_LEFT, _LABELS_RIGHT = 2, 2


def glyph(letter: str, ascii_only: bool = False) -> str:
    """A man as one character cell: outlined for White, filled for Black."""
    return letter if ascii_only else _GLYPHS[letter] + TEXT_STYLE


@dataclass(frozen=True)
class Scale:
    """The size of a square in cells; ``sprites``: men are drawn, not written."""

    width: int
    height: int
    sprites: bool = False

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
    Scale(5, 2, sprites=True),
    Scale(6, 3, sprites=True),
    Scale(7, 3, sprites=True),
    *(Scale(2 * lines + more, lines, sprites=True) for lines in range(4, 9) for more in (0, 1)),
)
"""From the smallest to the largest; from two lines to a square on the men are drawn."""
_QUARTERED = 3
"""Lines of a square up to which men are drawn in quarters of cells."""


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
    colors: BoardColors = WOOD

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
        segments = [Segment(label, Style(color=self.colors.label))]
        for column in range(8):
            x = _LABELS_LEFT + column * self.scale.width
            square = self.square_at(x, row * self.scale.height)
            assert square is not None
            segments += self._cells(square, line)
        if self._arrows:
            segments[1:] = overdraw(segments[1:], self._arrows, row * self.scale.height + line)
        segments.append(Segment(octal, Style(color=self.colors.octal)))
        return Strip(segments)

    @cached_property
    def _arrows(self) -> dict[Place, tuple[int, str]]:
        """Bits and colour of the cells under an arrow; the hint lies over the threat."""
        scale, found = self.scale, {}
        if not scale.sprites or self.ascii_only:
            return {}
        moves = ((self.threat, self.colors.threat_arrow), (self.hint, self.colors.hint_arrow))
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
            segments.append(Segment(name, Style(color=self.colors.label)))
            segments.append(Segment(octal, Style(color=self.colors.octal)))
        segments.append(Segment("  "))
        return Strip(segments)

    def _background(self, square: chess.Square) -> str:
        light = (chess.square_file(square) + chess.square_rank(square)) % 2 == 1
        colors = self.colors
        if square == self.chosen:
            return colors.chosen
        if square == self.pointed:
            return colors.pointed
        if self.candidate is not None and square in self.candidate:
            return colors.candidate
        if self.hint is not None and square in self.hint:
            return colors.hint
        if self.threat is not None and square in self.threat:
            return colors.threat
        if square == self.check or square in self.doubled:
            return colors.check
        if self.last is not None and square in self.last:
            return colors.last_light if light else colors.last_dark
        return colors.light if light else colors.dark

    def _cells(self, square: chess.Square, line: int) -> list[Segment]:
        """One line of a square: a man or a sign, between the signs of a special square."""
        width, ground = self.scale.width, self._background(square)
        middle, under_cursor = line == self.scale.height // 2, square == self.cursor
        painted = self._painted(self.men[square])
        if painted:
            cells = self._sprite(square, line, ground)
        else:
            text, style = self._text(square) if middle else ("", Style())
            text = text.strip("()[]") if under_cursor else text
            room = width - 2 if under_cursor else width
            cells = [_centred(text, room, style + Style(bgcolor=ground))]
        color, signs = self.colors.dot, ""
        if under_cursor:
            signs = "[]" if self._marked else "▌▐"
            color = self.colors.dot if self._marked else self.colors.cursor
        elif painted and middle:
            signs = self._frame(square) or ("()" if self._marked and square in self.targets else "")
        if not signs:
            return cells
        style = Style(color=color, bgcolor=ground, bold=True)
        inner = Strip(cells).crop(1, width - 1) if painted else cells
        return [Segment(signs[0], style), *inner, Segment(signs[1], style)]

    def _text(self, square: chess.Square) -> tuple[str, Style]:
        """What stands in the middle of a square, and its colours."""
        man, colors = self.men[square], self.colors
        if man == ".":
            if square not in self.targets:
                return self._mark(square, ""), Style(color=colors.dot, bold=True)
            dot = "*" if self.ascii_only else "●"
            return dot, Style(color=colors.dot, bold=True)
        text = glyph(man, self.ascii_only)
        if square in self.targets:
            text = f"({text})" if self.scale.width >= 5 else text
        color = colors.white if man.isupper() else colors.black
        return self._mark(square, text), Style(color=color, bold=True)

    def _painted(self, man: str) -> bool:
        return man != "." and self.scale.sprites and not self.ascii_only

    def _frame(self, square: chess.Square) -> str:
        """Two signs around what is special, where colours do not say it."""
        if not self._marked:
            return ""
        special = (
            ("<>", (self.pointed,)),
            ("{}", self.candidate),
            ("++", self.hint),
            ("!!", self.threat),
            ("[]", self.last),
        )
        return next((signs for signs, squares in special if squares and square in squares), "")

    def _mark(self, square: chess.Square, text: str) -> str:
        signs = self._frame(square)
        return f"{signs[0]}{text or ' '}{signs[1]}" if signs else text

    def _sprite(self, square: chess.Square, line: int, ground: str) -> list[Segment]:
        man, colors = self.men[square], self.colors
        ink = colors.white if man.isupper() else colors.black
        paint = {".": ground, "#": ink}
        if square in self.targets:
            paint["."] = colors.chosen
        if self.scale.height <= _QUARTERED:
            return self._quarters(man, line, Style(color=paint["#"], bgcolor=paint["."]))
        size = self.scale.height * 2
        pixels = sprite(man.upper(), size)
        over, under = pixels[2 * line], pixels[2 * line + 1]
        side = (self.scale.width - size) // 2
        pad = Segment(" " * side, Style(bgcolor=paint["."]))
        cells = [
            Segment("▀", Style(color=paint[a], bgcolor=paint[b]))
            for a, b in zip(over, under, strict=True)
        ]
        rest = Segment(" " * (self.scale.width - size - side), Style(bgcolor=paint["."]))
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


def _centred(text: str, width: int, style: Style) -> Segment:
    length = len(text.replace(TEXT_STYLE, ""))
    left = (width - length) // 2
    return Segment(" " * left + text + " " * (width - length - left), style)
