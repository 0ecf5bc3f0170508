"""``microchess kim tty``: a terminal on the KIM-1's serial line."""

import argparse
import sys
from pathlib import Path

from emu.chips.uart import HIGHEST_BAUD, LOWEST_BAUD
from emu.files.programs import Program, read_file
from emu.notation import counted
from tui.cli.arguments import add_flag, add_value, decimal, milliseconds
from tui.cli.machines import add_machine, empty, load, monitor
from tui.cli.outfile import add_force, settle_all
from tui.cli.rules import needs, refuses
from tui.cli.run.cassettes import Cassettes
from tui.cli.run.options import add_tape
from tui.cli.run.tracing import logging
from tui.cli.tty.ends import Ends, PseudoTerminal, standard_streams
from tui.cli.tty.serial_console import SerialConsole

BAUD = 1200
_BAUD = decimal(LOWEST_BAUD, HIGHEST_BAUD, f"{LOWEST_BAUD} to {HIGHEST_BAUD}")
_MEGAHERTZ = decimal(0.001, 100_000, "megahertz, 0.001 to 100000, e.g. 1 or 10, or max")
HELP = """\
Talk to the KIM-1 over its serial line. The TTY jumper is fitted, and RS is pressed.

examples:
  microchess kim tty                              talk to the monitor; Ctrl-] or Ctrl-T: menu
  printf '0200 A9.' | microchess kim tty          the same through a pipe
  microchess kim tty --load game.ptp              load a program with the monitor's L
  microchess kim tty tinybasic.ptp --ram 0400:4K  run a program that needs more memory
  microchess kim tty basic.ptp --ram 2000:16K --record mine.wav   record its SAVE
  microchess kim tty basic.ptp --ram 2000:16K --play mine.wav     play a tape for its LOAD
  microchess kim tty --pty                        let others connect: screen /dev/pts/3

Type in capital letters: an address and Space open a cell, two digits and . store a byte, Enter and
Ctrl-J go to the next and the previous cell, G runs, Backspace (RUBOUT) begins again. Through a pipe
the end of a line is Enter, characters wait until the machine listens, and the command ends when the
machine has nothing more to say. Without --raw, NULs and the eighth bit are left out.

exit codes: 0 done, 1 failed or a tape did not arrive, 2 wrong usage, 130 Ctrl-C
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the machine, the line, the tapes, and what is at the other end."""
    add_machine(parser)
    line = parser.add_argument_group("the line")
    add_value(line, "--baud N", "speed of the line, 50 to 9600", _BAUD, BAUD)
    line.add_argument("--stop", type=int, default=2, choices=(1, 2), help="stop bits (default: 2)")
    add_flag(
        line,
        "--no-rubout",
        "do not send the character from which the monitor measures the speed",
    )
    add_value(
        line,
        "--speed MHZ",
        "speed of the machine: 1, 10, ... or max (default: 1; through a pipe max)",
        _speed,
    )
    add_flag(line, "--raw", "pass all characters unchanged")
    add_flag(line, "--pty", "open a pseudo-terminal for another program")
    kept = parser.add_argument_group("what is sent and kept")
    add_value(kept, "--load FILE", "type L and send a program as paper tape")
    add_value(
        kept,
        "--delay MS[,MS]",
        "send it with pauses after each character, and after each line",
        _delays,
    )
    add_value(kept, "--log FILE", "write a log for kim replay", Path)
    add_force(kept)
    add_tape(parser, "once the program reads the tape")
    needs(parser, "--force", "--log --record --sound")
    silent = "with --pty and without --load"
    refuses(parser, "--delay", lambda its: its.pty and not its.load, silent)


def run(arguments: argparse.Namespace) -> int:
    tape = read_file(arguments.load) if arguments.load else None
    programs = [read_file(text) for text in arguments.files]
    kim = empty(arguments, monitor(arguments.monitor))
    for program in programs:
        load(kim, program)
    cassettes = Cassettes(arguments)
    read = [*arguments.files, *arguments.rom, *filter(None, (arguments.load, arguments.play))]
    written = {name: getattr(arguments, name) for name in ("log", "record", "sound")}
    out = cassettes.out = settle_all(written, arguments.force, read)
    kim.set_line(arguments.baud, arguments.stop)
    ends: Ends = PseudoTerminal() if arguments.pty else standard_streams()
    speed = arguments.speed if arguments.speed != 0 else None
    if arguments.speed is None and not ends.text_in:
        speed = 1.0
    rubout = not arguments.no_rubout
    with logging(kim, out.get("log")):
        session = SerialConsole(kim, ends, speed, arguments.raw, rubout, cassettes.tape)
        if tape:
            session.port.send_program(tape, arguments.delay)
        with cassettes.attached(kim), ends:
            _greet(ends, arguments, tape)
            session.run()
    if session.fault and not ends.typed:
        raise session.fault
    return 0


def _greet(ends: Ends, arguments: argparse.Namespace, tape: Program | None) -> None:
    line = f"{arguments.baud:g} baud, {counted(arguments.stop, 'stop bit')}"
    if isinstance(ends, PseudoTerminal):
        print(ends.path, flush=True)
        print(f"KIM-1, {line}; Ctrl-C ends", file=sys.stderr, flush=True)
    elif ends.typed:
        loading = f", loading {tape.name}" if tape else ""
        sys.stderr.write(f"KIM-1, {line}{loading}; Ctrl-] or Ctrl-T: menu\r\n")


def _delays(text: str) -> tuple[int, int]:
    """Cycles behind each character and each line."""
    character, _, line = text.partition(",")
    read = milliseconds(0)
    return read(character), read(line or "0")


def _speed(text: str) -> float:
    """Megahertz; 0 for ``max``."""
    if text == "max":
        return 0.0
    return _MEGAHERTZ(text)
