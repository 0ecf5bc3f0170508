"""What stands below the prose: board, digits, table, counters, candidates, a value, code; `VIEWS`.

What is lit up stands in brackets: squares by their chess names, bytes by their addresses.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress

import chess

from emu.watch.listing import Listing
from emu.watch.memory import MemoryImage
from microchess.engine.timing import thinking_time
from microchess.game.diagram import draw
from microchess.machine.explain_counter import explain_counter
from microchess.machine.labels import labels
from microchess.program.memory_map import COUNTER_NAMES, COUNTERS, TABLE
from microchess.program.position import Position
from microchess.program.squares import to_chess
from microchess.program.table import HALF, MEN
from microchess.tour import questions
from microchess.tour.live import LiveMachine
from microchess.tour.questions import Syntax

ROW = 8
"""Bytes in a line, which a phone is wide enough for."""
GRID = (("before", "P"), ("candidate", "X"), ("replies", "B"), ("then", "W"))
"""The four times when moves are counted, and how the names of their counters begin."""
SUMS = ("MOB", "MAXC", "MAXP", "CC")
CAPTURES = ("BCAP0", "WCAP1", "BCAP1", "WCAP2", "BCAP2")
_BEST = 6
_INSTRUCTIONS = 8
Lit = Collection[str]


def parse(text: str) -> Iterator[str]:
    """The views that *text* names, one after the other. Raises QuestionError."""
    words = text.split()
    while words:
        name = words.pop(0)
        if name not in VIEWS:
            raise questions.QuestionError(f"{name!r} is no view; expected {', '.join(VIEWS)}")
        count = len(VIEWS[name].parts.split())
        given, words = words[:count], words[count:]
        VIEWS[name].read(name, given)
        yield " ".join((name, *given))


def light(text: str) -> Iterator[str]:
    """Squares and addresses to be lit, ``50-5F`` for several; as `show` takes them."""
    for word in text.split():
        if word in chess.SQUARE_NAMES:
            yield word
        else:
            (span,) = VIEWS["bytes"].read("bytes", [word])
            yield from (f"{address:02X}" for address in span)


def show(machine: LiveMachine, view: str, lit: Lit = ()) -> list[str]:
    """The lines of a view. Raises MicroChessError when there is nothing to show yet."""
    name, *words = view.split()
    return list(VIEWS[name].answer(machine, lit, *VIEWS[name].read(name, words)))


def all_that_show(machine: LiveMachine, names: Iterable[str], lit: Lit) -> Iterator[list[str]]:
    """The lines of each of these views, but for those that have nothing to show yet."""
    for view in names:
        with suppress(questions.QuestionError):
            yield show(machine, view, lit)


def marked(machine: LiveMachine, lit: Lit) -> list[chess.Square]:
    """The squares that are lit, by their names or as those of the pieces whose bytes are."""
    position = machine.position
    return [chess.parse_square(one) for one in lit if one in chess.SQUARE_NAMES] + [
        to_chess(byte, position.computer_white)
        for man, byte in position.table.living.items()
        if f"{TABLE + man:02X}" in lit
    ]


def _board(machine: LiveMachine, lit: Lit) -> Iterator[str]:
    """The position, with the digits of 1976 at its edges."""
    position = machine.position
    squares = marked(machine, lit)
    yield from draw(position.board(), position.computer_white, marked=squares).split("\n")


def _digits(machine: LiveMachine, _: Lit) -> Iterator[str]:
    """The six digits as they are lit."""
    text = machine.digits
    yield f"LEDs   {' '.join(text[place : place + 2] for place in (0, 2, 4))}"


def _table(machine: LiveMachine, lit: Lit) -> Iterator[str]:
    """The 32 bytes."""
    for start in range(TABLE, TABLE + 2 * HALF, ROW):
        first = (start - TABLE) % HALF
        yield "    " + "".join(f"{name:^4}" for name in MEN[first : first + ROW]).rstrip()
        whose = "program" if start < TABLE + HALF else "player"
        yield f"${start:02X} {_bytes(machine, range(start, start + ROW), lit)}  {whose}"


def _memory(machine: LiveMachine, lit: Lit, span: range) -> Iterator[str]:
    for start in range(span.start, span.stop, ROW):
        row = range(start, min(start + ROW, span.stop))
        yield f"${start:02X} {_bytes(machine, row, lit)}"


def _bytes(machine: LiveMachine, span: range, lit: Lit) -> str:
    peek = machine.bridge.machine.peek
    return "".join(f"[{peek(a):02X}]" if f"{a:02X}" in lit else f" {peek(a):02X} " for a in span)


def _candidates(machine: LiveMachine, _: Lit) -> Iterator[str]:
    if not (every := machine.candidates):
        raise questions.QuestionError("there was no thought yet")
    ranked = sorted(every, key=lambda one: -one.value)[:_BEST]
    yield f"{len(every)} candidates; piece, from, to, value:"
    for one in ranked:
        source = machine.thought_on[one.man]
        yield f"  {one.man:X} {MEN[one.man]:<3}  {source:02X}-{one.to:02X}  ${one.value:02X}"


def _counters(machine: LiveMachine, lit: Lit, judged: questions.Judged) -> Iterator[str]:
    """The counters at one of its candidates."""
    one = judged.by(machine)
    yield f"{MEN[one.man]} {machine.thought_on[one.man]:02X}-{one.to:02X}, counted:"
    counts = dict(zip(COUNTER_NAMES, one.counters, strict=True))
    lights = _lit_counters(lit)

    def cell(name: str) -> str:
        return f"[{counts[name]}]" if name in lights else f"{counts[name]} "

    yield f"{'':12}{'MOB':>6}{'MAXC':>7}{'MAXP':>7}{'CC':>6}"
    for when, letter in GRID:
        if letter == "X":
            yield f"X {when:<10}{'':6}{counts['WCAP0']:>6}   = WCAP0"
        else:
            mobility, best, piece, every = (cell(letter + name) for name in SUMS)
            yield f"{letter} {when:<10}{mobility:>7}{best:>7}{piece:>7}{every:>6}".rstrip()
    yield f"{'exchange':<12}" + "".join(f"{name:>7}" for name in CAPTURES).rstrip()
    yield (f"{'':12}" + "".join(f"{cell(name):>7}" for name in CAPTURES)).rstrip()


def _terms(machine: LiveMachine, lit: Lit, judged: questions.Judged) -> Iterator[str]:
    parts, value = questions.taken_apart(machine, judged), judged.by(machine).value
    source, marked = machine.thought_on[judged.man], _lit_counters(lit)
    yield f"{MEN[judged.man]} {source:02X}-{judged.to:02X}, taken apart:"
    for term in parts.terms:
        if term.contribution or term.name in marked:
            yield f"{float(term.contribution):>+9.2f}  {term.name:<8} {term.meaning}"
    yield f"{value:>6}     = ${value:02X} {parts.exception}".rstrip()


def _lit_counters(lit: Lit) -> set[str]:
    return {name for place, name in enumerate(COUNTER_NAMES, COUNTERS) if f"{place:02X}" in lit}


def _steps(machine: LiveMachine, _: Lit, name: str, judged: questions.Judged) -> Iterator[str]:
    """The moves that made one of its counters what it is."""
    one = judged.by(machine)
    if (level := machine.bridge.level) is None:
        raise questions.QuestionError("the bytes at $02F2 and $018B are those of no level")
    position = Position(machine.thought_on, machine.computer_white)
    found = explain_counter(position, level, one, name, machine.player)
    yield f"{found.name} when {MEN[one.man]} {position.table[one.man]:02X}-{one.to:02X} is judged:"
    yield from found.lines()


def _time(machine: LiveMachine, _: Lit) -> Iterator[str]:
    """Where the program of 1976 spends its time on the last thought."""
    yield from thinking_time(machine.thought_on, *machine.bridge.level_bytes).lines()


def _code(machine: LiveMachine, _: Lit) -> Iterator[str]:
    """From where the value is complete on; Janus and the original each at their own place."""
    image = MemoryImage.of(machine.bridge.machine)
    known = labels(image, janus=machine.player.key == "rom")
    for line in Listing(image, known).lines(machine.bridge.judge, _INSTRUCTIONS):
        yield f"${line.address:04X}  {line.text}"


VIEWS = {
    "board": Syntax("", _board),
    "digits": Syntax("", _digits),
    "table": Syntax("", _table),
    "bytes": Syntax("FIRST-LAST", _memory, f"90-9F; {questions.MOST_BYTES} at most"),
    "candidates": Syntax("", _candidates),
    "counters": Syntax("MAN-SQUARE", _counters, "F-33"),
    "terms": Syntax("MAN-SQUARE", _terms, "F-33"),
    "steps": Syntax("NAME MAN-SQUARE", _steps, "WCAP1 F-33"),
    "time": Syntax("", _time),
    "code": Syntax("", _code),
}
