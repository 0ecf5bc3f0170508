"""Questions that the live machine answers: in a chapter's checks and prose, and at the prompt.

`FORMS` has them all. Numbers that stand for bytes are hexadecimal, counts are decimal. What is said
of candidates is of the last thought; ``spent`` is what the program of 1976 would take for that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

import chess

from emu.errors import EmuError
from emu.notation import parse_address
from microchess.boards import questions as gallery
from microchess.boards.registry import exhibit
from microchess.engine.timing import thinking_time
from microchess.engine.value import Breakdown, breakdown
from microchess.errors import MicroChessError
from microchess.program.memory_map import COUNTER_NAMES, POINTS
from microchess.program.reply import Candidate
from microchess.program.squares import on_board, to_chess
from microchess.program.table import SIZE
from microchess.tour.live import LiveMachine

MOST_BYTES = 64
"""Bytes of a range."""
_INSIDE = re.compile(r"\{([^{}]*)\}")
_LONGEST = 100
_DECIMAL = re.compile(r"[+-]?[0-9]{1,9}[.,][0-9]{1,2}")
_JUDGED = re.compile("([0-9A-F])-([0-7]{2})", re.IGNORECASE)
_REST = "QUESTION"
"""A part of all words that are left."""


class QuestionError(MicroChessError, ValueError):
    """Something that cannot be asked, or has no answer now."""


class Judged(NamedTuple):
    """A candidate as people write it: piece 0-15, and the byte of its to-square."""

    man: int
    to: int

    @classmethod
    def read(cls, text: str) -> Judged:
        """``F-33``. Raises ValueError."""
        if not (found := _JUDGED.fullmatch(text)):
            raise ValueError(text)
        return cls(int(found[1], 16), int(found[2], 16))

    def by(self, machine: LiveMachine) -> Candidate:
        """The candidate of the last thought. Raises QuestionError when it was not judged."""
        for one in machine.candidates:
            if (one.man, one.to) == self:
                return one
        raise QuestionError(
            f"the last thought judged no move of piece {self.man:X} to {self.to:02X}"
        )


def _man(text: str) -> int:
    return range(SIZE)[int(text, 16)]


def _span(text: str) -> range:
    first, dash, last = text.partition("-")
    start = parse_address(first)
    end = parse_address(last) if dash else start
    if not start <= end < start + MOST_BYTES:
        raise ValueError(text)
    return range(start, end + 1)


_READ: Mapping[str, Callable[[str], Any]] = {
    "ADDR": parse_address,
    "FIRST-LAST": _span,
    "MAN": _man,
    "MAN-SQUARE": Judged.read,
    "NAME": lambda text: COUNTER_NAMES[COUNTER_NAMES.index(text.upper())],
    "BOARD": exhibit,
}
"""How a part is read, if not as text; each raises ValueError, LookupError or an error of ours."""


class Syntax(NamedTuple):
    """Words that one may type behind a name, ``[MAN]`` if it may be missing, an example of them,
    and what ``answer`` makes of the machine and the parts.
    """

    parts: str
    answer: Callable[..., Any]
    example: str = ""

    def read(self, name: str, words: list[str]) -> list[Any]:
        """The values of the parts. Raises QuestionError, naming what was expected."""
        parts = self.parts.split()
        needed = len([part for part in parts if not part.startswith("[")])
        if _REST in parts:
            words = [*words[: len(parts) - 1], " ".join(words[len(parts) - 1 :])]
        try:
            if not needed <= len(words) <= len(parts):
                raise ValueError(words)
            read = zip(parts, words, strict=False)
            return [_READ.get(part.strip("[]"), str)(word) for part, word in read]
        except (ValueError, LookupError, EmuError, MicroChessError):
            asked = " ".join((name, *words))
            raise QuestionError(f"{asked!r}; expected {self.expected(name)}") from None

    def expected(self, name: str) -> str:
        example = f", as in {name} {self.example}" if self.example else ""
        return f"{name} {self.parts}".rstrip() + example


def ask(machine: LiveMachine, text: str) -> str:
    """What *machine* answers.

    Raises QuestionError when it is no question, and MicroChessError or EmuError when there is no
    answer.
    """
    name, *words = text.split() or [""]
    form = FORMS.get(name.lower())
    if form is None or len(text) > _LONGEST:
        expected = ", ".join(one.expected(name) for name, one in FORMS.items())
        raise QuestionError(f"{text[:_LONGEST]!r} is no question; ask: {expected}")
    return str(form.answer(machine, *form.read(name.lower(), words)))


def answered(machine: LiveMachine, text: str) -> str:
    """Prose with the machine's answers in the place of its questions."""
    return _INSIDE.sub(lambda found: ask(machine, found[1]), text)


