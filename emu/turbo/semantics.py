"""What each instruction does to a `PathState`, in terms of `Values`, decimal mode excepted.

Every function takes the state just before its instruction and gives it back just after; `SideExit`
is raised, with nothing changed, where translated code must leave the instruction to the
interpreter.
Flags follow the MOS programming manual; those that are never used cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from emu.chips.registers import ALWAYS_SET, CARRY, DECIMAL, INTERRUPT, NEGATIVE, ZERO
from emu.chips.undocumented import ANE_CONSTANT
from emu.turbo.decode import Instruction
from emu.turbo.layout import Layout
from emu.turbo.state import ZERO_PAGE, Location, PathState
from emu.turbo.values import Value
from emu.units import Address, Cell

_LAST_CELL = 0xFFFF


class SideExit(Exception):
    """The interpreter must execute this instruction."""


@dataclass(frozen=True)
class Operand:
    """Where an instruction finds its operand: a known location, or a computed cell low..high.

    An indexed access has ``crossed``, not 0 if indexing changes ``page``, the base's high byte.
    """

    location: Location | None = None
    cell: Value | None = None
    low: int = 0
    high: int = _LAST_CELL
    crossed: Value | None = None
    page: Value | None = None
    byte: Value | None = None

    def read(self, state: PathState) -> Value:
        """The byte there."""
        if self.byte is not None:
            return self.byte
        if self.location is not None:
            return state.load(self.location)
        assert self.cell is not None
        return state.load_from(self.cell, self.low, self.high)

    def write(self, state: PathState, value: Value) -> None:
        """Put a byte there."""
        if self.location is not None:
            state.store(self.location, value)
        elif self.cell is not None:
            state.store_to(self.cell, value, self.low, self.high)


@dataclass
class Semantics:
    """Instructions on one machine. ``side_exit_if(state, condition)`` puts a guard before the
    present instruction, which leaves it to the interpreter when a value is not 0; ``is_code`` tells
    whether a cell holds translated code; ``variable`` cells are immediate operands that programs
    change.
    """

    layout: Layout
    side_exit_if: Callable[[PathState, Value], None]
    is_code: Callable[[Cell], bool]
    variable: frozenset[Cell]

    def execute(self, state: PathState, ins: Instruction) -> None:
        """Carry out any instruction but branches, jumps, calls and returns."""
        if ins.mnemonic in _LOADS:
            register = ins.mnemonic[2].lower()
            state[register] = _nz(state, self.operand(state, ins))
        elif ins.mnemonic in _STORES:
            register = ins.mnemonic[2].lower()
            self.access(state, ins, writes=True).write(state, state[register])
        elif ins.mnemonic in _STORED:
            self.store_and_page(state, ins, _STORED[ins.mnemonic])
        elif ins.mnemonic == "NOP" and ins.mode != "imp":
            self.operand(state, ins)
        elif ins.mnemonic in _READERS:
            _READERS[ins.mnemonic](state, self.operand(state, ins))
        elif ins.mnemonic in _MODIFIERS:
            modify = _MODIFIERS[ins.mnemonic]
            if ins.mode == "acc":
                state["a"] = modify(state, state["a"])
            else:
                access = self.access(state, ins, writes=True)
                access.write(state, modify(state, access.read(state)))
        elif ins.mnemonic in _COMBINED:
            modify, combine = _COMBINED[ins.mnemonic]
            access = self.access(state, ins, writes=True)
            value = modify(state, access.read(state))
            access.write(state, value)
            combine(state, value)
        elif ins.mnemonic in _IMPLIED:
            _IMPLIED[ins.mnemonic](self, state)
        else:
            raise SideExit(ins.mnemonic)

    def new_pointer(self, state: PathState, ins: Instruction) -> Value:
        """Carry out TXS, TAS or LAS but for the new stack pointer, which is returned."""
        v = state.values
        if ins.mnemonic == "TXS":
            return state["x"]
        if ins.mnemonic == "LAS":
            pointer = v("&", v.byte(state.pointer), self.operand(state, ins))
            _load_both(state, pointer)
            return pointer
        self.store_and_page(state, ins, _a_and_x)
        return _a_and_x(state)

    def store_and_page(
        self, state: PathState, ins: Instruction, register: Callable[[PathState], Value]
    ) -> None:
        """Store *register*; with an index AND the base's high byte + 1, if no page is crossed."""
        v, access = state.values, self.access(state, ins, writes=True)
        value = register(state)
        if access.crossed is not None and access.page is not None:
            self.side_exit_if(state, access.crossed)
            value = v("&", value, v.byte(v("+", access.page, 1)))
        access.write(state, value)

    def operand(self, state: PathState, ins: Instruction) -> Value:
        """The byte an instruction reads; the cycle of a crossed page is charged."""
        access = self.access(state, ins)
        if access.crossed is not None and ins.page_penalty:
            state.charge(access.crossed, 1, 0)
        return access.read(state)

    def access(self, state: PathState, ins: Instruction, writes: bool = False) -> Operand:
        """Where the operand is."""
        match ins.mode:
            case "imm":
                cell = self.layout.read_cells[ins.address + 1 & 0xFFFF]
                if cell in self.variable:
                    return Operand(location=cell)
                return Operand(byte=state.values.const(ins.operand))
            case "zpg" | "abs":
                return self._direct(ins.operand, writes)
            case "zpx" | "zpy":
                return self._zero_page_indexed(state, ins.operand, state[ins.mode[2]], writes)
            case "abx" | "aby":
                return self._indexed(state, ins.operand, state[ins.mode[2]], writes)
            case _:
                return self._indirect(state, ins, writes)

    def _direct(self, address: Address, writes: bool) -> Operand:
        cell = (self.layout.write_cells if writes else self.layout.read_cells)[address]
        if cell < 0 or (writes and (self.is_code(cell) or self.layout.read_cells[address] != cell)):
            raise SideExit
        return Operand(location=cell)

    def _zero_page_indexed(
        self, state: PathState, base: Address, index: Value, writes: bool
    ) -> Operand:
        cell = state.values.byte(state.values("+", index, base))
        if cell.constant is not None:
            return self._direct(cell.constant, writes)
        if writes:
            self.side_exit_if(state, self._is_code_at(state, cell))
        return Operand(cell=cell, low=ZERO_PAGE.start, high=ZERO_PAGE.stop - 1)

    def _indexed(self, state: PathState, base: Address, index: Value, writes: bool) -> Operand:
        if index.constant is not None:
            crossed = state.values.const((base & 0xFF) + index.constant >> 8)
            if self.layout.is_register(base & 0xFF00 | base + index.constant & 0xFF):
                raise SideExit
            access = self._direct(base + index.constant & 0xFFFF, writes)
            page = state.values.const(base >> 8)
            return Operand(location=access.location, crossed=crossed, page=page)
        first, length = self.layout.read_span(base)
        if writes:
            written, writable = self.layout.write_span(base)
            length = min(length, writable) if written == first else 0
        if not length:
            raise SideExit
        self.side_exit_if(state, state.values(">=", index, length))
        cell = state.values("+", index, first)
        if writes:
            self.side_exit_if(state, self._is_code_at(state, cell))
        crossed = state.values(">=", index, 0x100 - (base & 0xFF))
        page = state.values.const(base >> 8)
        return Operand(cell=cell, low=first, high=first + length - 1, crossed=crossed, page=page)

    def _indirect(self, state: PathState, ins: Instruction, writes: bool) -> Operand:
        v = state.values
        if ins.mode == "inx":
            pointer = self._pointer(state, v.byte(v("+", state["x"], ins.operand)))
            address, crossed = v("|", pointer[0], v("<<", pointer[1], 8)), None
        elif ins.mode == "iny":
            pointer = self._pointer(state, v.const(ins.operand))
            base = v("|", pointer[0], v("<<", pointer[1], 8))
            address = v("&", v("+", base, state["y"]), 0xFFFF)
            crossed = v(">=", v("+", pointer[0], state["y"]), 0x100)
        else:
            raise SideExit(ins.mode)
        cell = v.table("read_cells", address, -33, self.layout.size - 1)
        self.side_exit_if(state, v("==", v(">=", cell, 0), 0))
        if writes:
            written = v.table("write_cells", address, -33, self.layout.size - 1)
            self.side_exit_if(state, v("==", v("==", written, cell), 0))
            self.side_exit_if(state, self._is_code_at(state, cell))
        return Operand(cell=cell, crossed=crossed, page=pointer[1])

    def _pointer(self, state: PathState, at: Value) -> tuple[Value, Value]:
        after = state.values.byte(state.values("+", at, 1))
        if at.constant is not None and after.constant is not None:
            # RAM is first in the store: on zero page a cell is its address
            return state.load(Cell(at.constant)), state.load(Cell(after.constant))
        zero_page = (ZERO_PAGE.start, ZERO_PAGE.stop - 1)
        return state.load_from(at, *zero_page), state.load_from(after, *zero_page)

    @staticmethod
    def _is_code_at(state: PathState, cell: Value) -> Value:
        return state.values.table("code_map", cell, 0, 1)

    def pull_status(self, state: PathState) -> None:
        """PLP; a set D is the interpreter's."""
        self.side_exit_if(state, state.values("&", state.top(), DECIMAL))
        set_status(state, state.pull())

    def decimal_clear(self, state: PathState) -> None:
        """CLD: D is clear already."""


