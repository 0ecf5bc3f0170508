"""``microchess compare``: are two players the same player?"""

import argparse
import json
import shlex
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from emu.files import reading
from emu.machine import DEFAULT_BUDGET
from emu.plain import plain_line
from microchess.analysis.compare import cases, sources
from microchess.analysis.compare.cases import DIFFER, CaseResult
from microchess.analysis.compare.report import write_report
from microchess.analysis.compare.runner import CHUNK, chunks, run_chunk, run_chunks
from microchess.analysis.compare.store import ResultStore, read_result
from microchess.analysis.compare.visits import first_parting
from microchess.analysis.compare.words import result_in_words, summary
from microchess.errors import MicroChessError
from microchess.machine.choose import choose
from microchess.machine.manifest import program_hash, sha256
from microchess.machine.published import GET_IT
from microchess.machine.solver import IN_PYTHON, NAMES, ON_BOARD, PlayerSpec, is_player, is_sound
from microchess.program.levels import Level
from microchess.program.table import PieceTable
from tui.cli.arguments import add_flag, add_list, add_value, checked, number, seed, whole
from tui.cli.options import INTERRUPTED, JANUS_PROMISE, UNDECIDED, add_budget, add_jobs, join_board
from tui.cli.outfile import OutFile
from tui.cli.position import HOW, is_position, position_of
from tui.cli.progress import progress
from tui.cli.rules import excludes, needs, refuses

HELP = f"""\
Ask players for their replies to the same positions, and compare every candidate, value and counter.

players: rom (Janus), original (the program of 1976), python, literal (python step by step as in
1976, at normal level a hundred times slower), serial:PORT (a real board; only its move and table)

{HOW}
examples:
  microchess compare --random 50
  microchess compare --random 700 --selfplay 6 --poked 150 --jobs 2 --out same
  microchess compare --players rom,original,python --pgn games.pgn --levels normal
  microchess compare --replay same/disagreements/000012.json --bisect
  microchess compare --random 5000 --out big --scheduler tcp://scheduler:8786

With --out the results are saved in a folder, with a report.html, and the same command continues
there. A reply that exceeds --budget is undecided; ask again with a larger one.

exit codes: 0 no difference, 1 a difference, or failed, 2 wrong usage, 3 no difference but an
undecided reply, 130 Ctrl-C
"""
_many = whole(0, 10_000_000)


def add(parser: argparse.ArgumentParser) -> None:
    add_value(
        parser,
        "--players A,B[,C]",
        "two or three of rom, original, python, literal, serial:PORT (default: original,python "
        "once the original is there, else rom,python)",
        _players,
    )
    parser.add_argument(
        "--levels",
        type=checked(_levels),
        default=tuple(Level),
        metavar="LEVEL,...",
        help="the levels to compare (default: all three)",
    )
    where = parser.add_argument_group("positions")
    add_list(where, "--fen FEN|FILE", "a position, or a file of FENs or EPD")
    add_list(where, "--table 64HEX", "a position as the 32 bytes $50-$6F")
    add_list(where, "--pgn FILE", "the positions of games")
    add_list(where, "--tables FILE", "a file with one table a line")
    add_value(where, "--random N", "N positions from random games", _many, 0)
    add_value(where, "--selfplay N", "the positions of N games against itself", _many, 0)
    add_value(
        where,
        "--poked N",
        "N random tables; if Janus plays, without shared squares",
        _many,
        0,
    )
    add_value(where, "--seed N", "seed of all that is random", seed, 1976)
    add_value(where, "--replay FILE", "repeat one disagreement")
    how = parser.add_argument_group("running")
    add_jobs(how)
    add_budget(how)
    add_value(how, "--out FOLDER", "save the results in FOLDER, or continue there", Path)
    add_flag(how, "--json", "print a JSON line for each case")
    add_flag(how, "--bisect", "find the first step of the search that differs")
    add_value(how, "--show N", "number of disagreements to show", number, 3)
    add_list(how, "--image FILE[@ADDR]", "the program of 1976")
    add_flag(how, "--anyway", "accept FILE even if it is not recognised")
    excludes(
        parser,
        "--replay",
        "--levels --fen --table --pgn --tables --random --selfplay --poked --seed "
        "--jobs --scheduler --out --show",
    )
    needs(parser, "--seed", "--random --selfplay --poked")
    needs(parser, "--anyway", "--image")
    excludes(parser, "--scheduler", "--jobs")
    refuses(parser, "--image", _without_original, "where the original does not play")
    refuses(parser, "--budget", _in_python, "on players without a machine")
    refuses(parser, "--bisect", lambda its: its.replay and its.json, "with --replay and --json")


