"""The options of ``microchess kim run``."""

import argparse
from pathlib import Path

from emu.chips.deck import TapeLoop
from emu.watch.conditions import EXPECTED
from emu.watch.speaker import PINS
from tui.cli.arguments import add_choice, add_flag, add_list, add_value, number, whole
from tui.cli.outfile import add_force
from tui.cli.rules import alone, needs
from tui.cli.run import past, tracing, until
from tui.cli.run.drive import MOST_CYCLES

LOOPS: dict[str, TapeLoop] = {"pb7": True, "pa0": "PA0"}
"""The wires of ``--loop``."""


def add_start(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how it starts")
    add_value(group, "--state-in FILE", "start from a saved state", Path)
    add_list(group, "--poke ADDR=BYTE[,BYTE...]", "store bytes before the start")
    add_flag(group, "--bare", "arbitrary values in RAM and vectors, as at power-on")
    add_choice(
        group, "--timer-wire", ("IRQ", "NMI"), "wire the timer of the 6530-003 to IRQ or NMI"
    )
    add_value(group, "--go ADDR", "press AD, the address and GO")
    add_value(group, "--start ADDR", "jump to this address, without the monitor")
    add_value(group, "--keys KEYS", "the keys to press, see below", default="")
    add_value(
        group,
        "--serial-in TEXT",
        r"fit the TTY jumper, press RS, send RUBOUT, then type TEXT (with \r, \n, \x7F)",
        _typed,
    )


def add_tape(parser: argparse.ArgumentParser, when: str = "once all keys are pressed") -> None:
    """The two cassette recorders, and the speaker; *when* the tape is started."""
    group = parser.add_argument_group("cassettes and sound")
    add_value(group, "--play FILE.wav", f"play this recording, {when}", Path)
    add_value(
        group, "--record FILE.wav", "record what the program saves, from the first key on", Path
    )
    group.add_argument(
        "--loop",
        nargs="?",
        type=str.lower,
        choices=tuple(LOOPS),
        const="pb7",
        help="wire pb7, the cassette output, or pa0 of the 6530-003 to the cassette input, as to "
        "adjust the PLL (default: pb7)",
    )
    add_value(
        group,
        "--sound FILE.wav",
        "record a speaker on an output pin, from the first key",
        Path,
    )
    add_choice(
        group,
        "--speaker",
        tuple(PINS),
        "the pin of the speaker: PA0 or PB0 of the 6530-003, or PB7, the cassette output",
        "PA0",
    )
    alone(parser, "--play --loop")
    needs(parser, "--speaker", "--sound")


def add_end(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("when it ends")
    add_value(
        group, "--until GOAL", f"run until {until.EXPECTED} (default: until all keys are pressed)"
    )
    add_value(
        group,
        "--max-cycles N",
        f"give up after so many cycles (default: {MOST_CYCLES:,})",
        whole(1),
        MOST_CYCLES,
    )
    add_list(
        group,
        "--break ADDR[,COND...]",
        "stop before this instruction; ADDR may be FILE:LINE with a .dbg file among the "
        f"--labels; conditions: {EXPECTED}",
        dest="breaks",
    )
    add_list(
        group, "--watch ADDR[=BYTE]", "stop when this byte changes, or becomes BYTE", dest="watches"
    )


def add_past(parser: argparse.ArgumentParser) -> None:
    """What is asked of the run's past."""
    group = parser.add_argument_group("the past of the run")
    add_list(group, "--last WHAT", f"show the instruction that did this last: {past.EXPECTED}")


def add_look(parser: argparse.ArgumentParser) -> None:
    """What is shown and kept of it."""
    group = parser.add_argument_group("what is shown and kept")
    add_list(group, "--dump FIRST-LAST", "print these bytes, or the one at an address")
    add_list(group, "--labels FILE", "names of addresses, or what ld65 --dbgfile wrote", Path)
    add_value(
        group,
        "--trace FILE",
        "write every bus access with its cycle; JSON lines if FILE ends in .jsonl; - is stdout",
    )
    add_value(group, "--only WHAT,...", f"restrict the trace: {tracing.EXPECTED}", default="")
    add_value(group, "--trail N", "print the last N instructions", number, 0)
    add_flag(group, "--profile", "print the cycles of each routine")
    add_value(group, "--serial-out FILE", "write what was printed, unchanged", Path)
    add_value(group, "--log FILE", "write a log for kim replay", Path)
    add_value(group, "--state-out FILE", "save the state at the end", Path)
    add_force(group)
    add_flag(group, "--json", "print one JSON object with everything")


def _typed(text: str) -> bytes:
    try:
        return text.encode("latin-1").decode("unicode_escape").encode("latin-1")
    except ValueError:
        raise argparse.ArgumentTypeError(
            rf"{text!r}; expected characters up to \xFF, backslashes as in \r, \n, \x7F and \\"
        ) from None
