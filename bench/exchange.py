"""The picture of an exchange.

Every capture that the program follows after one candidate, in the order in which it meets them, and
the maximum that it keeps of each depth.
"""

from dataclasses import dataclass
from itertools import pairwise

import chess

from bench.svg import sheet, text
from microchess.engine.literal import LiteralState
from microchess.engine.state import think
from microchess.program.memory_map import COUNTER_NAMES, COUNTERS, POINTS, TABLE
from microchess.program.position import Position
from microchess.program.squares import to_chess
from microchess.program.table import HALF, MEN
from microchess.tour.chapter import Chapter, built_in

DEPTHS = ("BCAP0", "WCAP1", "BCAP1", "WCAP2", "BCAP2")
WHOSE = ("yours", "the program's", "yours", "the program's", "yours")
PIECE, SQUARE, STATE = 0xB0, 0xB1, 0xB5
KING, KNIGHT_PAWN = 0, 8
CANDIDATE = (KING, 0x10)
WIDTH, COLUMN, ROW, MARGIN, TOP = 760, 148, 40, 14, 78
LINE, BOX = "#8a919c", "#eef0f4"


@dataclass(frozen=True)
class Capture:
    """A capture that is followed, and the maximum of its depth afterwards."""

    depth: int
    words: str
    maximum: int
    after: int | None
    """The capture it answers, by its number."""


class Watched(LiteralState):
    """An engine that notes what it follows after the candidate."""

    def __init__(self, chapter: Chapter) -> None:
        super().__init__(chapter.level)
        self.seen: list[Capture] = []
        self.path: list[int] = []
        self.judging = False

    def candidate(self) -> None:
        """As always, watched where it is the one."""
        self.judging = (self.zero_page[PIECE], self.zero_page[SQUARE]) == CANDIDATE
        super().candidate()
        self.judging = False

    def exchange(self, capture: bool) -> None:
        """As always, noted first where it will be followed."""
        zero = self.zero_page
        others = TABLE + HALF
        victim = zero.rfind(zero[SQUARE], others + 1, others + KNIGHT_PAWN) - others
        if not (self.judging and capture and victim > KING):
            super().exchange(capture)
            return
        depth = -zero[STATE] & 0xFF
        before = zero[COUNTERS + COUNTER_NAMES.index(DEPTHS[depth])]
        points = zero[POINTS + victim]
        piece = MEN[zero[PIECE]]
        letter = "" if piece.endswith("P") else piece[-1]
        source, to = (self._named(one, depth) for one in (zero[TABLE + zero[PIECE]], zero[SQUARE]))
        words = f"{letter}{source}x{to}  +{points}"
        after = self.path[-1] if self.path else None
        self.path.append(len(self.seen))
        self.seen.append(Capture(depth, words, max(before, points), after))
        super().exchange(capture)
        self.path.pop()

    def _named(self, byte: int, depth: int) -> str:
        return chess.square_name(to_chess(byte if depth % 2 else 0x77 - byte, computer_white=True))


def captures(chapter: Chapter) -> list[Capture]:
    """Those that the program follows in the chapter's position after its candidate."""
    assert chapter.board is not None
    table = Position.from_board(chapter.board, chapter.board.turn).table
    engine = Watched(chapter)
    think(table, chapter.level.check, chapter.level.turn, engine)
    return engine.seen


def draw() -> str:
    """The picture as SVG."""
    chapter = next(one for one in built_in() if "exchange" in one.picture)
    found = captures(chapter)
    low = TOP + ROW * len(found) + 16
    title = "The captures that follow Kh2, in the order in which they are met"
    parts = [text(MARGIN, 26, title, 16, bold=True)]
    for depth, (name, whose) in enumerate(zip(DEPTHS, WHOSE, strict=True)):
        x = MARGIN + depth * COLUMN
        history = [0, *(one.maximum for one in found if one.depth == depth)]
        kept = [str(new) for old, new in pairwise(history) if new > old]
        parts += [
            text(x, 54, f"depth {depth + 1}, {whose}", 12, LINE),
            _box(x, low),
            text(x + 8, low + 20, f"{name}  {' → '.join(kept) or '0'}", 13, bold=True),
        ]
    for number, one in enumerate(found):
        x, y = MARGIN + one.depth * COLUMN, TOP + number * ROW
        if one.after is not None:
            start = TOP + one.after * ROW + 30
            down = f"M{x - COLUMN + 20} {start}V{y + 15}H{x}"
            parts.append(f'<path d="{down}" fill="none" stroke="{LINE}" stroke-width="2"/>')
        parts += [_box(x, y), text(x + 8, y + 20, one.words, 13)]
    return sheet(parts, WIDTH, low + 44, title)


def _box(x: int, y: int) -> str:
    return f'<rect x="{x}" y="{y}" width="{COLUMN - 14}" height="30" fill="{BOX}"/>'
