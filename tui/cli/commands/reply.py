"""``microchess reply``: one answer, or many."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from emu.errors import BudgetSpent, EmuError
from emu.files import reading
from emu.notation import counted
from microchess.errors import MicroChessError
from microchess.machine.published import GET_IT
from microchess.machine.solver import PlayerSpec, Solver, is_sound
from microchess.program.levels import Level
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.reply import Candidate, ManMove, Reply, leaders
from microchess.program.request import Request, parse_request, reply_fields
from microchess.program.table import PieceTable, man_name
from tui.cli import options
from tui.cli.arguments import add_flag, add_value
from tui.cli.position import HOW, add_position, given_position
from tui.cli.rules import excludes, needs

if TYPE_CHECKING:
    import chess

HELP = f"""\
Print the move that the program makes in a position. Its opening book is closed.

{HOW}
examples:
  microchess reply --fen "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
  microchess reply --fen startpos --level blitz --trace
  microchess reply --json --table \\
    0304000702050106101711161215141373747077727571766067616662656463
  microchess reply --batch positions.jsonl --jobs 2 > replies.jsonl

Each line of a batch is a JSON object with "fen" or "table" (64 hex digits), and perhaps "level".
The answers come in the same order. A line that cannot be answered gives {{"error": ...}}, and one
that exceeds --budget gives {{"undecided": ...}}.

