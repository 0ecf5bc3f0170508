"""The person at the KIM-1: presses keys, pokes bytes, reads the digits."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from emu.machine import DEFAULT_BUDGET
from emu.notation import Poke
from microchess.errors import MoveError
from microchess.machine.bridge import Bridge, Thinking
from microchess.program import memory_map
from microchess.program.memory_map import BOOK_CLOSED, GETKEY
from microchess.program.move_entry import promotion_pokes, steps
from microchess.program.position import Position


@dataclass(frozen=True)
class Action:
    """What was done to the machine: the keys pressed, then the bytes poked."""

    keys: tuple[str, ...]
    pokes: tuple[Poke, ...] = ()

    def __str__(self) -> str:
        return " ".join((*self.keys, *(f"@{poke}" for poke in self.pokes)))

    def __add__(self, other: Action) -> Action:
        return Action(self.keys + other.keys, self.pokes + other.pokes)


class Operator:
    """Works the machine behind *bridge*."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge = bridge

    def doing(self, action: Action) -> Thinking[None]:
        """Press its keys, each time waiting until the program asks for the next, then poke."""
        for key in action.keys:
            yield from self.bridge.machine.pressing(key)
            yield from self.bridge.settling()
        self.poke(*action.pokes)

    def poke(self, *pokes: Poke) -> None:
        """Put bytes into memory."""
        for poke in pokes:
            self.bridge.machine.poke(poke.address, poke.value)

    def begin(self, computer: chess.Color, setup: Position | None = None) -> Action:
        """Key C, key E when *computer* is Black, and another position by pokes, book closed."""
        keys = ("C",) if computer == chess.WHITE else ("C", "E")
        self.bridge.machine.finish(self.doing(Action(keys)))
        if setup is None:
            return Action(keys)
        pokes = [
            Poke(memory_map.TABLE + man, byte)
            for man, (byte, old) in enumerate(zip(setup.table, self.bridge.table, strict=True))
            if byte != old
        ]
        self.poke(*pokes)
        self.bridge.omove = BOOK_CLOSED
        return Action(keys, tuple(pokes))

    def asking(self, budget: int = DEFAULT_BUDGET) -> Thinking[int]:
        """Press PC and wait for the answer; the cycles it took."""
        machine = self.bridge.machine
        yield from machine.running_until({GETKEY}, budget)
        started = machine.cycles
        machine.key_down("PC")
        try:
            yield from machine.running_until({machine.return_address})
            yield from self.bridge.following(budget)
            cycles = machine.cycles - started
        finally:
            machine.key_up("PC")
        yield from self.bridge.settling(budget)
        return cycles

    def entry(
        self, board: chess.Board, move: chess.Move, computer: chess.Color, played: bool = False
    ) -> Action:
        """What enters a legal move: digits and F for each piece that moves, pokes for a promotion.
        It is *played* when the program, which has *computer*'s colour, has just made it: then its
        first piece has moved already.

        Raises MoveError when the table has no room for the promoted piece.
        """
        first, *rest = moves = steps(board, move, computer == chess.WHITE)
        keys = tuple(key for step in (rest if played else moves) for key in step.keys)
        pokes: list[Poke] = []
        if move.promotion is not None:
            table, stands = self.bridge.table, first.target if played else first.source
            pawn = table.standing_on(stands)
            if pawn is None:
                raise MoveError(f"no piece stands on ${stands:02X} in the piece table")
            pokes = promotion_pokes(table.moved(pawn, first.target), pawn, move.promotion)
        return Action(keys, tuple(pokes))
