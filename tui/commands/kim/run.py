"""``microchess kim run``: a program without a screen, for scripts."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from emu import statefile
from emu.debug import SupervisedMachine
from emu.errors import KeyNameError
from emu.labels import LabelError
from emu.leds import Readout
from emu.machine import HOLD, Machine
from emu.printout import readable
from emu.profile import Profile
from emu.tap import Tap, tapped
from tui.headless import keying, places, report, tracing, until
from tui.headless.drive import MOST_CYCLES, USAGE, Drive, Ending, Plan
from tui.headless.guard import Guard
from tui.headless.places import UsageError
from tui.headless.recording import recorded
from tui.machines import add_machine, monitor, read_file
from tui.options import count

_EXAMPLES = """\
The files are put into memory with the processor held, RS is pressed, and vectors that hold 0000
and PREG ($F1) are set as every owner did. Addresses are hexadecimal or labels.

keys: 0-9 A-F AD DA + GO PC RS ST, digits may stand together; 500ms or 2s waits; @ADDR=BYTE pokes;
SST=on and SST=off move the switch

examples:
  microchess kim run game.ptp --go 0200 --keys "1 2 3"
  microchess kim run game.ptp --start 0200 --until pc=0236 --dump 0000-00FF --json
  microchess kim run game.ptp --go 0200 --until text=000579 --max-cycles 2000000
  microchess kim run game.ptp --labels game.lbl --go start --break loop,A=3C --trace bus.txt
  microchess kim run game.ptp --go 0200 --keys 5s --profile
  microchess kim run --serial-in "0200 A9.+" --log session.kim-log --state-out s.kim-state