def _nz(state: PathState, value: Value) -> Value:
    state["n"] = state["z"] = value
    return value


def _add(state: PathState, value: Value) -> None:
    v = state.values
    total = v("+", v("+", state["a"], value), state["c"])
    state["v0"], state["v1"] = state["a"], value
    state["c"] = v(">>", total, 8)
    state["a"] = state["v2"] = _nz(state, v.byte(total))


def _subtract(state: PathState, value: Value) -> None:
    _add(state, state.values("^", value, 0xFF))


def _compare(register: str) -> Callable[[PathState, Value], None]:
    def compare(state: PathState, value: Value) -> None:
        state["c"] = state.values(">=", state[register], value)
        _nz(state, state.values("-", state[register], value))

    return compare


def _combine(operation: str) -> Callable[[PathState, Value], None]:
    def combine(state: PathState, value: Value) -> None:
        state["a"] = _nz(state, state.values(operation, state["a"], value))

    return combine


def _bit(state: PathState, value: Value) -> None:
    v = state.values
    state["n"], state["z"] = value, v("&", state["a"], value)
    state["v0"] = state["v1"] = v.const(0)
    state["v2"] = v("<<", value, 1)


def _shift_left(state: PathState, value: Value) -> Value:
    v = state.values
    state["c"] = v(">>", value, 7)
    return _nz(state, v.byte(v("<<", value, 1)))


