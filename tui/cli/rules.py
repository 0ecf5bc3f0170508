"""Which options go together: declared beside the options, checked before anything is done.

An option that would have no effect with the others of its line is wrong usage.
"""

import argparse
from collections.abc import Callable, Iterable, Set
from typing import Any

Rule = Callable[[argparse.Namespace, Set[str]], str | None]
"""What is wrong with the values of a line, and the options given in it, arguments by how help shows
them; None: all is well."""


def needs(where: Any, options: str, others: str) -> None:
    """Each of *options*, blanks between them, does something only with one of *others*."""

    def rule(_: argparse.Namespace, given: Set[str]) -> str | None:
        if not _first(others, given) and (lone := _first(options, given)):
            return f"{lone} has no effect without {_listed(others.split(), 'or')}"
        return None

    where.rules.append(rule)


def excludes(where: Any, option: str, others: str) -> None:
    """None of *others*, blanks between them, does anything beside *option*."""

    def rule(_: argparse.Namespace, given: Set[str]) -> str | None:
        if _first(option, given) and (other := _first(others, given)):
            return f"{other} has no effect with {option}"
        return None

    where.rules.append(rule)


def alone(where: Any, options: str) -> None:
    """At most one of *options*, blanks between them, is given."""
    first, *rest = options.split()
    if rest:
        excludes(where, first, " ".join(rest))
        alone(where, " ".join(rest))


def refuses(
    where: Any, options: str, when: Callable[[argparse.Namespace], object], why: str
) -> None:
    """None of *options* does anything *when* the values are so; *why* says what they are."""

    def rule(values: argparse.Namespace, given: Set[str]) -> str | None:
        if (option := _first(options, given)) and when(values):
            return f"{option} has no effect {why}"
        return None

    where.rules.append(rule)


def _first(options: str, given: Set[str]) -> str:
    """The first of *options* that is given; empty if none is."""
    return next((name for name in options.split() if name in given), "")


def _listed(names: Iterable[str], word: str) -> str:
    *most, last = names
    return f"{', '.join(most)} {word} {last}" if most else last
