"""The parsers of all commands, by reflection."""

import argparse
from functools import cache

from tui.cli.parser import COMMANDS, build_parser


@cache
def commands() -> dict[str, argparse.ArgumentParser]:
    """The parser of each command, ``kim run`` and ``tape load`` among them, by its name."""
    found: dict[str, argparse.ArgumentParser] = {}

    def walk(parser: argparse.ArgumentParser, name: str) -> None:
        below = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
        if not below:
            found[name] = parser
        for actions in below:
            for word, each in actions.choices.items():
                walk(each, f"{name} {word}".strip())

    walk(build_parser(*COMMANDS), "")
    return found


def options_of(name: str) -> dict[str, argparse.Action]:
    """The options of a command by their last name, such as ``--out``."""
    actions = commands()[name]._actions
    return {one.option_strings[-1]: one for one in actions if one.option_strings}
