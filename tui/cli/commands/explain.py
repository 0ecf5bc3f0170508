"""``microchess explain``: why the program plays what it plays."""

import argparse
import json
import sys
from dataclasses import asdict
from typing import Any

from microchess.analysis.explain import Explanation, Judgement, explain
from microchess.analysis.why_not import SmallChange, WhyNot, prove_changes, why_not
from microchess.engine.formula import IN_1976, Formula, FormulaError
from microchess.engine.timing import ThinkingTime, thinking_time
from microchess.errors import MoveError
from microchess.machine.choose import choose, read_formula
from microchess.machine.explain_counter import explain_counter
from microchess.program.move_text import parse_move
from microchess.program.position import notes
from tui.cli.arguments import add_flag, add_value, number
from tui.cli.options import add_formula, add_level
from tui.cli.position import HOW, add_position, given_position
from tui.cli.rules import alone, excludes

_NOTHING = "there is nothing to explain: the program finds no move and resigns"
_UNCOUNTED = ("base", "bonus", "rounding")
HELP = f"""\
Explain why the program makes a move: rank its candidates, and take the value of the chosen one
apart, counter by counter. With --move, also find the smallest changes that make it choose that
move: another weight, a piece removed or moved, another level. Each is tried on the machine.

{HOW}
examples:
  microchess explain --fen startpos
  microchess explain --fen "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3" \\
    --move Bb5
  microchess explain --fen startpos --time
  microchess explain --fen "3r3k/8/8/3n4/4P3/8/8/3R3K w - - 0 1" --move Rxd5 --counter BCAP0
"""


def add(parser: argparse.ArgumentParser) -> None:
    add_position(parser, "the program to move", required=True)
    parser.add_argument("--move", help="a move to compare with the chosen one")
    add_value(
        parser,
        "--counter COUNTER",
        "list each move that changed a counter, and the instruction that did, for --move or else "
        "for the chosen move",
    )
    add_flag(parser, "--time", "show where the program of 1976 spends its cycles")
    add_value(parser, "--top N", "number of candidates", number, 8)
    add_flag(parser, "--json", "print JSON")
    add_level(parser)
    add_formula(parser)
    alone(parser, "--time --counter")
    excludes(parser, "--time", "--move --top --formula")
    excludes(parser, "--counter", "--top")
    excludes(parser, "--json", "--top")


def run(arguments: argparse.Namespace) -> int:
    given = given_position(arguments, None, to_reply=True)
    assert given is not None
    board, position, move = given.board, given.position, None
    if arguments.move is not None:
        move = parse_move(
            arguments.move, board, position.table, position.computer_white, computers=True
        )
    formula = IN_1976 if arguments.formula is None else read_formula(arguments.formula)
    explained = explain(board, arguments.level, move, formula, position)
    for note in notes(board, board.turn):
        print(note, file=sys.stderr)
    if arguments.counter is not None:
        return _print_counter(explained, arguments.counter, arguments.json)
    if arguments.time:
        level = explained.level
        spent = thinking_time(explained.position.table, level.check, level.turn)
        return _print_time(spent, arguments.json)
    if not explained.judgements and not arguments.json:
        raise MoveError(_NOTHING)
    other = _why_not(explained, formula)
    if arguments.json:
        print(json.dumps(_fields(explained, other)))
        return 0
    _print(explained, arguments.top)
    if other is not None:
        _print_changes(other)
    return 0


def _why_not(explained: Explanation, formula: Formula) -> WhyNot | None:
    """What would have it choose the move asked about, tried in the machine."""
    if explained.asked is None or explained.asked is explained.chosen:
        return None
    try:
        found = why_not(explained, formula)
    except FormulaError as error:
        print(error, file=sys.stderr)
        return None
    spec = choose()
    player = spec.player()
    assert player is not None
    prove_changes(found, player, spec.monitor)
    return found


def _print_changes(found: WhyNot) -> None:
    move = found.asked.san
    print(f"\nsmallest changes that have it choose {move}; each, poked into the machine, does:")
    for one in found.searches:
        print(f"{one.kind.value} ({one.tried} tried, nearest first: {one.covers})")
        lines = [f"- {one.change.before}", f"+ {one.change.after}"] if one.change else ["none does"]
        print(*(f"  {line}" for line in lines), sep="\n")


