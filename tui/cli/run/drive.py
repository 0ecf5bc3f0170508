"""One run from beginning to end: start, keys, goal, and why it ended."""

import argparse
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from emu.chips.keypad import KEYS, key_name
from emu.chips.leds import Readout
from emu.chips.waveform import Waveform
from emu.errors import Jammed, UndocumentedOpcode
from emu.machine import HOLD, Machine, Steps
from emu.notation import NotationError, Poke, parse_decimal, parse_pokes, shortened
from emu.teletype.emulated_line import PATIENT, EmulatedLine
from emu.teletype.paper import readable
from emu.watch.debug import DebugMachine, Halt
from tui.cli.run import until
from tui.cli.run.places import Labels, UsageError
from tui.cli.run.until import Guard

DONE, SPENT, HALTED, UNDOCUMENTED = 0, 3, 4, 5
"""Exit codes."""
MOST_CYCLES = 100_000_000
_HEX = re.compile(r"[0-9A-Fa-f]+")
_WAIT = re.compile(r"(\d+(?:\.\d+)?)(ms|s)", re.IGNORECASE)
_CYCLES = {"ms": 1_000, "s": 1_000_000}
_LONGEST = 3_600_000_000
_SWITCH = re.compile(r"SST=(on|off)", re.IGNORECASE)


@dataclass(frozen=True)
class RunEnding:
    """How a run ended: a word for programs, a text for people, the exit code."""

    reason: str
    text: str
    code: int


@dataclass(frozen=True)
class KeypadStep:
    """One thing done, as it was written; ``done`` is what does it."""

    text: str
    cycles: int = 0
    pokes: tuple[Poke, ...] = ()
    switch: bool | None = None

    def doing(self, machine: Machine) -> Steps[None]:
        if self.cycles:
            yield from machine.running(self.cycles)
        elif self.pokes:
            for poke in self.pokes:
                machine.poke(poke.address, poke.value)
        elif self.switch is not None:
            machine.single_step = self.switch
        else:
            yield from machine.pressing(self.text)


class Drive:
    """Carries out what the options of a run say, on a machine that stands in its monitor, or where
    a state left it. Raises KeyNameError, LabelError or UsageError.
    """

    def __init__(self, options: argparse.Namespace, known: Labels, tape: Waveform | None) -> None:
        self._options, self._tape = options, tape
        self._go = None if options.go is None else known.address(options.go)
        self._start = None if options.start is None else known.address(options.start)
        self._steps = keypad_steps(options.keys, known)
        self._goal = None if options.until is None else until.parse(options.until, known)
        self.printed = bytearray()

    def run(
        self, machine: DebugMachine, guard: Guard, on_key: Callable[[str, Readout, int], None]
    ) -> RunEnding:
        """Do it all, or as much as there is before *guard* ends it; *on_key* hears of each key and
        the display after it.
        """
        self._machine, self._guard, self._on_key = machine, guard, on_key
        try:
            missed, halted = self._guarded(self._carrying_out())
        except UndocumentedOpcode as refused:
            reason = "jammed" if isinstance(refused, Jammed) else "undocumented opcode"
            return RunEnding(reason, str(refused), UNDOCUMENTED)
        finally:
            self._collect()
        if halted:
            halt, text = halted
            reason = "breakpoint" if halt.watched is None else "watchpoint"
            return RunEnding(reason, text, HALTED)
        if missed:
            most = self._options.max_cycles
            return RunEnding("budget", f"{missed} not reached in {most:,} cycles", SPENT)
        if self._goal:
            return RunEnding("until", f"reached: {self._goal.title}", DONE)
        return RunEnding("done", "done", DONE)

    def _guarded(self, work: Steps[str]) -> tuple[str, tuple[Halt, str] | None]:
        """What *work* missed, and the halt it was ended at."""
        while True:
            try:
                next(work)
            except StopIteration as done:
                return done.value, self._guard.end(self._machine)
            if halted := self._guard.end(self._machine):
                work.close()
                return "", halted

    def _carrying_out(self) -> Steps[str]:
        """Do all of it; what was not reached within the cycles there are."""
        machine, given = self._machine, self._options
        if given.serial_in is not None and not (yield from self._typing(given.serial_in)):
            return "a wait for a character"
        if self._go is not None:
            for key in ("AD", *f"{self._go:04X}", "GO"):
                yield from self._doing(KeypadStep(key))
        if self._start is not None:
            machine.jump(self._start)
            self._guard.standing(machine)
            yield
        for step in self._steps:
            yield from self._doing(step)
        if self._tape is not None:
            machine.play_tape(self._tape)
        if (goal := self._goal) is not None:
            reached = yield from goal.run(machine, given.max_cycles, self._paper)
            return "" if reached else goal.title
        if self._guard.wanted:
            yield from machine.running(given.max_cycles)
            return "a breakpoint or watchpoint"
        if self._tape is not None:
            yield from machine.running(self._tape.length)
        elif self._start is not None and not self._steps:
            yield from machine.running(HOLD)
        return ""

    def _doing(self, step: KeypadStep) -> Steps[None]:
        yield from step.doing(self._machine)
        self._on_key(step.text, self._machine.readout(), self._machine.cycles)

    def _typing(self, data: bytes) -> Steps[bool]:
        """Type on the terminal until the program waits for more; whether it does in time."""
        port = EmulatedLine(self._machine, silence=PATIENT)
        end = self._machine.cycles + self._options.max_cycles

        if not self._machine.tty:
            port.connect()
        port.send(data)
        try:
            for pause in port.running_until_waiting():
                yield pause
                if self._machine.cycles >= end:
                    return False
        finally:
            self.printed += port.printed()
        return True

    def _paper(self) -> str:
        self._collect()
        return readable(bytes(self.printed)).decode("ascii")

    def _collect(self) -> None:
        self.printed += self._machine.printed()


def keypad_steps(text: str, known: Labels) -> list[KeypadStep]:
    """The steps in *text*.

    Raises KeyNameError, LabelError or UsageError, naming the word that is none.
    """
    return [step for word in text.replace("+", " + ").split() for step in _steps(word, known)]


def _steps(word: str, known: Labels) -> Iterator[KeypadStep]:
    if match := _WAIT.fullmatch(word):
        unit = _CYCLES[match[2].lower()]
        try:
            cycles = round(parse_decimal(match[1], 1 / unit, _LONGEST / unit, "") * unit)
        except NotationError:
            what = f"{shortened(word)} is no time to wait"
            raise UsageError(f"{what}; expected up to 3600s") from None
        yield KeypadStep(word, cycles=cycles)
    elif match := _SWITCH.fullmatch(word):
        yield KeypadStep(word, switch=match[1].lower() == "on")
    elif word.startswith("@"):
        yield KeypadStep(word, pokes=parse_pokes(word[1:], known.address))
    elif _HEX.fullmatch(word) and word.upper() not in KEYS:
        yield from (KeypadStep(digit.upper()) for digit in word)
    else:
        yield KeypadStep(key_name(word))
