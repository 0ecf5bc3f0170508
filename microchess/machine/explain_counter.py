"""Why a counter is what it is: each move that changed it, and the instruction that did.

The machine tells when and by which instruction the counter's byte was written; the literal engine,
which changes its counters in the same order, tells for which move.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any

import chess

from emu.passing import result_of
from emu.watch.listing import Listing
from emu.watch.memory import MemoryImage
from emu.watch.past_search import PastAccess, PastSearch
from emu.watch.rewind import Rewind
from microchess.engine.literal import (
    BEFORE,
    CANDIDATES,
    CONTINUATION,
    REPLIES,
    LiteralState,
)
from microchess.engine.literal_memory import END, OTHERS
from microchess.engine.state import think
from microchess.errors import MicroChessError
from microchess.machine.labels import labels
from microchess.machine.player import Player
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.memory_map import (
    COUNTER_NAMES,
    COUNTERS,
    KEY_PC,
    PIECE,
    SQUARE,
    STATE,
    TABLE,
)
from microchess.program.position import Position
from microchess.program.reply import Candidate
from microchess.program.request import Request
from microchess.program.squares import on_board, reverse, to_chess

_ROLES = {
    BEFORE: "before the move",
    CANDIDATES: "the candidate",
    REPLIES: "reply",
    CONTINUATION: "continuation",
}
_INTERVAL = 200_000
"""Cycles between two snapshots of a thought."""


@dataclass(frozen=True)
class CountedMove:
    """A move that changed the counter; ``line`` are the moves made before it, from the candidate
    on, all as from- and to-square with ``x`` for a capture, ``role`` what it was visited for.
    """

    role: str
    line: tuple[str, ...]
    move: str


@dataclass(frozen=True)
class CounterChange:
    """One change: the moves behind it, and in the machine the instruction, ``$pc text``, and the
    cycle since key PC was read. Janus adds several moves up before it writes their number.
    """

    before: int
    after: int
    by: tuple[CountedMove, ...]
    cycle: int
    instruction: str


@dataclass(frozen=True)
class CounterHistory:
    """How counter *name* at ``address`` came to its value for one candidate, as *player* has it."""

    name: str
    address: int
    value: int
    player: str
    changes: tuple[CounterChange, ...]

    def lines(self) -> Iterator[str]:
        """The changes as text, each with the moves behind it."""
        for change in self.changes:
            step = f"{change.before:>4} -> {change.after:<4} {change.instruction}"
            yield f"{step}, cycle {change.cycle:,}"
            for move in change.by:
                line = f", after {' '.join(move.line)}" if move.line else ""
                yield f"             {move.role}: {move.move}{line}"
        if not self.changes:
            yield "  it is cleared before the count; no move changed it then"


def counter_named(name: str) -> int:
    """The index of a counter. Raises MicroChessError when none has this name."""
    if name.upper() not in COUNTER_NAMES or name.upper().startswith("X"):
        names = ", ".join(one for one in COUNTER_NAMES if not one.startswith("X"))
        raise MicroChessError(f"no counter {name!r}; the counters are {names}")
    return COUNTER_NAMES.index(name.upper())


def explain_counter(
    position: Position, level: Level, candidate: Candidate, name: str, player: Player
) -> CounterHistory:
    """Why counter *name* has its value when *candidate*, one of the position's, is judged.

    Raises MicroChessError for a name that is none's, and when *player* counts otherwise than
    MicroChess.
    """
    return result_of(explaining(position, level, candidate, name, player))


def explaining(
    position: Position, level: Level, candidate: Candidate, name: str, player: Player
) -> Generator[int, None, CounterHistory]:
    """The same piece by piece: how many candidates are judged, and at last the history."""
    index = counter_named(name)
    followed = _Followed(position, candidate, index)
    think(position.table, level.check, level.turn, followed)
    moves = followed.changes
    writes = yield from _writes(player, Request(position.table, level), candidate, index)
    changes = _together(writes, moves)
    if sum(len(one.by) for one in changes) != len(moves):
        raise MicroChessError(f"{player.title} counts {name} in another order than MicroChess")
    value = candidate.counters[index]
    return CounterHistory(name.upper(), COUNTERS + index, value, player.title, changes)


def _together(
    writes: list[tuple[PastAccess, int, str]], moves: list[tuple[int, CountedMove]]
) -> tuple[CounterChange, ...]:
    """Each write with the moves since the one before, up to where both counts are the same."""
    changes, done, before = list[CounterChange](), 0, None
    for write, cycle, text in writes:
        before = write.before if before is None else before
        values = [after for after, _ in moves[done:]]
        if write.value not in values:
            continue
        number = values.index(write.value) + 1
        by = tuple(move for _, move in moves[done : done + number])
        changes.append(CounterChange(before, write.value, by, cycle, text))
        done, before = done + number, None
    return tuple(changes)


def _writes(
    player: Player, request: Request, candidate: Candidate, index: int
) -> Generator[int, None, list[tuple[PastAccess, int, str]]]:
    """The changes of a counter in the machine, while the player thinks, up to where *candidate* is
    judged, with cycle and instruction. What is cleared before the count begins is left out.
    """
    count = 0
    solver = MachineSolver(player)
    solver.prepare(request)
    machine, name = solver.bridge.machine, COUNTER_NAMES[index]
    known = labels(MemoryImage.of(machine), janus=player.key == "rom")
    solver.bridge.give_key(KEY_PC)
    past, began = Rewind(machine, _INTERVAL), machine.cycles
    since, held = began, machine.peek(COUNTERS + index)
    for judged in solver.bridge.following():
        if judged is None:
            continue
        count += 1
        yield count
        if name.startswith("P") or (judged.man, judged.to) == (candidate.man, candidate.to):
            break
        since, held = machine.cycles, machine.peek(COUNTERS + index)
        past.keep()
    found = [
        one for one in PastSearch(machine, past).writes(COUNTERS + index, since) if one.changed
    ]
    if held and found and name != "WCAP0":
        found = found[1:]
    code = Listing(MemoryImage.of(machine), known)
    return [(one, one.cycle - began, _instruction(code, one, name)) for one in found]


def _instruction(code: Listing, access: PastAccess, name: str) -> str:
    """The instruction; an indexed one that names another counter with the one it means."""
    if access.pc is None:
        return "poked"
    (line,) = code.lines(access.pc, 1)
    others = {*COUNTER_NAMES} - {name}
    indexed = line.text.endswith((",X", ",Y")) and any(one in line.text for one in others)
    return f"${access.pc:04X} {line.text}{f' ({name})' if indexed else ''}"


class _Watched(bytearray):
    """Page zero, in which each change of one *cell* by a store is told; clearing is none."""

    cell = -1
    changed: Callable[[int], None]

    def __setitem__(self, place: Any, value: Any) -> None:
        if place == self.cell and value != self[place]:
            self.changed(value)
        super().__setitem__(place, value)


class _Followed(LiteralState):
    """Notes every change of one counter that belongs to a candidate, and the moves behind it."""

    def __init__(self, position: Position, candidate: Candidate, index: int) -> None:
        super().__init__()
        self._position, self._candidate = position, candidate
        self._all = COUNTER_NAMES[index].startswith("P")
        self.changes: list[tuple[int, CountedMove]] = []
        self.zero_page = watched = _Watched(self.zero_page)
        watched.cell, watched.changed = COUNTERS + index, self._note

    def _note(self, after: int) -> None:
        zero = self.zero_page
        first = self.stack[0] if self.stack else (zero[PIECE], 0, zero[SQUARE], 0)
        if not self._all and (first[0], first[2]) != (self._candidate.man, self._candidate.to):
            return
        state = zero[STATE]
        line = tuple(
            self._name(source, to, opponent=bool(ply % 2), capture=victim >= TABLE)
            for ply, (_, source, to, victim) in enumerate(self.stack)
        )
        capture = zero.find(zero[SQUARE], OTHERS, END) >= 0
        opponent = state in (REPLIES, 0xFE, 0xFC)
        move = self._name(zero[TABLE + zero[PIECE]], zero[SQUARE], opponent, capture)
        self.changes.append((after, CountedMove(_ROLES.get(state, "exchange"), line, move)))

    def _name(self, source: int, to: int, opponent: bool, capture: bool) -> str:
        squares = (reverse(one) if opponent else one for one in (source, to))
        names = [_square(one, self._position.computer_white) for one in squares]
        return ("x" if capture else "-").join(names)


def _square(byte: int, computer_white: bool) -> str:
    return chess.square_name(to_chess(byte, computer_white)) if on_board(byte) else f"${byte:02X}"