def _print_counter(explained: Explanation, name: str, as_json: bool) -> int:
    judged = explained.asked or explained.chosen or next(iter(explained.judgements), None)
    if judged is None:
        raise MoveError(_NOTHING)
    player = choose().player()
    assert player is not None
    history = explain_counter(explained.position, explained.level, judged.candidate, name, player)
    if as_json:
        print(json.dumps({"move": judged.san, **asdict(history)}))
        return 0
    counter = f"{history.name}, the byte at ${history.address:02X}, is {history.value}"
    level = explained.level.title
    print(f"{counter} when {judged.san}")
    print(f"({judged.man} {judged.octal}) is judged; {history.player} at level {level}:")
    print(*history.lines(), sep="\n")
    return 0


def _print_time(spent: ThinkingTime, as_json: bool) -> int:
    """The cycles of the program of 1976, by what for and by which question."""
    cycles = spent.reply.cycles
    assert cycles is not None
    if as_json:
        parts = {"purposes": spent.purposes, "questions": spent.questions}
        print(json.dumps({"cycles": cycles} | {k: list(map(asdict, v)) for k, v in parts.items()}))
        return 0
    print(f"{cycles:,} cycles, {cycles / 1e6:.1f} s at 1 MHz, of the program of 1976")
    print(*spent.lines(), sep="\n")
    return 0


def _print(explained: Explanation, top: int) -> None:
    print("rank  move          piece  octal  value")
    for one in explained.judgements:
        if one.rank > top and one is not explained.asked:
            continue
        mark = "".join(
            f" <- {what}"
            for what, it in (("chosen", explained.chosen), ("asked", explained.asked))
            if it is one
        )
        value = one.candidate.value
        print(f"{one.rank:>4}  {one.san:<14} {one.man:>4}  {one.octal}    ${value:02X}{mark}")
    if len(explained.judgements) > top:
        print(f"      ({len(explained.judgements)} in all)")
    if explained.chosen is None:
        print("none is worth $0F: it resigns")
    print()
    columns = [one for one in (explained.chosen or explained.judgements[0], explained.asked) if one]
    if explained.asked is columns[0]:
        columns = columns[:1]
    _print_terms(columns)


def _print_terms(columns: list[Judgement]) -> None:
    head = "".join(f"{one.san[:14]:>18}" for one in columns)
    print(f"{'term':<9}{'weight':>7}{head}  meaning")
    for place, term in enumerate(columns[0].parts.terms):
        cells = ""
        for one in columns:
            if place < len(one.parts.terms):
                other = one.parts.terms[place]
                count = "" if other.name in _UNCOUNTED else other.count
                cells += f"{count:>7}{float(other.contribution):>+11.2f}"
            else:
                cells += f"{'':>18}"
        weight = "" if term.name in _UNCOUNTED else f"{float(term.weight):+.2f}"
        print(f"{term.name:<9}{weight:>7}{cells}  {term.meaning}")
    values = "".join(f"{'$' + format(one.candidate.value, '02X'):>18}" for one in columns)
    print(f"{'value':<16}{values}")
    for one in columns:
        if one.parts.exception:
            print(f"{one.san}: {one.parts.exception}")


def _fields(explained: Explanation, other: WhyNot | None) -> dict[str, Any]:
    return {
        "table": explained.position.table.hex,
        "level": explained.level.title,
        "chosen": explained.chosen and explained.chosen.rank,
        "asked": explained.asked and explained.asked.rank,
        "candidates": [
            {
                **{name: getattr(one, name) for name in ("rank", "san", "man", "octal")},
                "value": one.candidate.value,
                "counters": one.candidate.counters.hex(),
                "exception": one.parts.exception,
                "terms": [
                    asdict(term)
                    | {"weight": float(term.weight), "contribution": float(term.contribution)}
                    for term in one.parts.terms
                ],
            }
            for one in explained.judgements
        ],
        "changes": other
        and [
            {"kind": one.kind.name.lower(), "covers": one.covers, "tried": one.tried}
            | (_change(one.change) if one.change else {"size": None})
            for one in other.searches
        ],
    }


def _change(change: SmallChange) -> dict[str, Any]:
    return {
        "size": float(change.size),
        "before": change.before,
        "after": change.after,
        "table": change.table.hex,
        "level": change.level.title,
        "formula": change.formula.to_toml(),
    }