def same(given: str, answer: str) -> bool:
    """Whether a person's answer is the machine's: ``$3``, ``03`` and ``3.`` are the same, and so
    are ``1.5``, ``1,5`` and ``1.50 s`` of seconds.
    """
    if _DECIMAL.fullmatch(answer.strip()):
        number = _DECIMAL.fullmatch(given.lower().strip(" .").removesuffix("s").strip())
        return number is not None and Decimal(number[0].replace(",", ".")) == Decimal(answer)
    return _plain(given) == _plain(answer)


def _plain(text: str) -> str:
    return re.sub(r"[\s,$%]|\.$", "", text.strip()).upper().lstrip("0") or "0"


def _candidates(machine: LiveMachine, man: int | None = None) -> int:
    return sum(man in (None, one.man) for one in machine.candidates)


def _counter(machine: LiveMachine, name: str, judged: Judged) -> int:
    return judged.by(machine).counters[COUNTER_NAMES.index(name)]


def taken_apart(machine: LiveMachine, judged: Judged) -> Breakdown:
    """The value of a candidate of the last thought, by the worth of pieces at $A0."""
    points = machine.bridge.machine.read(POINTS, 16)
    return breakdown(machine.thought_on.data, points, judged.by(machine))


def _term(machine: LiveMachine, name: str, judged: Judged) -> str:
    terms = taken_apart(machine, judged).terms
    return f"{sum(float(one.contribution) for one in terms if one.name == name):+g}"


def _where(machine: LiveMachine, man: int) -> str:
    byte = machine.bridge.table[man]
    if not on_board(byte):
        return "captured"
    return chess.square_name(to_chess(byte, machine.computer_white))


def _spent(machine: LiveMachine, measure: str, what: str = "") -> str:
    spent = thinking_time(machine.thought_on, *machine.bridge.level_bytes)
    cycles = spent.reply.cycles or 0
    shares = {share.key: share for share in spent.purposes + spent.questions}
    if measure in ("seconds", "cycles"):
        return f"{cycles / 1e6:.1f}" if measure == "seconds" else f"{cycles:,}"
    if measure not in ("times", "percent") or what not in shares:
        raise QuestionError(f"spent {measure} {what!r}; expected one of {', '.join(shares)}")
    share = shares[what]
    return f"{share.often:,}" if measure == "times" else f"{share.cycles / cycles:.0%}"


def _gallery(part: str, machine: LiveMachine, board: Any, question: str) -> str:
    found = gallery.ask(board, machine.position.board(), question)
    return str(getattr(found, part))


FORMS = {
    "digits": Syntax("", lambda machine: machine.digits),
    "peek": Syntax("ADDR", lambda machine, at: f"{machine.bridge.machine.peek(at):02X}"),
    "men": Syntax("", lambda machine: sum(map(on_board, machine.bridge.table))),
    "candidates": Syntax("[MAN]", _candidates),
    "value": Syntax("MAN-SQUARE", lambda m, judged: f"{judged.by(m).value:02X}", "F-33"),
    "counter": Syntax("NAME MAN-SQUARE", _counter, "WCAP1 3-44"),
    "term": Syntax("NAME MAN-SQUARE", _term, "BMAXC 3-44"),
    "cycles": Syntax("", lambda machine: f"{machine.cycles:,}"),
    "seconds": Syntax("", lambda machine: f"{machine.cycles / 1e6:.2f}"),
    "where": Syntax("MAN", _where, "1F"),
    "spent": Syntax("MEASURE [WHAT]", _spent, "seconds, cycles, times who or percent who"),
    "cells": Syntax(f"BOARD {_REST}", partial(_gallery, "reads"), "tscp what is on e4"),
    "answer": Syntax(f"BOARD {_REST}", partial(_gallery, "text"), "tscp what is on e4"),
}
"""One more question is one more entry here."""
