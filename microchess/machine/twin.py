"""A game on a real board with the emulator beside it: each key goes to both, and what they show and
hold afterwards is compared. Where they differ that is told, and the board is believed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from emu.events import Event
from emu.files.formats.image import Program
from emu.machine import DEFAULT_BUDGET, Machine
from microchess.machine.board_cells import GAME
from microchess.machine.bridge import Bridge, Thinking
from microchess.machine.player import MachineBuilder, Player
from microchess.machine.serial_board import SerialBoard, Tell
from microchess.machine.serial_player import board_at
from microchess.program.memory_map import DIGITS, OMOVE, TABLE

_COMPARED = ((DIGITS, 3), (TABLE, 0x20), (OMOVE, 1))
_SHORTLY = 5.0
"""Seconds for which a screen waits for a line that was lost; then it says so."""
_DIGITS = frozenset("01234567")


class TwinBridge(Bridge):
    """A running MicroChess in *machine*, and the same on *board*."""

    def __init__(self, machine: Machine, judge: int, board: SerialBoard) -> None:
        super().__init__(machine, judge)
        self.board = board
        self.differences = 0
        self._keys: list[str] = []
        self._before = b""
        self._mirrored: bytes | None = None
        """The game's cells when both were known to have the same; None while they may not."""
        self._ahead = self._away = False
        machine.listeners.append(self._heard)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a program on a real board cannot be copied or pickled")

    @property
    def tell(self) -> Tell:
        """Who is told what happens to the board."""
        return self.board.tell

    @tell.setter
    def tell(self, tell: Tell) -> None:
        self.board.tell = tell

    def _cells(self) -> bytes:
        return b"".join(self.machine.read(at, size) for at, size in GAME)

    def _heard(self, event: Event) -> None:
        """A key goes to the board as well; not those of a look ahead, nor those for the monitor."""
        if event.verb in ("reset", "nmi"):
            self._away = True
            self.tell("RS and ST are pressed here alone; the board has its own")
        elif event.verb == "restore":
            self._keys.clear()
        elif event.verb == "key down" and not self._away:
            if not self._keys:
                self._before = self._cells()
            self._keys.append(event.value)

    def settling(self, budget: int = DEFAULT_BUDGET) -> Thinking[None]:
        """See `Bridge`; then the board does the same."""
        yield from super().settling(budget)
        if self._keys and not self._ahead:
            yield from self._follow()

    def _follow(self) -> Thinking[None]:
        keys, self._keys = self._keys, []
        mirrored, self._mirrored = self._mirrored, None
        board = self.board
        for _ in board.finishing():
            yield None
        if mirrored != self._before:
            board.restore(self._before)
        for key in keys:
            if key != "PC":
                board.press(key)
                continue
            for _ in board.think():
                yield None
            self.tell(f"the board thought {board.seconds:.1f} s")
        if not _DIGITS.issuperset(keys):
            self._compare()
        self._mirrored = self._cells()

    def _compare(self) -> None:
        """Tell what differs, and believe the board."""
        found = []
        for at, size in _COMPARED:
            theirs, ours = self.board.read(at, size), self.machine.read(at, size)
            found += [
                f"${at + i:04X} {a:02X}, here {b:02X}"
                for i, (a, b) in enumerate(zip(theirs, ours, strict=True))
                if a != b
            ]
            if theirs != ours:
                self.machine.load_bytes(at, theirs)
        if found:
            self.differences += 1
            self.tell("the board differs: " + "; ".join(found))

    def waiting(self) -> bool:
        self._ahead = True
        try:
            return super().waiting()
        finally:
            self._ahead = False

    def rest(self) -> None:
        """What was poked or taken back here is done on the board."""
        self._keys.clear()
        if self._cells() == self._mirrored or self.board.busy:
            return
        if self.listening():
            self._away = False
            self._mirrored = None
            self.board.restore(self._cells())
            self._mirrored = self._cells()


@dataclass(frozen=True)
class TwinPlayer(Player):
    """The program on the board at *port*, and beside it in the emulator; *program*: its image, None
    for Janus; *tell* is told, in place of stderr, what happens to the board.
    """

    port: str = ""
    program: Program | None = None
    tell: Tell | None = None

    @classmethod
    def of(cls, player: Player, port: str, program: Program | None) -> TwinPlayer:
        """*player* on the board as well."""
        own = player.expansions, player.judge, player.start
        return cls(player.key, player.title, *own, port, program)

    def boot(self, monitor: bytes | None = None, build: MachineBuilder = Machine) -> Bridge:
        bridge = super().boot(monitor, build)
        board = board_at(self.port, self.program)
        if self.tell is not None:
            board.tell, board.patience = self.tell, _SHORTLY
        return TwinBridge(bridge.machine, self.judge, board)