exit codes: 0 done, or --until was reached; 1 failed; 2 wrong usage; 3 --max-cycles used up before;
4 stopped at a breakpoint or watchpoint; 5 came to an undocumented opcode; 130 Ctrl-C
"""


def add(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "run",
        help="run a program without a screen, for scripts",
        description="Run a program without a screen: keys in, displays and memory out.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_machine(parser)
    _add_start(parser)
    _add_end(parser)
    _add_look(parser)
    parser.set_defaults(run=run)


def _add_start(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how it starts")
    group.add_argument("--state-in", type=Path, metavar="FILE", help="go on from a state")
    group.add_argument(
        "--poke",
        action="append",
        default=[],
        metavar="ADDR=BYTE[,BYTE...]",
        help="before it starts",
    )
    group.add_argument(
        "--bare", action="store_true", help="junk in RAM and vectors, as at power-on"
    )
    group.add_argument("--timer-wire", choices=("IRQ", "NMI"), help="wire 003 PB7, its timer, to")
    group.add_argument("--go", metavar="ADDR", help="press AD, the address, GO")
    group.add_argument("--start", metavar="ADDR", help="jump there, without the monitor")
    group.add_argument("--keys", default="", metavar="KEYS", help="what is pressed; see below")
    group.add_argument("--hold", type=_ms, default=HOLD, metavar="MS", help="(default: 40)")
    group.add_argument("--rest", type=_ms, default=HOLD, metavar="MS", help="(default: 40)")
    group.add_argument(
        "--serial-in",
        type=_typed,
        metavar="TEXT",
        help=r"fit the TTY jumper, RS, RUBOUT, then type TEXT (\r, \n, \x7F as usual)",
    )


def _add_end(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("until when")
    group.add_argument(
        "--until", metavar="GOAL", help=f"{until.EXPECTED} (default: until all keys are pressed)"
    )
    group.add_argument(
        "--max-cycles",
        type=count,
        default=MOST_CYCLES,
        metavar="N",
        help=f"give --until up after so many (default: {MOST_CYCLES:,})",
    )
    group.add_argument(
        "--break",
        dest="breaks",
        action="append",
        default=[],
        metavar="ADDR[,COND...]",
        help="stop before this instruction; conditions: A=3C, SP=FF, 00F9=12",
    )
    group.add_argument(
        "--watch",
        dest="watches",
        action="append",
        default=[],
        metavar="ADDR[=BYTE]",
        help="stop when this byte changes, or becomes BYTE",
    )


def _add_look(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is shown and kept")
    group.add_argument("--dump", action="append", default=[], metavar="FIRST-LAST")
    group.add_argument("--peek", action="append", default=[], metavar="ADDR[,ADDR...]")
    group.add_argument(
        "--labels",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="names of addresses",
    )
    group.add_argument(
        "--trace",
        type=Path,
        metavar="FILE",
        help="every byte over the bus with its cycle; JSON lines into *.jsonl, - is stdout",
    )
    group.add_argument(
        "--only", default="", metavar="WHAT,...", help=f"of the trace: {tracing.EXPECTED}"
    )
    group.add_argument("--profile", action="store_true", help="cycles by routine")
    group.add_argument("--serial-out", type=Path, metavar="FILE", help="what was printed, as it is")
    group.add_argument("--log", type=Path, metavar="FILE", help="a log for kim replay")
    group.add_argument("--state-out", type=Path, metavar="FILE", help="the state in the end")
    group.add_argument("--json", action="store_true", help="one JSON object with everything")


def run(arguments: argparse.Namespace) -> int:
    """Run, and say what came of it."""
    try:
        return Command(arguments).run()
    except (UsageError, LabelError, KeyNameError) as error:
        print(f"microchess kim run: {error}; see microchess kim run --help", file=sys.stderr)
        return USAGE


class Command:
    """One call of the command."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._options = o = arguments
        if o.go is not None and o.start is not None:
            raise UsageError("--go presses keys and --start jumps; expected one of them")
        if o.only and not o.trace:
            raise UsageError("--only says what --trace holds, which is not given")
        if o.json and o.trace == Path("-"):
            raise UsageError("--trace - and --json both want stdout")
        if o.state_in and (o.ram or o.bare):
            raise UsageError("--ram and --bare make a new machine, --state-in does not")
        saved = statefile.read(o.state_in) if o.state_in else None
        self._rom = monitor(o.monitor, saved)
        self._saved = saved
        self.known = known = places.known_labels(self._rom, o.labels)
        self._pokes = [one for text in o.poke for one in places.poke(text, known)]
        self._dumps = [(text, places.span(text, known)) for text in o.dump]
        self._peeks = [places.address(a, known) for text in o.peek for a in text.split(",")]
        self._wish = tracing.parse(o.only, known)
        self._guard = Guard(o.breaks, o.watches, known)
        self._plan = Plan(
            go=None if o.go is None else places.address(o.go, known),
            start=None if o.start is None else places.address(o.start, known),
            typed=o.serial_in,
            steps=keying.parse(o.keys, known),
            goal=None if o.until is None else until.parse(o.until, known),
            most_cycles=o.max_cycles,
            hold=o.hold,
            rest=o.rest,
        )
        self._keys: list[dict[str, Any]] = []

    def run(self) -> int:
        """Do it; the exit code."""
        o = self._options
        machine = self._machine()
        with ExitStack() as stack:
            stack.enter_context(recorded(machine, o.log))
            self._prepare(machine)
            taps: list[Tap] = []
            profile = Profile() if o.profile else None
            if o.trace:
                taps.append(stack.enter_context(tracing.tracing(o.trace, self._wish)))
            if profile:
                taps.append(profile)
            self._guard.watch_over(machine)
            drive = Drive(machine, self._plan, self._guard, self._told)
            with tapped(machine.board, *taps):
                ending = drive.run()
        if o.state_out:
            statefile.write(o.state_out, machine.snapshot())
        if o.serial_out:
            o.serial_out.write_bytes(drive.printed)
        show = self._show_json if o.json else self._show
        show(machine, ending, bytes(drive.printed), profile)
        return ending.code

    def _machine(self) -> SupervisedMachine:
        programs = [read_file(text) for text in self._options.files]
        if self._saved is None:
            machine = SupervisedMachine(self._rom, self._options.ram, preset=not self._options.bare)
            if self._options.bare:
                machine.scramble()
        else:
            machine = SupervisedMachine(self._rom, self._saved.state.expansions)
            machine.restore(self._saved.on(self._rom))
        for program in programs:
            machine.load(program)
            for note in program.notes:
                print(f"{program.name}: {note}", file=sys.stderr)
        return machine

    def _prepare(self, machine: Machine) -> None:
        """Into the monitor; a state stays where it was."""
        if self._saved is None and self._options.bare:
            machine.press("RS")
        elif self._saved is None:
            machine.begin()
        if self._options.timer_wire:
            machine.timer_wire = self._options.timer_wire
        for address, value in self._pokes:
            machine.poke(address, value)

    def _told(self, key: str, readout: Readout, cycles: int) -> None:
        if self._options.json:
            self._keys.append({"key": key, "cycles": cycles, **report.display(readout)})
        else:
            print(f"{key:<9} {report.digits(readout)}", flush=True)

    def _show(
        self, machine: Machine, ending: Ending, printed: bytes, profile: Profile | None
    ) -> None:
        print(f"{ending.text}; cycle {machine.cycles:,}")
        print(f"{'display':<9} {report.digits(machine.readout())}")
        print(machine.registers)
        for address in self._peeks:
            print(f"{places.named(address, self.known)} = {machine.peek(address):02X}")
        for _, place in self._dumps:
            print(*report.dump(machine, place), sep="\n")
        if printed:
            print("printed:")
            print(readable(printed).decode("ascii").replace("\r", ""))
        if profile:
            print("profile:")
            print(*report.profile(profile.routines, self.known), sep="\n")

    def _show_json(
        self, machine: Machine, ending: Ending, printed: bytes, profile: Profile | None
    ) -> None:
        found: dict[str, Any] = {
            "reason": ending.reason,
            "text": ending.text,
            "exit": ending.code,
            "cycles": machine.cycles,
            "instructions": machine.instructions,
            "registers": report.registers(machine),
            "display": report.display(machine.readout()),
            "keys": self._keys,
            "peek": {f"{a:04X}": f"{machine.peek(a):02X}" for a in self._peeks},
            "dump": {
                text: machine.read(place.start, len(place)).hex().upper()
                for text, place in self._dumps
            },
        }
        if self._plan.typed is not None:
            found["printed"] = printed.decode("latin-1")
        if profile:
            found["profile"] = report.profile_json(profile.routines, self.known)
        print(json.dumps(found))


def _ms(text: str) -> int:
    """Cycles, from milliseconds."""
    try:
        cycles = round(float(text) * 1000)
    except (ValueError, OverflowError):
        cycles = 0
    if cycles < 1:
        raise argparse.ArgumentTypeError(f"{text!r}; expected milliseconds, more than 0")
    return cycles


def _typed(text: str) -> bytes:
    """Characters, with backslashes as usual."""
    try:
        return text.encode("latin-1").decode("unicode_escape").encode("latin-1")
    except ValueError:
        raise argparse.ArgumentTypeError(
            rf"{text!r}; expected characters up to \xFF, backslashes as in \r, \n, \x7F and \\"
        ) from None
