"""From layer to layer: all moves of the user, the one reply to each, until what is sought is there.

Layer n holds what can be there after n moves of the user's, each once; a mate behind it is one in
n + 1. Mates of a layer are looked for before its moves are followed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import chess

from emu.errors import EmuError
from microchess import batches
from microchess.errors import MicroChessError
from microchess.solve.states import BY_USER, Answerer, End, Quest, State, children, endings
from microchess.solve.store import ROOT, NodeResult, SolveTable
from microchess.spares import Spares

CHUNK = 32
"""Nodes handed over at a time."""
SLICE = 32_768
"""Nodes taken out of the table at a time."""
Chunk = tuple[tuple[int, bytes, str | None], ...]


@dataclass(frozen=True)
class SearchProgress:
    """How far a search is: after ``layer`` moves of the user's, ``done`` of ``size`` positions;
    ``growing`` when all are answered and are followed.
    """

    layer: int
    done: int
    size: int
    growing: bool


@dataclass(frozen=True)
class Solved:
    """The least number of moves of the user's with which the game ends as sought; None: there are
    no lines of up to ``searched`` moves. ``replies`` were asked for, by moves of the user's.
    """

    end: End
    moves: int | None
    searched: int
    replies: dict[int, int]


class ShortestSearch:
    """A search for one *task*, kept in *store*; on *jobs* processes, or a Dask cluster at
    *scheduler*. The results do not hang on where it runs.
    """

    def __init__(
        self, task: Quest, store: SolveTable, jobs: int = 1, scheduler: str | None = None
    ) -> None:
        self.task, self.store = task, store
        self._jobs, self._scheduler = jobs, scheduler
        root = task.root
        self._first = int(root.board.turn != task.computer)
        if self._first:
            found = tuple((move.uci(), end.value) for move, end in endings(root))
            store.add([NodeResult(ROOT, "", found)], ROOT)
            states = [(move.uci(), state.packed()) for move, state in children(root)]
        else:
            states = [("", root.packed())]
        store.begin(states, self._first)

    def solve(
        self, end: End, most: int, told: Callable[[SearchProgress], object] = lambda _: None
    ) -> Solved:
        """The shortest way to *end* in at most *most* moves of the user's; *told* how far it is.

        Raises MicroChessError when the program comes to grief or processes die again and again.
        """
        for layer in range(self._first, most + 1):
            if layer == 1 and end in BY_USER and self.store.ends(end, ROOT):
                return self._solved(end, 1, 1)
            if layer == most and end in BY_USER:
                break
            if layer > self._first:
                self._work(layer - 1, True, told)
            self._work(layer, False, told)
            if self.store.ends(end, layer):
                moves = layer + (end in BY_USER)
                return self._solved(end, moves, moves)
            if not self.store.size(layer):
                break
        return self._solved(end, None, most)

    def _solved(self, end: End, moves: int | None, searched: int) -> Solved:
        return Solved(end, moves, searched, dict(self.store.replies()))

    def _work(self, layer: int, grow: bool, told: Callable[[SearchProgress], object]) -> None:
        """Ask for all replies of a layer, or with *grow* follow all moves behind them."""
        store, size = self.store, self.store.size(layer)
        done = store.grown(layer) if grow else store.asked(layer)
        function = partial(run_chunk, self.task, grow)
        while rows := store.missing(layer, grow, SLICE):
            work = [tuple(rows[at : at + CHUNK]) for at in range(0, len(rows), CHUNK)]
            for results in batches.run(function, work, self._jobs, self._scheduler):
                store.add(results, layer)
                done += len(results)
                told(SearchProgress(layer, done, size, grow))


def run_chunk(task: Quest, grow: bool, chunk: Chunk) -> list[NodeResult]:
    """What comes of each node, and with *grow* of all moves behind it.

    Raises MicroChessError when the program comes to grief.
    """
    results = []
    for node, data, reply in chunk:
        state = State.unpacked(data, task.computer)
        known = None if reply is None else chess.Move.from_uci(reply)
        try:
            with _answerers.taken(task) as answerer:
                answered = answerer.answer(state, known)
        except EmuError as error:
            raise MicroChessError(f"{task.spec.name} on {data[:32].hex()}: {error}") from None
        if isinstance(answered, End):
            results.append(NodeResult(node, answered.value, grown=True))
            continue
        there = answered.state
        found = () if grow else tuple((m.uci(), end.value) for m, end in endings(there))
        after = tuple((m.uci(), s.packed()) for m, s in children(there)) if grow else ()
        results.append(NodeResult(node, str(answered.move), found, after, grow))
    return results


def _answerer(task: Quest) -> Answerer:
    return Answerer(task, task.spec.solver())


_answerers = Spares(_answerer)