exit codes: 0 answered, 1 failed, 2 wrong usage, 3 --budget was used up first, 130 Ctrl-C
"""


def add(parser: argparse.ArgumentParser) -> None:
    what = add_position(parser, "the program to move", required=True)
    add_value(what, "--batch FILE", "answer JSON lines from FILE; - is standard input")
    options.add_level(parser)
    options.add_player(parser, options.SOLVERS, boards=True)
    options.add_formula(parser)
    add_flag(parser, "--trace", "print every candidate with its value and counters")
    add_flag(parser, "--json", "print JSON")
    options.add_processes(parser, "number of processes for a batch")
    options.add_budget(parser)
    needs(parser, "--jobs", "--batch")
    excludes(parser, "--batch", "--trace --json")
    excludes(parser, "--json", "--trace")
    options.budget_rule(parser)


def run(arguments: argparse.Namespace) -> int:
    spec = options.player_spec(arguments, tell=True)
    if arguments.batch is not None:
        return _batch(arguments, spec)
    request, board = _request(arguments, spec)
    for lost in request.notes:
        print(lost, file=sys.stderr)
    if spec.name == "rom" and not is_sound(request.table):
        print(options.JANUS_PROMISE, file=sys.stderr)
    solver = spec.solver(arguments.budget)
    try:
        answer = solver.solve(request)
    except BudgetSpent as spent:
        print(f"undecided: {_undecided(solver, spent)}", file=sys.stderr)
        return options.UNDECIDED
    if arguments.json:
        print(json.dumps(reply_fields(request, answer)))
        return 0
    level = arguments.level.title
    print(f"{solver.title}, {level}: {_in_words(answer.move, board)}")
    if solver.seconds is not None:
        print(f"the board took {solver.seconds:.1f} s")
        return 0
    chosen_value = max((c.value for c in answer.candidates), default=0)
    judged = counted(len(answer.candidates), "candidate")
    print(f"{judged}, best value ${chosen_value:02X}{_cost(answer)}")
    if arguments.trace:
        _print_candidates(request, answer.candidates)
    if arguments.player is None and spec.name == "rom":
        print(f"Janus answered; {GET_IT}", file=sys.stderr)
    return 0


def _request(arguments: argparse.Namespace, spec: PlayerSpec) -> tuple[Request, chess.Board | None]:
    """What is asked for, and the board of a position; a table may be anything."""
    if arguments.table is not None:
        return Request(PieceTable.from_hex(arguments.table), arguments.level), None
    from microchess.program.position import notes

    given = given_position(arguments, spec, to_reply=True)
    assert given is not None
    board, fen = given.board, arguments.fen
    if fen != "startpos":
        fen = board.fen()
    found = tuple(notes(board, board.turn))
    return Request(given.position.table, arguments.level, fen, found), board


def _undecided(solver: Solver, spent: BudgetSpent) -> str:
    return f"{solver.title} has no reply after {spent.cycles:,} cycles; --budget can give it more"


def _cost(answer: Reply) -> str:
    if answer.cycles is None:
        return ""
    seconds = answer.cycles / 1e6
    return f"; {answer.cycles:,} cycles, {seconds:.2f} s at 1 MHz without the display"


def _in_words(move: ManMove | None, board: chess.Board | None) -> str:
    if move is None:
        return "resigns (FF FF FF)"
    digits = f"{move.man:02X} {move.source:02X} {move.target:02X}"
    name = man_name(move.man)
    if board is None:
        return f"{name} {move.source:02X}-{move.target:02X} ({digits})"
    from microchess.program.chess_move import as_chess_move

    found = as_chess_move(board, move.source, move.target, computer_white=board.turn)
    if found.move is None:
        return f"{name} {found.san} ({digits})"
    if found.legal:
        return f"{found.san} ({name}, {digits})"
    why = "a pawn for the last rank" if found.promotes else "not a legal move"
    return f"{found.move}, {why} ({name}, {digits})"


def _print_candidates(request: Request, candidates: Sequence[Candidate]) -> None:
    shown = [i for i, name in enumerate(COUNTER_NAMES) if not name.startswith("X")]
    print("piece move   val " + " ".join(f"{COUNTER_NAMES[i]:>5}" for i in shown))
    leading = set(leaders(candidates))
    for index, one in enumerate(candidates):
        mark = "*" if index in leading else " "
        counters = " ".join(f"{one.counters[i]:5X}" for i in shown)
        move = f"{request.table[one.man]:02X}-{one.to:02X}"
        print(f"{man_name(one.man):<4} {move:>6}   {one.value:02X}{mark}{counters}")
    print("* better than all before it; values and counters are hexadecimal")


Task = tuple[int, str, Level]
"""Line number, text, level for lines that name none."""


@dataclass(frozen=True)
class _Line:
    """The answer to a line of a batch; ``why`` there is none, and under which name that is told;
    whether Janus promises the original's answer there.
    """

    text: str
    failure: str = ""
    why: str = ""
    sound: bool = True


class _Worker:
    """A process that answers lines: it has its own machine."""

    solver: Solver

    @classmethod
    def start(cls, spec: PlayerSpec, budget: int) -> None:
        cls.solver = spec.solver(budget)

    @classmethod
    def answer(cls, task: Task) -> _Line:
        number, text, level = task
        try:
            request = parse_request(text, level)
            answer = json.dumps(reply_fields(request, cls.solver.solve(request)))
            return _Line(answer, sound=is_sound(request.table))
        except BudgetSpent as spent:
            why = f"line {number}: {_undecided(cls.solver, spent)}"
            asked = {"table": request.table.hex, "level": request.level.title}
            fields = json.dumps({**asked, "undecided": why, "cycles": spent.cycles})
            return _Line(fields, "undecided", why, is_sound(request.table))
        except (MicroChessError, EmuError) as error:
            why = f"line {number}: {error}"
            return _Line(json.dumps({"error": why}), "error", why)


def _batch(arguments: argparse.Namespace, spec: PlayerSpec) -> int:
    with ExitStack() as stack:
        lines = stack.enter_context(options.open_input(arguments.batch))
        tasks = (
            (number, line, arguments.level)
            for number, line in enumerate(reading.lines(lines, arguments.batch), 1)
            if line.strip()
        )
        start = spec, arguments.budget
        if arguments.jobs == 1:
            _Worker.start(*start)
            return _print_results(map(_Worker.answer, tasks), spec.name == "rom")
        from microchess.processes import ProcessPool

        pool = stack.enter_context(ProcessPool(arguments.jobs, _Worker.start, *start))
        return _print_results(pool.map(_Worker.answer, tasks), spec.name == "rom")


def _print_results(results: Iterator[_Line], janus: bool) -> int:
    """The answers of a batch, a line each; the exit code."""
    failed, warned = set[str](), not janus
    for result in results:
        print(result.text, flush=True)
        if result.failure:
            failed.add(result.failure)
            print(f"microchess: {result.why}", file=sys.stderr)
        if not warned and not result.sound:
            warned = True
            print(options.JANUS_PROMISE, file=sys.stderr)
    if "error" in failed:
        return 1
    return options.UNDECIDED if failed else 0
