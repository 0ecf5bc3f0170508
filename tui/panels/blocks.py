"""What a panel shows: blocks of meaning, of which each front end has a drawing.

A block is a value with a name that stays: a front end keeps what it has drawn of the block of that
name, with its focus and how far it is scrolled, and draws anew what is another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Tone = Literal[
    "", "muted", "strong", "accent", "good", "warning", "error", "led",
    "watched", "muted watched", "led watched", "good watched",
    "strong chosen", "muted chosen", "error chosen", "pointed", "read", "now",
]  # fmt: skip
"""What a text means; each front end has its own looks for that."""


class TableCell(NamedTuple):
    """A text; ``short`` stands in its place where there is no room for it. Where it has none it may
    be a ``bar``, of a length from 0 to 1.
    """

    text: str
    tone: Tone = ""
    short: str = ""
    bar: float | None = None


class TableRow(NamedTuple):
    """The cells of a row; ``key`` tells it from others."""

    key: str
    cells: tuple[TableCell, ...]


class TableColumn(NamedTuple):
    """``head`` says what its cells are; ``typed`` what can be typed into them, empty: nothing.
    ``right``: they end there, as numbers do. ``spare``: it is left out where there is no room.
    """

    head: str
    typed: str = ""
    right: bool = False
    spare: bool = False


class ListingColumn(NamedTuple):
    """``width`` is in characters, with a blank; where there is no room texts are cut to ``least``,
    0: the column is left out. Its cells have its ``tone`` where they have none.
    """

    head: str
    width: int
    least: int
    tone: Tone = ""


class Field(NamedTuple):
    """A value with its name."""

    name: str
    text: str
    tone: Tone = ""


class Number(NamedTuple):
    """A number from ``low`` to ``high`` by a ``step``, and what it is ``about``; it ``was`` another
    before it was changed.
    """

    name: str
    about: str
    value: float
    was: float
    low: float
    high: float
    step: float


class ChoiceOption(NamedTuple):
    """A value and its words; what it is ``about``, and what else people call it."""

    value: str
    words: str
    about: str = ""
    also: str = ""


class BlockCell(NamedTuple):
    """What a cell of a memory is called and holds; the ``sign`` behind says what its tone does."""

    key: str
    name: str
    text: str
    tone: Tone = ""
    sign: str = ""


CellNames = Literal["none", "each", "first"]
"""Cells have no names beside them, each its own, or a row that of its first."""


class CellGroup(NamedTuple):
    """So many cells, in rows of ``columns``."""

    title: str
    size: int
    columns: int
    names: CellNames


class Mode(NamedTuple):
    """What letters are while a block takes them: ``name``, what that means, and a ``prompt``;
    ``picks``: a click on the board chooses something here meanwhile.
    """

    name: str
    means: str
    prompt: str
    picks: bool = False


@dataclass(frozen=True)
class SentenceBlock:
    """Something to read; no text: it is not seen. ``spare``: nor where there are few lines."""

    name: str
    text: str
    tone: Tone = ""
    spare: bool = False


@dataclass(frozen=True)
class TableBlock:
    """Rows under headings, in as many equal ``parts`` with a title each as it has; these stand side
    by side where there is room. The row ``chosen`` stands out, empty: none. ``spare``: it is left
    out where there is little room. ``shares``: it scrolls by itself, and has so many of the lines
    that others leave; 0: it is as long as it is.
    """

    name: str
    title: str
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]
    parts: tuple[str, ...]
    chosen: str = ""
    mode: Mode | None = None
    spare: bool = False
    shares: int = 0


@dataclass(frozen=True)
class FieldsBlock:
    """Values with names, on as few lines as there is room for."""

    name: str
    title: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class ListingBlock:
    """Lines of code, as many as there is room for, of something that is longer: `Panel.fitted` says
    how many these are, `Panel.turned` and `Panel.scrolled` which.
    """

    name: str
    title: str
    columns: tuple[ListingColumn, ...]
    rows: tuple[TableRow, ...]
    chosen: str = ""


@dataclass(frozen=True)
class BytesBlock:
    """The same of bytes in hex: a row's key is the address of its first in decimal, ``chosen`` that
    of one of them, and ``told`` what that is.
    """

    name: str
    title: str
    told: str
    rows: tuple[TableRow, ...]
    chosen: str
    mode: Mode


@dataclass(frozen=True)
class CellsBlock:
    """A memory: its ``cells`` one after the other, in groups. What is ``told`` of it stands below
    its title; the cell ``chosen`` is in sight, empty: none.
    """

    name: str
    title: str
    told: str
    groups: tuple[CellGroup, ...]
    cells: tuple[BlockCell, ...]
    chosen: str = ""


@dataclass(frozen=True)
class ProgressBlock:
    """Steps from 0 to ``last``, to be gone through; to go to one is to choose the row so called."""

    name: str
    title: str
    at: int
    last: int
    told: str


@dataclass(frozen=True)
class NumbersBlock:
    """Numbers to change, of which one is ``chosen``."""

    name: str
    title: str
    numbers: tuple[Number, ...]
    chosen: str


@dataclass(frozen=True)
class ChoiceBlock:
    """One of a few, of which one is ``chosen``; to choose another is to choose the row so called.
    ``spare``: it is left out where there are few lines, and what options are about where there is
    little room.
    """

    name: str
    title: str
    options: tuple[ChoiceOption, ...]
    chosen: str
    spare: bool = False


@dataclass(frozen=True)
class PaperBlock:
    """What was printed, up to the line that the carriage is on, at ``column``; what is typed there
    is not seen until it is printed. Without a mode nothing is typed, and there is no carriage.
    """

    name: str
    title: str
    lines: tuple[str, ...]
    column: int = -1
    mode: Mode | None = None


@dataclass(frozen=True)
class OwnBlock:
    """What a front end shows in a widget of its own, called ``widget``, if it has that; ``data`` is
    what only that one knows.
    """

    name: str
    widget: str
    data: object = None


Block = (
    SentenceBlock
    | TableBlock
    | FieldsBlock
    | ListingBlock
    | BytesBlock
    | CellsBlock
    | ProgressBlock
    | NumbersBlock
    | ChoiceBlock
    | PaperBlock
    | OwnBlock
)


def mode_of(block: Block) -> Mode | None:
    """What letters are in the block, if it takes them."""
    return block.mode if isinstance(block, TableBlock | BytesBlock | PaperBlock) else None
