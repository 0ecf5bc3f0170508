"""The command line: what there is, and how it ends."""

import argparse
import atexit
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn, TextIO

from emu.errors import BudgetSpent, EmuError
from emu.files import reading
from emu.plain import plain_line
from microchess import __version__
from microchess.errors import MicroChessError
from tui.cli.rules import Rule

GROUPS = {
    "first": {
        "play": "play a game in the terminal",
        "keys": "press keys of the KIM-1 and print the six digits after each",
        "reply": "print the move that the program makes in a position",
        "compare": "check that two players give the same replies",
        "image": "add the program of 1976, which is not included, or the KIM-1's ROMs",
    },
    "learn how it plays": {
        "tour": "learn how the program plays, in short chapters",
        "explain": "explain why the program makes a move",
        "annotate": "comment the games of a PGN file",
        "solve": "find the shortest ways to beat the program, with proof",
        "puzzles": "list positions in which it has just blundered",
        "openings": "list opening books, or make one",
    },
    "other ways to play": {
        "serve": "play in a browser",
        "uci": "run as a UCI engine for a chess GUI",
        "match": "play matches between levels, players and UCI engines",
        "tune": "find other weights for the value from games",
    },
    "board representations": {
        "boards": "show how 21 programs represent a board, cell by cell",
        "perft": "count legal games to a depth, on one of these boards",
    },
    "the KIM-1": {
        "kim": "run, inspect and convert any KIM-1 program",
        "tape": "read and make cassette recordings (WAV)",
    },
    "your installation": {
        "doctor": "show what is installed and which files are used, for a report",
        "completion": "complete commands and options in bash, zsh or fish",
    },
}
COMMANDS = {name: does for group in GROUPS.values() for name, does in group.items()}
"""Modules of `tui.cli.commands`, and what each does."""
VERSION = "--version"
FAILED, USAGE, SPENT = 1, 2, 3
_SAID_LATER = (None, "FEN", "NAME", "TEXT")
"""Values of which whoever reads them says that they are empty."""
_LONGEST, _HEAD = 600, 250
"""Characters of a line that tells what is wrong, and of each end of a longer one."""

_EXAMPLES = """\
examples:
  microchess                          play a game; you have White
  microchess play --side white        play a game with White
  microchess keys C PC 6343 F PC      set up, let it move, answer e7-e5, let it move
  microchess reply --fen startpos     its first move without a book
  microchess compare --random 50      compare players on 50 random positions
  microchess image fetch              get the program of 1976

To learn about a command, type: microchess COMMAND --help

exit codes: 0 done, 1 failed (one line on stderr says why), 2 wrong usage, 3 a cycle budget was used
up first, 130 Ctrl-C
"""


def _listed() -> str:
    """All commands by groups, for the help; the first group has no heading."""
    parts = []
    for heading, commands in GROUPS.items():
        lines = [f"  {name:<12}{does}" for name, does in commands.items()]
        parts.append("\n".join([*([] if heading == "first" else [f"{heading}:"]), *lines]))
    return "\n\n".join(parts)


