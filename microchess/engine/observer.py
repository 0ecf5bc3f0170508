"""Watching the engine think: every visit, every candidate, and the search as a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from microchess.engine import geometry
from microchess.engine.counters import CANDIDATE
from microchess.engine.search import NOBODY, Search
from microchess.engine.value import Breakdown, take_apart
from microchess.program.reply import Candidate


@dataclass(frozen=True)
class Visit:
    """A move the generator arrived at (JANUS): STATE (0, 4, 8, 12, or -1 to -4 in exchanges), the
    man 0-31, from- and to-square in the computer's frame, the man captured or None.

    Moves refused because of check are no visits.
    """

    state: int
    man: int
    source: int
    target: int
    victim: int | None


@dataclass
class Node:
    """A visit and what was searched beneath it."""

    visit: Visit | None
    children: list[Node] = field(default_factory=list)

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Visit]]:
        """Depth and visit of all nodes, in the order of the search."""
        if self.visit is not None:
            yield depth, self.visit
        for child in self.children:
            yield from child.walk(depth + 1)


class ObservedSearch(Search):
    """A search that tells of each visit. It goes everywhere the original goes."""

    def __init__(
        self,
        table: bytes,
        points: bytes,
        check: int,
        turn: int,
        directions: bytes = geometry.DIRECTIONS,
        on_visit: Callable[[Visit], None] = lambda _: None,
    ) -> None:
        super().__init__(table, points, check, turn, directions)
        self._on_visit = on_visit
        self.tree = Node(None)
        self._path = [self.tree]

    def moves(self, side: int, state: int) -> Iterator[tuple[int, int, int]]:
        """The moves, each told of before it is followed."""
        for man, to, victim in super().moves(side, state):
            visit = Visit(state, man, self.where[man], to, None if victim == NOBODY else victim)
            self._path[-1].children.append(Node(visit))
            self._on_visit(visit)
            yield man, to, victim

    def captures(self, side: int, state: int) -> Iterator[tuple[int, int, int]]:
        """The captures among all moves: the quiet ones are visited too."""
        return (move for move in self.moves(side, state) if move[2] != NOBODY)

    def _enter(self, side: int, man: int, to: int, victim: int) -> tuple[int, int, int, int]:
        self._path.append(self._path[-1].children[-1])
        return super()._enter(side, man, to, victim)

    def _leave(self, token: tuple[int, int, int, int]) -> None:
        super()._leave(token)
        self._path.pop()

    def candidate_nodes(self) -> list[Node]:
        """The candidates' nodes, in order: replies, their exchanges and continuations beneath."""
        return [node for node in self.tree.children if node.visit and node.visit.state == CANDIDATE]


def breakdown(table: bytes, points: bytes, candidate: Candidate) -> Breakdown:
    """A candidate's value taken apart."""
    source = table[candidate.man]
    return take_apart(candidate.counters, candidate.man, source, candidate.to, points[0])
