"""What can come next on the command line, for the shell that asks (argcomplete's protocol)."""

import argparse
import os
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import chain
from typing import Any

from argcomplete import autocomplete
from argcomplete.lexers import split_line

from emu.files.naming import completions
from microchess.errors import MicroChessError
from tui.cli.parser import COMMANDS, VERSION, Parser, build_parser, is_play

Completer = Callable[..., Iterable[str]]
"""Called by argcomplete with ``prefix``, what is typed so far, and more; gives whole words."""
_FILE = re.compile(r"FILE|FOLDER|PATH|LOG|IN\b|OUT")


def answer() -> None:
    """Tell the shell, and end the process."""
    line, point = os.environ.setdefault("COMP_LINE", ""), int(os.environ["COMP_POINT"])
    _, unfinished, _, words, _ = split_line(line, point)
    autocomplete(parser_for([*words, unfinished][1:]))


def parser_for(words: list[str]) -> Parser:
    """A parser that knows what can stand at the last of *words*, the command's name left out."""
    parser = _parser(*words)
    for action in _actions(parser):
        if action.choices is None:
            action.completer = completer(action)  # type: ignore[attr-defined]
    return parser


def _parser(first: str, *rest: str) -> Parser:
    """One that loads no more commands than it needs."""
    if rest and first in COMMANDS:
        return build_parser(first)
    if is_play(first) or (first and VERSION.startswith(first)):
        return _without_command()
    return build_parser()


def _without_command() -> Parser:
    """The options of ``play``, and those before any command."""
    play = _commands(build_parser("play"))["play"]
    parser = Parser(prog="microchess", parents=[play], add_help=False)
    parser.add_argument(VERSION, action="version", help="show the version and exit")
    return parser


def _commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return {
        name: command
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for name, command in action.choices.items()
    }


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The options and arguments of a parser and of all below it."""
    yield from parser._actions
    for command in _commands(parser).values():
        yield from _actions(command)


def completer(action: argparse.Action) -> Completer:
    """What completes a value of *action*; it gives nothing where only the person can know."""
    shown = action.metavar if isinstance(action.metavar, str) else ""
    if shown in _SHOWN:
        return _SHOWN[shown]
    if _FILE.search(shown):
        return files
    written = action.option_strings[-1] if action.option_strings else action.dest
    return _WRITTEN.get(written, lambda **_: ())


def files(prefix: str, **_: object) -> Iterator[str]:
    return (path for path, _ in completions(prefix))


def _words(module: str, found: Callable[[Any], Iterable[str]]) -> Completer:
    """Words out of a module that is loaded when they are asked for."""
    return lambda **_: found(import_module(module))


def _monitors(prefix: str, **_: object) -> Iterator[str]:
    yield from ("ours", "kim")
    yield from (path for path, is_folder in completions(prefix) if is_folder)


def _images(library: Any) -> Iterable[str]:
    try:
        return [entry.name for entry in library.Library().entries()]
    except MicroChessError:
        return ()


_LEVELS = _words("tui.cli.options", lambda its: its.LEVELS)
_OPENINGS = _words("microchess.program.openings", lambda its: [one.key for one in its.OPENINGS])
_BOARDS = _words("microchess.boards.registry", lambda its: [one.key for one in its.EXHIBITS])
_SHOWN: dict[str, Completer] = {
    "LEVEL": _LEVELS,
    "ONE": _LEVELS,
    "TWO": _LEVELS,
    "ours|kim|DIR": _monitors,
    "NAME|FILE.pgn": lambda prefix, **_: chain(_OPENINGS(), files(prefix)),
}
"""By how the help shows the value."""
_WRITTEN: dict[str, Completer] = {
    "--opening": _OPENINGS,
    "--board": _BOARDS,
    "boards": lambda **_: [*_BOARDS(), "all"],
    "name": _words("microchess.machine.library", _images),
}
"""By the option, or the name of the argument."""
