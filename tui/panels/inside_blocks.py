"""What panel Inside shows: registers, code, bytes, stacks, and where the machine pauses."""

from collections.abc import Iterator
from functools import lru_cache

from emu.watch.labels import near
from emu.watch.listing import ListingLine
from emu.watch.memory import MemoryImage
from emu.watch.sources import SourceLine
from tui.panels.blocks import (
    BytesBlock,
    Field,
    FieldsBlock,
    ListingBlock,
    ListingColumn,
    Mode,
    TableBlock,
    TableCell,
    TableColumn,
    TableRow,
    Tone,
)
from tui.panels.windows import CodeWindow, MemoryWindow
from tui.session.halting import listed
from tui.session.snapshot import Activity, Snapshot
from tui.session.thought_words import JANUS

_FLAGS = "NV-BDIZC"
_STACK, _MOVES = 0x100, 0xC8
"""The processor's stack; where MicroChess keeps its own of moves there, downwards."""
_TYPED = "what must hold there; empty: removed"
_STACK_COLUMNS = TableColumn("At"), TableColumn("Byte")
_HALT_COLUMNS = TableColumn("It pauses"), TableColumn("As typed", _TYPED)
_CODE: tuple[ListingColumn, ...] = (
    ListingColumn("", 2, 2, "led"),
    ListingColumn("Address", 5, 5, "muted"),
    ListingColumn("Bytes", 9, 0, "muted"),
    ListingColumn("Label", 21, 10, "warning"),
    ListingColumn("Instruction", 22, 14),
)
_SOURCE: tuple[ListingColumn, ...] = (
    *_CODE[:2],
    ListingColumn("Instruction", 13, 13),
    ListingColumn("Source", 30, 10, "good"),
)
_POKE = Mode(
    "POKE", "two hex digits change the byte under the cursor", "two hex digits: a byte", True
)
_WATCHED: dict[Tone, Tone] = {"": "watched", "led": "led watched", "muted": "muted watched"}


def registers(view: Snapshot, labels: dict[int, str]) -> FieldsBlock:
    """Registers, flags one by one, what the machine does, and where in the code it is."""
    machine, r = view.machine, view.machine.registers
    held = view.activity is Activity.HELD
    state = "paused" if held else "last reply" if view.watching else view.activity.value
    where = near(r.pc, labels)
    values = [("PC", f"{r.pc:04X}")]
    values += [(name.upper(), f"{getattr(r, name):02X}") for name in ("a", "x", "y", "sp")]
    flags = (
        Field("", name, "accent") if r.p >> 7 - bit & 1 else Field("", name.lower(), "muted")
        for bit, name in enumerate(_FLAGS)
    )
    counts = f"{machine.cycles:,} cycles", f"{machine.instructions:,} steps"
    fields = (
        *(Field(*one, "led") for one in values),
        *flags,
        Field("", state, "error" if held else "muted"),
        *(Field("", one, "muted") for one in counts),
        *([Field("at label", where, "warning")] if where else ()),
    )
    return FieldsBlock("registers", "Registers and flags", fields)


def code(window: CodeWindow, view: Snapshot) -> ListingBlock:
    """Instructions; source lines stand in place of bytes and labels."""
    lines, columns, before = window.sources.lines, _CODE, None
    if any(one.address in lines for one in window.code):
        columns = _SOURCE
    rows = []
    for one in window.code:
        mark = one.address in view.breakpoints, one.address == window.pc
        if columns is _SOURCE:
            source = lines.get(one.address)
            rows.append(_source_row(one, *mark, None if source == before else source))
            before = source
        else:
            rows.append(_code_row(one, *mark))
    chosen = "" if window.cursor is None else str(window.cursor)
    return ListingBlock("code", "Code", columns, tuple(rows), chosen)


@lru_cache(maxsize=512)
def _code_row(one: ListingLine, halts: bool, here: bool) -> TableRow:
    data, label = TableCell(one.data.hex(" ").upper()), TableCell(one.label and f"{one.label} ")
    cells = *_mark(one, halts, here), data, label, TableCell(one.text, "accent" if here else "")
    return TableRow(str(one.address), cells)


