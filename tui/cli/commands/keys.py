"""``microchess keys``: press keys, see the digits."""

import argparse
import json

from emu.machine import DEFAULT_BUDGET
from microchess.errors import ScriptError
from microchess.machine import script
from microchess.machine.solver import ON_BOARD
from tui.cli.arguments import add_flag, add_value, cycles
from tui.cli.options import add_level, add_player, player_spec
from tui.cli.rules import needs, refuses

HELP = """\
Start MicroChess, press keys on its keypad, and print the six digits after each key.

keys: 0-9 A-F AD DA + GO PC RS ST, as on the keypad. @ADDR=BYTE stores a byte. C sets up a game,
PC lets the program move, four digits and F make your move; docs/cheatsheet.md has all.

examples:
  microchess keys C PC                            the program opens
  microchess keys C PC 6 3 4 3 F PC               and answers e7-e5
  microchess keys --level blitz C E 6444 F PC     it has Black; you play d2-d4
  microchess keys C @0051=CC PC                   it plays without its queen
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("keys", nargs="+", metavar="KEY", help="a key, or @ADDR=BYTE")
    add_level(parser)
    add_player(parser, boards=True)
    add_value(
        parser,
        "--max-cycles N",
        f"give up after so many cycles in all (default: {DEFAULT_BUDGET:,} for each key)",
        cycles,
    )
    parser.add_argument("--name", default="keys", help="the name in the JSON (default: keys)")
    add_flag(parser, "--json", "print one JSON object with every step")
    needs(parser, "--name", "--json")
    refuses(
        parser,
        "--max-cycles",
        lambda its: (its.player or "").startswith(ON_BOARD),
        "on a real board, which counts no cycles",
    )


def run(arguments: argparse.Namespace) -> int:
    steps = script.parse(arguments.keys)
    if not steps:
        raise ScriptError("no keys given; expected e.g. C PC")
    spec = player_spec(arguments, tell=True)
    if spec.port is not None:
        from microchess.machine.serial_player import board_at, run_on_board

        board = board_at(spec.port, spec.program)
        board.cells.level = arguments.level
        pressed = run_on_board(board, steps)
    else:
        bridge = spec.boot()
        bridge.level = arguments.level
        pressed = script.run(bridge, steps, arguments.max_cycles)
    if arguments.json:
        done = [step.as_json() for step in pressed]
        print(json.dumps({"name": arguments.name, "level": arguments.level.title, "steps": done}))
        return 0
    for step in pressed:
        digits = " ".join(step.display[i : i + 2] for i in (0, 2, 4))
        print(f"{step.key:<9} {digits}", flush=True)
    return 0
