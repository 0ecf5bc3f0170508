"""The inside of the machine as text: registers, code, bytes, stacks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rich.style import Style
from textual.strip import Strip

from emu.chips.registers import Registers
from emu.watch.listing import ListingLine
from emu.watch.memory import MemoryImage
from emu.watch.sources import SourceLine
from tui.screen.drawing.ink import Ink, Word, line

_FLAGS = "NV-BDIZC"
STACK_PAGE = 0x100
SECOND_STACK = 0xC8
"""Where MicroChess keeps its own stack of moves, from $01C8 downwards."""
_ADDRESS, _BYTES, _INSTRUCTION, _LONGEST_LABEL = 7, 9, 22, 20
_WHOLE_REGISTERS = 52
"""Columns."""


def draw_registers(
    r: Registers, cycles: int, instructions: int, state: Word, place: str, ink: Ink, room: int
) -> list[Strip]:
    """Two lines: registers and what the machine does, then flags, counts and the *place* in the
    code; four where there is little *room*.
    """
    narrow, names = room < _WHOLE_REGISTERS, list[Word]()
    for name, value, width in (
        ("PC", r.pc, 4), ("A", r.a, 2), ("X", r.x, 2), ("Y", r.y, 2), ("SP", r.sp, 2),
    ):  # fmt: skip
        names += [(f"{name} ", ink.muted), (f"{value:0{width}X}{' ' if narrow else '  '}", ink.led)]
    flags: list[Word] = []
    for bit, name in enumerate(_FLAGS):
        on = bool(r.p >> 7 - bit & 1)
        flags.append((name if on else name.lower(), ink.accent if on else ink.muted))
    counts = (f"{cycles:,} cycles  {instructions:,} instr", ink.muted)
    where = (f"PC at {place}" if place else "", ink.warning)
    if narrow:
        return [line(*names), line(*flags, "  ", state), line(counts), line(where)]
    return [line(*names, state), line(*flags, "  ", counts, "  ", where)]


def draw_listing(
    lines: list[ListingLine],
    pc: int,
    cursor: int | None,
    breakpoints: frozenset[int],
    ink: Ink,
    sources: Mapping[int, SourceLine],
    room: int,
) -> list[Strip]:
    """Code, one instruction to a line; source lines stand in place of bytes and labels, and where
    *room* columns do not hold all, labels are cut and bytes left out.
    """
    code = _BYTES if room >= _ADDRESS + _BYTES + _INSTRUCTION else 0
    label = min(max(room - _ADDRESS - code - _INSTRUCTION, 10), _LONGEST_LABEL)
    strips = []
    source: SourceLine | None = None
    sourced = any(one.address in sources for one in lines)
    for one in lines:
        here = one.address == pc
        style = ink.accent if here else Style()
        mark = ("*", ink.error) if one.address in breakpoints else (" ", Style())
        words: list[Word] = [
            mark,
            (">" if here else " ", ink.led),
            (f"{one.address:04X} ", ink.muted),
        ]
        if sourced:
            before, source = source, sources.get(one.address)
            words.append((f"{one.text[:12]:<13}", style))
            if source is not None and source != before:
                text = " ".join(source.text.split()) or source.file
                words.append((f"{source.number:>4} {text}", ink.good))
        else:
            rest = max(room - _ADDRESS - code - label - 1, 0)
            words += [
                (f"{one.data.hex(' ').upper():<9}"[:code], ink.muted),
                (f"{_cut(one.label, label):<{label + 1}}", ink.warning),
                (f"{_cut(one.text, rest):<26}", style),
            ]
        if one.address == cursor:
            words = [(word[0], ink.chosen) for word in words if not isinstance(word, str)]
        strips.append(line(*words))
    return strips


def _cut(label: str, width: int) -> str:
    return label if len(label) <= width else f"{label[: width - 2]}.."


def draw_memory(
    memory: MemoryImage,
    start: int,
    rows: int,
    per_row: int,
    ink: Ink,
    changed: frozenset[int] = frozenset(),
    cursor: int | None = None,
    typed: str = "",
    watched: frozenset[int] = frozenset(),
) -> list[Strip]:
    """Bytes in hex; what changed lately is red, what is watched underlined, ROM dim."""
    strips = []
    for first in range(start, start + rows * per_row, per_row):
        row = range(first, first + per_row)
        region = memory.region(first)
        whole = region is not None and row[-1] in region
        strips.append(
            _row(
                first & 0xFFFF,
                memory.read(first & 0xFFFF, per_row) if whole else _cells(memory, row),
                whole and region is not None and region.writable,
                frozenset(address - first for address in changed if address in row),
                frozenset(address - first for address in watched if address in row),
                cursor - first if cursor is not None and cursor in row else None,
                typed,
                ink,
            )
        )
    return strips


def _cells(memory: MemoryImage, row: range) -> tuple[int | None, ...]:
    return tuple(memory[address & 0xFFFF] for address in row)


@lru_cache(maxsize=1024)
def _row(
    first: int,
    values: bytes | tuple[int | None, ...],
    writable: bool,
    changed: frozenset[int],
    watched: frozenset[int],
    cursor: int | None,
    typed: str,
    ink: Ink,
) -> Strip:
    words: list[Word] = [(f"{first:04X} ", ink.muted)]
    for offset, value in enumerate(values):
        text = "--" if value is None else f"{value:02X}"
        style = Style()
        if offset in changed:
            style = ink.led
        elif not value or not writable:
            style = ink.muted
        if offset in watched:
            style += Style(underline=True)
        if offset == cursor:
            text = f"{typed:_<2}" if typed else text
            style = ink.chosen
        words += [(text, style), " "]
    return line(*words).simplify()


def draw_stack(
    memory: MemoryImage,
    top: int,
    pointer: int | None,
    rows: int,
    title: str,
    ink: Ink,
    ascii_only: bool = False,
) -> list[Strip]:
    """A stack of page one from *top* downwards, *pointer* marked."""
    strips = [line((title, ink.accent))]
    for offset in range(top, top - rows, -1):
        value = memory[STACK_PAGE + offset]
        mark = (">" if ascii_only else "►") if offset == pointer else " "
        live = pointer is None or offset > pointer
        style = ink.led if live and pointer is not None else ink.muted
        strips.append(
            line((mark, ink.led), (f"01{offset:02X} ", ink.muted), (f"{value or 0:02X}", style))
        )
    return strips
