"""Where an instruction finds its operand, by addressing mode, and the guards that takes."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass

from emu.turbo import ioaccess
from emu.turbo.decode import Instruction
from emu.turbo.ioaccess import RegisterOperand
from emu.turbo.layout import Layout
from emu.turbo.state import ZERO_PAGE, PathState
from emu.turbo.values import Value
from emu.units import Address, Cell

_LAST_CELL = 0xFFFF


class SideExit(Exception):
    """The interpreter must execute this instruction."""


@dataclass(frozen=True)
class Operand:
    """A byte that is known, or the cell it is in, low..high.

    An indexed access has ``crossed``, not 0 if indexing leads into another page.
    """

    cell: Value
    low: int = 0
    high: int = _LAST_CELL
    crossed: Value | None = None
    byte: Value | None = None

    def read(self, state: PathState) -> Value:
        """The byte there."""
        if self.byte is not None:
            return self.byte
        if self.cell.constant is not None:
            return state.load(Cell(self.cell.constant))
        return state.load_from(self.cell, self.low, self.high)

    def write(self, state: PathState, value: Value) -> None:
        """Put a byte there."""
        if self.cell.constant is not None:
            state.store(Cell(self.cell.constant), value)
        else:
            state.store_to(self.cell, value, self.low, self.high)


def _on_zero_page(cell: Value) -> Operand:
    # RAM is first in the store: on zero page a cell is its address
    return Operand(cell, ZERO_PAGE.start, ZERO_PAGE.stop - 1)


@dataclass
class Operands:
    """Finds operands on one machine. ``side_exit_if(state, condition)`` puts a guard before the
    present instruction, which leaves it to the interpreter when a value is not 0; ``is_code`` tells
    whether a cell holds translated code; ``variable`` cells are immediate operands that programs
    change.
    """

    layout: Layout
    side_exit_if: Callable[[PathState, Value], None]
    is_code: Callable[[Cell], bool]
    variable: Container[Cell]
    registers: bool = False
    """Whether one of a 6530's was found."""

    def find(
        self, state: PathState, ins: Instruction, reads: bool, writes: bool
    ) -> Operand | RegisterOperand:
        """The operand of *ins*; the cycle of a crossed page is charged. Raises SideExit."""
        v = state.values
        match ins.mode:
            case "imm":
                cell = self.layout.read_cells[ins.address + 1 & 0xFFFF]
                byte = None if cell in self.variable else v.const(ins.operand)
                return Operand(v.const(cell), byte=byte)
            case "abs" if self.layout.is_register(ins.operand) and not (reads and writes):
                self.registers = True
                cell = self.layout.read_cells[ins.operand]
                return ioaccess.find(state, ins, cell, self.side_exit_if, writes)
            case "zpg" | "abs":
                return self._direct(state, ins.operand, writes)
            case "zpx" | "zpy":
                at = v.byte(v("+", state[ins.mode[2]], ins.operand))
                if at.constant is not None:
                    return self._direct(state, at.constant, writes)
                if writes:
                    self._guard_code(state, at)
                return _on_zero_page(at)
            case "abx" | "aby":
                found = self._indexed(state, ins.operand, state[ins.mode[2]], writes)
            case "inx" | "iny":
                found = self._indirect(state, ins, writes)
            case _:
                raise SideExit(ins.mode)
        if found.crossed is not None and ins.page_penalty:
            state.charge(found.crossed, 1, 0)
        return found

    def _direct(self, state: PathState, address: Address, writes: bool) -> Operand:
        cell = (self.layout.write_cells if writes else self.layout.read_cells)[address]
        if cell < 0 or (writes and (self.is_code(cell) or self.layout.read_cells[address] != cell)):
            raise SideExit
        return Operand(state.values.const(cell))

    def _indexed(self, state: PathState, base: Address, index: Value, writes: bool) -> Operand:
        v = state.values
        if index.constant is not None:
            if self.layout.is_register(base & 0xFF00 | base + index.constant & 0xFF):
                raise SideExit
            cell = self._direct(state, base + index.constant & 0xFFFF, writes).cell
            crossed = v.const((base & 0xFF) + index.constant >> 8)
            return Operand(cell, crossed=crossed)
        first, length = self.layout.read_span(base)
        if writes:
            written, writable = self.layout.write_span(base)
            length = min(length, writable) if written == first else 0
        if not length:
            raise SideExit
        self.side_exit_if(state, v(">=", index, length))
        cell = v("+", index, first)
        if writes:
            self._guard_code(state, cell)
        crossed = v(">=", index, 0x100 - (base & 0xFF))
        return Operand(cell, first, first + length - 1, crossed)

    def _indirect(self, state: PathState, ins: Instruction, writes: bool) -> Operand:
        v = state.values
        indexed_before = ins.mode == "inx"
        at = v.byte(v("+", state["x"], ins.operand)) if indexed_before else v.const(ins.operand)
        low = _on_zero_page(at).read(state)
        high = _on_zero_page(v.byte(v("+", at, 1))).read(state)
        address, crossed = v("|", low, v("<<", high, 8)), None
        if not indexed_before:
            address = v("&", v("+", address, state["y"]), 0xFFFF)
            crossed = v(">=", v("+", low, state["y"]), 0x100)
        cell = v.given("read_cells", address, -33, self.layout.size - 1)
        self.side_exit_if(state, v("==", v(">=", cell, 0), 0))
        if writes:
            written = v.given("write_cells", address, -33, self.layout.size - 1)
            self.side_exit_if(state, v("==", v("==", written, cell), 0))
            self._guard_code(state, cell)
        return Operand(cell, crossed=crossed)

    def _guard_code(self, state: PathState, cell: Value) -> None:
        """Leave a write to translated code to the interpreter."""
        self.side_exit_if(state, state.values.given("code_map", cell, 0, 1))
