"""What stands below the prose: board, digits, table, counters, candidates, a value, code.

============================ ==================================================
``board``                    the position, with the digits of 1976 at its edges
``digits``                   the six digits as they are lit
``table``                    the 32 bytes
``bytes FIRST-LAST``         other bytes
``candidates``               the last thought, best first
``counters MAN-SQUARE``      the counters at one of its candidates
``terms MAN-SQUARE``         that candidate's value taken apart
``steps NAME MAN-SQUARE``    the moves that made one of its counters what it is
``time``                     where the program of 1976 spends its time on the last thought
``code``                     the instructions that weigh a value against the best so far
============================ ==================================================

What is lit up stands in brackets: squares by their chess names, bytes by their addresses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress

import chess

from emu.notation import NotationError, parse_address
from emu.watch.listing import Listing
from emu.watch.memory import MemoryImage
from microchess.engine.timing import thinking_time
from microchess.engine.value import breakdown
from microchess.game.diagram import draw
from microchess.machine.explain_counter import explain_counter
from microchess.machine.labels import labels
from microchess.program.memory_map import COUNTER_NAMES, COUNTERS, POINTS, TABLE
from microchess.program.position import Position
from microchess.program.squares import to_chess
from microchess.program.table import HALF, MEN
from microchess.tour import questions
from microchess.tour.live import LiveMachine

MOST_BYTES = 64
_BEST = 6
_INSTRUCTIONS = 8
Lit = Collection[str]


def parse(text: str) -> Iterator[str]:
    """The views that *text* names, one after the other. Raises QuestionError."""
    words = text.split()
    while words:
        name = words.pop(0)
        if name not in _VIEWS:
            raise questions.QuestionError(f"{name!r} is no view; expected {', '.join(_VIEWS)}")
        count, expected = _WITH.get(name, (0, ""))
        if len(words) < count:
            raise questions.QuestionError(f"{name} of what? expected {expected}")
        given, words = words[:count], words[count:]
        if name == "bytes":
            _span(*given)
        elif name == "steps":
            questions.parse(f"counter {' '.join(given)}")
        elif given:
            questions.finder(*given)
        yield " ".join((name, *given))


def light(text: str) -> Iterator[str]:
    """Squares and addresses to be lit, ``50-5F`` for several; as `show` takes them.

    Raises QuestionError.
    """
    for word in text.split():
        if word in chess.SQUARE_NAMES:
            yield word
        else:
            yield from (f"{address:02X}" for address in _span(word))


def show(machine: LiveMachine, view: str, lit: Lit = ()) -> list[str]:
    """The lines of a view. Raises MicroChessError when there is nothing to show yet."""
    name, _, rest = view.partition(" ")
    return list(_VIEWS[name](machine, rest, lit))


def all_that_show(machine: LiveMachine, names: Iterable[str], lit: Lit) -> Iterator[list[str]]:
    """The lines of each of these views, but for those that have nothing to show yet."""
    for view in names:
        with suppress(questions.QuestionError):
            yield show(machine, view, lit)


def _span(text: str) -> range:
    first, dash, last = text.partition("-")
    try:
        start = parse_address(first)
        end = parse_address(last) if dash else start
    except NotationError as error:
        raise questions.QuestionError(f"{text!r}: {error}; or a square a1 to h8") from None
    if not start <= end < start + MOST_BYTES:
        raise questions.QuestionError(f"{text!r}; expected 1 to {MOST_BYTES} bytes")
    return range(start, end + 1)


def _board(machine: LiveMachine, _: str, lit: Lit) -> Iterator[str]:
    marked = [chess.parse_square(one) for one in lit if one in chess.SQUARE_NAMES]
    position = machine.position
    marked += [
        to_chess(byte, position.computer_white)
        for man, byte in position.table.living.items()
        if f"{TABLE + man:02X}" in lit
    ]
    yield from draw(position.board(), position.computer_white, marked=marked).split("\n")


def _digits(machine: LiveMachine, _: str, lit: Lit) -> Iterator[str]:
    del lit
    text = machine.digits
    yield f"LEDs   {' '.join(text[place : place + 2] for place in (0, 2, 4))}"


def _table(machine: LiveMachine, _: str, lit: Lit) -> Iterator[str]:
    yield "    " + "".join(f"{name:^4}" for name in MEN)
    for start, whose in ((TABLE, "program"), (TABLE + HALF, "player")):
        yield f"${start:02X} {_bytes(machine, range(start, start + HALF), lit)}  {whose}"


def _memory(machine: LiveMachine, rest: str, lit: Lit) -> Iterator[str]:
    span = _span(rest)
    for start in range(span.start, span.stop, HALF):
        row = range(start, min(start + HALF, span.stop))
        yield f"${start:02X} {_bytes(machine, row, lit)}"


def _bytes(machine: LiveMachine, span: range, lit: Lit) -> str:
    peek = machine.bridge.machine.peek
    return "".join(f"[{peek(a):02X}]" if f"{a:02X}" in lit else f" {peek(a):02X} " for a in span)


def _candidates(machine: LiveMachine, _: str, lit: Lit) -> Iterator[str]:
    del lit
    if not (every := machine.candidates):
        raise questions.QuestionError("there was no thought yet")
    ranked = sorted(every, key=lambda one: -one.value)[:_BEST]
    yield f"{len(every)} candidates; man, from, to, value:"
    for one in ranked:
        source = machine.thought_on[one.man]
        yield f"  {one.man:X} {MEN[one.man]:<3}  {source:02X}-{one.to:02X}  ${one.value:02X}"


def _counters(machine: LiveMachine, rest: str, lit: Lit) -> Iterator[str]:
    one = questions.finder(rest)(machine)
    yield f"{MEN[one.man]} {machine.thought_on[one.man]:02X}-{one.to:02X}, counted:"
    cells = [
        f"[{name} {count}]" if f"{COUNTERS + place:02X}" in lit else f" {name} {count} "
        for place, (name, count) in enumerate(zip(COUNTER_NAMES, one.counters, strict=True))
        if not name.startswith("X")
    ]
    for start in range(0, len(cells), 4):
        yield " ".join(f"{cell:<10}" for cell in cells[start : start + 4]).rstrip()


def _terms(machine: LiveMachine, rest: str, lit: Lit) -> Iterator[str]:
    one = questions.finder(rest)(machine)
    points = machine.bridge.machine.read(POINTS, 16)
    parts = breakdown(machine.thought_on.data, points, one)
    source = machine.thought_on[one.man]
    yield f"{MEN[one.man]} {source:02X}-{one.to:02X}, taken apart:"
    marked = {name for place, name in enumerate(COUNTER_NAMES, COUNTERS) if f"{place:02X}" in lit}
    for term in parts.terms:
        if term.contribution or term.name in marked:
            yield f"{float(term.contribution):>+9.2f}  {term.name:<8} {term.meaning}"
    yield f"{one.value:>6}     = ${one.value:02X} {parts.exception}".rstrip()


def _steps(machine: LiveMachine, rest: str, lit: Lit) -> Iterator[str]:
    del lit
    name, _, which = rest.partition(" ")
    one = questions.finder(which)(machine)
    if (level := machine.bridge.level) is None:
        raise questions.QuestionError("the bytes at $02F2 and $018B are those of no level")
    position = Position(machine.thought_on, machine.computer_white)
    found = explain_counter(position, level, one, name, machine.player)
    yield f"{found.name} when {MEN[one.man]} {position.table[one.man]:02X}-{one.to:02X} is judged:"
    yield from found.lines()


def _time(machine: LiveMachine, _: str, lit: Lit) -> Iterator[str]:
    del lit
    yield from thinking_time(machine.thought_on, *machine.bridge.level_bytes).lines()


def _code(machine: LiveMachine, _: str, lit: Lit) -> Iterator[str]:
    """From where the value is complete on; Janus and the original each at their own place."""
    del lit
    image = MemoryImage.of(machine.bridge.machine)
    known = labels(image, janus=machine.player.key == "rom")
    for line in Listing(image, known).lines(machine.bridge.judge, _INSTRUCTIONS):
        yield f"${line.address:04X}  {line.text}"


_View = Callable[[LiveMachine, str, Lit], Iterator[str]]
_VIEWS: dict[str, _View] = {
    "board": _board,
    "digits": _digits,
    "table": _table,
    "bytes": _memory,
    "candidates": _candidates,
    "counters": _counters,
    "terms": _terms,
    "steps": _steps,
    "time": _time,
    "code": _code,
}
_WITH = {
    "bytes": (1, "FIRST-LAST"),
    "counters": (1, "MAN-SQUARE, as in F-33"),
    "terms": (1, "MAN-SQUARE, as in F-33"),
    "steps": (2, "NAME MAN-SQUARE, as in WCAP1 F-33"),
}


def is_view(text: str) -> bool:
    """Whether *text* begins as a view does."""
    return re.split(r"\s", text.strip())[0] in _VIEWS
