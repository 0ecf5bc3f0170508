"""``microchess kim run``: a program without a screen, for scripts."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from typing import Any

from emu.chips.leds import Readout
from emu.errors import KeyNameError
from emu.files import statefile
from emu.files.programs import read_file
from emu.machine import Machine
from emu.notation import NotationError, parse_pokes
from emu.teletype.paper import readable
from emu.watch.debug import DebugMachine
from emu.watch.heat import Heat
from emu.watch.labels import LabelError
from emu.watch.past_search import PastSearch
from emu.watch.profile import Profile
from emu.watch.trace import BusProbe, tapped
from tui.cli.machines import add_machine, empty, load, monitor
from tui.cli.outfile import settle_all
from tui.cli.rules import alone, excludes, needs, refuses
from tui.cli.run import options, past, places, report, tracing, until
from tui.cli.run.cassettes import Cassettes
from tui.cli.run.drive import SPENT, Drive, Plan, RunEnding, keypad_steps
from tui.cli.run.past import PastAnswer, footsteps
from tui.cli.run.places import UsageError
from tui.cli.run.until import Guard

HELP = """\
Run a program without a screen: keys in, displays and memory out.

The files are put into memory with the processor held, RS is pressed, and vectors that hold 0000
and PREG ($F1) are set as every owner did. Addresses are hexadecimal or labels.

keys: 0-9 A-F AD DA + GO PC RS ST, digits may stand together; 500ms or 2s waits; @ADDR=BYTE pokes;
SST=on and SST=off move the switch

examples:
  microchess kim run game.ptp --go 0200 --keys "1 2 3"
  microchess kim run game.ptp --start 0200 --until pc=0236 --dump 0000-00FF --json
  microchess kim run game.ptp --go 0200 --until text=000579 --max-cycles 2000000
  microchess kim run game.ptp --labels game.lbl --go start --break loop,A=3C --trail 20
  microchess kim run game.ptp --start 0200 --until pc=0236 --trace bus.txt --only registers
  microchess kim run game.ptp --go 0200 --keys 5s --profile
  microchess kim run game.ptp --go 0200 --keys "1 2" --last-write 00F9
  microchess kim run game.ptp --go 0200 --keys "1 2" --reverse-until pc=0236,A=3C --trail 20
  microchess kim run game.ptp --poke SAL=00,02,00,03,01 --go 1800 --record game.wav \\
      --until text=0000..
  microchess kim run --poke ID=01 --go 1873 --play game.wav --until text=0000.. --dump 0200-02FF
  microchess kim run --serial-in "0200 A9." --log session.kim-log --state-out s.kim-state

