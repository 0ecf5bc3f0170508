"""A drawing for each kind of block: lines of words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tui.panels.blocks import (
    BytesBlock,
    CellsBlock,
    ChoiceBlock,
    FieldsBlock,
    ListingBlock,
    ListingColumn,
    NumbersBlock,
    OwnBlock,
    PaperBlock,
    SentenceBlock,
    TableBlock,
    TableRow,
)
from tui.panels.panel import Act
from tui.screen.drawing.board import TEXT_STYLE
from tui.screen.drawing.cells import draw_cells
from tui.screen.drawing.ink import Ink, wrapped
from tui.screen.drawing.kilobyte import draw_kilobyte
from tui.screen.drawing.table import GAP, draw_table
from tui.screen.drawing.words import BlockLine, BlockWord

_HEIGHTS = "▁▂▃▄▅▆▇█"
_HIGHEST = 4_000
"""Hz that are drawn highest of a tape's."""
_MEN = "♔♕♖♗♘♙♚♛♜♝♞♟"
_ASCII = str.maketrans(f"{_MEN}►◆×→{_HEIGHTS}", "KQRBNPkqrbnp>*x>_.-~=+##")
_SIGNS = str.maketrans({man: man + TEXT_STYLE for man in _MEN})
_FEW = 4
"""Options that all stand beside each other."""
_BETWEEN_FIELDS = 1
"""Columns between fields."""


@dataclass(frozen=True)
class ButtonsBlock:
    """What can be done, as buttons: name, label, and the tone they have."""

    name: str
    buttons: tuple[tuple[str, str, str], ...]

    @classmethod
    def of(cls, acts: Iterable[Act]) -> ButtonsBlock:
        shown = (one for one in acts if not one.quiet)
        return cls("buttons", tuple((one.name, one.label, _button_tone(one)) for one in shown))


def _button_tone(act: Act) -> str:
    if act.off:
        return "muted"
    return "pressed" if act.on else "button"


DrawnBlock = (
    SentenceBlock
    | TableBlock
    | FieldsBlock
    | ListingBlock
    | BytesBlock
    | CellsBlock
    | NumbersBlock
    | ChoiceBlock
    | PaperBlock
    | OwnBlock
)
"""Of a block of a front end's own those whose widget is in `OWN`."""
Drawn = DrawnBlock | ButtonsBlock


def draw_block(block: Drawn, width: int) -> list[BlockLine]:
    """The block in so many columns."""
    return list(_DRAWN[type(block)](block, max(1, width)))


@lru_cache(maxsize=512)
def block_strip(line: BlockLine, ink: Ink, buttons: tuple[Style, Style], ascii_only: bool) -> Strip:
    """A line in the colours of a theme; *buttons*: the style of one, and of one pressed."""
    styles = {"button": buttons[0], "pressed": buttons[1]}
    return Strip(
        Segment(
            word.text.translate(_ASCII if ascii_only else _SIGNS),
            styles[word.tone] if word.tone in styles else _style(word.tone, ink),
        )
        for word in line
    ).simplify()


@lru_cache(maxsize=256)
def _style(tone: str, ink: Ink) -> Style:
    return Style.chain(Style(), *(getattr(ink, name) for name in tone.split()))


def _sentence(block: SentenceBlock, width: int) -> Iterator[BlockLine]:
    for text in wrapped(block.text, width):
        yield (BlockWord(text, block.tone),)


def _numbers(block: NumbersBlock, width: int) -> Iterator[BlockLine]:
    """As many in a row as fit; those that were others stand out."""
    longest = max(len(one.about) for one in block.numbers)
    digits = max(len(f"{one.value:g}") for one in block.numbers)
    room = longest + digits + 2 * GAP
    row: list[BlockWord] = []
    for one in block.numbers:
        if row and (len(row) + 1) * room > width:
            yield tuple(row)
            row = []
        tone = (
            "chosen" if one.name == block.chosen else "muted" if one.value == one.was else "warning"
        )
        row.append(BlockWord(f"{one.about:<{longest}} {one.value:>{digits}g} ", tone, one.name))
    yield tuple(row)
    chosen = next(one for one in block.numbers if one.name == block.chosen)
    was = "" if chosen.value == chosen.was else f", was {chosen.was:g}"
    yield (BlockWord(f"{chosen.name}{was}", "muted"),)


def _fields(block: FieldsBlock, width: int) -> Iterator[BlockLine]:
    line: list[BlockWord] = []
    room = width
    for name, text, tone in block.fields:
        words = [BlockWord(f"{name} ", "muted")] * bool(name) + [BlockWord(text, tone)]
        size = sum(cell_len(word.text) for word in words)
        if line and size + _BETWEEN_FIELDS > room:
            yield tuple(line)
            line, room = [], width
        line += [BlockWord(" " * _BETWEEN_FIELDS)] * bool(line) + words
        room -= size + _BETWEEN_FIELDS
    yield tuple(line)


def _listing(block: ListingBlock, width: int) -> Iterator[BlockLine]:
    widths = _column_widths(block.columns, width)
    for row in block.rows:
        yield _code(row, block.columns, widths, "chosen" if row.key == block.chosen else "")


@lru_cache(maxsize=64)
def _column_widths(columns: tuple[ListingColumn, ...], width: int) -> tuple[int, ...]:
    """Texts are cut first, then columns left out; the last one has the rest."""
    widths: list[int] = []
    for kept in (columns, [one for one in columns if one.least]):
        widths = [one.width if one in kept else 0 for one in columns]
        for at, (_, whole, least, _) in enumerate(columns):
            if 0 < least < whole:
                widths[at] = max(least, whole - max(0, sum(widths) - width))
        if sum(widths) <= width:
            break
    widths[-1] += max(0, width - sum(widths))
    return tuple(widths)


