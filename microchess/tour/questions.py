"""Questions that the live machine answers: in a chapter's checks and prose, and at the prompt.

========================== ======================================================
``digits``                 the six digits as they are lit
``peek ADDR``              the byte at an address
``men``                    how many men are on the board
``candidates [MAN]``       how many moves the last thought judged (of man 0-F)
``value MAN-SQUARE``       the value it gave to one, ``value F-33``
``counter NAME MAN-SQUARE`` a counter at that moment, ``counter WCAP1 3-44``
``term NAME MAN-SQUARE``   what that counter added to the value, times its weight
``cycles``, ``seconds``    how long the last thought took, and that at 1 MHz
``where MAN``              the square of a man 0-1F by its chess name, ``captured`` if off it
``spent seconds``          how long the program of 1976 takes where the last thought began; ``spent
                           cycles``, ``spent times WHAT``, ``spent percent WHAT`` of that
``cells BOARD QUESTION``   how many cells a memory of the gallery reads for an answer
``answer BOARD QUESTION``  that answer
========================== ======================================================

All numbers that stand for bytes are hexadecimal, all counts are decimal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

import chess

from emu.notation import parse_address
from microchess.boards import questions as gallery
from microchess.boards.registry import Exhibit, exhibit
from microchess.engine.timing import thinking_time
from microchess.engine.value import breakdown
from microchess.errors import MicroChessError
from microchess.program.memory_map import COUNTER_NAMES, POINTS
from microchess.program.reply import Candidate
from microchess.program.squares import on_board, to_chess
from microchess.program.table import SIZE
from microchess.tour.live import LiveMachine

_INSIDE = re.compile(r"\{([^{}]*)\}")
_LONGEST = 100
_DECIMAL = re.compile(r"[+-]?[0-9]{1,9}[.,][0-9]{1,2}")
_CANDIDATE = "(?P<man>[0-9A-F])-(?P<to>[0-7]{2})"
_COUNTER = f"(?P<counter>{'|'.join(COUNTER_NAMES)}) +{_CANDIDATE}"
_BOARD = r"(?P<board>\S*) ?(?P<question>.*)"
_PARTS: dict[str, Callable[[str], Any]] = {
    "address": parse_address,
    "man": lambda text: int(text, 16),
    "to": lambda text: int(text, 16),
    "counter": lambda text: COUNTER_NAMES.index(text.upper()),
    "board": exhibit,
    "measure": str.lower,
    "what": str.lower,
    "question": str,
}
"""How the parts of a question are read; each raises ValueError or MicroChessError."""


class QuestionError(MicroChessError, ValueError):
    """Something that cannot be asked, or has no answer now."""


Answering = Callable[[LiveMachine], str]


@dataclass(frozen=True)
class _Form:
    """What is expected, for people and as a pattern; *answer* gets the machine and the parts."""

    expected: str
    pattern: str
    answer: Callable[..., str]


def parse(text: str) -> Answering:
    """What answers *text*. Raises QuestionError when it is no question."""
    word, _, rest = text.strip().partition(" ")
    form = _FORMS.get(word.lower())
    if form is None or len(text) > _LONGEST:
        expected = ", ".join(one.expected for one in _FORMS.values())
        raise QuestionError(f"{text[:_LONGEST]!r} is no question; ask: {expected}")
    try:
        return partial(form.answer, **_parts(form.pattern, rest))
    except (ValueError, MicroChessError):
        raise QuestionError(f"{text!r}; expected {form.expected}") from None


def _parts(pattern: str, text: str) -> dict[str, Any]:
    if (match := re.fullmatch(pattern, text.strip(), re.IGNORECASE)) is None:
        raise QuestionError(text)
    found = match.groupdict().items()
    return {name: _PARTS[name](part) for name, part in found if part is not None}


def ask(machine: LiveMachine, text: str) -> str:
    """What *machine* answers.

    Raises QuestionError, and MicroChessError or EmuError when there is no answer.
    """
    return parse(text)(machine)


def is_question(text: str) -> bool:
    """Whether *text* begins as a question does."""
    return text.strip().partition(" ")[0].lower() in _FORMS


def inside(text: str) -> list[str]:
    """The questions in braces within prose."""
    return _INSIDE.findall(text)


def answered(machine: LiveMachine, text: str) -> str:
    """Prose with the machine's answers in the place of its questions."""
    return _INSIDE.sub(lambda found: ask(machine, found[1]), text)


