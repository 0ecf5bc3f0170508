"""``microchess kim replay``: do again what a log says was done."""

import argparse
import sys
from pathlib import Path

from emu.errors import LogError
from emu.files import statefile
from emu.machine import MHZ, Machine
from emu.watch import log
from emu.watch.log import LogReplay
from tui.cli.arguments import add_monitor, add_value, cycles
from tui.cli.machines import monitor
from tui.cli.outfile import add_force, settle
from tui.cli.rules import needs
from tui.cli.run import report

MOST_CYCLES = 24 * 60 * 60 * MHZ
HELP = """\
Repeat exactly what a log of kim run recorded. Each state of which the log has a hash is compared.
The first difference ends the replay and is reported with its cycle.

examples:
  microchess kim run game.ptp --go 0200 --keys "1 2 3" --log game.kim-log
  microchess kim replay game.kim-log
  microchess kim replay game.kim-log --to 480000 --state-out there.kim-state

exit codes: 0 done, 1 failed or the replay diverged, 2 wrong usage
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", type=Path, metavar="LOG", help="the log")
    add_value(parser, "--to CYCLE", "stop at this cycle (default: the end)", cycles)
    add_value(parser, "--state-out FILE", "save the state at the end", Path)
    add_force(parser)
    add_monitor(parser)
    needs(parser, "--force", "--state-out")


def run(arguments: argparse.Namespace) -> int:
    written = log.read(arguments.log)
    rom = monitor(arguments.monitor, written.start)
    machine = Machine(rom, written.start.state.expansions)
    replay = LogReplay(written, machine, rom)
    needed = replay.cycles_to_run(arguments.to)
    if needed > MOST_CYCLES:
        raise LogError(
            f"{arguments.log}: that takes {needed:,} cycles; expected {MOST_CYCLES:,} at most, a "
            "day of the KIM-1; --to ends earlier"
        )
    read = [arguments.log]
    out = settle(arguments.state_out, arguments.force, read) if arguments.state_out else None
    replay.run(arguments.to)
    if out:
        out.write(statefile.text(machine.snapshot()))
    checks = f"{replay.checks} state{'' if replay.checks == 1 else 's'} found the same"
    print(f"{replay.events} of {written.events} events, {checks}; cycle {machine.cycles:,}")
    if not written.complete:
        print(f"{arguments.log}: the log has no end; it was broken off", file=sys.stderr)
    print(f"{'display':<9} {report.digits(machine.readout())}")
    print(machine.registers)
    return 0