@lru_cache(maxsize=512)
def _source_row(one: ListingLine, halts: bool, here: bool, source: SourceLine | None) -> TableRow:
    text = ""
    if source is not None:
        text = f"{source.number:>4} {' '.join(source.text.split()) or source.file}"
    instruction = TableCell(one.text, "accent" if here else "")
    cells = *_mark(one, halts, here), instruction, TableCell(text)
    return TableRow(str(one.address), cells)


def _mark(one: ListingLine, halts: bool, here: bool) -> tuple[TableCell, TableCell]:
    mark = f"{'*' if halts else ' '}{'>' if here else ' '}"
    return TableCell(mark, "error" if halts else ""), TableCell(f"{one.address:04X}")


def memory(window: MemoryWindow, view: Snapshot, typed: str) -> BytesBlock:
    """Bytes; what changed lately, is watched, or is ROM stands out. *typed*: half of a new one."""
    rows = tuple(_byte_rows(window, view, typed))
    return BytesBlock("memory", "Memory", window.heading, rows, str(window.cursor), _POKE)


def _byte_rows(window: MemoryWindow, view: Snapshot, typed: str) -> Iterator[TableRow]:
    image, size = view.machine.memory, window.per_row
    for first in range(window.start, window.start + window.rows * size, size):
        row = range(first, first + size)
        region = image.region(first & 0xFFFF)
        yield _byte_row(
            first & 0xFFFF,
            _values(image, row),
            region is not None and region.writable,
            frozenset(one - first for one in window.fresh if one in row),
            frozenset(one - first for one in view.watchpoints if one in row),
            window.cursor - first if typed and window.cursor in row else -1,
            typed,
        )


def _values(image: MemoryImage, row: range) -> tuple[int | None, ...]:
    region = image.region(row[0])
    if region is not None and row[-1] in region:
        return tuple(region.data[row[0] - region.start :][: len(row)])
    return tuple(image[one & 0xFFFF] for one in row)


@lru_cache(maxsize=512)
def _byte_row(
    first: int,
    values: tuple[int | None, ...],
    writable: bool,
    fresh: frozenset[int],
    watched: frozenset[int],
    cursor: int,
    typed: str,
) -> TableRow:
    cells = []
    for at, value in enumerate(values):
        text = "--" if value is None else f"{value:02X}"
        tone: Tone = "led" if at in fresh else "muted" if not value or not writable else ""
        tone = _WATCHED[tone] if at in watched else tone
        cells.append(TableCell(f"{typed:_<2}" if at == cursor else text, tone))
    return TableRow(str(first), tuple(cells))


def stacks(view: Snapshot, rows: int, chosen: int) -> TableBlock:
    """So many rows of the processor's stack, and of the program's own where it has one."""
    image, pointer = view.machine.memory, view.machine.registers.sp
    top = _MOVES if pointer <= _MOVES else 0xFF
    found = [*_stack(image, max(rows, min(top, pointer + rows - 1)), rows, pointer)]
    titles = ["6502 stack"]
    if view.game.program != JANUS:
        found += _stack(image, _MOVES, rows, None)
        titles.append("moves to take back")
    shown = _STACK_COLUMNS, tuple(found), tuple(titles), str(chosen)
    return TableBlock("stacks", "Stacks", *shown, spare=True)


def _stack(image: MemoryImage, top: int, rows: int, pointer: int | None) -> Iterator[TableRow]:
    """Rows of page one from *top* downwards, *pointer* marked."""
    for offset in range(top, top - rows, -1):
        address, live = _STACK + offset, pointer is not None and offset > pointer
        here = TableCell(f"{'>' if offset == pointer else ' '}{address:04X}", "muted")
        value = TableCell(f"{image[address] or 0:02X}", "led" if live else "muted")
        yield TableRow(str(address), (here, value))


def halts(view: Snapshot, chosen: str) -> Iterator[TableBlock]:
    """Breakpoints and watched bytes, if there are any."""
    title = "Breakpoints and watched bytes"
    rows = tuple(
        TableRow(name, (TableCell(words), TableCell(typed))) for name, words, typed in listed(view)
    )
    if rows:
        yield TableBlock("halts", title, _HALT_COLUMNS, rows, (title,), chosen, spare=True)
