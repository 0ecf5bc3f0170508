"""Loops that only wait: for a timer, for an edge at an input, or for ever.

A path that comes back to its head with nothing changed will go the same way again, until a cycle in
which one of the things that it looks at may change. How often it goes round before that is a
division, however long it is; it is counted, not executed.
"""

from collections.abc import Iterator
from functools import reduce

from emu.turbo.contract import STACK
from emu.turbo.iostate import FAR, Slot
from emu.turbo.state import Location, PathState
from emu.turbo.values import Value, apart
from emu.units import Cell

_COUNTERS = frozenset(Cell(~Slot.READS.of(chip)) for chip in (0, 1))
"""Locations that count how often something was done."""


def repeat(state: PathState) -> None:
    """Have a path at whose end its head is reached again go round as often as it would, if it only
    waits.
    """
    steady = _Steady(state)
    if not steady.path():
        return
    v, each = state.values, state.cycles
    time = state.now(0)
    latest = v.given("latest", "", -FAR, FAR)
    bounds = [v("//", v("-", latest, time), each)]
    for now, change in steady.changes():
        bounds.append(v("//", v("-", v("+", change, -1), now), each))
    least = reduce(lambda a, b: v("min", a, b), bounds)
    times = v.bounded("max", least, v.const(0), 0, FAR)
    for counter in _COUNTERS & state.written.keys():
        once = state.written[counter]
        state.pending[counter] = v("+", once, v("*", times, apart(once)[1]))
    state.charge(times, each, state.instructions, at_most=0)


class _Steady:
    """What is the same each time that *state*'s path is gone."""

    def __init__(self, state: PathState) -> None:
        self._state, self._changed = state, state.changed()
        # until the first change, a cycle that has come or not tells the same each time
        self._known = {id(asked): True for asked, _ in state.assumed if _is_clock(asked)}

    def path(self) -> bool:
        """Whether all is that the path leaves behind and depends on."""
        state = self._state
        if state.charges or state.scattered or not state.cycles or "s" in self._changed:
            return False
        if not all(location in _COUNTERS or self._storable(location) for location in state.written):
            return False
        kept = (value for place, value in state.written.items() if place not in _COUNTERS)
        if not all(map(self._value, (*self._changed.values(), *kept))):
            return False
        return all(self._assumed(condition) for condition, _ in state.assumed)

    def changes(self) -> Iterator[tuple[Value, Value]]:
        """The cycles in which something is looked at, with those in which it may change."""
        for condition, holds in self._state.assumed:
            if _is_clock(condition) and not holds:
                now, change = condition.arguments
                yield now, change

    def _assumed(self, condition: Value) -> bool:
        if _is_clock(condition):
            return self._value(condition.arguments[1])
        return self._value(condition)

    def _storable(self, location: Location) -> bool:
        """Whether a store there is seen by no load of the path."""
        if isinstance(location, int) and location < 0:
            return False
        loaded = (cell.constant for cell in self._state.loaded.values())
        if isinstance(location, int):
            return all(cell is not None and cell != location for cell in loaded)
        return all(cell is not None and not STACK <= cell < STACK + 0x100 for cell in loaded)

    def _value(self, value: Value) -> bool:
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = self._find(value)
        return known

    def _find(self, value: Value) -> bool:
        match value.operation:
            case "const":
                return True
            case "in":
                return value.arguments[0] not in self._changed
            case "time" | "latest" | "rfind":
                return False
            case "load" if value.arguments[0].constant is not None:
                return value.arguments[0].constant not in self._state.written
            case _:
                return all(map(self._value, value.arguments))


def _is_clock(condition: Value) -> bool:
    """Whether it asks if a cycle has come."""
    return condition.operation == ">=" and apart(condition.arguments[0])[0].operation == "time"
