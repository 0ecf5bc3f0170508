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
``cells BOARD QUESTION``   how many cells a memory of the gallery reads for an answer
``answer BOARD QUESTION``  that answer
========================== ======================================================

All numbers that stand for bytes are hexadecimal, all counts are decimal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import chess

from emu.notation import parse_address
from microchess.boards import questions as gallery
from microchess.boards.registry import exhibit
from microchess.engine.value import breakdown
from microchess.errors import MicroChessError
from microchess.program.memory_map import COUNTER_NAMES, POINTS
from microchess.program.reply import Candidate
from microchess.program.squares import on_board, to_chess
from microchess.program.table import SIZE
from microchess.tour.live import LiveMachine

_INSIDE = re.compile(r"\{([^{}]*)\}")
_MOVE = re.compile(r"([0-9A-F])-([0-7])([0-7])", re.IGNORECASE)
_LONGEST = 100


class QuestionError(MicroChessError, ValueError):
    """Something that cannot be asked, or has no answer now."""


Answering = Callable[[LiveMachine], str]


@dataclass(frozen=True)
class _Form:
    expected: str
    parse: Callable[[str], Answering]


def parse(text: str) -> Answering:
    """What answers *text*.

    Raises QuestionError when it is no question.
    """
    word, _, rest = text.strip().partition(" ")
    form = _FORMS.get(word.lower())
    if form is None or len(text) > _LONGEST:
        expected = ", ".join(one.expected for one in _FORMS.values())
        raise QuestionError(f"{text[:_LONGEST]!r} is no question; ask: {expected}")
    try:
        return form.parse(rest.strip())
    except QuestionError:
        raise QuestionError(f"{text!r}; expected {form.expected}") from None


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
    """Whether a person's answer is the machine's: ``$3``, ``03`` and ``3`` are the same."""
    return _plain(given) == _plain(answer)


def _plain(text: str) -> str:
    return re.sub(r"[\s,$.]", "", text).upper().lstrip("0") or "0"


def _nothing(answer: Answering) -> Callable[[str], Answering]:
    def parsed(rest: str) -> Answering:
        if rest:
            raise QuestionError(rest)
        return answer

    return parsed


def _peek(rest: str) -> Answering:
    address = _address(rest)
    return lambda machine: f"{machine.bridge.machine.peek(address):02X}"


def _address(text: str) -> int:
    try:
        return parse_address(text)
    except ValueError:
        raise QuestionError(text) from None


def _candidates(rest: str) -> Answering:
    if rest and not re.fullmatch("[0-9A-Fa-f]", rest):
        raise QuestionError(rest)
    man = int(rest, 16) if rest else None
    return lambda machine: str(sum(man in (None, one.man) for one in machine.candidates))


def _value(rest: str) -> Answering:
    find = finder(rest)
    return lambda machine: f"{find(machine).value:02X}"


def _named(rest: str) -> tuple[str, Callable[[LiveMachine], Candidate]]:
    name, _, move = rest.partition(" ")
    if name.upper() not in COUNTER_NAMES:
        raise QuestionError(rest)
    return name.upper(), finder(move)


def _counter(rest: str) -> Answering:
    name, find = _named(rest)
    return lambda machine: str(find(machine).counters[COUNTER_NAMES.index(name)])


def _term(rest: str) -> Answering:
    name, find = _named(rest)

    def answer(machine: LiveMachine) -> str:
        points = machine.bridge.machine.read(POINTS, 16)
        parts = breakdown(machine.thought_on.data, points, find(machine))
        amount = sum(float(one.contribution) for one in parts.terms if one.name == name)
        return f"{amount:+g}"

    return answer


def finder(text: str) -> Callable[[LiveMachine], Candidate]:
    """What finds the candidate ``MAN-SQUARE`` among those of the last thought.

    Raises QuestionError, the result too when it was not judged.
    """
    if not (match := _MOVE.fullmatch(text.strip())):
        raise QuestionError(text)
    man, to = int(match[1], 16), int(match[2] + match[3], 16)

    def find(machine: LiveMachine) -> Candidate:
        for one in machine.candidates:
            if (one.man, one.to) == (man, to):
                return one
        raise QuestionError(f"the last thought judged no move of man {man:X} to {to:02X}")

    return find


def _where(rest: str) -> Answering:
    if not re.fullmatch("[01]?[0-9A-Fa-f]", rest):
        raise QuestionError(rest)
    man = int(rest, 16)

    def answer(machine: LiveMachine) -> str:
        byte = machine.bridge.table[man]
        if not on_board(byte):
            return "captured"
        return chess.square_name(to_chess(byte, machine.computer_white))

    return answer


def _gallery(of: Callable[[gallery.QuestionAnswer], str]) -> Callable[[str], Answering]:
    def parsed(rest: str) -> Answering:
        name, _, question = rest.partition(" ")
        try:
            one = exhibit(name)
        except MicroChessError:
            raise QuestionError(rest) from None
        return lambda machine: of(gallery.ask(one, machine.position.board(), question))

    return parsed


def _men(machine: LiveMachine) -> str:
    return str(sum(map(on_board, machine.bridge.table)))


_FORMS = {
    "digits": _Form("digits", _nothing(lambda machine: machine.digits)),
    "peek": _Form("peek ADDR", _peek),
    "men": _Form("men", _nothing(_men)),
    "candidates": _Form("candidates [MAN 0-F]", _candidates),
    "value": _Form("value MAN-SQUARE, as in value F-33", _value),
    "counter": _Form("counter NAME MAN-SQUARE, as in counter WCAP1 3-44", _counter),
    "term": _Form("term NAME MAN-SQUARE, as in term BMAXC 3-44", _term),
    "cycles": _Form("cycles", _nothing(lambda machine: f"{machine.cycles:,}")),
    "seconds": _Form("seconds", _nothing(lambda machine: f"{machine.cycles / 1e6:.2f}")),
    "where": _Form(f"where MAN, 0-{SIZE - 1:X}", _where),
    "cells": _Form(
        "cells BOARD QUESTION, as in cells tscp what is on e4",
        _gallery(lambda answer: str(answer.reads)),
    ),
    "answer": _Form(
        "answer BOARD QUESTION, as in answer tscp what is on e4",
        _gallery(lambda answer: answer.text),
    ),
}
"""One more question is one more entry here, and a line in the table above."""