def same(given: str, answer: str) -> bool:
    """Whether a person's answer is the machine's: ``$3``, ``03`` and ``3.`` are the same, and so
    are ``1.5``, ``1,5`` and ``1.50 s`` of seconds.
    """
    if _DECIMAL.fullmatch(answer.strip()):
        number = _DECIMAL.fullmatch(given.lower().strip(" .").removesuffix("s").strip())
        return number is not None and _decimal(number[0]) == _decimal(answer)
    return _plain(given) == _plain(answer)


def _decimal(text: str) -> Decimal:
    return Decimal(text.strip().replace(",", "."))


def _plain(text: str) -> str:
    return re.sub(r"[\s,$%]|\.$", "", text.strip()).upper().lstrip("0") or "0"


def finder(text: str) -> Callable[[LiveMachine], Candidate]:
    """What finds the candidate ``MAN-SQUARE`` among those of the last thought.

    Raises QuestionError, the result too when it was not judged.
    """
    return partial(_candidate, **_parts(_CANDIDATE, text))


def _candidate(machine: LiveMachine, man: int, to: int) -> Candidate:
    for one in machine.candidates:
        if (one.man, one.to) == (man, to):
            return one
    raise QuestionError(f"the last thought judged no move of man {man:X} to {to:02X}")


def _term(machine: LiveMachine, counter: int, man: int, to: int) -> str:
    points = machine.bridge.machine.read(POINTS, 16)
    parts = breakdown(machine.thought_on.data, points, _candidate(machine, man, to))
    name = COUNTER_NAMES[counter]
    return f"{sum(float(one.contribution) for one in parts.terms if one.name == name):+g}"


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
    if what not in shares:
        raise QuestionError(f"{what!r}; expected one of {', '.join(shares)}")
    share = shares[what]
    return f"{share.often:,}" if measure == "times" else f"{share.cycles / cycles:.0%}"


def _in_gallery(machine: LiveMachine, board: Exhibit, question: str) -> gallery.QuestionAnswer:
    return gallery.ask(board, machine.position.board(), question)


_FORMS = {
    "digits": _Form("digits", "", lambda machine: machine.digits),
    "peek": _Form(
        "peek ADDR",
        r"(?P<address>\S+)",
        lambda machine, address: f"{machine.bridge.machine.peek(address):02X}",
    ),
    "men": _Form("men", "", lambda machine: str(sum(map(on_board, machine.bridge.table)))),
    "candidates": _Form(
        "candidates [MAN 0-F]",
        "(?P<man>[0-9A-F])?",
        lambda machine, man=None: str(sum(man in (None, one.man) for one in machine.candidates)),
    ),
    "value": _Form(
        "value MAN-SQUARE, as in value F-33",
        _CANDIDATE,
        lambda machine, man, to: f"{_candidate(machine, man, to).value:02X}",
    ),
    "counter": _Form(
        "counter NAME MAN-SQUARE, as in counter WCAP1 3-44",
        _COUNTER,
        lambda machine, counter, man, to: str(_candidate(machine, man, to).counters[counter]),
    ),
    "term": _Form("term NAME MAN-SQUARE, as in term BMAXC 3-44", _COUNTER, _term),
    "cycles": _Form("cycles", "", lambda machine: f"{machine.cycles:,}"),
    "seconds": _Form("seconds", "", lambda machine: f"{machine.cycles / 1e6:.2f}"),
    "where": _Form(f"where MAN, 0-{SIZE - 1:X}", "(?P<man>[01]?[0-9A-F])", _where),
    "spent": _Form(
        "spent seconds, cycles, times WHAT or percent WHAT",
        "(?P<measure>seconds|cycles|(?:times|percent)(?= ))(?: +(?P<what>[a-z]+))?",
        _spent,
    ),
    "cells": _Form(
        "cells BOARD QUESTION, as in cells tscp what is on e4",
        _BOARD,
        lambda machine, board, question: str(_in_gallery(machine, board, question).reads),
    ),
    "answer": _Form(
        "answer BOARD QUESTION, as in answer tscp what is on e4",
        _BOARD,
        lambda machine, board, question: _in_gallery(machine, board, question).text,
    ),
}
"""One more question is one more entry here, and a line in the table above."""
