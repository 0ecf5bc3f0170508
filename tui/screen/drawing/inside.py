"""The inside of the machine as text: registers, code, bytes, stacks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from emu.chips.registers import Registers
from emu.watch.listing import ListingLine
from emu.watch.memory import MemoryImage
from emu.watch.sources import SourceLine
from tui.screen.drawing.lines import Line, Word

_FLAGS = "NV-BDIZC"
STACK_PAGE = 0x100
SECOND_STACK = 0xC8
"""Where MicroChess keeps its own stack of moves, from $01C8 downwards."""
_ADDRESS, _BYTES, _INSTRUCTION, _LONGEST_LABEL = 7, 9, 22, 20
_WHOLE_REGISTERS = 52
"""Columns."""
_GAP = ("  ", "")


def draw_registers(
    r: Registers, cycles: int, instructions: int, state: Word, place: str, room: int
) -> list[Line]:
    """Two lines: registers and what the machine does, then flags, counts and the *place* in the
    code; four where there is little *room*.
    """
    narrow, names = room < _WHOLE_REGISTERS, list[Word]()
    for name, value, width in (
        ("PC", r.pc, 4), ("A", r.a, 2), ("X", r.x, 2), ("Y", r.y, 2), ("SP", r.sp, 2),
    ):  # fmt: skip
        names += [(f"{name} ", "muted"), (f"{value:0{width}X}{' ' if narrow else '  '}", "led")]
    flags: list[Word] = []
    for bit, name in enumerate(_FLAGS):
        on = bool(r.p >> 7 - bit & 1)
        flags.append((name if on else name.lower(), "accent" if on else "muted"))
    counts = (f"{cycles:,} cycles  {instructions:,} instr", "muted")
    where = (f"PC <{place}>" if place else "", "warning")
    if narrow:
        return [tuple(names), (*flags, _GAP, state), (counts,), (where,)]
    return [(*names, state), (*flags, _GAP, counts, _GAP, where)]


def draw_listing(
    code: list[ListingLine],
    pc: int,
    cursor: int | None,
    breakpoints: Collection[int],
    sources: Mapping[int, SourceLine],
    room: int,
) -> list[Line]:
    """Code, one instruction to a line; source lines stand in place of bytes and labels, and where
    *room* columns do not hold all, labels are cut and bytes left out.
    """
    data = _BYTES if room >= _ADDRESS + _BYTES + _INSTRUCTION else 0
    label = min(max(room - _ADDRESS - data - _INSTRUCTION, 10), _LONGEST_LABEL)
    lines: list[Line] = []
    source: SourceLine | None = None
    sourced = any(one.address in sources for one in code)
    for one in code:
        here = one.address == pc
        style = "accent" if here else ""
        mark = ("*", "error") if one.address in breakpoints else (" ", "")
        words: list[Word] = [
            mark,
            (">" if here else " ", "led"),
            (f"{one.address:04X} ", "muted"),
        ]
        if sourced:
            before, source = source, sources.get(one.address)
            words.append((f"{one.text[:12]:<13}", style))
            if source is not None and source != before:
                text = " ".join(source.text.split()) or source.file
                words.append((f"{source.number:>4} {text}", "good"))
        else:
            rest = max(room - _ADDRESS - data - label - 1, 0)
            words += [
                (f"{one.data.hex(' ').upper():<9}"[:data], "muted"),
                (f"{_cut(one.label, label):<{label + 1}}", "warning"),
                (f"{_cut(one.text, rest):<26}", style),
            ]
        if one.address == cursor:
            words = [(text, "chosen") for text, _ in words]
        lines.append(tuple(words))
    return lines


def _cut(label: str, width: int) -> str:
    return label if len(label) <= width else f"{label[: width - 2]}.."


def draw_memory(
    memory: MemoryImage,
    start: int,
    rows: int,
    per_row: int,
    changed: frozenset[int] = frozenset(),
    cursor: int | None = None,
    typed: str = "",
    watched: Collection[int] = (),
) -> list[Line]:
    """Bytes in hex; what changed lately is red, what is watched underlined, ROM dim."""
    lines = []
    for first in range(start, start + rows * per_row, per_row):
        row = range(first, first + per_row)
        region = memory.region(first)
        whole = region is not None and row[-1] in region
        lines.append(
            _row(
                first & 0xFFFF,
                memory.read(first & 0xFFFF, per_row) if whole else _cells(memory, row),
                whole and region is not None and region.writable,
                frozenset(address - first for address in changed if address in row),
                frozenset(address - first for address in watched if address in row),
                cursor - first if cursor is not None and cursor in row else None,
                typed,
            )
        )
    return lines


def _cells(memory: MemoryImage, row: range) -> tuple[int | None, ...]:
    return tuple(memory[address & 0xFFFF] for address in row)


@lru_cache(maxsize=1024)
def _row(
    first: int,
    values: bytes | tuple[int | None, ...],
    writable: bool,
    changed: frozenset[int],
    watched: Collection[int],
    cursor: int | None,
    typed: str,
) -> Line:
    words: list[Word] = [(f"{first:04X} ", "muted")]
    for offset, value in enumerate(values):
        text = "--" if value is None else f"{value:02X}"
        style = ""
        if offset in changed:
            style = "led"
        elif not value or not writable:
            style = "muted"
        if offset in watched:
            style = f"{style} watched".lstrip()
        if offset == cursor:
            text = f"{typed:_<2}" if typed else text
            style = "chosen"
        words += [(text, style), (" ", "")]
    return tuple(words)


def draw_stack(
    memory: MemoryImage,
    top: int,
    pointer: int | None,
    rows: int,
    title: str,
    ascii_only: bool = False,
) -> list[Line]:
    """A stack of page one from *top* downwards, *pointer* marked."""
    lines: list[Line] = [((title, "accent"),)]
    for offset in range(top, top - rows, -1):
        value = memory[STACK_PAGE + offset]
        mark = (">" if ascii_only else "►") if offset == pointer else " "
        live = pointer is None or offset > pointer
        style = "led" if live and pointer is not None else "muted"
        lines.append(((mark, "led"), (f"01{offset:02X} ", "muted"), (f"{value or 0:02X}", style)))
    return lines
