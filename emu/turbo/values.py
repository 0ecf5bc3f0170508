"""What a translated tree computes with: expressions over the registers and memory it starts from.

A `Value` stands for one number at one moment and never changes. Arithmetic is that of integers, not
of bytes: a subtraction may be negative, and whoever needs a byte says ``& 255``; `Value.low` and
`Value.high` bound what a value can be, so that the mask disappears where it would do nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add, and_, floordiv, ge, lshift, mul, or_, rshift, sub, xor
from typing import Any

_FOLD: dict[str, Callable[[Any, Any], Any]] = {
    "+": add, "-": sub, "&": and_, "|": or_, "^": xor, "<<": lshift, ">>": rshift,
    "*": mul, "//": floordiv, "min": min, "max": max, ">=": ge, "==": lambda a, b: a == b,
}  # fmt: skip
_BIT_7 = 0x80


class Value:
    """A number: ``operation`` applied to ``arguments``.

    ``const n`` · ``in register`` (what the tree was entered with) · ``time`` (the cycle, from the
    run's beginning, in which it was entered) · ``latest`` (the last in which a tree may be) ·
    ``load cell`` (below 0: ``~cell`` of ``io``) · ``inputs place`` (`emu.turbo.iostate`) ·
    ``rfind needle start end`` (the last cell in start..end-1 that holds needle, or -1) ·
    ``read_cells address``, ``write_cells address`` (the physical cell, negative for none) ·
    ``code_map cell`` (1 where translated code lies) · ``stack_free sp`` (bytes that may be
    pushed) · and the binary operators ``+ - * // & | ^ << >> >= == min max``.
    """

    __slots__ = ("arguments", "high", "low", "operation")

    def __init__(self, operation: str, arguments: tuple[Any, ...], low: int, high: int) -> None:
        self.operation = operation
        self.arguments = arguments
        self.low = low
        self.high = high

    @property
    def constant(self) -> int | None:
        """The number, where it is known."""
        return self.arguments[0] if self.operation == "const" else None

    def __repr__(self) -> str:
        return f"({self.operation} {' '.join(map(repr, self.arguments))})"


class Values:
    """Makes values: folds constants, drops masks that do nothing, gives equal ones as one."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Value] = {}
        self._constants: dict[int, Value] = {}

    def const(self, number: int) -> Value:
        """A known number."""
        known = self._constants.get(number)
        if known is None:
            known = self._constants[number] = Value("const", (int(number),), number, number)
        return known

    def memory(self, operation: str, *arguments: Value, low: int = 0, high: int = 255) -> Value:
        """What is read from memory: never the same value twice."""
        return Value(operation, arguments, low, high)

    def given(self, operation: str, argument: Value | str, low: int, high: int) -> Value:
        """An entry of a table, or what a register holds when the tree is entered."""
        return self._shared(operation, (argument,), low, high)

    def __call__(self, operation: str, a: Value, b: Value | int) -> Value:
        """``a operation b``."""
        if not isinstance(b, Value):
            b = self.const(b)
        m, n = a.constant, b.constant
        if m is not None and n is not None:
            return self.const(int(_FOLD[operation](m, n)))
        if operation == "+" and m is not None:
            a, b, m, n = b, a, n, m
        if operation in (">=", "-", "=="):
            (one, ahead), (other, behind) = apart(a), apart(b)
            if one is other:
                return self.const(int(_FOLD[operation](ahead, behind)))
        if n is not None:
            if n == 0 and operation in "+-|^<<>>":
                return a
            if operation == "&" and a.low >= 0 and a.high <= n and n & (n + 1) == 0:
                return a
            if operation == "+" and a.operation == "+" and a.arguments[1].constant is not None:
                return self("+", a.arguments[0], a.arguments[1].constant + n)
            decided = self.decided(operation, a.low, a.high, n)
            if decided is not None:
                return decided
            if operation == "==" and n == 0 and a.operation == "-":
                return self("==", a.arguments[0], a.arguments[1])
            if operation == ">=" and a.operation == "<<":
                bit: Value = a.arguments[0]
                if (bit.low, bit.high) == (0, 1):
                    return bit  # as it is not decided, it is the bit that tells
        low, high = _bounds(operation, a, b)
        return self.const(low) if low == high else self._shared(operation, (a, b), low, high)

    def bounded(self, operation: str, a: Value, b: Value, low: int, high: int) -> Value:
        """``a operation b`` of which it is known that it lies in *low*..*high*."""
        return self._shared(operation, (a, b), low, high)

    def decided(self, operation: str, low: int, high: int, n: int) -> Value | None:
        """``value operation n`` for values from *low* to *high*, if it is one number for all."""
        if low == high:
            return self.const(int(_FOLD[operation](low, n)))
        if operation == "==" and not low <= n <= high:
            return self.const(0)
        if operation == ">=" and (low >= n or high < n):
            return self.const(int(low >= n))
        if operation == "&" and n == _BIT_7 and low >= 0 and high <= 255:
            if high < _BIT_7:
                return self.const(0)
            return self.const(_BIT_7) if low >= _BIT_7 else None
        return None

    def byte(self, value: Value) -> Value:
        """``value & 255``."""
        return self("&", value, 255)

    def _shared(self, operation: str, arguments: tuple[Any, ...], low: int, high: int) -> Value:
        key = operation, arguments
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Value(operation, arguments, low, high)
        return known


def apart(value: Value) -> tuple[Value, int]:
    """A value and the constant that is added to it."""
    if value.operation == "+" and value.arguments[1].constant is not None:
        return value.arguments[0], value.arguments[1].constant
    return value, 0


def _bounds(operation: str, a: Value, b: Value) -> tuple[int, int]:
    if operation == "+":
        return a.low + b.low, a.high + b.high
    if operation == "-":
        return a.low - b.high, a.high - b.low
    if operation in (">=", "=="):
        return 0, 1
    if operation in ("*", "//", "min", "max"):
        corners = [_FOLD[operation](m, n) for m in (a.low, a.high) for n in (b.low, b.high)]
        return min(corners), max(corners)
    n = b.constant
    if operation == "&":
        return 0, n if n is not None else max(a.high, b.high)
    if operation == "<<" and n is not None:
        return a.low << n, a.high << n
    if operation == ">>" and n is not None:
        return a.low >> n, a.high >> n
    return 0, (1 << max(a.high, b.high).bit_length()) - 1
