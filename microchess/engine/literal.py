"""MicroChess as it was written: the same player a second time, to be read from top to bottom.

The fast engine (`microchess.engine.search`) asks the same questions in better ways. Here everything
is done as the program of 1976 does it, on the bytes where it keeps them, and nothing is worked out
in advance. What is to be read:

    1  the memory          32 bytes are the game; a few more are the thought. How a move is made in
                           them, and the table turned round: `microchess.engine.literal_memory`
    2  one step            where it leads, and whether the king may then be taken
    3  the generator       all moves of one side, in a fixed order, each one *visited*
    4  the visit           one routine called for every move found; STATE says what it does
    5  the exchange        captures of captures, as deep as the level says
    6  the candidate       replies and continuation counted, the value worked out
    7  the value           sums of bytes, with the carries the processor left
    8  choosing            the highest value, and of equals the first

Keys, digits and opening book are in `microchess.engine.state`. Names in capitals are the labels of
the original. It takes some forty times as long as the fast engine, and agrees with it to the last
counter.
"""

from collections.abc import Iterator
from enum import Enum

from microchess.engine.literal_memory import END, OTHERS, LiteralMemory
from microchess.program.memory_map import (
    COUNTER_NAMES,
    COUNTERS,
    DIRECTIONS,
    PIECE,
    POINTS,
    SHOWN_FROM,
    SQUARE,
    STATE,
    TABLE,
)
from microchess.program.reply import TO_BEAT, Candidate
from microchess.program.squares import on_board

# 1  The memory
#
# A man is a number, 0-15 for the side whose moves are generated and 16-31 for the other, and the
# byte at $50 + number is the square on which he stands. There is no board: to learn who stands on a
# square, the 32 bytes are compared with it. The cells below $50 + 32 are what chess needs, the 22
# counters at $DD are all that the program ever knows about a move.

(
    WCAP0, BCAP2, WCAP2, BCAP1, WCAP1, BCAP0, BMOB, BMAXC, BCC, BMAXP, _, _, _, _,
    WMOB, WMAXC, WCC, WMAXP, PMOB, PMAXC, PCC, PMAXP,
) = range(COUNTERS, COUNTERS + len(COUNTER_NAMES))  # fmt: skip

KING, QUEEN, FIRST_PAWN = 0, 1, 8
REPLIES, CANDIDATES, CONTINUATION, BEFORE = 0x00, 0x04, 0x08, 0x0C
KING_HUNT = 0xF9
"""The values of STATE that have a name; $FF, $FE ... are the plies of an exchange."""
DEEPEST = 0xFB
"""The least TURN that makes sense: with another the original overruns its stacks."""


class Step(Enum):
    """What CMOVE finds at the end of a step."""

    EMPTY = "an empty square"
    CAPTURE = "a piece of the other side"
    EXPOSED = "an empty square, but the own king could be taken next"
    BLOCKED = "the edge, an own piece, or a capture after which the own king could be taken"


