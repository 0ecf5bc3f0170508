"""Disagreements and results as a person wants them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import chess

from microchess.analysis.compare.cases import (
    STATUSES,
    CaseResult,
    CompareCase,
    Difference,
    Summary,
)
from microchess.analysis.compare.difference import suspects
from microchess.analysis.compare.visits import Parting, Visit
from microchess.game.diagram import draw
from microchess.program.chess_move import as_chess_move
from microchess.program.position import Position
from microchess.program.table import man_name


def board_of(case: CompareCase) -> tuple[chess.Board, bool]:
    """The position of a case, and whether the computer has White (assumed without a FEN)."""
    if case.fen is not None:
        board = chess.Board(case.fen)
        return board, board.turn == chess.WHITE
    return Position(case.request.table, True).board(), True


def move_in_words(case: CompareCase, move: tuple[int, int, int] | None) -> str:
    """``Nf3 (KN 01-22)``, with the digits of the display; or that it resigns."""
    if move is None:
        return "resigns (FF FF FF)"
    man, source, target = move
    digits = f"{man_name(man)} {source:02X}-{target:02X}"
    board, white = board_of(case)
    found = as_chess_move(board, source, target, white)
    return digits if found.move is None else f"{found.san} ({digits})"


def answer_in_words(case: CompareCase, answer: Summary) -> str:
    """A player's move, value and number of candidates."""
    worth = "" if answer.value is None else f", value ${answer.value:02X}"
    return f"{move_in_words(case, answer.reply)}{worth}, {answer.candidates} candidates"


def result_in_words(result: CaseResult, parting: Parting | None = None) -> Iterator[str]:
    """The lines that tell where players part; of an undecided case, who answered, and whose budget
    did not suffice.
    """
    case, difference = result.case, result.difference
    open_ = ": undecided" if difference is None else ""
    yield f"case {case.id}, {case.kind}, level {case.level}{open_}"
    yield case.fen or f"table {case.table}"
    yield draw(*board_of(case))
    for name, answer in result.answers.items():
        yield f"{name + ':':<10}{answer_in_words(case, answer)}"
    if difference is not None:
        yield from _difference_in_words(case, difference, parting)
        return
    for name, cycles in result.spent.items():
        yield f"{name + ':':<10}no answer after {cycles:,} cycles"


def _difference_in_words(
    case: CompareCase, difference: Difference, parting: Parting | None
) -> Iterator[str]:
    one, other = difference.players
    if difference.what == "error":
        yield f"no answer: {difference.detail}"
    elif difference.what == "candidate":
        assert difference.index is not None
        yield (
            f"first difference: candidate {difference.index + 1}, "
            f"{move_in_words(case, difference.move)}"
        )
        if difference.detail:
            yield f"  {difference.detail}"
        if difference.values:
            a, b = difference.values
            yield f"  value {'same' if a == b else f'{one} ${a:02X}, {other} ${b:02X}'}"
        for name, (x, y) in difference.counters.items():
            yield f"  {name:<6} {one} ${x:02X}, {other} ${y:02X}"
        if weight := suspected_weight([difference]):
            yield f"  {weight}"
    else:
        yield f"difference: {difference.what} {difference.detail}".rstrip()
    if parting is not None:
        yield f"first visit at which the searches part: number {parting.index + 1}"
        for name, visit in zip((one, other), parting.visits, strict=True):
            yield f"  {name + ':':<10}{visit_in_words(visit)}"


def suspected_weight(differences: Iterable[Difference]) -> str:
    """``weight of BCC differs by about +1.00 (python against rom)``, or nothing when there is no
    telling.
    """
    differences = list(differences)
    found = suspects(differences)
    if not found:
        return ""
    names = " or ".join(name for name, _ in found)
    pairs = {one.players for one in differences if one.evidence}
    who = " and ".join(f"{other} against {one}" for one, other in sorted(pairs))
    return f"weight of {names} differs by about {found[0][1]:+.2f} ({who})"


def visit_in_words(visit: Visit | None) -> str:
    """State, piece, from and to, by the octal digits of the computer's frame."""
    if visit is None:
        return "nothing more"
    state = {12: "before the move", 4: "candidate", 0: "reply", 8: "continuation"}[visit.state]
    return f"{state}: {man_name(visit.man)} {visit.source:02X}-{visit.target:02X}"


def count_statuses(results: Iterable[CaseResult]) -> dict[tuple[str, str], Counter[str]]:
    """How many cases of each kind and level agree, differ, are undecided."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for result in results:
        counts[result.case.kind, result.case.level][result.status] += 1
    return counts


def _row(kind: str, level: str, *cells: object) -> str:
    return " ".join((f"{kind:<10}", f"{level:<12}", *(f"{cell!s:>9}" for cell in cells)))


def summary(results: Iterable[CaseResult]) -> Iterator[str]:
    """Agreement by kind and level, and what all disagreements together point to."""
    results = list(results)
    counts = count_statuses(results)
    yield _row("kind", "level", "cases", *STATUSES)
    for (kind, level), count in sorted(counts.items()):
        yield _row(kind, level, count.total(), *(count[status] for status in STATUSES))
    whole = sum(counts.values(), Counter[str]())
    yield _row("all", "", whole.total(), *(whole[status] for status in STATUSES))
    differences = [result.difference for result in results if result.difference is not None]
    if weight := suspected_weight(differences):
        yield f"all differences together: {weight}"
