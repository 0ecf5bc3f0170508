"""``microchess kim run``: a program without a screen, for scripts."""

import argparse
from contextlib import ExitStack

from emu.errors import KeyNameError
from emu.files import statefile
from emu.notation import NotationError
from emu.watch.labels import LabelError
from emu.watch.trace import tapped
from tui.cli.machines import add_machine
from tui.cli.outfile import OutFile, settle_all
from tui.cli.rules import alone, excludes, needs, refuses
from tui.cli.run import options, places, tracing
from tui.cli.run.cassettes import Cassettes
from tui.cli.run.drive import Drive
from tui.cli.run.past import Inquiry
from tui.cli.run.places import UsageError
from tui.cli.run.report import Report
from tui.cli.run.setup import Setup
from tui.cli.run.until import Guard

HELP = """\
Run a program without a screen: press keys, and print displays and memory.

The files are put into memory, then RS is pressed. Interrupt vectors that hold 0000, and PREG ($F1),
are set as owners did by hand. Addresses are hexadecimal numbers or labels.

keys: 0-9 A-F AD DA + GO PC RS ST; digits may stand together. 500ms or 2s waits, @ADDR=BYTE stores a
byte, SST=on and SST=off move the switch.

examples:
  microchess kim run game.ptp --go 0200 --keys "1 2 3"
  microchess kim run game.ptp --start 0200 --until pc=0236 --dump 0000-00FF --json
  microchess kim run game.ptp --go 0200 --until text=000579 --max-cycles 2000000
  microchess kim run game.ptp --labels game.lbl --go start --break loop,A=3C --trail 20
  microchess kim run game.ptp --start 0200 --until pc=0236 --trace bus.txt --only registers
  microchess kim run game.ptp --go 0200 --keys 5s --profile
  microchess kim run game.ptp --go 0200 --keys "1 2" --last write=00F9
  microchess kim run game.ptp --poke SAL=00,02,00,03,01 --go 1800 --record game.wav \\
      --until text=0000..
  microchess kim run --poke ID=01 --go 1873 --play game.wav --until text=0000.. --dump 0200-02FF
  microchess kim run --serial-in "0200 A9." --log session.kim-log --state-out s.kim-state

exit codes: 0 done, or --until was reached; 1 failed; 2 wrong usage; 3 --max-cycles was used up
first; 4 stopped at a breakpoint or watchpoint; 5 the processor jammed, or met an undocumented
opcode with --documented-only; 130 Ctrl-C
"""
_WRITTEN = ("state-out", "serial-out", "log", "trace", "record", "sound")
"""Options that name files to be written."""


def add(parser: argparse.ArgumentParser) -> None:
    add_machine(parser)
    options.add_start(parser)
    options.add_tape(parser)
    options.add_end(parser)
    options.add_past(parser)
    options.add_look(parser)
    alone(parser, "--go --start")
    needs(parser, "--only", "--trace")
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
    try:
        return RunCommand(arguments).run()
    except (UsageError, LabelError, KeyNameError, NotationError) as error:
        return places.refused("kim run", error)


class RunCommand:
    """One call of the command."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._setup = Setup(options)
        known = self._setup.known
        self._guard = Guard(options.breaks, options.watches, known)
        self._inquiry = Inquiry(options, known)
        self._report = Report(options, known)
        self._traced = tracing.parse(options.only, known)
        self._cassettes = Cassettes(options)
        self._drive = Drive(options, known, self._cassettes.tape)
        self._machine = self._setup.machine()
        self._out = self._cassettes.out = self._settled()

    def _settled(self) -> dict[str, OutFile]:
        """The files to be written. Raises ProgramFileError and OSError for one that cannot be."""
        o = self._options
        paths = {name: getattr(o, name.replace("-", "_")) for name in _WRITTEN}
        if o.trace == "-":
            paths["trace"] = None
        state = o.state_in if o.state_in != o.state_out else None
        read = [*o.files, *o.rom, *o.labels, *filter(None, (o.play, state))]
        return settle_all(paths, o.force, read)

    def run(self) -> int:
        machine, out = self._machine, self._out
        with ExitStack() as stack:
            stack.enter_context(tracing.logging(machine, out.get("log")))
            self._setup.prepare(machine)
            taps = self._report.taps(machine)
            if self._options.trace:
                trace = tracing.tracing(out.get("trace"), self._traced)
                taps.append(stack.enter_context(trace))
            self._guard.watch_over(machine, remember=self._inquiry.wanted)
            with self._cassettes.attached(machine), tapped(machine.board, *taps):
                ending = self._drive.run(machine, self._guard, self._report.key)
        answers = self._inquiry.ask(machine, self._guard.past)
        trail = self._inquiry.trail(machine, self._guard.past)
        printed = bytes(self._drive.printed)
        found = list(self._report.found(machine, printed, answers, trail))
        if "state-out" in out:
            out["state-out"].write(statefile.text(machine.snapshot()))
        if "serial-out" in out:
            out["serial-out"].write(printed)
        self._report.show(machine, ending, found)
        return ending.code
