"""The essay, which the chapters of the tour are, and its pictures.

The waterfall: one reply of the program of 1976, where its cycles go, and what Janus saves of them.
The map: every byte of the KIM-1's memory by what it is for (`microchess.program.memory_map` and the
program's manual); of those that are data, how often the reply reads or writes them, counted on the
literal engine.
"""

from collections import Counter, defaultdict
from typing import Any

from bench import pages, svg
from bench.ideas import ideas
from bench.svg import INK, PAPER, text
from microchess.engine.literal import LiteralState
from microchess.engine.state import think
from microchess.engine.timing import thinking_time
from microchess.machine.kilobyte import CODE, PARTS, RAM, part_of
from microchess.machine.player import janus
from microchess.program.position import Position
from microchess.program.request import Request
from microchess.tour.chapter import built_in
from microchess.tour.live import LiveMachine

WIDTH, BAR, LINE, MARGIN = 760, 22, 17, 14
FREE = "#f1f3f6"
COLOURS = ("#a34a00", "#2f6f9f", "#5b8c3a", "#8a5fa8", "#b8860b", "#4f7f80", "#9a4a5a", "#6b6f76")
CELL, COLUMNS, LEFT = 13, 32, MARGIN + 44
FILLS = ("#c9ced6", "#f0a35e", "#9cc3e6", "#b7a5d9", "#a9cf8f", "#e8c84f", "#e58a8a", "#8fd0c8")
NOTES = """A black square: how often a
byte is read or written in one
reply; a step larger is twice as
often. Code and stacks were not
counted. {} more bytes of code
are in the I/O chips, at $1780."""


class CountedPage(bytearray):
    """Page zero that counts in ``touched`` how often a byte is read or written."""

    def __init__(self, data: bytearray) -> None:
        super().__init__(data)
        self.touched: Counter[int] = Counter()

    def _touch(self, place: Any) -> Any:
        self.touched.update(range(*place.indices(256)) if isinstance(place, slice) else (place,))
        return place

    def __getitem__(self, place: Any) -> Any:
        return super().__getitem__(self._touch(place))

    def __setitem__(self, place: Any, value: Any) -> None:
        super().__setitem__(self._touch(place), value)

    def rfind(self, value: Any, first: Any = 0, last: Any = 256) -> int:
        """As a loop from the last to the first, which stops where it finds."""
        found = super().rfind(value, first, last)
        self.touched.update(range(max(found, first), last))
        return found


def page() -> str:
    """The chapters gone through, as one page."""
    return pages.page(built_in(), LiveMachine(janus()))


def boards() -> dict[str, str]:
    """The pictures of its boards, by file."""
    return dict(pages.pictures(built_in(), LiveMachine(janus())))


def asked_in_the_essay() -> Request:
    """The position of the chapter whose reply is measured."""
    chapter = next(one for one in built_in() if "waterfall" in one.picture)
    assert chapter.board is not None
    table = Position.from_board(chapter.board, chapter.board.turn).table
    return Request(table, chapter.level, None)


def waterfall() -> str:
    """The waterfall as SVG."""
    asked = asked_in_the_essay()
    spent = thinking_time(asked.table, asked.level.check, asked.level.turn)
    cycles = spent.reply.cycles
    assert cycles is not None
    title = f"One reply of 1976: {cycles:,} cycles, {cycles / 1e6:.1f} s"
    parts, y = [text(MARGIN, 24, title, 16, bold=True)], 40
    for head, shares in (("What for", spent.purposes), ("The question", spent.questions)):
        parts.append(text(MARGIN, y + 12, head, 12, bold=True))
        y += 20
        left = 0.0
        for place, one in enumerate(shares):
            each = f"{one.often:,} x {one.cycles / max(1, one.often):,.0f} = "
            label = f"{one.what}  {each if one.often > 1 else ''}{one.cycles:,}"
            drawn, left = _row(label, one.cycles / cycles, left, y, COLOURS[place])
            parts.append(drawn)
            y += BAR
        y += 12
    title = "The same reply by Janus: what each idea saves"
    parts.append(text(MARGIN, y + 12, title, 12, bold=True))
    left, y = 0.0, y + 20
    for place, idea in enumerate(ideas(asked)):
        saved = idea.theirs - idea.ours
        label = f"{idea.what}  {idea.theirs:,} - {idea.ours:,} = {saved:,}"
        drawn, left = _row(label, saved / cycles, left, y, COLOURS[place])
        parts.append(drawn)
        y += BAR
    kept = cycles - round(left * cycles)
    parts.append(_row(f"left: {kept:,}", kept / cycles, left, y, INK)[0])
    return svg.sheet(parts, WIDTH, y + BAR + MARGIN)


def _row(label: str, width: float, left: float, y: int, fill: str) -> tuple[str, float]:
    """A bar, a part of the picture's width, that begins where the one above ends; its words."""
    right = left + width > 0.5
    edge = MARGIN + (left if right else left + width) * (WIDTH - 2 * MARGIN)
    words = text(edge + (-5 if right else 5), y + 13, label, 11, end=right)
    if right and width > 0.5:
        words = text(edge + 6, y + 13, label, 11, colour=PAPER)
    return _bar(left, width, y, fill) + words, left + width


def kilobyte() -> str:
    """The map as SVG."""
    touched = _touched(asked_in_the_essay())
    most = max(touched.values()).bit_length()
    fills = dict(zip(PARTS, FILLS, strict=True))
    parts = [text(MARGIN, 24, "The KIM-1's kilobyte while MicroChess thinks", 16, bold=True)]
    squares: defaultdict[str, list[str]] = defaultdict(list)
    black = []
    for address in range(RAM):
        name = part_of(address)
        x = LEFT + address % COLUMNS * CELL
        y = 40 + address // COLUMNS * CELL
        squares[fills.get(name, FREE)].append(svg.square(x, y, CELL - 1))
        if times := touched[address] if name not in ("", CODE) else 0:
            side = round((CELL - 1) * times.bit_length() / most)
            inset = (CELL - 1 - side) // 2
            black.append(svg.square(x + inset, y + inset, side))
        if address % COLUMNS == 0:
            parts.append(text(MARGIN, y + 9, f"${address:04X}", 10))
    parts += svg.paths(squares | {INK: black})
    x = LEFT + COLUMNS * CELL + 16
    for place, (name, fill) in enumerate((*fills.items(), ("free", FREE))):
        y = 50 + place * LINE
        parts += svg.paths({fill: [svg.square(x, y - 9, 10)]})
        parts.append(text(x + 16, y, name, 11))
    elsewhere = sum(len(span) for span in PARTS[CODE] if span.start >= RAM)
    notes = NOTES.format(elsewhere).splitlines()
    parts += [text(x, 230 + place * LINE, one, 11) for place, one in enumerate(notes)]
    return svg.sheet(parts, x + 190, 40 + RAM // COLUMNS * CELL + MARGIN)


def _touched(asked: Request) -> Counter[int]:
    kim = LiteralState()
    page = kim.zero_page = CountedPage(kim.zero_page)
    think(asked.table, asked.level.check, asked.level.turn, kim)
    return page.touched


def _bar(left: float, width: float, y: int, fill: str) -> str:
    """A bar of the picture's width, or a part of it; never thinner than a line."""
    whole = WIDTH - 2 * MARGIN
    x, long = MARGIN + left * whole, max(1.0, width * whole)
    return f'<path fill="{fill}" d="M{x:.1f} {y}h{long:.1f}v{BAR - 4}h-{long:.1f}z"/>'