def _shift_right(state: PathState, value: Value) -> Value:
    state["c"] = state.values("&", value, 1)
    return _nz(state, state.values(">>", value, 1))


def _rotate_left(state: PathState, value: Value) -> Value:
    v, carry = state.values, state["c"]
    state["c"] = v(">>", value, 7)
    return _nz(state, v.byte(v("|", v("<<", value, 1), carry)))


def _rotate_right(state: PathState, value: Value) -> Value:
    v, carry = state.values, state["c"]
    state["c"] = v("&", value, 1)
    return _nz(state, v("|", v(">>", value, 1), v("<<", carry, 7)))


def _step(by: int) -> Callable[[PathState, Value], Value]:
    return lambda state, value: _nz(
        state, state.values.byte(state.values("+" if by > 0 else "-", value, 1))
    )


def _load_both(state: PathState, value: Value) -> None:
    state["a"] = state["x"] = _nz(state, value)


def _and_carry(state: PathState, value: Value) -> None:
    _combine("&")(state, value)
    state["c"] = state.values(">>", state["a"], 7)


def _and_shift(state: PathState, value: Value) -> None:
    state["a"] = _shift_right(state, state.values("&", state["a"], value))


def _and_rotate(state: PathState, value: Value) -> None:
    """C is bit 6 of the result, V that bit against bit 5."""
    v = state.values
    result = state["a"] = _rotate_right(state, v("&", state["a"], value))
    state["c"] = v("&", v(">>", result, 6), 1)
    state["v0"] = state["v1"] = v.const(0)
    state["v2"] = v("&", v("^", v("<<", result, 1), v("<<", result, 2)), NEGATIVE)


def _subtract_from_both(state: PathState, value: Value) -> None:
    v, both = state.values, _a_and_x(state)
    state["c"] = v(">=", both, value)
    state["x"] = _nz(state, v.byte(v("-", both, value)))


def _load_unstable(state: PathState, value: Value) -> None:
    v = state.values
    _load_both(state, v("&", v("|", state["a"], ANE_CONSTANT), value))


def _and_unstable(state: PathState, value: Value) -> None:
    v = state.values
    a = v("&", v("|", state["a"], ANE_CONSTANT), state["x"])
    state["a"] = _nz(state, v("&", a, value))


def _a_and_x(state: PathState) -> Value:
    return state.values("&", state["a"], state["x"])


def overflow(state: PathState) -> Value:
    """Not 0 if V is set."""
    v = state.values
    differing = v("&", v("^", state["v0"], state["v2"]), v("^", state["v1"], state["v2"]))
    return v("&", differing, 0x80)