def _without_original(arguments: argparse.Namespace) -> bool:
    return arguments.players is not None and not any(
        name == "original" or name.startswith(ON_BOARD) for name in arguments.players
    )


def _in_python(arguments: argparse.Namespace) -> bool:
    return bool(arguments.players) and set(arguments.players) <= set(IN_PYTHON)


def run(arguments: argparse.Namespace) -> int:
    if arguments.replay is not None:
        return _replay(Path(arguments.replay), arguments)
    unasked = arguments.players is None
    if unasked:  # the original where there is one, else Janus; and the Python engine
        arguments.players = ("original" if arguments.image else choose().name, "python")
    specs = _specs(arguments)
    for spec in specs:
        join_board(spec)
    wanted = sources.cases(_items(arguments), arguments.levels)
    if not wanted:
        raise MicroChessError("no positions; give --random N, --fen FILE, --pgn FILE or another")
    fields = _run_fields(specs, arguments)
    store = ResultStore(arguments.out, fields, wanted, arguments.budget)
    try:
        stopped = _run(specs, store, arguments)
        _tell(specs, store, arguments)
        if unasked and "rom" in arguments.players and not arguments.json:
            print(f"Janus was compared; {GET_IT}")
    finally:
        store.close()
    if stopped:
        print(f"stopped: {store.done} of {len(wanted)} cases done", file=sys.stderr)
        if store.folder is not None:
            print("the same command goes on from here", file=sys.stderr)
        return INTERRUPTED
    return _exit_code(*(result.status for result in store.results.values()))


def _exit_code(*statuses: str) -> int:
    if DIFFER in statuses:
        return 1
    return UNDECIDED if cases.UNDECIDED in statuses else 0


def _run(specs: tuple[PlayerSpec, ...], store: ResultStore, arguments: argparse.Namespace) -> bool:
    """Do what is missing; True when Ctrl-C ended it."""
    slow = any(one == "original" or one.startswith(ON_BOARD) for one in arguments.players)
    work = chunks(store.missing, 1 if slow else CHUNK)
    with progress(len(store.cases)) as show:

        def advance() -> None:
            differ, undecided = store.counts[DIFFER], store.counts[cases.UNDECIDED]
            show(store.done, f"{differ} disagreements {undecided} undecided")

        advance()
        where = arguments.jobs, arguments.scheduler, arguments.budget
        try:
            for results in run_chunks(specs, work, *where):
                store.add(results)
                if arguments.json:
                    for result in results:
                        print(json.dumps(result.as_json()), flush=True)
                advance()
        except KeyboardInterrupt:
            return True
    return False


def _tell(specs: tuple[PlayerSpec, ...], store: ResultStore, arguments: argparse.Namespace) -> None:
    """Summary and disagreements on the terminal, the report into the folder."""
    out = sys.stderr if arguments.json else sys.stdout
    results = sorted(store.results.values(), key=lambda result: result.case.id)
    shown = (store.with_status(one)[: arguments.show] for one in (DIFFER, cases.UNDECIDED))
    for result in chain.from_iterable(shown):
        parting = _parting(specs, result, arguments.bisect)
        print("\n".join(result_in_words(result, parting)), file=out)
        path = store.path_of(result)
        if path is not None:
            print(f"again: {_beginning(arguments)} --replay {shlex.quote(str(path))}", file=out)
        print(file=out)
    print("\n".join(summary(results)), file=out)
    if store.folder is not None:
        title = f"MicroChess: {' and '.join(arguments.players)} compared"
        page = write_report(title, _command(arguments), results, len(store.cases))
        OutFile(store.folder / "report.html", replace=True).write(page)
        print(f"report: {store.folder / 'report.html'}", file=out)


def _replay(path: Path, arguments: argparse.Namespace) -> int:
    """One case again, with the players it was about unless others are named."""
    before = read_result(path)
    if arguments.players is None:
        parted = before.difference.players if before.difference else ()
        arguments.players = tuple(dict.fromkeys((*before.answers, *parted, *before.spent)))
    specs = _specs(arguments)
    (result,) = run_chunk(specs, (before.case,), arguments.budget)
    if arguments.json:
        print(json.dumps(result.as_json()))
    elif result.status == cases.AGREE:
        print(f"{' and '.join(arguments.players)} agree on this case now")
    else:
        print("\n".join(result_in_words(result, _parting(specs, result, arguments.bisect))))
    return _exit_code(result.status)


