"""The gallery's picture: one question, and every cell of every memory that is read for it.

A cell is a small square, the darker the oftener it is read.
"""

from collections import Counter
from html import escape

import chess

from bench.boards import MEMORIES, QUESTIONS_FEN
from microchess.boards.questions import ask
from microchess.boards.registry import Exhibit
from microchess.boards.view import BankPanel, CellState

QUESTION = "who attacks f7"
CELL, GAP, WIDTH, COLUMNS = 7, 8, 236, 4
HEAD, MARGIN, LINE = 46, 14, 18
INK = "#20242b"
_FILL = {CellState.GUARD: "#c9ced6", CellState.LIVE: "#dfe3ea", CellState.GHOST: "#e6d9f2"}
_EMPTY = "#f1f3f6"
_READ = ("#f6b26b", "#e69138", "#b45f06", "#7f3f00")


def draw() -> str:
    """The whole picture as SVG."""
    board = chess.Board(QUESTIONS_FEN)
    drawn = []
    x, y, tallest = MARGIN, HEAD, 0
    for place, one in enumerate(MEMORIES):
        if place and place % COLUMNS == 0:
            x, y, tallest = MARGIN, y + tallest + 2 * GAP, 0
        body, height = _memory(one, board)
        drawn.append(f'<g transform="translate({x},{y})">{body}</g>')
        x, tallest = x + WIDTH + MARGIN, max(tallest, height)
    width, height = COLUMNS * (WIDTH + MARGIN) + MARGIN, y + tallest + MARGIN
    title = f"{QUESTION.capitalize()}? Every cell of every memory; orange: read, dark: often"
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="Helvetica, Arial, sans-serif">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _text(MARGIN, 26, title, 16, bold=True),
        *drawn,
        "</svg>\n",
    )
    return "\n".join(parts)


def _memory(one: Exhibit, board: chess.Board) -> tuple[str, int]:
    """A memory's drawing and its height in pixels."""
    answer = ask(one, board, QUESTION)
    lens = one.view(one.game(board))
    read = Counter((a.bank, a.cell) for a in answer.accesses if not a.written)
    turned = ", table turned round twice" if answer.writes else ""
    parts = [
        _text(0, 12, one.title, 12, bold=True),
        _text(0, 26, f"{answer.reads:,} reads{turned}", 11, "#a04d00"),
    ]
    x, y, tallest = 0, 2 * LINE, 0
    for panel in lens.panels[:-1]:
        columns = min(panel.columns, 16)
        rows = -(-len(panel.cells) // columns)
        if x and x + columns * CELL > WIDTH:
            x, y, tallest = 0, y + tallest + GAP, 0
        parts.append(_panel(panel, columns, x, y, read))
        x, tallest = x + columns * CELL + GAP, max(tallest, rows * CELL)
    return "".join(parts), y + tallest + GAP


def _panel(panel: BankPanel, columns: int, x: int, y: int, read: Counter[tuple[str, int]]) -> str:
    paths: dict[str, list[str]] = {}
    for place, cell in enumerate(panel.cells):
        times = read[cell.bank, cell.index]
        fill = _FILL.get(cell.state, _EMPTY)
        if times:
            fill = _READ[min(times.bit_length(), len(_READ)) - 1]
        left, top = x + place % columns * CELL, y + place // columns * CELL
        paths.setdefault(fill, []).append(f"M{left} {top}h{CELL - 1}v{CELL - 1}h-{CELL - 1}z")
    drawn = (f'<path fill="{fill}" d="{" ".join(each)}"/>' for fill, each in paths.items())
    return f"<g><title>{escape(panel.name)}</title>{''.join(drawn)}</g>"


def _text(
    x: float, y: float, words: str, size: int, colour: str = INK, *, bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}"{weight}>'
        f"{escape(words)}</text>"
    )
