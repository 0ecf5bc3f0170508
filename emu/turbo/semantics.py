"""What each instruction does to a `PathState`, in terms of `Values`, decimal mode excepted.

Nearly every instruction is a row of a table: where a byte comes from, what is done to it, where the
result goes. Jumps, calls and returns are the builder's. Flags follow the MOS programming
manual; those that are never used cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from emu.chips.registers import ALWAYS_SET, CARRY, DECIMAL, INTERRUPT, NEGATIVE, ZERO
from emu.turbo.decode import Instruction
from emu.turbo.ioaccess import RegisterOperand
from emu.turbo.operands import Operand, Operands, SideExit
from emu.turbo.state import PathState
from emu.turbo.values import Value

Operation = Callable[[PathState, Value], Value]
"""What becomes of a byte; flags change on the way."""


def execute(state: PathState, ins: Instruction, operands: Operands) -> Value | None:
    """Take *state* from just before *ins* to just after it; the new stack pointer, if *ins* sets
    it.

    Raises SideExit, with nothing changed, where the interpreter must execute it.
    """
    if ins.mode == "imp" and ins.mnemonic in _CONSTANTS:
        for register, number in _CONSTANTS[ins.mnemonic].items():
            state[register] = state.values.const(number)
        return None
    if ins.mnemonic not in _TABLE:
        raise SideExit(ins.mnemonic)
    source, operation, target = _TABLE[ins.mnemonic]
    operand = None
    if ins.mode not in ("imp", "acc"):
        operand = operands.find(state, ins, source == "m", target == "m")
    if target == "p":
        operands.side_exit_if(state, state.values("&", state.top(), DECIMAL))
    value = operation(state, _get(state, source, operand))
    _put(state, target, operand, value)
    return value if target == "s" else None


def _get(state: PathState, source: str, operand: Operand | RegisterOperand | None) -> Value:
    v = state.values
    match source:
        case "m":
            return state["a"] if operand is None else operand.read(state)
        case "p":
            return status(state)
        case "s":
            return v.byte(state.pointer)
        case "t":
            return state.pull()
        case _:
            return state[source]


def _put(
    state: PathState, target: str, operand: Operand | RegisterOperand | None, value: Value
) -> None:
    match target:
        case "m" if operand is not None:
            operand.write(state, value)
        case "m":
            state["a"] = value
        case "p":
            set_status(state, value)
        case "t":
            state.push(value)
        case "a" | "x" | "y":
            state[target] = value


def overflow(state: PathState) -> Value:
    """Not 0 if V is set."""
    return state.values("&", state["v"], 0x80)


def branch_condition(state: PathState, mnemonic: str) -> tuple[Value, bool]:
    """A value, and whether the branch is taken when it is not 0 or when it is."""
    v = state.values
    match mnemonic:
        case "BCC" | "BCS":
            return state["c"], mnemonic == "BCS"
        case "BEQ" | "BNE":
            return v("==", state["z"], 0), mnemonic == "BEQ"
        case "BMI" | "BPL":
            n = state["n"]
            return v(">=" if n.low >= 0 and n.high < 256 else "&", n, 0x80), mnemonic == "BMI"
        case _:
            return overflow(state), mnemonic == "BVS"


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
    state["v"] = v("<<", p, 1)


def _same(_: PathState, value: Value) -> Value:
    return value


def _nz(state: PathState, value: Value) -> Value:
    state["n"] = state["z"] = value
    return value


def _add(state: PathState, value: Value) -> Value:
    v = state.values
    total = v("+", v("+", state["a"], value), state["c"])
    result = v.byte(total)
    state["v"] = v("&", v("^", state["a"], result), v("^", value, result))
    state["c"] = v(">>", total, 8)
    return _nz(state, result)


def _subtract(state: PathState, value: Value) -> Value:
    return _add(state, state.values("^", value, 0xFF))


def _compare(register: str) -> Operation:
    def compare(state: PathState, value: Value) -> Value:
        state["c"] = state.values(">=", state[register], value)
        return _nz(state, state.values("-", state[register], value))

    return compare


def _with_a(operation: str) -> Operation:
    return lambda state, value: _nz(state, state.values(operation, state["a"], value))


def _bit(state: PathState, value: Value) -> Value:
    state["n"], state["z"] = value, state.values("&", state["a"], value)
    state["v"] = state.values("<<", value, 1)
    return value


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


def _by_one(operation: str) -> Operation:
    return lambda state, v: _nz(state, state.values.byte(state.values(operation, v, 1)))


_CONSTANTS: dict[str, dict[str, int]] = {
    "CLC": {"c": 0},
    "SEC": {"c": 1},
    "CLI": {"i": 0},
    "SEI": {"i": INTERRUPT},
    "CLV": {"v": 0},
    "CLD": {},
    "NOP": {},
}
"""What registers become."""
_TABLE: dict[str, tuple[str, Operation, str]] = {
    "LDA": ("m", _nz, "a"),
    "LDX": ("m", _nz, "x"),
    "LDY": ("m", _nz, "y"),
    "STA": ("a", _same, "m"),
    "STX": ("x", _same, "m"),
    "STY": ("y", _same, "m"),
    "TAX": ("a", _nz, "x"),
    "TAY": ("a", _nz, "y"),
    "TXA": ("x", _nz, "a"),
    "TYA": ("y", _nz, "a"),
    "TSX": ("s", _nz, "x"),
    "TXS": ("x", _same, "s"),
    "PHA": ("a", _same, "t"),
    "PLA": ("t", _nz, "a"),
    "PHP": ("p", _same, "t"),
    "PLP": ("t", _same, "p"),
    "ADC": ("m", _add, "a"),
    "SBC": ("m", _subtract, "a"),
    "AND": ("m", _with_a("&"), "a"),
    "ORA": ("m", _with_a("|"), "a"),
    "EOR": ("m", _with_a("^"), "a"),
    "CMP": ("m", _compare("a"), ""),
    "CPX": ("m", _compare("x"), ""),
    "CPY": ("m", _compare("y"), ""),
    "BIT": ("m", _bit, ""),
    "ASL": ("m", _shift_left, "m"),
    "LSR": ("m", _shift_right, "m"),
    "ROL": ("m", _rotate_left, "m"),
    "ROR": ("m", _rotate_right, "m"),
    "INC": ("m", _by_one("+"), "m"),
    "INX": ("x", _by_one("+"), "x"),
    "INY": ("y", _by_one("+"), "y"),
    "DEC": ("m", _by_one("-"), "m"),
    "DEX": ("x", _by_one("-"), "x"),
    "DEY": ("y", _by_one("-"), "y"),
}
"""Where a byte comes from, what is done to it, where the result goes: ``a x y`` registers, ``m``
the operand (A if it has none), ``s`` the stack pointer, ``t`` the top of the stack, ``p`` the
flags."""
