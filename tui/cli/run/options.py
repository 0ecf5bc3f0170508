"""The options of ``microchess kim run``."""

from __future__ import annotations

import argparse
from pathlib import Path

from emu.machine import HOLD
from emu.watch.conditions import EXPECTED
from emu.watch.speaker import PINS
from tui.cli.options import count
from tui.cli.outfile import add_force
from tui.cli.run import asking, tracing, until
from tui.cli.run.drive import MOST_CYCLES


def add_start(parser: argparse.ArgumentParser) -> None:
    """How the run starts."""
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


def add_tape(parser: argparse.ArgumentParser) -> None:
    """The two cassette recorders, and the speaker."""
    group = parser.add_argument_group("cassettes and sound")
    group.add_argument(
        "--play", type=Path, metavar="FILE.wav", help="this recording, once all keys are pressed"
    )
    group.add_argument(
        "--record",
        type=Path,
        metavar="FILE.wav",
        help="what is saved, from the first key on",
    )
    group.add_argument(
        "--loop",
        action="store_true",
        help="a wire from the cassette output to the input, as for setting the PLL",
    )
    group.add_argument(
        "--sound",
        type=Path,
        metavar="FILE.wav",
        help="what a speaker on an output pin plays, from the first key on",
    )
    group.add_argument(
        "--speaker",
        choices=tuple(PINS),
        default="PA0",
        help="the pin: PA0 or PB0 of the 6530-003, or PB7, the cassette output (default: PA0)",
    )


def add_end(parser: argparse.ArgumentParser) -> None:
    """Until when it goes."""
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
        help="stop before this instruction; ADDR may be FILE:LINE with a .dbg file among the "
        f"--labels; conditions: {EXPECTED}",
    )
    group.add_argument(
        "--watch",
        dest="watches",
        action="append",
        default=[],
        metavar="ADDR[=BYTE]",
        help="stop when this byte changes, or becomes BYTE",
    )


def add_past(parser: argparse.ArgumentParser) -> None:
    """What is asked of the run's past."""
    group = parser.add_argument_group(
        "what was before", "asked at the end of the run; what --reverse-until goes back to is shown"
    )
    group.add_argument("--reverse-until", metavar="WHAT", help=asking.EXPECTED)
    for what in ("write", "read"):
        group.add_argument(
            f"--last-{what}",
            action="append",
            default=[],
            metavar="ADDR",
            help=f"the instruction behind the last {what} of this byte",
        )


def add_look(parser: argparse.ArgumentParser) -> None:
    """What is shown and kept of it."""
    group = parser.add_argument_group("what is shown and kept")
    group.add_argument("--dump", action="append", default=[], metavar="FIRST-LAST")
    group.add_argument("--peek", action="append", default=[], metavar="ADDR[,ADDR...]")
    group.add_argument(
        "--labels",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="names of addresses, or what ld65 --dbgfile wrote",
    )
    group.add_argument(
        "--trace",
        metavar="FILE",
        help="every byte over the bus with its cycle; JSON lines into *.jsonl, - is stdout",
    )
    group.add_argument(
        "--only", default="", metavar="WHAT,...", help=f"of the trace: {tracing.EXPECTED}"
    )
    group.add_argument(
        "--trail", type=count, default=0, metavar="N", help="the last N instructions"
    )
    group.add_argument("--profile", action="store_true", help="cycles by routine")
    group.add_argument("--heat", action="store_true", help="how often each byte was touched")
    group.add_argument("--serial-out", type=Path, metavar="FILE", help="what was printed, as it is")
    group.add_argument("--log", type=Path, metavar="FILE", help="a log for kim replay")
    group.add_argument("--state-out", type=Path, metavar="FILE", help="the state in the end")
    add_force(group)
    group.add_argument("--json", action="store_true", help="one JSON object with everything")


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
