"""How long the program of 1976 thinks, to the cycle, without a machine and without the program.

What it does is a sum of a few dozen kinds of events: a square compared with a piece's, a step over
the edge, a capture weighed, a move made and taken back. `LiteralState` does the same, event by
event. Given the cycles of recorded replies, what each event costs is a system of linear equations;
its solution is `COSTS`, in whole numbers. It was solved from 150 recorded replies and gives the
cycles and the instructions of all others exactly. Costs of events that always come together cannot
be told apart: a move that is made, for example, includes its being taken back and, but for a
candidate, one round of the generator.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from microchess.engine.literal import (
    BCAP0,
    BEFORE,
    BMAXC,
    BMAXP,
    BMOB,
    CANDIDATES,
    CONTINUATION,
    FIRST_PAWN,
    KING,
    KING_HUNT,
    PMAXC,
    QUEEN,
    REPLIES,
    LiteralState,
    Step,
)
from microchess.engine.literal_memory import END, OTHERS
from microchess.engine.state import RESIGN_BELOW
from microchess.program.memory_map import (
    PIECE,
    POINTS,
    SHOWN_FROM,
    SHOWN_TO,
    SQUARE,
    STATE,
    TABLE,
)
from microchess.program.reply import Candidate
from microchess.program.squares import on_board


class Cost(NamedTuple):
    """What one event takes, the question it belongs to, and whether the question is asked then."""

    cycles: int
    instructions: int
    question: str
    asks: bool = False


QUESTIONS = {
    "who": "who stands on this square?",
    "edge": "is it off the board?",
    "way": "where does a piece go next?",
    "counted": "what is counted?",
    "captures": "what can be captured?",
    "after": "what is so after a move? (made, turned round, taken back)",
    "worth": "what is a candidate worth? (the same, and its value)",
    "key": "the key, and the move at the end",
}
WHO, EDGE, WAY, COUNTING, CAPTURES, MOVES, VALUE, ONCE = QUESTIONS
COSTS = {
    "compared": Cost(11, 4, WHO),
    "own piece": Cost(50, 17, WHO, True),
    "nobody": Cost(56, 19, WHO, True),
    "other piece": Cost(57, 20, WHO, True),
    "victim": Cost(-3, -2, WHO),
    "edge": Cost(42, 13, EDGE, True),
    "not tested": Cost(4, 2, WAY),
    "line EMPTY": Cost(24, 8, WAY, True),
    "line CAPTURE": Cost(22, 8, WAY, True),
    "line EXPOSED": Cost(2, 1, WAY),
    "line refused": Cost(3, 2, WAY),
    "jump EMPTY": Cost(11, 4, WAY, True),
    "jump CAPTURE": Cost(13, 5, WAY, True),
    "jump refused": Cost(2, 1, WAY),
    "aside EMPTY": Cost(1, 0, WAY, True),
    "aside CAPTURE": Cost(15, 6, WAY, True),
    "aside refused": Cost(4, 2, WAY),
    "ahead EMPTY": Cost(23, 9, WAY, True),
    "ahead CAPTURE": Cost(1, 0, WAY, True),
    "hunt": Cost(20, 5, COUNTING, True),
    "king found": Cost(4, 2, COUNTING),
    "exchange": Cost(15, 3, COUNTING, True),
    "own move": Cost(36, 11, COUNTING, True),
    "reply": Cost(40, 12, COUNTING, True),
    "continuation": Cost(40, 13, COUNTING, True),
    "of king": Cost(-4, -2, COUNTING),
    "of queen": Cost(5, 1, COUNTING),
    "presumed lost": Cost(-19, -7, COUNTING),
    "capture": Cost(35, 10, CAPTURES, True),
    "points compared": Cost(11, 4, CAPTURES),
    "fewer points": Cost(-7, -2, CAPTURES),
    "no piece": Cost(93, 36, CAPTURES),
    "piece": Cost(30, 8, CAPTURES, True),
    "piece compared": Cost(13, 5, CAPTURES),
    "not the most": Cost(-3, -1, CAPTURES),
    "check test": Cost(5037, 1376, MOVES, True),
    "capture followed": Cost(5003, 1364, MOVES, True),
    "candidate": Cost(8984, 2410, VALUE, True),
    "better": Cost(16, 6, VALUE),
    "as good": Cost(2, 1, VALUE),
    "borrow": Cost(1, 1, VALUE),
    "to 33": Cost(-21, -9, VALUE),
    "to 34": Cost(-17, -7, VALUE),
    "to 22": Cost(-13, -5, VALUE),
    "to 25": Cost(-9, -3, VALUE),
    "king moved": Cost(-8, -3, VALUE),
    "off the first rank": Cost(3, 2, VALUE),
    "king to be taken": Cost(-2, 0, VALUE),
    "no reply": Cost(6, 3, VALUE),
    "key PC": Cost(7812, 2029, ONCE, True),
    "resigned": Cost(-78, -27, ONCE),
}
"""Cycles and instructions of each kind of event, and the question it belongs to, by its key."""

_VISITS = {
    BEFORE: "own move",
    CANDIDATES: "own move",
    REPLIES: "reply",
    CONTINUATION: "continuation",
}
_CENTRE = {0x33: "to 33", 0x34: "to 34", 0x22: "to 22", 0x25: "to 25"}


class ClockedState(LiteralState):
    """`LiteralState` that counts in ``events`` how often each event of `COSTS` was in each STATE.

    ``cycles`` and ``instructions`` are those of the program of 1976 for the last thought, from the
    key's being read to the next reading, the display as a bare RTS; None where the book answered.
    """

    testing = False

    def _thought(self) -> Iterator[Candidate | None]:
        self.events: Counter[tuple[int, str]] = Counter()
        self._happens("key PC", BEFORE)
        yield from super()._thought()
        zero = self.zero_page
        if zero[SHOWN_FROM] < RESIGN_BELOW:
            self._happens("resigned", BEFORE)
        else:
            self._looks_for(zero[SHOWN_TO], BEFORE)
        costs = [(times, COSTS[event]) for (_, event), times in self.events.items()]
        self.cycles = sum(times * cost.cycles for times, cost in costs)
        self.instructions = sum(times * cost.instructions for times, cost in costs)

    def _happens(self, event: str, state: int | None = None, times: int = 1) -> None:
        if state is None:
            state = KING_HUNT if self.testing else self.zero_page[STATE]
        self.events[state, event] += times

    def _looks_for(self, square: int, state: int | None = None) -> None:
        if self._compared(square, state) >= 0:
            self._happens("victim", state)

    def _compared(self, square: int, state: int | None = None) -> int:
        """Where in page zero *square* is found among the pieces, from 31 down to 0; else -1."""
        found = self.zero_page.rfind(square, TABLE, END)
        self._happens("compared", state, END - (TABLE if found < 0 else found))
        return found

    def step(self, direction: int) -> Step:
        found = super().step(direction)
        zero = self.zero_page
        to, state, man = zero[SQUARE], zero[STATE], zero[PIECE]
        if not on_board(to):
            self._happens("edge")
            return found
        standing = self._compared(to)
        if TABLE <= standing < OTHERS:
            self._happens("own piece")
            return found
        self._happens("nobody" if standing < 0 else "other piece")
        if not state & 0x80 and not state - self.check & 0x80:
            self._happens("not tested")
        outcome = "refused" if found is Step.BLOCKED else found.name
        way = "jump" if man in (KING, 6, 7) else "line"
        if man >= FIRST_PAWN:
            way = "ahead" if direction == 4 else "aside"
        if (event := f"{way} {outcome}") in COSTS:
            self._happens(event)
        return found

    def exposes_king(self) -> bool:
        self.testing = True
        exposed = super().exposes_king()
        self._happens("check test")
        self.testing = False
        return exposed

    def make(self) -> None:
        self._looks_for(self.zero_page[SQUARE])
        super().make()

    def visit(self, capture: bool) -> None:
        zero = self.zero_page
        if zero[STATE] == KING_HUNT:
            self._happens("hunt")
            if zero[SQUARE] == zero[OTHERS + KING]:
                self._happens("king found")
        else:
            self._happens(_VISITS.get(zero[STATE], "exchange"))
        super().visit(capture)

    def count(self, capture: bool) -> None:
        zero = self.zero_page
        state, man = zero[STATE], zero[PIECE]
        if man == KING:
            self._happens("of king", times=2 if state == CONTINUATION else 1)
        elif state == CONTINUATION and man == zero[BMAXP]:
            self._happens("presumed lost")
            return
        elif man == QUEEN:
            self._happens("of queen")
        if capture:
            victim = zero.rfind(zero[SQUARE], OTHERS, END)
            self._happens("capture")
            self._happens("points compared", times=END - victim)
            if zero[POINTS + victim - OTHERS] < zero[BMAXC + state]:
                self._happens("fewer points")
        super().count(capture)

    def exchange(self, capture: bool) -> None:
        zero = self.zero_page
        square = zero[SQUARE]
        piece = zero.rfind(square, OTHERS + 1, OTHERS + FIRST_PAWN)
        if capture and piece < 0:
            self._happens("no piece")
        elif capture:
            self._happens("piece")
            self._happens("piece compared", times=OTHERS + FIRST_PAWN - piece)
            if zero[POINTS + piece - OTHERS] < zero[BCAP0 + zero[STATE] & 0xFF]:
                self._happens("not the most")
        super().exchange(capture)

    def follow(self, deeper: int) -> None:
        self._happens("capture followed")
        super().follow(deeper)

    def minus(self, a: int, *cells: int) -> tuple[int, int]:
        after, borrow = super().minus(a, *cells)
        if borrow and PMAXC in cells:
            self._happens("borrow", CANDIDATES)
        return after, borrow

    def judged(self, candidate: Candidate) -> None:
        zero = self.zero_page
        man, best = candidate.man, zero[SHOWN_FROM]
        self._happens("candidate")
        if candidate.value >= best:
            self._happens("as good" if candidate.value == best else "better")
        if candidate.to in _CENTRE:
            self._happens(_CENTRE[candidate.to])
        elif man == KING:
            self._happens("king moved")
        elif zero[TABLE + man] - 0x10 & 0x80:
            self._happens("off the first rank")
        if zero[BMAXC] == zero[POINTS + KING]:
            self._happens("king to be taken")
        elif zero[BMOB] == 0:
            self._happens("no reply")
        super().judged(candidate)