class LiteralState(LiteralMemory):
    """MicroChess, freshly loaded. Keys, digits and book are those of `EngineState`, which has them
    as the program had; the thought is its own.
    """

    king_taken = False

    # 2  One step
    #
    # A square $RF has bits 7 and 3 clear. A step over any edge sets one of them, so one AND with
    # $88 finds all four edges.

    def step(self, direction: int) -> Step:
        """Move SQUARE one step on and say what is there (CMOVE)."""
        zero = self.zero_page
        to = zero[SQUARE] = zero[SQUARE] + zero[DIRECTIONS - 1 + direction] & 0xFF
        if not on_board(to):
            return Step.BLOCKED
        standing = zero.rfind(to, TABLE, END)
        if TABLE <= standing < OTHERS:
            return Step.BLOCKED
        state = zero[STATE]
        if not state & 0x80 and state - self.check & 0x80 and self.exposes_king():
            return Step.EXPOSED if standing < 0 else Step.BLOCKED
        return Step.EMPTY if standing < 0 else Step.CAPTURE

    def exposes_king(self) -> bool:
        """Whether the other side could take the king after PIECE to SQUARE (CHKCHK).

        The move is made and all their moves are generated. Where a level asks for it this is nine
        tenths of the program's time.
        """
        state = self.zero_page[STATE]
        self.king_taken = False
        self.make()
        self.reverse()
        self.generate(KING_HUNT)
        self.reverse()
        self.unmake()
        self.zero_page[STATE] = state
        return self.king_taken

    # 3  The generator

    def generate(self, state: int) -> None:
        """Visit every move of the side at $50 (GNM), from its king's pawn down to its king."""
        self.zero_page[STATE] = state
        for man in range(15, -1, -1):
            self.zero_page[PIECE] = man
            if man >= FIRST_PAWN:
                self.pawn()
            elif man >= 6:
                self.jumps(range(16, 8, -1))
            elif man >= 4:
                self.lines(range(8, 4, -1))
            elif man >= 2:
                self.lines(range(4, 0, -1))
            elif man == QUEEN:
                self.lines(range(8, 0, -1))
            else:
                self.jumps(range(8, 0, -1))

    def stand(self) -> None:
        """Begin at the piece's own square (RESET)."""
        self.zero_page[SQUARE] = self.zero_page[TABLE + self.zero_page[PIECE]]

    def jumps(self, directions: range) -> None:
        """One step each: king and knights (SNGMV)."""
        for direction in directions:
            self.stand()
            found = self.step(direction)
            if found in (Step.EMPTY, Step.CAPTURE):
                self.visit(found is Step.CAPTURE)

    def lines(self, directions: range) -> None:
        """On and on to the first piece or the edge (LINE).

        A square refused because of check does not end the line: farther on a piece may cover.
        """
        for direction in directions:
            self.stand()
            while (found := self.step(direction)) in (Step.EMPTY, Step.EXPOSED):
                if found is Step.EMPTY:
                    self.visit(False)
            if found is Step.CAPTURE:
                self.visit(True)

    def pawn(self) -> None:
        """Capture to either side, one step, from the second rank another."""
        for direction in (6, 5):
            self.stand()
            if self.step(direction) is Step.CAPTURE:
                self.visit(True)
        self.stand()
        while self.step(4) is Step.EMPTY:
            self.visit(False)
            if self.zero_page[SQUARE] >> 4 != 2:
                break

    # 4  The visit

    def visit(self, capture: bool) -> None:
        """A move has been found: PIECE to SQUARE (JANUS, the god with two faces).

        This one routine is what the program does with a move, whoever generated it and why:

            $0C        count it                              what there is before any move
            $04        count it; it is a candidate           the heart of the matter
            $00        count it; follow it if it captures    the opponent's replies
            $08        count it                              what could come next
            $FF-$FC    follow it if it captures              deeper in an exchange
            $F9        is it the king who is taken?          the test for check
        """
        state = self.zero_page[STATE]
        if state == KING_HUNT:
            if self.zero_page[SQUARE] == self.zero_page[OTHERS + KING]:
                self.king_taken = True
        elif state & 0x80:
            self.exchange(capture)
        else:
            self.count(capture)
            if state == CANDIDATES:
                self.candidate()
            elif state == REPLIES:
                self.exchange(capture)

    def count(self, capture: bool) -> None:
        """Mobility, best capture, sum of captures, best captured piece (COUNTS).

        Four cells for each state, STATE being the distance between the groups. In the continuation
        the piece that the opponent would most like to take makes no moves: it is presumed lost. A
        later capture of equal points takes the place of an earlier one.
        """
        zero = self.zero_page
        state, man = zero[STATE], zero[PIECE]
        if state == CONTINUATION and man != KING and man == zero[BMAXP]:
            return
        mobility, best, total, best_man = range(BMOB + state, BMOB + state + 4)
        zero[mobility] = zero[mobility] + (2 if man == QUEEN else 1) & 0xFF
        if capture:
            victim = zero.rfind(zero[SQUARE], OTHERS, END) - OTHERS
            points = zero[POINTS + victim]
            if points >= zero[best]:
                zero[best], zero[best_man] = points, victim
            zero[total] = zero[total] + points & 0xFF

    # 5  The exchange

    def exchange(self, capture: bool) -> None:
        """Follow a capture of a piece - no pawn, no king - by every capture after it (TREE).

        Of each depth only the most that was ever taken there is kept: five maxima for the whole
        tree, not one line through it.
        """
        zero = self.zero_page
        victim = zero.rfind(zero[SQUARE], OTHERS + 1, OTHERS + FIRST_PAWN) - OTHERS
        if not capture or victim < 0:
            return
        depth, points = BCAP0 + zero[STATE] & 0xFF, zero[POINTS + victim]
        zero[depth] = max(zero[depth], points)
        state = zero[STATE]
        deeper = state - 1 & 0xFF
        if deeper not in (self.turn, DEEPEST):
            self.follow(deeper)
        zero[STATE] = state

    def follow(self, deeper: int) -> None:
        """Make PIECE to SQUARE, and visit the captures after it."""
        self.make()
        self.reverse()
        self.generate(deeper)
        self.reverse()
        self.unmake()

    # 6  The candidate

    def candidate(self) -> None:
        """Judge PIECE to SQUARE: make it, look at the replies, look at what comes next.

        Nothing is played out beyond that. The opponent's best reply is never found: all his moves
        are counted, and the counts are weighed.
        """
        zero = self.zero_page
        zero[WCAP0] = zero[BMAXC + CANDIDATES]
        self.make()
        self.reverse()
        self.clear(BCAP2, WMAXP)
        self.generate(REPLIES)
        self.reverse()
        self.generate(CONTINUATION)
        self.unmake()
        value = self.value()
        zero[STATE] = CANDIDATES
        counters = bytes(zero[COUNTERS : PMAXP + 1])
        self.judged(Candidate(zero[PIECE], zero[SQUARE], value, counters))

    # 7  The value

    def value(self) -> int:
        """What the counters make of the candidate, $00-$FF (STRATGY); all at zero sum up to $D0.

        A move that changes nothing is worth less than $D0: the opponent's replies count against it
        (BMOB), and nothing before the move stands against them.
        The first two halvings make quarters of what was added before them, the rest counts whole.
        """
        zero, a = self.zero_page, 0x80
        a, _ = self.plus(a, WMOB, WMAXC, WCC, WCAP1, WCAP2)
        a, borrowed = self.minus(a, PMAXC, PCC, BCAP0, BCAP1, BCAP2, PMOB, BMOB)
        a = 0 if borrowed else a >> 1
        a, _ = self.plus(a + 0x40, WMAXC, WCC)
        a, _ = self.minus(a, BMAXC)
        a = a >> 1
        a, _ = self.plus(a + 0x90, WCAP0, WCAP0, WCAP0, WCAP0, WCAP1)
        a, _ = self.minus(a, BMAXC, BMAXC, BCC, BCC, BCAP1)
        leaves_first_rank = zero[PIECE] != KING and zero[TABLE + zero[PIECE]] - 0x10 & 0x80
        if zero[SQUARE] in (0x33, 0x34, 0x22, 0x25) or leaves_first_rank:
            a = a + 2 & 0xFF
        if zero[BMAXC] == zero[POINTS + KING]:
            return 0x00
        if zero[BMOB] == 0 and zero[WMAXP] == 0:
            return 0xFF
        return a

    def plus(self, a: int, *cells: int) -> tuple[int, int]:
        """Add cells to a byte, the carry of each going into the next (ADC after ADC)."""
        carry = 0
        for cell in cells:
            a += self.zero_page[cell] + carry
            a, carry = a & 0xFF, a >> 8
        return a, carry

    def minus(self, a: int, *cells: int) -> tuple[int, int]:
        """Subtract cells from a byte, the borrow of each going into the next (SBC after SBC)."""
        borrow = 0
        for cell in cells:
            a -= self.zero_page[cell] + borrow
            a, borrow = a & 0xFF, int(a < 0)
        return a, borrow

    # 8  Choosing

    def _thought(self) -> Iterator[Candidate | None]:
        """Key PC, the book being closed: judge every candidate.

        While it thinks, the digits show the best so far: piece, value, to-square. A candidate of
        equal value comes too late, so of equals the first one found is played.
        """
        self.stack.clear()
        self.zero_page[SHOWN_FROM] = TO_BEAT
        self.clear(BCAP2, PMAXP)
        self.generate(BEFORE)
        self.clear(BCAP2, WMAXP)
        self.generate(CANDIDATES)
        yield from self.candidates
