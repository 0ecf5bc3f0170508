"""``microchess kim state``: what is in a state file."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

import rom
from emu.chips.leds import Leds
from emu.files import statefile
from emu.files.statefile import Saved, rom_hashes
from microchess.machine.library import Library
from tui.cli.arguments import add_flag
from tui.cli.run import report

HELP = """\
Check a state file. It holds the whole machine between two instructions.

examples:
  microchess kim run game.ptp --go 0200 --keys "1 2 3" --state-out game.kim-state
  microchess kim state info game.kim-state
  microchess kim run --state-in game.kim-state --keys "4 5 6"
  microchess kim dis --state game.kim-state --range 0200-02FF
"""


def add(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    examples = HELP.partition("\n\n")[2]
    info = actions.add_parser(
        "info", help="check a state file and show what it holds", epilog=examples
    )
    info.add_argument("file", type=Path, metavar="FILE")
    add_flag(info, "--json", "one JSON object")
    info.set_defaults(run=_info)


def _info(arguments: argparse.Namespace) -> int:
    saved = statefile.read(arguments.file)
    state = saved.state
    leds = Leds()
    leds.state = state.leds
    readout = leds.read(state.cycles)
    if arguments.json:
        fields = {
            "sha256": saved.sha256,
            "rom": dict(saved.rom),
            "cycles": state.cycles,
            "instructions": state.instructions,
            "registers": state.registers._asdict(),
            "display": report.display(readout),
            "expansions": [asdict(one) for one in state.expansions],
        }
        print(json.dumps(fields))
        return 0
    wires = {
        "SST on": state.single_step,
        "TTY jumper": state.tty_jumper,
        f"timer wired to {state.timer_wire}": state.timer_wire is not None,
        f"keys down: {' '.join(sorted(state.keys_down))}": bool(state.keys_down),
        "a tape plays": state.deck.played is not None,
        "the recorder records": state.deck.recorded is not None,
        "cassette output wired to the input": state.deck.loop is True,
        "PA0 wired to the input": state.deck.loop == "PA0",
    }
    print(f"{'file':<11} whole, version {statefile.VERSION}, SHA-256 {saved.sha256[:16]}...")
    print(f"{'ROM':<11} {_rom(saved)}")
    for one in state.expansions:
        print(f"{'expansion':<11} {one}")
    print(f"{'cycle':<11} {state.cycles:,}; {state.instructions:,} instructions")
    print(f"{'registers':<11} {state.registers}")
    print(f"{'display':<11} {report.digits(readout)}")
    if set_up := [name for name, present in wires.items() if present]:
        print(f"{'set up':<11} {', '.join(set_up)}")
    return 0


def _rom(saved: Saved) -> str:
    if rom_hashes(rom.monitor()) == saved.rom:
        return "ours"
    own = Library().monitor()
    if own is not None and rom_hashes(own) == saved.rom:
        return "the KIM-1's own, as added"
    return "; ".join(f"{half} SHA-256 {sha256[:16]}..." for half, sha256 in saved.rom.items())
