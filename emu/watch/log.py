"""Logs, ``*.kim-log``: where a machine started and everything done to it, as JSON lines.

A replay runs to the cycle of each event, does it, and must arrive at the very same state.

The first line is a header: ``format`` (``kim-log``), ``version`` (1) and ``start``, a whole state
as in `emu.files.statefile`. Each event has ``cycle``, ``do`` and ``value``. After every 100 events
``check`` is the SHA-256 of the state; in the last line it is called ``end``.

=========================== ====================================================================
``key down``, ``key up``    the key
``reset``, ``nmi``          RS, ST
``single step``, ``tty``    a switch, a jumper
``timer wire``              a wire
``load``                    ``address``, ``data`` in hexadecimal: bytes put into memory or ROM
``poke``                    ``address``, ``value``: a byte written as the processor would write it
``registers``               set by hand
``line``                    the speed of the terminal
``type``, ``break``         characters and the cycles between them; cycles of the BREAK key
``play tape``               the first level of the tape, and the cycles of its edges
``stop tape``               nothing; so ``record tape`` and ``end recording``
``loop tape``               true for the wire from the output, ``"PA0"`` for that pin, or false
``restore``                 a whole state
=========================== ====================================================================
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from emu.board_state import BoardState
from emu.errors import Diverged, EmuError, LogError, SnapshotError
from emu.events import VERBS, Event
from emu.files import codec as state
from emu.files import reading, statefile
from emu.files.statefile import Saved
from emu.machine import Machine
from emu.notation import MOST as MOST_CYCLES
from emu.units import Cycle, Cycles

FORMAT, VERSION = "kim-log", 1
CHECK_EVERY = 100
CHECK, END = "check", "end"
"""What stands in place of a verb, with a state's SHA-256: checks under way and at the log's end."""
MOST = 128 * reading.MB
"""Bytes of a log that is read."""


@dataclass(frozen=True)
class Log:
    """A log that was read: the start, then events and checks in their order."""

    start: Saved
    entries: tuple[Event, ...]

    @property
    def events(self) -> int:
        return sum(entry.verb in VERBS for entry in self.entries)

    @property
    def complete(self) -> bool:
        return any(entry.verb == END for entry in self.entries)


class LogRecorder:
    """Writes a log of *machine* to *stream* from now on, until ``close``.

    After every CHECK_EVERY events a check of the state follows.
    """

    def __init__(self, machine: Machine, stream: TextIO) -> None:
        self._machine = machine
        self._stream = stream
        self._events = 0
        start = statefile.document(machine.snapshot())
        self._line({"format": FORMAT, "version": VERSION, "start": start})
        machine.listeners.append(self._heard)

    def close(self) -> None:
        """Write the state's hash and stop listening; the stream stays open."""
        self._machine.listeners.remove(self._heard)
        self._check(END)

    def _heard(self, event: Event) -> None:
        line: dict[str, Any] = {"cycle": event.cycle, "do": event.verb}
        if isinstance(event.value, BoardState):
            line["value"] = statefile.document(event.value)
        elif event.value is not None:
            line["value"] = state.encode(event.value)
        self._line(line)
        self._events += 1
        if self._events % CHECK_EVERY == 0:
            self._check(CHECK)

    def _check(self, word: str) -> None:
        now = self._machine.snapshot()
        self._line({"cycle": now.cycles, word: statefile.digest(now)})

    def _line(self, data: Any) -> None:
        self._stream.write(json.dumps(data) + "\n")


