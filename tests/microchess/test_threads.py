"""The library asked by many at once: each answer is that of a single thread, or it is refused."""

import asyncio
import multiprocessing
import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import product

import chess
import pytest

import microchess
from emu.errors import InUse
from microchess import Candidate, EngineState, Level
from microchess.errors import EngineInUse, MoveError
from microchess.machine.choose import choose
from tests.sample import every_run

PLAYERS = ("rom", "python")


def positions(count: int) -> list[str]:
    """Of random games, the same each time."""
    chance, found = random.Random(1976), list[str]()
    for _ in range(count):
        board = chess.Board()
        for _ in range(chance.randrange(2, 16)):
            board.push(chance.choice([*board.legal_moves]))
        found.append(board.fen())
    return found


def asked(question: tuple[str, str]) -> object:
    player, fen = question
    return microchess.ask(fen, Level.SUPER_BLITZ, player)


def compared(question: tuple[str, str]) -> object:
    player, fen = question
    other = "python" if player == "literal" else "literal"
    return microchess.compare_players(player, other, [fen], Level.SUPER_BLITZ)


def played(question: tuple[str, str]) -> object:
    """Two moves of each side from a position on; a machine of its own."""
    _, fen = question
    board = chess.Board(fen)
    game = microchess.new_game("rom", board.turn, Level.SUPER_BLITZ, board)
    answer = game.answer()
    moves = [*game.board.legal_moves]
    if not game.over and moves:
        game.play(moves[0])
        game.undo()
    return answer, game.board.fen(), [str(one) for one in game.pgn()]


def booted(_: tuple[str, str]) -> object:
    """A machine's digits and state of memory."""
    bridge = microchess.boot_microchess("rom")
    for key in ("C", "E", "PC"):
        bridge.machine.press(key)
    bridge.machine.run_until_waiting()
    return bridge.table, bridge.digits, bridge.machine.cycles, microchess.players()


EVERYTHING = (asked, compared, played, booted)


def test_everything_in_eight_threads_is_as_in_one() -> None:
    work = [*product(EVERYTHING, product((*PLAYERS, choose("literal").name), positions(1)))]
    alone = [act(question) for act, question in work]
    before = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)  # a thousand times as often as usually
    try:
        with ThreadPoolExecutor(8) as threads:
            futures = [threads.submit(act, question) for act, question in work * 2]
            assert [future.result() for future in futures] == alone * 2
    finally:
        sys.setswitchinterval(before)


def refusals(
    threads: ThreadPoolExecutor, acts: dict[str, Callable[[], object]]
) -> dict[str, BaseException | None]:
    """What each act raises in another thread."""
    futures: dict[str, Future[object]] = {name: threads.submit(act) for name, act in acts.items()}
    return {name: future.exception() for name, future in futures.items()}


def test_who_comes_to_a_machine_at_work_from_another_thread_is_refused() -> None:
    new = partial(microchess.new_game, "rom", chess.WHITE, Level.SUPER_BLITZ, chess.STARTING_FEN)
    game = new()
    bridge, machine = game.bridge, game.bridge.machine
    begun = machine.snapshot()
    acts: dict[str, Callable[[], object]] = {
        "play": partial(game.play, chess.Move.from_uci("e2e4")),
        "give_turn": partial(game.give_turn, chess.BLACK),
        "table": lambda: bridge.table,
        "press": partial(machine.press, "PC"),
        "run": partial(machine.run, 100),
        "poke": partial(machine.poke, 0, 0),
        "read": partial(machine.read, 0, 2),
        "restore": partial(machine.restore, begun),
    }
    for one, names in (
        (game, "answer undo redo resign pgn"),
        (bridge, "reply listening"),
        (machine, "step snapshot readout reset"),
    ):
        acts |= {name: getattr(one, name) for name in names.split()}
    with ThreadPoolExecutor(2) as threads:
        seen: dict[str, BaseException | None] = {}
        game.answer(lambda _: seen or seen.update(refusals(threads, acts)))
    assert {name: type(error) for name, error in seen.items()} == dict.fromkeys(acts, InUse)
    assert "another thread is at work on this machine" in str(seen["answer"])
    again = new()
    again.answer()
    assert game.bridge.machine.snapshot() == again.bridge.machine.snapshot()
    assert game.board == again.board


def test_an_engine_in_python_is_one_threads_at_a_time() -> None:
    engine, seen = EngineState(), dict[str, BaseException | None]()
    with ThreadPoolExecutor(1) as threads:
        acts: dict[str, Callable[[], object]] = {"press": partial(engine.press, "C")}

        class Search(engine.new_search):  # type: ignore[name-defined,misc]
            def think(self) -> Iterator[Candidate]:
                seen.update(refusals(threads, acts))
                yield from super().think()

        engine.new_search = Search
        engine.press("C")
        engine.press("E")
        engine.press("PC")
    assert isinstance(seen["press"], EngineInUse)
    assert len(engine.candidates) > 10


def test_the_program_is_not_asked_for_a_reply_to_its_own_move() -> None:
    """It would play a second one, which chess forbids: a game lost by nobody's fault."""
    game = microchess.new_game("rom", chess.BLACK, Level.SUPER_BLITZ)
    before = game.bridge.machine.snapshot()
    with pytest.raises(MoveError, match="White, the player, is to move, not MicroChess"):
        game.answer()
    assert not game.over
    assert game.bridge.machine.snapshot() == before


@pytest.mark.filterwarnings("ignore:.*is multi-threaded, use of fork:DeprecationWarning")
@pytest.mark.parametrize("method", every_run(multiprocessing.get_all_start_methods(), 1))
def test_processes_and_an_event_loop_get_the_answers_of_one_thread(method: str) -> None:
    """Machines are at hand before the processes fork, while other threads use theirs."""
    questions = [(player, fen) for player in PLAYERS for fen in positions(2)]
    alone = [*map(asked, questions)]

    async def in_event_loop() -> list[object]:
        return list(await asyncio.gather(*(asyncio.to_thread(asked, one) for one in questions)))

    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        assert [*pool.map(asked, questions)] == alone
        assert asyncio.run(in_event_loop()) == alone