def status(state: PathState) -> Value:
    """P as PHP pushes it."""
    v = state.values
    p = v("|", state["c"], v("<<", v("==", state["z"], 0), 1))
    p = v("|", v("|", p, state["i"]), v(">>", overflow(state), 1))
    return v("|", v("|", p, v("&", state["n"], NEGATIVE)), ALWAYS_SET)


def set_status(state: PathState, p: Value) -> None:
    """All flags from a byte whose D is clear."""
    v = state.values
    state["c"], state["i"], state["n"] = v("&", p, CARRY), v("&", p, INTERRUPT), p
    state["z"] = v("^", v("&", p, ZERO), ZERO)
    state["v0"] = state["v1"] = v.const(0)
    state["v2"] = v("<<", p, 1)


def _transfer(source: str, target: str) -> Callable[[Semantics, PathState], None]:
    def transfer(_: Semantics, state: PathState) -> None:
        state[target] = _nz(state, state[source])

    return transfer


def _counted(register: str, by: int) -> Callable[[Semantics, PathState], None]:
    def count(_: Semantics, state: PathState) -> None:
        state[register] = _step(by)(state, state[register])

    return count


def _set(register: str, number: int) -> Callable[[Semantics, PathState], None]:
    def assign(_: Semantics, state: PathState) -> None:
        state[register] = state.values.const(number)

    return assign


def _clear_overflow(_: Semantics, state: PathState) -> None:
    state["v0"] = state["v1"] = state["v2"] = state.values.const(0)


def _stack_to_x(_: Semantics, state: PathState) -> None:
    state["x"] = _nz(state, state.values.byte(state.pointer))


def _push_a(_: Semantics, state: PathState) -> None:
    state.push(state["a"])


def _push_status(_: Semantics, state: PathState) -> None:
    state.push(status(state))


def _pull_a(_: Semantics, state: PathState) -> None:
    state["a"] = _nz(state, state.pull())


_LOADS = frozenset(("LDA", "LDX", "LDY"))
_STORES = frozenset(("STA", "STX", "STY"))
_READERS: dict[str, Callable[[PathState, Value], None]] = {
    "ADC": _add,
    "SBC": _subtract,
    "AND": _combine("&"),
    "ORA": _combine("|"),
    "EOR": _combine("^"),
    "CMP": _compare("a"),
    "CPX": _compare("x"),
    "CPY": _compare("y"),
    "BIT": _bit,
    "LAX": _load_both,
    "ANC": _and_carry,
    "ALR": _and_shift,
    "ARR": _and_rotate,
    "SBX": _subtract_from_both,
    "USBC": _subtract,
    "ANE": _and_unstable,
    "LXA": _load_unstable,
}
_MODIFIERS: dict[str, Callable[[PathState, Value], Value]] = {
    "ASL": _shift_left,
    "LSR": _shift_right,
    "ROL": _rotate_left,
    "ROR": _rotate_right,
    "INC": _step(1),
    "DEC": _step(-1),
}
_COMBINED: dict[
    str, tuple[Callable[[PathState, Value], Value], Callable[[PathState, Value], None]]
] = {
    "SLO": (_shift_left, _combine("|")),
    "RLA": (_rotate_left, _combine("&")),
    "SRE": (_shift_right, _combine("^")),
    "RRA": (_rotate_right, _add),
    "DCP": (_step(-1), _compare("a")),
    "ISC": (_step(1), _subtract),
}
_STORED: dict[str, Callable[[PathState], Value]] = {
    "SAX": _a_and_x,
    "SHA": _a_and_x,
    "SHX": lambda state: state["x"],
    "SHY": lambda state: state["y"],
}
_IMPLIED: dict[str, Callable[[Semantics, PathState], None]] = {
    "TAX": _transfer("a", "x"),
    "TAY": _transfer("a", "y"),
    "TXA": _transfer("x", "a"),
    "TYA": _transfer("y", "a"),
    "TSX": _stack_to_x,
    "INX": _counted("x", 1),
    "INY": _counted("y", 1),
    "DEX": _counted("x", -1),
    "DEY": _counted("y", -1),
    "CLC": _set("c", 0),
    "SEC": _set("c", 1),
    "CLI": _set("i", 0),
    "SEI": _set("i", INTERRUPT),
    "CLV": _clear_overflow,
    "CLD": Semantics.decimal_clear,
    "PHA": _push_a,
    "PHP": _push_status,
    "PLA": _pull_a,
    "PLP": Semantics.pull_status,
    "NOP": lambda _, __: None,
}