class Parser(argparse.ArgumentParser):
    """argparse with texts as they are written, its errors on one line, and ``rules``, which every
    line keeps (`tui.cli.rules`).
    """

    def __init__(self, **more: Any) -> None:
        self.rules: list[Rule] = []
        self._given: set[Any] = set()
        super().__init__(**{"formatter_class": argparse.RawDescriptionHelpFormatter, **more})

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave with exit code 2."""
        _say(f"{self.prog}: {plain_line(message)}; see {self.prog} --help")
        raise SystemExit(USAGE)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self._given.clear()
        values, rest = super().parse_known_args(args, namespace)
        for rule in self.rules:
            if complaint := rule(values, self._given):
                self.error(complaint)
        return values, rest

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Not as argparse has it, which takes the value of ``--option=--`` away. An empty value is
        mostly a variable that a script has not set.
        """
        if action.option_strings or arg_strings:
            self._given |= set(action.option_strings or (action.metavar or action.dest,))
        read_later = action.type in (None, str, Path) and action.metavar not in _SAID_LATER
        wrong = set(("--", "") if read_later else ("--",)).intersection(arg_strings)
        if action.option_strings and wrong:
            raise argparse.ArgumentError(action, f"{wrong.pop()!r} is no value")
        return super()._get_values(action, arg_strings)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Not as argparse has it, which is silent where nobody takes the help."""
        (file or sys.stderr).write(message)


def build_parser(*wanted: str) -> Parser:
    """The command line with the *wanted* commands. Where none of them is one it has all, but only
    their names and what they are for: loading them all takes longer than most of them run."""
    parser = Parser(
        prog="microchess",
        usage="%(prog)s [-h] [--version] COMMAND ...",
        description=f"The KIM-1 and its chess program of 1976.\n\n{_listed()}",
        epilog=_EXAMPLES,
    )
    parser.add_argument(VERSION, action="version", version=f"microchess {__version__}")
    commands = parser.add_subparsers(
        metavar="COMMAND",
        dest="command",
        prog="microchess",
        parser_class=Parser,
        help=argparse.SUPPRESS,
    )
    known = [name for name in COMMANDS if name in wanted]
    for name in known:
        add_command(commands, f"tui.cli.commands.{name}")
    if not known:
        for name, summary in COMMANDS.items():
            commands.add_parser(name, help=summary)
    return parser


def add_command(commands: Any, module: str, **more: str) -> None:
    """A command by the name of its *module*: ``HELP`` is what it says of itself, to the first empty
    line in front of its options; ``add`` declares them; ``run`` does the work, unless an action
    below it does.
    """
    command = import_module(module)
    description, _, epilog = command.HELP.partition("\n\n")
    parser = commands.add_parser(
        module.rpartition(".")[2], description=description, epilog=epilog, **more
    )
    parser.set_defaults(run=getattr(command, "run", None))
    command.add(parser)


def is_play(word: str) -> bool:
    """Whether a line that starts with *word* leaves ``play`` out."""
    return word.startswith("-") and word not in ("-h", "--help", VERSION)


def run(argv: Sequence[str] | None = None) -> int:
    _prepare_streams()
    try:
        try:
            return _command(list(sys.argv[1:] if argv is None else argv))
        finally:
            _flush()
    except (EmuError, MicroChessError) as error:
        _say(f"microchess: {plain_line(str(error))}")
        return SPENT if isinstance(error, BudgetSpent) else FAILED
    except BrokenPipeError:
        pass
    except ModuleNotFoundError as error:
        _say(f"microchess: {error}: this installation is damaged or of two versions; install again")
    except MemoryError:
        _say("microchess: there is not enough memory for that")
    except OSError as error:
        where = f"{plain_line(str(error.filename))}: " if error.filename else ""
        _say(f"microchess: {where}{error.strerror or error}")
    return FAILED


def _command(arguments: list[str]) -> int:
    if not arguments or is_play(arguments[0]):
        arguments.insert(0, "play")
    parser = build_parser(arguments[0])
    parsed = parser.parse_args(arguments)
    if parsed.command is None:
        parser.error("no command given")
    code: int = parsed.run(parsed)
    return code


def _say(what: str) -> None:
    """On standard error, or nowhere if nobody takes that either; the middle of a long line, which
    is what was typed or read, is left out.
    """
    try:
        what = what if len(what) <= _LONGEST else f"{what[:_HEAD]}...{what[-_HEAD:]}"
        print(what, file=sys.stderr, flush=True)
    except OSError:
        _drop(sys.stderr)


def _flush() -> None:
    """Bring the last of the output out. Raises OSError where nobody takes it any more."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _drop(sys.stdout)
        error.filename = error.filename or "standard output"
        raise


def _flush_errors() -> None:
    """Bring the last that was said out, or drop it."""
    try:
        sys.stderr.flush()
    except OSError:
        _drop(sys.stderr)


def _drop(stream: TextIO) -> None:
    """Make no later attempt to bring out what *stream* still holds, as Python does at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _prepare_streams() -> None:
    """Streams the shell closed are empty ones; what cannot be encoded is replaced, not fatal. What
    is not typed is read as a file is.
    """
    atexit.unregister(_flush_errors)
    atexit.register(_flush_errors)  # behind all that others register
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream := getattr(sys, name), TextIOWrapper):
            stream.reconfigure(errors="replace")
            if name == "stdin" and not stream.isatty():
                stream.reconfigure(encoding="utf-8-sig", errors=reading.LATIN)
