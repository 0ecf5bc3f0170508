"""``microchess boards``: how others remember a board, cell by cell."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import chess

from emu.files import reading
from microchess import __version__
from microchess.boards import cells_text as lenses
from microchess.boards import export
from microchess.boards.export import reports
from microchess.boards.mating import FirstMove, first_moves
from microchess.boards.questions import QUESTIONS, QuestionAnswer, ask, square_named
from microchess.boards.registry import EXHIBITS, SHOWN, Exhibit, exhibit
from microchess.boards.replay import LineReplay, MemoryEvent
from microchess.boards.view import BoardView, CellChange
from microchess.errors import BoardError, MoveError, PositionError
from microchess.program.epd import played
from microchess.program.position import read_fen
from tui.cli.arguments import add_flag, add_value
from tui.cli.options import open_input
from tui.cli.outfile import add_force, write_folder
from tui.cli.rules import excludes, needs, refuses

ALL = "all"
_SHOWN_READS = 12
HELP = f"""\
Show how programs of fifty years represent a board: a position cell by cell, what a line of moves
writes and restores, and which cells each of them reads to answer a question.

questions ("I" am the side to move):
  {", ".join(QUESTIONS)}

examples:
  microchess boards                             list them
  microchess boards microchess                  the initial position in its 32 bytes
  microchess boards all --fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
  microchess boards --question "who attacks f7" --fen \\
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
  microchess boards loop --fen "r3k3/8/8/1R6/8/8/8/4K2R w - - 0 1" --line "Rb8 Rxb8"
  microchess boards gnuchess --square g1        the cells that refer to g1
  microchess boards prinz --mate --fen "k7/8/2K5/8/8/8/8/7R w - - 0 1"    search a mate in two
  microchess boards tscp --batch positions.jsonl    answer many positions
  microchess boards --export facts              write facts for the tests of other programs
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("boards", nargs="*", metavar="NAME", help=f"a representation, or {ALL}")
    parser.add_argument("--fen", help="the position (default: startpos)")
    what = parser.add_mutually_exclusive_group()
    add_value(what, "--line MOVES", "make moves, show each, take them back")
    add_value(what, "--question TEXT", "ask a question, and show the cells that are read")
    add_value(what, "--square SQUARE", "mark the cells that refer to a square")
    add_flag(what, "--mate", "search for mates in two as Prinz's program did")
    add_value(
        what,
        "--batch FILE",
        'answer JSON lines {"fen": ..., "line": ["e2e4", ...]} with moves, captures, legal moves '
        "and cells; - is standard input",
    )
    pages = "write a file for each board: positions, moves in order, cells before and after"
    add_value(what, "--export FOLDER", pages, Path)
    add_flag(parser, "--ours", "add our own variants")
    add_flag(parser, "--json", "print JSON, one line for each board")
    add_force(parser)
    needs(parser, "--force", "--export")
    needs(parser, "--mate", "--fen")
    excludes(parser, "--batch", "--fen --ours --json")
    excludes(parser, "--mate", "--ours")
    excludes(parser, "--json", "--square")
    excludes(parser, "--export", "--fen --json")
    refuses(
        parser, "--ours", lambda its: its.boards and ALL not in its.boards, "with names of boards"
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.batch is not None:
        return _batch(arguments)
    if arguments.mate:
        return _mate(arguments)
    every = EXHIBITS if arguments.ours else SHOWN
    asked = (arguments.fen, arguments.line, arguments.question, arguments.square, arguments.export)
    if not arguments.boards and asked == (None,) * len(asked):
        return _list(every, arguments.json)
    names = [name for name in arguments.boards if name != ALL]
    chosen = [exhibit(name) for name in names]
    if len(names) < len(arguments.boards) or not chosen:
        chosen = list(every)
    if arguments.export is not None:
        return _export(chosen, arguments)
    board = read_fen("startpos" if arguments.fen is None else arguments.fen)
    if arguments.question is not None:
        return _ask(chosen, board, arguments.question, arguments.json)
    line = played(board.copy(), arguments.line or "").move_stack
    square = None if arguments.square is None else square_named(arguments.square)
    for one in chosen:
        try:
            _show(one, board, line, square, arguments.json)
        except (PositionError, MoveError) as error:
            if len(chosen) == 1:
                raise
            print(f"{one.key}: {error}", file=sys.stderr)
    if not arguments.json:
        print(lenses.KEY)
    return 0


def _batch(arguments: argparse.Namespace) -> int:
    if len(arguments.boards) != 1 or arguments.boards[0] == ALL:
        raise BoardError("--batch takes the name of one board")
    one, failed = exhibit(arguments.boards[0]), False
    with open_input(arguments.batch) as stream:
        for report in reports(one, reading.lines(stream, arguments.batch)):
            print(json.dumps(report), flush=True)
            if why := report.get("error"):
                failed = True
                print(f"microchess: {why}", file=sys.stderr)
    return int(failed)


def _mate(arguments: argparse.Namespace) -> int:
    if arguments.boards not in ([], ["prinz"]):
        raise BoardError(f"only prinz searches for mates, not {' '.join(arguments.boards)}")
    tried = []
    for first in first_moves(read_fen(arguments.fen)):
        tried.append(first)
        if arguments.json:
            moves = [[move.uci() for move in answer] for answer in first.answers]
            names = {"move": first.move.uci(), "refuted": first.refuted and first.refuted.uci()}
            print(json.dumps(first._asdict() | names | {"answers": moves}), flush=True)
        else:
            print(*_first_move(first), sep="\n", flush=True)
    if not arguments.json:
        keys = [first.move.uci() for first in tried if not first.refuted]
        made, reads = (sum(getattr(first, what) for first in tried) for what in ("made", "reads"))
        print(f"{len(tried)} first moves, {made:,} moves made, {reads:,} cells read")
        print(f"mate in two: {' '.join(keys) or 'none'} (a side without a move is mated)")
    return 0


def _first_move(first: FirstMove) -> Iterator[str]:
    man, way, step = first.counters
    end = f"{first.refuted.uci()} refutes it" if first.refuted else "mates"
    cost = f"{first.made:,} made, {first.reads:,} read, {first.writes:,} written"
    yield f"{first.move.uci():<6} {end:<18} man {man:>2} way {way} step {step}  {cost}"
    for reply, mate in first.answers:
        yield f"       {reply.uci()} {mate.uci()}"


def _export(chosen: Iterable[Exhibit], arguments: argparse.Namespace) -> int:
    pages = {f"{one.key}.json": partial(export.document, one, __version__) for one in chosen}
    folder = arguments.export
    write_folder(folder, pages | {export.SCHEMA: export.schema}, arguments.force)
    print(f"{len(pages)} boards and {export.SCHEMA} in {folder}")
    return 0


def _list(every: Iterable[Exhibit], as_json: bool) -> int:
    if as_json:
        print(json.dumps([_card(one) for one in every]))
        return 0
    for one in every:
        print(f"{one.key:<21} {_titled(one)}")
        print(f"    {one.memory.idea}")
        if limits := one.rules.limits():
            print(f"    {', '.join(map(str, limits))}")
    print("\nmicrochess boards NAME shows one, all the lot, --ours our variants too; see --help")
    return 0


def _card(one: Exhibit) -> dict[str, Any]:
    memory = one.memory
    cells = sum(len(bank.raw) for bank in memory().banks.values())
    return {
        "key": one.key,
        "title": one.title,
        "year": memory.year,
        "source": memory.source,
        "idea": memory.idea,
        "cost": memory.cost,
        "cells": cells,
        "rules": [asdict(badge) for badge in one.rules.badges()],
    }


def _show(
    one: Exhibit,
    board: chess.Board,
    line: list[chess.Move],
    square: chess.Square | None,
    as_json: bool,
) -> None:
    replay = LineReplay(one, board)
    steps = [replay.make(move) for move in line]
    here = replay.view
    back = [replay.unmake() for _ in line]
    if as_json:
        told = {"board": _card(one), "left out": one.left_out(board), "lens": _fields(here)}
        print(json.dumps(told | {"steps": [_step_fields(step) for step in steps + back]}))
        return
    print(f"{_titled(one)}: {_card(one)['cells']} cells")
    print(f"  {', '.join(map(str, one.rules.badges()))}")
    if unknown := one.left_out(board):
        print(f"  {unknown}")
    print(f"  {one.memory.idea}\n  {one.memory.cost}\n  Source: {one.memory.source}")
    for step in steps + back:
        print(*_step(step), sep="\n")
    if line:
        last = steps[-1]
        print("  as it is with the line played:")
        print(*lenses.draw(here, {} if last.turned else lenses.marks(last.changes)), sep="\n")
    else:
        print(*_position(replay, square), sep="\n")
    print()


def _position(replay: LineReplay, square: chess.Square | None) -> Iterator[str]:
    view, men = replay.view, replay.game.men
    if square is None:
        yield from lenses.draw(view)
        return
    yield from lenses.draw(view, lenses.mentions(view, square))
    with men.unwatched():
        more = men.about(men.numbering.of[square])
    for panel in more:
        yield from lenses.draw_panel(panel, {})


def _titled(one: Exhibit) -> str:
    return one.title + (f", {one.memory.year}" if one.memory.year else "")


def _step(step: MemoryEvent) -> Iterator[str]:
    yield f"  {step.what}"
    for change in step.changes:
        mark = lenses.marks([change])[change.after.bank, change.after.index]
        yield f"    {mark} {change.after.bank} {change}"
    if step.turned:
        yield f"    and seen from the other side: {len(step.turned)} cells"


def _ask(chosen: list[Exhibit], board: chess.Board, question: str, as_json: bool) -> int:
    told: dict[str, Any] = {}
    for one in chosen:
        try:
            answer = ask(one, board, question)
        except PositionError as error:
            if len(chosen) == 1:
                raise
            print(f"{one.key}: {error}", file=sys.stderr)
            continue
        told[one.key] = asdict(answer)
        if not as_json:
            names = {(c.bank, c.index): c.name for c in one.view(one.game(board)).cells()}
            print(_answer(one, answer, names))
    if as_json:
        print(json.dumps(told))
    return 0


def _answer(one: Exhibit, answer: QuestionAnswer, names: dict[tuple[str, int], str]) -> str:
    written = f" and {answer.writes} writes" if answer.writes else ""
    reads = "1 read" if answer.reads == 1 else f"{answer.reads} reads"
    shown = groupby(answer.accesses[:_SHOWN_READS], key=lambda access: access.bank)
    cells = " ".join(
        f"{bank}: {' '.join(names[bank, access.cell] for access in some)}" for bank, some in shown
    )
    more = f" ... and {len(answer.accesses) - _SHOWN_READS} more"
    rest = more if len(answer.accesses) > _SHOWN_READS else ""
    return f"{one.key:<21} {answer.text}: {reads}{written}\n{'':<21} {cells}{rest}"


def _fields(view: BoardView) -> dict[str, Any]:
    return {
        panel.name: [
            asdict(cell) | {"state": cell.state.value, "bank": cell.bank} for cell in panel.cells
        ]
        for panel in view.panels
    }


def _step_fields(step: MemoryEvent) -> dict[str, Any]:
    told = {"made": not step.back, "reads": step.reads, "writes": step.writes}
    changes = {"changes": _changes(step.changes), "turned": _changes(step.turned)}
    return {"move": step.move and step.move.uci()} | told | changes


def _changes(changes: Iterable[CellChange]) -> list[dict[str, str]]:
    return [
        {
            "bank": one.after.bank,
            "cell": one.after.name,
            "before": one.before.text,
            "after": one.after.text,
            "how": one.how.value,
        }
        for one in changes
    ]
