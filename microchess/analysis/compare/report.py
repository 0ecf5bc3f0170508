"""The HTML report of a comparison: one file, pictures inside, nothing fetched from anywhere."""

import html
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import chess
import chess.svg

from emu.notation import counted
from microchess.analysis.compare.cases import (
    AGREE,
    DIFFER,
    STATUSES,
    UNDECIDED,
    CaseResult,
    CompareCase,
)
from microchess.analysis.compare.words import (
    board_of,
    count_statuses,
    result_in_words,
    suspected_weight,
)
from microchess.program.squares import on_board, to_chess

BOARDS = 40
"""Most disagreements, and most undecided cases, that get a picture."""
GAMES, LONG = 4, 8
"""Most games whose values are drawn, and the fewest positions of one."""
COLOURS = ("#1f6feb", "#d1495b", "#3c896d")
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  color: #1b1f24; background: #fff; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem; text-align: right;
  border-bottom: 1px solid #d8dee4; } th:first-child, td:first-child { text-align: left; }
.good { color: #1a7f37; } .bad { color: #cf222e; font-weight: bold; }
.cards { display: flex; flex-wrap: wrap; gap: 1rem; } .card { border: 1px solid #d8dee4;
  border-radius: 6px; padding: .8rem; } .open { color: #9a6700; font-weight: bold; }
pre { font-size: 12px; white-space: pre-wrap; overflow-wrap: anywhere; max-width: 38rem; }
.wide { display: flex; gap: 1rem; }
"""


def write_report(title: str, command: str, results: Sequence[CaseResult], total: int) -> str:
    """The page. *total* is the number of cases the comparison has, *results* those done."""
    wrong, unanswered = (
        [result for result in results if result.status == status] for status in (DIFFER, UNDECIDED)
    )
    parts = [
        f"<h1>{html.escape(title)}</h1>",
        f"<p>{len(results):,} of {total:,} cases done: {_verdict(wrong, unanswered)}.</p>",
        f"<p>Repeat it: <code>{html.escape(command)}</code></p>",
        "<h2>Agreement by kind and level</h2>",
        _agreement(results),
    ]
    if weight := suspected_weight(r.difference for r in wrong if r.difference is not None):
        parts.append(f"<p>All differences together: {html.escape(weight)}.</p>")
    parts += _section("Where they part", wrong)
    parts += _section("Undecided: the cycle budget did not suffice", unanswered)
    parts += _cycles(results)
    parts += _games(results)
    body = "\n".join(parts)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{html.escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body>{body}</body></html>\n"
    )


def _verdict(wrong: Sequence[CaseResult], unanswered: Sequence[CaseResult]) -> str:
    differ = (
        f'<span class="bad">{counted(len(wrong), "disagreement")}</span>'
        if wrong
        else '<span class="good">no disagreement</span>'
    )
    if not unanswered:
        return differ
    return f'{differ}, <span class="open">{len(unanswered):,} undecided</span>'


def _agreement(results: Iterable[CaseResult]) -> str:
    rows = [
        f"<tr><td>{html.escape(kind)}</td><td>{level}</td><td>{count.total():,}</td>"
        f"<td>{count[AGREE]:,}</td>"
        f'<td class="{"bad" if count[DIFFER] else "good"}">{count[DIFFER]:,}</td>'
        f'<td class="{"open" if count[UNDECIDED] else "good"}">{count[UNDECIDED]:,}</td></tr>'
        for (kind, level), count in sorted(count_statuses(results).items())
    ]
    return _table(("kind", "level", "cases", *STATUSES), rows)


def _table(heads: Iterable[str], rows: Iterable[str]) -> str:
    cells = "".join(f"<th>{name}</th>" for name in heads)
    return f"<table><tr>{cells}</tr>{''.join(rows)}</table>"


def _section(title: str, results: Sequence[CaseResult]) -> list[str]:
    """A heading and the first boards; nothing without results."""
    if not results:
        return []
    parts = [f"<h2>{title}</h2>", _cards(map(_wide_card, results[:BOARDS]))]
    if len(results) > BOARDS:
        parts.append(f"<p>… and {len(results) - BOARDS:,} more in the results file.</p>")
    return parts


def _cards(cards: Iterable[str]) -> str:
    return f'<div class="cards">{"".join(cards)}</div>'


def _wide_card(result: CaseResult) -> str:
    text = [line for line in result_in_words(result) if "\n" not in line]
    disputed = result.difference.move if result.difference is not None else None
    moves = dict.fromkeys((*(answer.reply for answer in result.answers.values()), disputed))
    return (
        f'<div class="card wide">{_picture(result.case, list(moves))}'
        f"<pre>{html.escape(chr(10).join(text))}</pre></div>"
    )


def _picture(case: CompareCase, moves: Sequence[tuple[int, int, int] | None]) -> str:
    board, white = board_of(case)
    arrows = [
        chess.svg.Arrow(to_chess(move[1], white), to_chess(move[2], white), color=colour)
        for move, colour in zip(moves, ("green", "red", "blue"), strict=False)
        if move is not None and on_board(move[1]) and on_board(move[2])
    ]
    return chess.svg.board(
        board, arrows=arrows, size=260, orientation=not board.turn, coordinates=True
    )


def _cycles(results: Iterable[CaseResult]) -> list[str]:
    """How the thinking cycles of every player that has a machine are distributed."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for result in results:
        for name, answer in result.answers.items():
            if answer.cycles is not None:
                found[name, result.case.level].append(answer.cycles)
    rows = []
    for (name, level), cycles in sorted(found.items()):
        cycles.sort()
        parts = (cycles[round(part * (len(cycles) - 1))] for part in (0, 0.1, 0.5, 0.9, 1))
        numbers = "".join(f"<td>{number:,}</td>" for number in parts)
        rows.append(f"<tr><td>{html.escape(name)}</td><td>{level}</td>{numbers}</tr>")
    if not rows:
        return []
    heads = ("player", "level", "least", "10 %", "median", "90 %", "most")
    return ["<h2>Thinking cycles</h2>", _table(heads, rows)]


def _games(results: Iterable[CaseResult]) -> list[str]:
    """The value of the chosen move, ply by ply, of the first games; self-play comes first."""
    games: dict[tuple[bool, str, int], dict[str, list[tuple[int, int]]]] = {}
    for result in results:
        case, answer = result.case, next(iter(result.answers.values()), None)
        if case.game is None or case.ply is None or answer is None or answer.value is None:
            continue
        levels = games.setdefault((case.kind == "playout", case.kind, case.game), {})
        levels.setdefault(case.level, []).append((case.ply, answer.value))
    drawn = [
        f"<h3>{html.escape(kind)} {game + 1}</h3>{_curves(levels)}"
        for (_, kind, game), levels in sorted(games.items())
        if max(map(len, levels.values())) >= LONG
    ]
    return ["<h2>Value of the chosen move over a game</h2>", *drawn[:GAMES]] if drawn else []


def _curves(levels: Mapping[str, Sequence[tuple[int, int]]]) -> str:
    """Values $00-$FF over plies, a line a level."""
    last = max(ply for points in levels.values() for ply, _ in points) or 1
    shapes = []
    for place, (level, points) in enumerate(sorted(levels.items())):
        colour = COLOURS[place % len(COLOURS)]
        way = " ".join(f"{640 * ply / last:.0f},{255 - value}" for ply, value in sorted(points))
        shapes.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{way}"/>'
            f'<text x="{110 * place}" y="275" fill="{colour}">{level}</text>'
        )
    axes = f'<text x="0" y="12">$FF</text><text x="580" y="275">ply {last}</text>'
    return f'<svg viewBox="0 0 640 280" font-size="12" role="img">{axes}{"".join(shapes)}</svg>'
