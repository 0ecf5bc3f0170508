"""What can come next on the command line, for the shell that asks (argcomplete's protocol)."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

from argcomplete import autocomplete
from argcomplete.lexers import split_line

from tui.cli.parser import COMMANDS, VERSION, Parser, build_parser, is_play
from tui.cli.values import completer


def answer() -> None:
    """Tell the shell, and end the process."""
    line, point = os.environ["COMP_LINE"], int(os.environ["COMP_POINT"])
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
    """The commands directly below a parser."""
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