def _parting(specs: tuple[PlayerSpec, ...], result: CaseResult, wanted: bool) -> Any:
    if not wanted or result.difference is None or result.difference.what == "error":
        return None
    by_name = {spec.name: spec for spec in specs}
    one, other = (by_name[name] for name in result.difference.players)
    if one.port or other.port:
        print("--bisect needs an emulator; a board shows only its moves")
        return None
    parting = first_parting(one, other, result.case)
    if parting is None:
        print(f"case {result.case.id}: both visit the same moves; exchanges are not compared")
    return parting


def _items(arguments: argparse.Namespace) -> Iterator[sources.Item]:
    for name in arguments.fen:
        if is_position(name):
            given = position_of(name)
            yield sources.Item("fen", given.position.table, given.board.fen())
        else:
            yield from sources.from_fens(Path(name))
    for text in arguments.table:
        yield sources.Item("table", PieceTable.from_hex(text))
    for name in arguments.pgn:
        yield from sources.from_pgn(Path(name), lambda why: print(plain_line(why), file=sys.stderr))
    sound = "rom" in arguments.players or any(
        spec.port and spec.program is None for spec in _specs(arguments)
    )
    for name in arguments.tables:
        left_out = 0
        for item in sources.from_tables(Path(name)):
            if sound and not is_sound(item.table):
                left_out += 1
            else:
                yield item
        if left_out:
            told = f"{name}: {left_out} tables left out, where {JANUS_PROMISE}"
            print(plain_line(told), file=sys.stderr)
    yield from sources.playouts(arguments.random, arguments.seed)
    yield from sources.selfplay(arguments.selfplay, arguments.seed)
    yield from sources.poked(arguments.poked, arguments.seed, sound)


def _specs(arguments: argparse.Namespace) -> tuple[PlayerSpec, ...]:
    """Janus on our ROM, so that results do not depend on what else the user has added."""
    boards = [name for name in arguments.players if name.startswith(ON_BOARD)]
    if boards and (arguments.jobs > 1 or arguments.scheduler):
        raise MicroChessError(f"{boards[0]} answers one process; leave --jobs and --dask out")
    return tuple(
        choose(name, images=arguments.image, anyway=arguments.anyway)
        if name == "original" or name in boards
        else choose(name, monitor="ours")
        for name in arguments.players
    )


def _run_fields(specs: tuple[PlayerSpec, ...], arguments: argparse.Namespace) -> dict[str, Any]:
    files = {
        option: [
            name if is_position(name) else sha256(reading.read_bytes(name, reading.MOST_GAMES))
            for name in getattr(arguments, option)
        ]
        for option in ("fen", "pgn", "tables")
    }
    images = {spec.name: program_hash(spec.program) for spec in specs if spec.program}
    return {
        "players": list(arguments.players),
        "levels": [level.title for level in arguments.levels],
        **{name: getattr(arguments, name) for name in ("random", "selfplay", "poked", "seed")},
        **files,
        **({"table": arguments.table} if arguments.table else {}),
        "images": images,
    }


def _command(arguments: argparse.Namespace) -> str:
    """The command line that does the same again, without where and how."""
    words = [_beginning(arguments)]
    words.append(f"--levels {','.join(level.title for level in arguments.levels)}")
    for name in ("fen", "table", "pgn", "tables"):
        words += [f"--{name} {shlex.quote(file)}" for file in getattr(arguments, name)]
    for name in ("random", "selfplay", "poked"):
        if getattr(arguments, name):
            words.append(f"--{name} {getattr(arguments, name)}")
    words.append(f"--seed {arguments.seed}")
    return " ".join(words)


def _beginning(arguments: argparse.Namespace) -> str:
    images = "".join(f" --image {shlex.quote(name)}" for name in arguments.image)
    anyway = " --anyway" if arguments.anyway else ""
    budget = "" if arguments.budget == DEFAULT_BUDGET else f" --budget {arguments.budget}"
    return f"microchess compare --players {','.join(arguments.players)}{images}{anyway}{budget}"


def _players(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if not 2 <= len(set(names)) == len(names) or not all(map(is_player, names)):
        raise argparse.ArgumentTypeError(
            f"{text!r}; expected two or three of {', '.join(NAMES)}, serial:PORT, "
            "with commas between"
        )
    return names


def _levels(text: str) -> tuple[Level, ...]:
    return tuple(dict.fromkeys(map(Level.named, text.split(","))))