class LogReplay:
    """*log* on *machine*, which has its ROM and expansions and is put at its start."""

    def __init__(self, log: Log, machine: Machine, monitor: bytes) -> None:
        self._log = log
        self._machine = machine
        self._monitor = monitor
        machine.restore(log.start.on(monitor))
        self.events = self.checks = 0
        """Events done and checks passed."""

    def cycles_to_run(self, to: Cycle | None = None) -> Cycles:
        """How many cycles the machine has to run for `run`."""
        now, needed = self._machine.cycles, 0
        for entry in self._log.entries:
            if to is not None and entry.cycle > to:
                break
            needed += max(0, entry.cycle - now)
            now = entry.cycle
            if isinstance(entry.value, Saved):
                now = entry.value.state.cycles
        return needed if to is None else needed + max(0, to - now)

    def run(self, to: int | None = None) -> None:
        """Run to the end of the log, or to the first instruction at or after cycle *to*.

        Raises Diverged when the machine does not come to where the log says, SnapshotError when a
        state in the log does not fit it.
        """
        for entry in self._log.entries:
            if to is not None and entry.cycle > to:
                break
            self._machine.run(entry.cycle - self._machine.cycles)
            if self._machine.cycles != entry.cycle:
                raise Diverged(
                    self._machine.cycles, f"no instruction ends at cycle {entry.cycle:,}"
                )
            if entry.verb in VERBS:
                self._do(entry)
            else:
                self._check(entry)
        if to is not None:
            self._machine.run(to - self._machine.cycles)

    def _do(self, event: Event) -> None:
        value = event.value
        if isinstance(value, Saved):
            value = value.on(self._monitor)
        try:
            self._machine.do(event.verb, value)
        except ValueError as error:
            raise LogError(f"{event.verb} at cycle {event.cycle:,}: {error}") from None
        self.events += 1

    def _check(self, check: Event) -> None:
        found = statefile.digest(self._machine.snapshot())
        if found != check.value:
            raise Diverged(
                check.cycle,
                f"the state has SHA-256 {found[:16]}..., the log says {check.value[:16]}...",
            )
        self.checks += 1


def read(path: Path) -> Log:
    """Read a log.

    Raises OSError, and LogError with the line and the reason when it cannot be used.
    """
    lines = reading.read_text(path, MOST).splitlines()
    if not lines:
        raise LogError(f"{path} is empty")
    try:
        header = reading.parse_json(lines[0])
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise LogError(f"{path} is no log of a KIM-1, or its first line is damaged")
    if header.get("version") != VERSION:
        raise LogError(
            f"{path} has version {header.get('version')!r}; this program reads version {VERSION}"
        )
    try:
        start = statefile.parse(header.get("start"))
    except SnapshotError as error:
        raise LogError(f"{path}: line 1: the start cannot be used: {error}") from None
    return Log(start, tuple(_entries(path, lines[1:])))


def _entries(path: Path, lines: Iterable[str]) -> Iterator[Event]:
    for number, line in enumerate(lines, 2):
        try:
            data = reading.parse_json(line)
        except ValueError:
            raise LogError(f"{path}: line {number} is damaged: {line.strip()[:40]!r}") from None
        try:
            yield _entry(data)
        except (EmuError, KeyError, TypeError, ValueError) as error:
            why = f"{error} is missing" if isinstance(error, KeyError) else error
            raise LogError(f"{path}: line {number}: {why}") from None


def _entry(data: Any) -> Event:
    if not isinstance(data, dict) or type(data.get("cycle")) is not int:
        raise LogError("expected an event with its cycle")
    if not 0 <= data["cycle"] <= MOST_CYCLES:
        raise LogError(f"its cycle is not within 0 to {MOST_CYCLES:.0e}")
    for word in (CHECK, END):
        if word in data:
            if not isinstance(data[word], str):
                raise LogError(f"{word} is {data[word]!r}; expected a SHA-256")
            return Event(data["cycle"], word, data[word])
    verb = VERBS.get(data["do"])
    if verb is None:
        raise LogError(f"there is no event {data['do']!r}; expected one of {', '.join(VERBS)}")
    value = data.get("value")
    if verb.kind is BoardState:
        return Event(data["cycle"], data["do"], statefile.parse(value))
    return Event(data["cycle"], data["do"], state.decode(value, verb.kind, data["do"]))
