"""What a panel shows: blocks of meaning, of which each front end has a drawing.

A block is a value with a name that stays: a front end keeps what it has drawn of the block of that
name, with its focus and how far it is scrolled, and draws anew what is another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Tone = Literal["", "muted", "strong", "accent", "good", "warning", "error", "led"]
"""What a text means; each front end has its own looks for that."""


class TableCell(NamedTuple):
    """A text; ``short`` stands in its place where there is no room for it."""

    text: str
    tone: Tone = ""
    short: str = ""


class TableRow(NamedTuple):
    """The cells of a row; ``key`` tells it from others."""

    key: str
    cells: tuple[TableCell, ...]


class TableColumn(NamedTuple):
    """``head`` says what its cells are; ``typed`` what can be typed into them, empty: nothing."""

    head: str
    typed: str = ""


class Mode(NamedTuple):
    """What letters are while a block takes them: ``name``, what that means, and a ``prompt``."""

    name: str
    means: str
    prompt: str


@dataclass(frozen=True)
class SentenceBlock:
    """Something to read; no text: it is not seen."""

    name: str
    text: str
    tone: Tone = ""


@dataclass(frozen=True)
class TableBlock:
    """Rows under headings, in as many equal ``parts`` with a title each as it has; these stand side
    by side where there is room. The row ``chosen`` stands out, empty: none.
    """

    name: str
    title: str
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]
    parts: tuple[str, ...]
    chosen: str = ""
    mode: Mode | None = None


@dataclass(frozen=True)
class PaperBlock:
    """What was printed, up to the line that the carriage is on, at ``column``; what is typed there
    is not seen until it is printed.
    """

    name: str
    title: str
    lines: tuple[str, ...]
    column: int
    mode: Mode


Block = SentenceBlock | TableBlock | PaperBlock


def mode_of(block: Block) -> Mode | None:
    """What letters are in the block, if it takes them."""
    return block.mode if isinstance(block, TableBlock | PaperBlock) else None
