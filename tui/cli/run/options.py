"""The options of ``microchess kim run``."""

from __future__ import annotations

import argparse
from pathlib import Path

from emu.chips.deck import TapeLoop
from emu.machine import HOLD
from emu.watch.conditions import EXPECTED
from emu.watch.speaker import PINS
from tui.cli.arguments import add_choice, add_flag, add_list, add_value, milliseconds, number, whole
from tui.cli.outfile import add_force
from tui.cli.rules import alone, needs
from tui.cli.run import past, tracing, until
from tui.cli.run.drive import MOST_CYCLES

LOOPS: dict[str, TapeLoop] = {"pb7": True, "pa0": "PA0"}
"""The wires of ``--loop``."""


def add_start(parser: argparse.ArgumentParser) -> None:
    """How the run starts."""
    group = parser.add_argument_group("how it starts")
    add_value(group, "--state-in FILE", "go on from a state", Path)
    add_list(group, "--poke ADDR=BYTE[,BYTE...]", "before it starts")
    add_flag(group, "--bare", "junk in RAM and vectors, as at power-on")
    add_choice(group, "--timer-wire", ("IRQ", "NMI"), "wire 003 PB7, its timer, to")
    add_value(group, "--go ADDR", "press AD, the address, GO")
    add_value(group, "--start ADDR", "jump there, without the monitor")
    add_value(group, "--keys KEYS", "what is pressed; see below", default="")
    add_value(
        group,
        "--hold MS",
        "how long a key is held, and then left alone (default: 40)",
        milliseconds(1),
        HOLD,
    )
    add_value(
        group,
        "--serial-in TEXT",
        r"fit the TTY jumper, RS, RUBOUT, then type TEXT (\r, \n, \x7F as usual)",
        _typed,
    )


def add_tape(parser: argparse.ArgumentParser, when: str = "once all keys are pressed") -> None:
    """The two cassette recorders, and the speaker; *when* the tape is started."""
    group = parser.add_argument_group("cassettes and sound")
    add_value(group, "--play FILE.wav", f"this recording, {when}", Path)
    add_value(group, "--record FILE.wav", "what is saved, from the first key on", Path)
    group.add_argument(
        "--loop",
        nargs="?",
        type=str.lower,
        choices=tuple(LOOPS),
        const="pb7",
        help="a wire to the cassette input, as for setting the PLL: from pb7, the cassette output, "
        "or from pa0 of the 6530-003 (default: pb7)",
    )
    add_value(
        group,
        "--sound FILE.wav",
        "what a speaker on an output pin plays, from the first key on",
        Path,
    )
    add_choice(
        group,
        "--speaker",
        tuple(PINS),
        "the pin: PA0 or PB0 of the 6530-003, or PB7, the cassette output",
        "PA0",
    )
    alone(parser, "--play --loop")
    needs(parser, "--speaker", "--sound")


def add_end(parser: argparse.ArgumentParser) -> None:
    """Until when it goes."""
    group = parser.add_argument_group("until when")
    add_value(group, "--until GOAL", f"{until.EXPECTED} (default: until all keys are pressed)")
    add_value(
        group,
        "--max-cycles N",
        f"give --until up after so many (default: {MOST_CYCLES:,})",
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
    group = parser.add_argument_group(
        "what was before", "asked at the end of the run; what --reverse-until goes back to is shown"
    )
    add_value(group, "--reverse-until WHAT", past.EXPECTED)
    add_list(group, "--last WHAT", "the instruction that did it last; the same as above")


def add_look(parser: argparse.ArgumentParser) -> None:
    """What is shown and kept of it."""
    group = parser.add_argument_group("what is shown and kept")
    add_list(group, "--dump FIRST-LAST", "the bytes there, or at one address")
    add_list(group, "--labels FILE", "names of addresses, or what ld65 --dbgfile wrote", Path)
    add_value(
        group,
        "--trace FILE",
        "every byte over the bus with its cycle; JSON lines into *.jsonl, - is stdout",
    )
    add_value(group, "--only WHAT,...", f"of the trace: {tracing.EXPECTED}", default="")
    add_value(group, "--trail N", "the last N instructions", number, 0)
    add_flag(group, "--profile", "cycles by routine")
    add_flag(group, "--heat", "how often each byte was touched")
    add_value(group, "--serial-out FILE", "what was printed, as it is", Path)
    add_value(group, "--log FILE", "a log for kim replay", Path)
    add_value(group, "--state-out FILE", "the state in the end", Path)
    add_force(group)
    add_flag(group, "--json", "one JSON object with everything")


def _typed(text: str) -> bytes:
    """Characters, with backslashes as usual."""
    try:
        return text.encode("latin-1").decode("unicode_escape").encode("latin-1")
    except ValueError:
        raise argparse.ArgumentTypeError(
            rf"{text!r}; expected characters up to \xFF, backslashes as in \r, \n, \x7F and \\"
        ) from None