@lru_cache(maxsize=512)
def _code(
    row: TableRow, columns: tuple[ListingColumn, ...], widths: tuple[int, ...], tone: str
) -> BlockLine:
    return tuple(
        BlockWord(f"{_cut(cell.text, width):<{width}}", tone or cell.tone or column.tone, row.key)
        for cell, column, width in zip(row.cells, columns, widths, strict=True)
        if width
    )


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}.. "


def _bytes(block: BytesBlock, _: int) -> Iterator[BlockLine]:
    chosen = int(block.chosen)
    yield (BlockWord(block.told, "accent"),)
    for row in block.rows:
        at = chosen - int(row.key)
        yield _byte_line(row, at if 0 <= at < len(row.cells) else None)


@lru_cache(maxsize=512)
def _byte_line(row: TableRow, chosen: int | None) -> BlockLine:
    first = int(row.key)
    words = [BlockWord(f"{first:04X} ", "muted")]
    for at, cell in enumerate(row.cells):
        words.append(BlockWord(cell.text, "chosen" if at == chosen else cell.tone, str(first + at)))
        words.append(BlockWord(" ", "", str(first + at)))
    return tuple(words)


def _paper(block: PaperBlock, width: int) -> Iterator[BlockLine]:
    """Where nothing is typed lines are folded between words."""
    if block.mode is None:
        for line in block.lines:
            yield from ((BlockWord(text),) for text in wrapped(line, width))
        return
    for text in block.lines[:-1]:
        yield from ((BlockWord(text[at : at + width]),) for at in _starts(text, width))
    last = block.lines[-1].ljust(block.column + 1)
    for at in _starts(last, width):
        part, here = last[at : at + width], block.column - at
        if 0 <= here < len(part):
            before, after = BlockWord(part[:here]), BlockWord(part[here + 1 :])
            yield before, BlockWord(part[here], "chosen"), after
        else:
            yield (BlockWord(part),)


def _starts(text: str, width: int) -> range:
    return range(0, max(1, len(text)), width)


def _waveform(waves: Any, width: int) -> Iterator[BlockLine]:
    """Pitch over the whole tape, a place for each column: silence is low, records stand out."""
    pitch, seconds = waves.pitch, waves.seconds or 1
    begins = {int(begin / seconds * width) for begin in waves.begins}
    now = int(waves.at / seconds * width) if waves.at else None
    words = []
    for column in range(width):
        part = pitch[column * len(pitch) // width :][: max(1, len(pitch) // width)]
        at = min(max(part), _HIGHEST) * (len(_HEIGHTS) - 1) // _HIGHEST
        tone = "chosen" if column == now else "warning" if column in begins else "led"
        words.append(BlockWord(_HEIGHTS[at], tone))
    yield tuple(words)
    about = f"{waves.name}: pitch over {seconds:.1f} s, up to {max(pitch)} Hz"
    yield from ((BlockWord(text, "muted"),) for text in wrapped(about, width))


def _digits(digits: Any, width: int) -> Iterator[BlockLine]:
    """In words: they stand above every panel."""
    yield from ((BlockWord(text, "muted"),) for text in wrapped(f"Digits: {digits.said}", width))


OWN: dict[str, Callable[[Any, int], Iterable[BlockLine]]] = {
    "waveform": _waveform,
    "digits": _digits,
    "kilobyte": draw_kilobyte,
}
"""What is drawn here of blocks of a front end's own, by widget."""


def _choice(block: ChoiceBlock, width: int) -> Iterator[BlockLine]:
    """All of them where they are few, else the one chosen between those before and behind it."""
    values = [one.value for one in block.options]
    at = values.index(block.chosen) if block.chosen in values else 0
    options = [
        (value, words, "pressed" if value == block.chosen else "button")
        for value, words, *_ in block.options
    ]
    if len(options) > _FEW:
        before, behind = values[at - 1], values[(at + 1) % len(values)]
        options = [(before, "<", "button"), options[at], (behind, ">", "button")]
    yield from _in_rows(options, width, BlockWord(f"{block.title} ", "muted"))
    if not block.spare:
        for text in wrapped(block.options[at].about, width):
            yield (BlockWord(text, "muted"),)


def _buttons(block: ButtonsBlock, width: int) -> Iterator[BlockLine]:
    return _in_rows(block.buttons, width)


def _in_rows(
    buttons: Iterable[tuple[str, str, str]], width: int, *first: BlockWord
) -> Iterator[BlockLine]:
    line = [*first]
    for name, label, tone in buttons:
        text = f" {label} "
        if line and sum(len(word.text) for word in line) + len(text) > width:
            yield tuple(line)
            line = []
        line += [BlockWord(text, tone, name), BlockWord(" ")]
    yield tuple(line)


_DRAWN: dict[type, Callable[[Any, int], Iterable[BlockLine]]] = {
    SentenceBlock: _sentence,
    TableBlock: draw_table,
    FieldsBlock: _fields,
    ListingBlock: _listing,
    BytesBlock: _bytes,
    CellsBlock: draw_cells,
    NumbersBlock: _numbers,
    ChoiceBlock: _choice,
    PaperBlock: _paper,
    OwnBlock: lambda block, width: OWN[block.widget](block.data, width),
    ButtonsBlock: _buttons,
}