exit codes: 0 done, or --until was reached; 1 failed; 2 wrong usage; 3 --max-cycles used up before,
or --reverse-until never happened; 4 stopped at a breakpoint or watchpoint; 5 the processor jammed,
or came to an undocumented opcode with --documented-only; 130 Ctrl-C
"""
_WRITTEN = ("state-out", "serial-out", "log", "trace", "record", "sound")
"""Options that name files to be written."""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_machine(parser)
    options.add_start(parser)
    options.add_tape(parser)
    options.add_end(parser)
    options.add_past(parser)
    options.add_look(parser)
    alone(parser, "--go --start")
    needs(parser, "--only", "--trace")
    needs(parser, "--hold", "--keys --go")
    needs(parser, "--rest", "--keys --go --start")
    needs(parser, "--max-cycles", "--until --break --watch --serial-in")
    needs(parser, "--force", "--state-out --serial-out --log --trace --record --sound")
    excludes(parser, "--state-in", "--ram --rom --repeat --bare")
    refuses(parser, "--trace", lambda its: its.trace == "-" and its.json, "on stdout beside --json")
    refuses(parser, "--force", _only_shows, "on stdout")


def _only_shows(its: argparse.Namespace) -> bool:
    """Whether a trace on stdout is all there is to be replaced."""
    files = (its.state_out, its.serial_out, its.log, its.record, its.sound)
    return its.trace == "-" and not any(files)


def run(arguments: argparse.Namespace) -> int:
    """Run, and say what came of it."""
    try:
        return RunCommand(arguments).run()
    except (UsageError, LabelError, KeyNameError, NotationError) as error:
        return places.refused("kim run", error)


class RunCommand:
    """One call of the command."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._options = o = arguments
        saved = statefile.read(o.state_in) if o.state_in else None
        self._rom = monitor(o.monitor, saved)
        self._saved = saved
        self.known = known = places.known_labels(self._rom, o.labels)
        self._pokes = [one for text in o.poke for one in parse_pokes(text, known.address)]
        self._dumps = [(text, known.span(text)) for text in o.dump]
        self._peeks = [known.address(a) for text in o.peek for a in text.split(",")]
        self._questions = [past.last("write", text, known) for text in o.last_write]
        self._questions += [past.last("read", text, known) for text in o.last_read]
        self._back = past.reverse_until(o.reverse_until, known) if o.reverse_until else None
        self._traced = tracing.parse(o.only, known)
        self._guard = Guard(o.breaks, o.watches, known)
        self._cassettes = Cassettes(o)
        self._plan = Plan(
            go=None if o.go is None else known.address(o.go),
            start=None if o.start is None else known.address(o.start),
            typed=o.serial_in,
            steps=keypad_steps(o.keys, known),
            tape=self._cassettes.tape,
            goal=None if o.until is None else until.parse(o.until, known),
            most_cycles=o.max_cycles,
            hold=o.hold,
            rest=o.rest,
        )
        self._profile = Profile() if o.profile else None
        self._heat = Heat() if o.heat else None
        self._keys: list[dict[str, Any]] = []
        self._machine = self._made()
        paths = {name: getattr(o, name.replace("-", "_")) for name in _WRITTEN}
        state = o.state_in if o.state_in != o.state_out else None
        read = [*o.files, *o.rom, *o.labels, *filter(None, (o.play, state))]
        if o.trace == "-":
            paths["trace"] = None
        self._out = self._cassettes.out = settle_all(paths, o.force, read)

    def run(self) -> int:
        """Do it; the exit code."""
        o = self._options
        machine = self._machine
        with ExitStack() as stack:
            stack.enter_context(tracing.logging(machine, self._out.get("log")))
            self._prepare(machine)
            taps: list[BusProbe] = [self._profile] if self._profile else []
            if self._heat:
                taps.append(self._heat.probe)
            if o.trace:
                trace = tracing.tracing(self._out.get("trace"), self._traced)
                taps.append(stack.enter_context(trace))
            asked = self._back is not None or bool(self._questions)
            self._guard.watch_over(machine, remember=o.trail > 0 or asked)
            drive = Drive(machine, self._plan, self._guard, self._show_key)
            with self._cassettes.attached(machine), tapped(machine.board, *taps):
                ending = drive.run()
        answers = self._ask(machine)
        if self._back is not None and answers[0].access is None:
            ending = RunEnding("never", str(answers[0]), SPENT)
        found = list(self._found(machine, answers, bytes(drive.printed)))
        if o.state_out:
            self._out["state-out"].write(statefile.text(machine.snapshot()))
        if o.serial_out:
            self._out["serial-out"].write(bytes(drive.printed))
        if o.json:
            head = {"reason": ending.reason, "text": ending.text, "exit": ending.code}
            head |= {"cycles": machine.cycles, "instructions": machine.instructions}
            print(json.dumps(head | {name: data for name, data, _ in found}))
        else:
            lines = (line for _, _, lines in found for line in lines)
            print(f"{ending.text}; cycle {machine.cycles:,}", *lines, sep="\n")
        return ending.code

    def _found(
        self, machine: DebugMachine, answers: list[PastAnswer], printed: bytes
    ) -> Iterator[tuple[str, Any, Iterable[str]]]:
        """What came of it: the name, for JSON, as lines of text."""
        known, readout = self.known, machine.readout()
        shown = f"{'display':<9} {report.digits(readout)}"
        yield "registers", report.registers(machine), ()
        yield "display", report.display(readout), [shown, str(machine.registers)]
        yield "keys", self._keys, ()
        peeked = [(at, f"{machine.peek(at):02X}") for at in self._peeks]
        lines = [f"{known.named(at)} = {byte}" for at, byte in peeked]
        yield "peek", {f"{at:04X}": byte for at, byte in peeked}, lines
        dumped = {text: machine.read(at.start, len(at)).hex().upper() for text, at in self._dumps}
        lines = [line for _, place in self._dumps for line in report.dump(machine, place)]
        yield "dump", dumped, lines
        if answers:
            yield "past", [one.as_json() for one in answers], map(str, answers)
        back = self._guard.past
        if back and (trail := list(footsteps(back, machine, self._options.trail, known))):
            yield "trail", [one.as_json() for one in trail], ["trail:", *map(str, trail)]
        if self._options.serial_in is not None:
            paper = readable(printed).decode("ascii").replace("\r", "")
            yield "printed", printed.decode("latin-1"), ["printed:", paper]
        if self._profile:
            routines = self._profile.routines
            told = [
                asdict(one) | {"address": f"{one.address:04X}", "label": known.get(one.address)}
                for one in routines
            ]
            yield "profile", told, ["profile:", *report.profile(routines, known)]
        if self._heat:
            yield "heat", self._heat.as_json(), self._heat.lines()

    def _made(self) -> DebugMachine:
        o = self._options
        self._programs = [read_file(text) for text in o.files]
        if self._saved is None:
            machine = empty(o, self._rom, preset=not o.bare)
            if o.bare:
                machine.scramble()
        else:
            expansions = self._saved.state.expansions
            machine = DebugMachine(self._rom, expansions, documented_only=o.documented_only)
            machine.restore(self._saved.on(self._rom))
        for program in self._programs:
            load(machine, program)
        return machine

    def _prepare(self, machine: Machine) -> None:
        """Into the monitor; a state stays where it was."""
        if self._saved is None and self._options.bare:
            machine.press("RS")
        elif self._saved is None:
            machine.begin(self._programs)
        if self._options.timer_wire:
            machine.timer_wire = self._options.timer_wire
        for poke in self._pokes:
            machine.poke(poke.address, poke.value)

    def _ask(self, machine: DebugMachine) -> list[PastAnswer]:
        """Go back where that is wanted, first of all; then ask."""
        if self._guard.past is None:
            return []
        history, found = PastSearch(machine, self._guard.past), list[PastAnswer]()
        if self._back is not None:
            found.append(self._back.answer(machine, history, self.known))
            if (access := found[0].access) is not None:
                history.go(access)
        return found + [one.answer(machine, history, self.known) for one in self._questions]

    def _show_key(self, key: str, readout: Readout, cycles: int) -> None:
        if self._options.json:
            self._keys.append({"key": key, "cycles": cycles, **report.display(readout)})
        else:
            print(f"{key:<9} {report.digits(readout)}", flush=True)
