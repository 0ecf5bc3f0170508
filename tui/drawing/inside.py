"""The inside of the machine as text: registers, code, bytes, stacks."""

from __future__ import annotations

from rich.style import Style
from textual.strip import Strip

from emu.listing import Line
from emu.memory import MemoryImage
from emu.mpu import Registers
from tui.drawing.ink import Ink, Word, line

_FLAGS = "NV-BDIZC"
STACK_PAGE = 0x100
SECOND_STACK = 0xC8
"""Where MicroChess keeps its own stack of moves, from $01C8 downwards."""


def draw_registers(r: Registers, cycles: int, instructions: int, ink: Ink) -> list[Strip]:
    """Two lines: registers, then flags and counts."""
    names: list[Word] = []
    for name, value, width in (
        ("PC", r.pc, 4), ("A", r.a, 2), ("X", r.x, 2), ("Y", r.y, 2), ("SP", r.sp, 2),
    ):  # fmt: skip
        names += [(f"{name} ", ink.muted), (f"{value:0{width}X}  ", ink.led)]
    flags: list[Word] = []
    for bit, name in enumerate(_FLAGS):
        on = bool(r.p >> 7 - bit & 1)
        flags.append((name if on else name.lower(), ink.accent if on else ink.muted))
    counts = f"  {cycles:,} cycles  {instructions:,} instr"
    return [line(*names), line(*flags, (counts, ink.muted))]


def draw_listing(
    lines: list[Line], pc: int, cursor: int | None, breakpoints: frozenset[int], ink: Ink
) -> list[Strip]:
    """Code, one instruction to a line."""
    strips = []
    for one in lines:
        here = one.address == pc
        style = ink.accent if here else Style()
        mark = ("*", ink.error) if one.address in breakpoints else (" ", Style())
        words: list[Word] = [
            mark,
            (">" if here else " ", ink.led),
            (f"{one.address:04X} ", ink.muted),
            (f"{one.data.hex(' ').upper():<9}", ink.muted),
            (f"{one.label[:10]:<11}", ink.warning),
            (f"{one.text:<26}", style),
        ]
        if one.address == cursor:
            words = [(word[0], ink.chosen) for word in words if not isinstance(word, str)]
        strips.append(line(*words))
    return strips


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
    for row in range(rows):
        first = start + row * per_row
        words: list[Word] = [(f"{first & 0xFFFF:04X} ", ink.muted)]
        for address in range(first, first + per_row):
            words.append(_byte(memory, address & 0xFFFF, ink, changed, cursor, typed, watched))
            words.append(" ")
        strips.append(line(*words))
    return strips


def _byte(
    memory: MemoryImage,
    address: int,
    ink: Ink,
    changed: frozenset[int],
    cursor: int | None,
    typed: str,
    watched: frozenset[int],
) -> Word:
    value = memory[address]
    text = "--" if value is None else f"{value:02X}"
    region = memory.region(address)
    style = Style()
    if address in changed:
        style = ink.led
    elif value in (None, 0) or (region is not None and not region.writable):
        style = ink.muted
    if address in watched:
        style += Style(underline=True)
    if address == cursor:
        text = f"{typed:_<2}" if typed else text
        style = ink.chosen
    return (text, style)


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
