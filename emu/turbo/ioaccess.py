"""What a read or write of a 6530's register is, in terms of `Values`: see `emu.chips.riot`.

A read that depends on what comes from outside is good until the next edge there; then, and in the
rare cases that a guard names, the interpreter carries the instruction out.
"""

from collections.abc import Callable
from dataclasses import dataclass

from emu.bus import REGISTER
from emu.turbo.decode import Instruction
from emu.turbo.iostate import FAR, NOTICED, Input, Slot
from emu.turbo.state import PathState
from emu.turbo.tree import Driven
from emu.turbo.values import Value
from emu.units import Cell

_TIMER, _FLAG, _INTERRUPT, _SHIFT = 4, 1, 8, 3
_SHIFTS = (0, 3, 6, 10)
_RANGES = {Slot.EXPIRES: (-FAR, FAR), Slot.SHIFT: (0, 10), Slot.INTERRUPT: (0, 1)}
_OWN = 1
"""The 6530-002, which drives the board's own pins."""


@dataclass(frozen=True)
class RegisterOperand:
    """Register *number* (0-15) of *chip* (0: 6530-003), reached in cycle *now*.

    Like an `Operand` it is read and written; it is in no cell.
    """

    chip: int
    number: int
    now: Value
    crossed = None

    def read(self, state: PathState) -> Value:
        """The byte there; a timer that is read has its interrupt enabled or not from then on."""
        if self.number & _TIMER:
            reads = _get(state, self.chip, Slot.READS)
            _set(state, self.chip, Slot.READS, state.values("+", reads, 1))
            return self._flag(state) if self.number & _FLAG else self._count(state)
        if self.number & 1:
            return _get(state, self.chip, Slot(self.number & 3))
        port = Slot(self.number & 2)
        return self._mixed(state, port, self._pins(state, port))

    def write(self, state: PathState, value: Value) -> None:
        """Put a byte there."""
        if not self.number & _TIMER:
            _set(state, self.chip, Slot(self.number & 3), value)
            if self.chip == _OWN:
                outputs = (_outputs(state, port) for port in (Slot.PORT_A, Slot.PORT_B))
                state.block.body.append(Driven(self.now, *outputs))
            return
        v, shift = state.values, _SHIFTS[self.number & _SHIFT]
        expires = v("+", v("+", self.now, v("<<", value, shift)), 1)
        _set(state, self.chip, Slot.EXPIRES, expires)
        _set(state, self.chip, Slot.SHIFT, v.const(shift))
        _set(state, self.chip, Slot.INTERRUPT, v.const(int(self.number & _INTERRUPT != 0)))

    def _flag(self, state: PathState) -> Value:
        v = state.values
        return v("<<", v(">=", self.now, _get(state, self.chip, Slot.EXPIRES)), 7)

    def _count(self, state: PathState) -> Value:
        """The timer's count; once it has expired it is another number with every cycle, and from
        this reading on it goes on with its divider.
        """
        v = state.values
        expires, shift = (_get(state, self.chip, s) for s in (Slot.EXPIRES, Slot.SHIFT))
        expired = v(">=", self.now, v("+", expires, 1))
        left = v("-", v("+", expires, -1), self.now)
        divided = v.bounded("&", shift, v("-", expired, 1), 0, _SHIFTS[-1])
        count = v.byte(v.bounded(">>", left, divided, min(left.low, 0), max(left.high, 0)))
        span = v.bounded("<<", v("+", count, 1), shift, 1, 256 << _SHIFTS[-1])
        later = v("-", v("+", self.now, span), expires)
        moved = v.bounded("&", later, v("-", v.const(0), expired), 0, max(later.high, 0))
        _set(state, self.chip, Slot.EXPIRES, v("+", expires, moved))
        _set(state, self.chip, Slot.INTERRUPT, v.const(int(self.number & _INTERRUPT != 0)))
        return count

    def _pins(self, state: PathState, port: Slot) -> Value:
        v = state.values
        if self.chip != _OWN:
            return v.const(0xFF)
        outputs = _outputs(state, Slot.PORT_B)
        shut = v("&", v("<<", outputs, 2), 0x80)
        source = Input.KEY if port == Slot.PORT_A else Input.TAPE
        line = v("|", v("|", _given(state, source, 0x80), shut), 0x7F)
        return v("&", line, _row(state)) if port == Slot.PORT_A else line

    def _mixed(self, state: PathState, port: Slot, pins: Value) -> Value:
        """Latches where the port's pins are outputs, *pins* where they are inputs."""
        v = state.values
        latch, direction = (_get(state, self.chip, s) for s in (port, Slot(port + 1)))
        return v("|", v("&", latch, direction), v("&", pins, v("^", direction, 0xFF)))


def find(
    state: PathState,
    ins: Instruction,
    cell: Cell,
    guard: Callable[[PathState, Value], None],
    writes: bool,
) -> RegisterOperand:
    """The register that *ins* names by an absolute address; *guard* is put before what only the
    interpreter does.
    """
    v = state.values
    chip, number = divmod(REGISTER - cell, 16)
    now = state.now(ins.cycles - 1)
    if not chip:
        guard(state, _given(state, Input.WIRED, 1))
    if writes:
        if not (chip or number & _TIMER):
            guard(state, _given(state, Input.HEARD, 1))
    elif number & _TIMER == 0 and not number & 1:
        if number & 2:
            guard(state, _get(state, chip, Slot.INTERRUPT))
        if chip and number & 2:
            guard(state, v(">=", now, _given(state, Input.TAPE_CHANGES, FAR)))
        elif chip:
            guard(state, v("&", _row(state), NOTICED))
            guard(state, v(">=", now, _given(state, Input.KEY_CHANGES, FAR)))
    return RegisterOperand(chip, number, now)


def _get(state: PathState, chip: int, slot: Slot) -> Value:
    return state.load_io(slot.of(chip), *_RANGES.get(slot, (0, 0xFF)))


def _set(state: PathState, chip: int, slot: Slot, value: Value) -> None:
    state.store_io(slot.of(chip), value)


def _given(state: PathState, place: int, high: int) -> Value:
    return state.values.given("inputs", state.values.const(place), -FAR if high == FAR else 0, high)


def _outputs(state: PathState, port: Slot) -> Value:
    """The levels on a port's pins with nothing attached: inputs float high."""
    v = state.values
    latch, direction = (_get(state, _OWN, s) for s in (port, Slot(port + 1)))
    return v("|", latch, v("^", direction, 0xFF))


def _row(state: PathState) -> Value:
    """What `Input.ROWS` has for the number that is selected."""
    v = state.values
    selected = v("&", v(">>", _outputs(state, Slot.PORT_B), 1), 0x0F)
    return v.given("inputs", v("+", selected, Input.ROWS), 0, NOTICED | 0xFF)
