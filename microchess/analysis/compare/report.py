"""The HTML report of a comparison: one file, pictures inside, nothing fetched from anywhere."""

import html
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

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
    answer_in_words,
    board_of,
    count_statuses,
    result_in_words,
    suspected_weight,
)
from microchess.program.squares import on_board, to_chess

BOARDS = 40
"""Most disagreements, and most undecided cases, that get a picture."""
SAMPLES = 6
GAMES = 4
Curve: TypeAlias = list[tuple[float, float]]
"""Points: x from 0 to 1, y in pixels upwards."""
_LEFT, _WIDTH = 40, 640
COLOURS = ("#1f6feb", "#d1495b", "#3c896d", "#a26769", "#6c5b7b", "#e09f3e")

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
svg text { font: 11px system-ui, sans-serif; }
"""


def write_report(title: str, command: str, results: Sequence[CaseResult], total: int) -> str:
    """The page. *total* is the number of cases the comparison has, *results* those done."""
    wrong, unanswered, agreed = (
        [result for result in results if result.status == status]
        for status in (DIFFER, UNDECIDED, AGREE)
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
    parts += _distributions(results)
    parts += _games(results)
    step = max(1, len(agreed) // SAMPLES)
    parts += [
        "<h2>Some positions they agree on</h2>",
        _cards(map(_sample_card, agreed[::step][:SAMPLES])),
    ]
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
    heads = "".join(f"<th>{name}</th>" for name in ("kind", "level", "cases", *STATUSES))
    return f"<table><tr>{heads}</tr>{''.join(rows)}</table>"


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


def _sample_card(result: CaseResult) -> str:
    (name, answer), *_ = result.answers.items()
    caption = f"{result.case.level}: {answer_in_words(result.case, answer)}"
    picture = _picture(result.case, [answer.reply], size=200)
    return (
        f'<div class="card" style="max-width:13rem" title="{html.escape(name)}">{picture}'
        f"<br><small>{html.escape(caption)}</small></div>"
    )


def _picture(
    case: CompareCase, moves: Sequence[tuple[int, int, int] | None], size: int = 260
) -> str:
    board, white = board_of(case)
    arrows = [
        chess.svg.Arrow(to_chess(move[1], white), to_chess(move[2], white), color=colour)
        for move, colour in zip(moves, ("green", "red", "blue"), strict=False)
        if move is not None and on_board(move[1]) and on_board(move[2])
    ]
    return chess.svg.board(
        board, arrows=arrows, size=size, orientation=not board.turn, coordinates=True
    )


def _distributions(results: Iterable[CaseResult]) -> list[str]:
    """A histogram of thinking cycles for every player that has a machine."""
    cycles: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        for name, answer in result.answers.items():
            if answer.cycles is not None:
                cycles[name][result.case.level].append(answer.cycles)
    parts = []
    for name, levels in sorted(cycles.items()):
        parts.append(f"<h2>Thinking cycles of {html.escape(name)}</h2>")
        parts.append(_histogram(levels))
    return parts


def _histogram(levels: dict[str, list[int]]) -> str:
    """How often a reply takes so many cycles; the axis is logarithmic."""
    height, bins = 180, 48
    numbers = [math.log10(max(1, v)) for values in levels.values() for v in values]
    low, high = math.floor(min(numbers)), math.ceil(max(numbers) + 1e-9)
    span = max(1, high - low)
    counts = {level: [0] * bins for level in levels}
    for level, values in levels.items():
        for v in values:
            place = (math.log10(max(1, v)) - low) / span
            counts[level][min(bins - 1, int(place * bins))] += 1
    most = max(max(row) for row in counts.values())
    curves = {
        level: [((b + 0.5) / bins, n * (height - 20) / most) for b, n in enumerate(row)]
        for level, row in counts.items()
    }
    ticks = "".join(
        f'<text x="{_LEFT + (power - low) * _WIDTH / span:.0f}" y="{height + 14}" '
        f'text-anchor="middle">{10**power:,}</text>'
        for power in range(low, high + 1)
    )
    return _plot(height, f"{most} replies", ticks, "cycles", curves)


def _plot(height: int, top: str, marks: str, axis: str, curves: dict[str, Curve]) -> str:
    """The curves in colours of their own, *marks* behind them, and a legend beneath."""
    shapes = []
    for number, (name, curve) in enumerate(sorted(curves.items())):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(f"{_LEFT + x * _WIDTH:.1f},{height - y:.1f}" for x, y in curve)
        shapes.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="1.8" points="{points}"/>'
            f'<text x="{_LEFT + 110 * number}" y="{height + 32}" fill="{colour}">'
            f"{html.escape(name)}</text>"
        )
    return (
        f'<svg viewBox="0 0 720 {height + 40}" width="100%" role="img">'
        f'<line x1="40" y1="{height}" x2="680" y2="{height}" stroke="#999"/>'
        f'<text x="2" y="12">{top}</text>{marks}{"".join(shapes)}'
        f'<text x="680" y="{height + 32}" text-anchor="end">{axis}</text></svg>'
    )


def _games(results: Iterable[CaseResult]) -> list[str]:
    """The value of the chosen move, ply by ply, of the first games."""
    games: dict[tuple[str, int, str], list[tuple[int, int]]] = defaultdict(list)
    for result in results:
        case, answer = result.case, next(iter(result.answers.values()), None)
        if answer is None:
            continue
        if case.game is not None and case.ply is not None and answer.value is not None:
            games[case.kind, case.game, case.level].append((case.ply, answer.value))
    long = {key: sorted(points) for key, points in games.items() if len(points) >= 8}
    if not long:
        return []
    chosen = sorted(long, key=lambda key: (key[0] == "playout", key))[: GAMES * 3]
    parts = ["<h2>Value of the chosen move over a game</h2>"]
    names = list(dict.fromkeys((kind, game) for kind, game, _ in chosen))[:GAMES]
    for kind, game in names:
        lines = {level: long[k, g, level] for k, g, level in chosen if (k, g) == (kind, game)}
        parts += [f"<h3>{html.escape(kind)} {game + 1}</h3>", _values(lines)]
    return parts


def _values(lines: dict[str, list[tuple[int, int]]]) -> str:
    """Values 0-255 over plies, a line a level."""
    height = 140
    last = max(ply for points in lines.values() for ply, _ in points) or 1
    curves = {
        level: [(ply / last, value * (height - 10) / 255) for ply, value in points]
        for level, points in lines.items()
    }
    return _plot(height, "$FF", f'<text x="2" y="{height}">$00</text>', f"ply {last}", curves)
