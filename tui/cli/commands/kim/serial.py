"""``microchess kim serial``: a real board at a serial port."""

import argparse
import sys
import time
from contextlib import closing

import rom
from emu.chips.uart import HIGHEST_BAUD, LOWEST_BAUD
from emu.files.formats.image import Program, Segment
from emu.files.programs import FORMATS, format_for, read_file, write_program
from emu.teletype.monitor import BIT_TIME, MonitorClient, bauds_of
from emu.teletype.probe import ram
from emu.teletype.serial_port import SerialError, SerialPort
from emu.teletype.talk import BAUDS
from emu.teletype.upload import upload
from microchess.machine.board_program import board_program
from microchess.machine.choose import choose
from microchess.machine.manifest import recognise_rom
from microchess.machine.serial_board import SerialBoard
from tui.cli.arguments import add_flag, add_value, address, span, whole
from tui.cli.outfile import OutFile, add_force, settle
from tui.cli.progress import stretch
from tui.cli.rules import needs

HELP = """\
Use a KIM-1, PAL-1, micro-KIM or KIM Clone at a serial port. Its TTY jumper must be fitted.

PORT is a device (/dev/ttyUSB0, COM3), a pseudo-terminal, or a URL of pyserial (socket://host:port).
Press RS first; the command finds the speed.

examples:
  microchess kim serial /dev/ttyUSB0 --info               which monitor, speed, RAM
  microchess kim serial /dev/ttyUSB0 --load game.ptp --go 0200
  microchess kim serial /dev/ttyUSB0 --dump 0200-03FF
  microchess kim serial /dev/ttyUSB0 --save all.hex       all of a KIM-1's own RAM

The order is always --microchess, --info, --load, --dump, --save, --go. --save writes the range of
--dump, or else 0000-00EE, 0100-03FF and 1780-17E6. To type yourself: python -m
serial.tools.miniterm PORT BAUD, which pyserial brings.

exit codes: 0 done, 1 failed, 2 wrong usage, 130 Ctrl-C
"""
_OWN = ((0x0000, 0x00EE), (0x0100, 0x03FF), (0x1780, 0x17E6))
"""RAM of a KIM-1 but for the monitor's cells."""
_ASKED = ("info", "load", "microchess", "dump", "save", "go")
_OURS = {rom.image("kim1-002.bin"): "the monitor of this project"}


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("port", metavar="PORT", help="the serial port")
    add_value(
        parser,
        "--baud N",
        f"{LOWEST_BAUD} to {HIGHEST_BAUD} (default: the first at which the monitor answers)",
        whole(LOWEST_BAUD, HIGHEST_BAUD),
    )
    add_flag(parser, "--info", "show the monitor, the speed and the RAM")
    add_value(parser, "--load FILE[@ADDR]", "load a program as paper tape, and read it back")
    add_flag(parser, "--microchess", "load and start the chess program of player serial:PORT")
    add_value(parser, "--dump FIRST-LAST", "show memory", span)
    add_value(parser, "--save FILE", "write memory to a file; the suffix decides the format")
    add_force(parser)
    add_value(parser, "--go ADDR", "run from this address", address)
    needs(parser, "--force", "--save")


def run(arguments: argparse.Namespace) -> int:
    if not any(getattr(arguments, name) not in (None, False) for name in _ASKED):
        raise SerialError("nothing to do; expected " + ", ".join(f"--{name}" for name in _ASKED))
    program = read_file(arguments.load) if arguments.load else None
    format = format_for(arguments.save) if arguments.save else ""
    out = settle(arguments.save, arguments.force) if arguments.save else None
    client = MonitorClient(SerialPort(arguments.port))
    with closing(client):
        client.connect((arguments.baud,) if arguments.baud else BAUDS)
        if arguments.microchess:
            _microchess(client)
        if arguments.info:
            _info(client)
        if program:
            _load(client, program)
        if arguments.dump or out:
            _take(client, arguments.dump, format, out)
        if arguments.go is not None:
            client.go(arguments.go)
            print(f"runs from ${arguments.go:04X}", file=sys.stderr)
        if client.faults:
            print(f"the line garbled something {client.faults} times", file=sys.stderr)
    return 0


def _info(client: MonitorClient) -> None:
    with stretch("reading the monitor") as told:
        half = client.read(0x1C00, 0x400, told)
    name = _OURS.get(half) or (f"MOS {known}" if (known := recognise_rom(half)) else "another one")
    measured = bauds_of(client.read(BIT_TIME, 2))
    print(f"monitor  {name}")
    print(f"speed    {client.line.baud} baud; the board has measured {measured:.0f}")
    with stretch("looking for RAM") as told:
        stretches, repeats = ram(client, told)
    spans = [f"${one.start:04X}-${one.stop - 1:04X}" for one in stretches]
    print("RAM      " + ", ".join([*spans, "$1780-$17FF"]))
    if repeats:
        print("         from $2000 on the board's 8 KB repeat")


def _load(client: MonitorClient, program: Program) -> None:
    for note in program.notes:
        print(f"{program.name}: {note}", file=sys.stderr)
    begun = time.monotonic()
    with stretch(f"loading {program.name}") as told:
        upload(client, program, told)
    for cell in client.doubts:
        print(f"a bent character may have changed ${cell & 0xFFFF:04X} as well", file=sys.stderr)
    size, seconds = len(program.memory), time.monotonic() - begun
    print(f"{program.name}: {size} bytes loaded and read back, {seconds:.0f} s", file=sys.stderr)


def _microchess(client: MonitorClient) -> None:
    """Load the program that plays, if it is not there, and bring it to where it waits for a key."""
    what = board_program(choose("serial:" + client.line.port).program)
    with stretch(what.title) as told:
        board = SerialBoard(client, what, lambda _: True, print, told)
        board.join(client.line.baud)
    print(f"{what.title} waits for a key")


def _take(
    client: MonitorClient, wanted: tuple[int, int] | None, format: str, out: OutFile | None
) -> None:
    """Memory onto the terminal, or into a file."""
    segments = []
    for first, last in (wanted,) if wanted else _OWN:
        with stretch(f"reading ${first:04X}-${last:04X}") as told:
            segments.append(Segment(first, client.read(first, last + 1 - first, told)))
    program = Program("memory", tuple(segments), "memory")
    if wanted:
        print(write_program(program, "dump").decode("ascii"), end="")
    if out:
        out.write(write_program(program, format))
        print(f"{out.path}: {FORMATS[format].name}, {len(program.memory)} bytes", file=sys.stderr)
