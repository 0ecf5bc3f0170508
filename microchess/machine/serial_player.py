"""The player ``serial:PORT``: a real board, joined once by a process, that answers requests."""

from __future__ import annotations

import atexit
import sys
import threading
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from emu.chips.keypad import CONTROL_KEYS
from emu.chips.uart import HIGHEST_BAUD, LOWEST_BAUD
from emu.notation import Poke, parse_number
from emu.teletype.monitor import MonitorClient, Progress
from emu.teletype.serial_port import SerialPort
from microchess.errors import ScriptError
from microchess.machine.board_program import board_program
from microchess.machine.script import KeyStep
from microchess.machine.serial_board import Ask, SerialBoard, Tell
from microchess.program.memory_map import BOOK_CLOSED
from microchess.program.reply import Reply
from microchess.program.request import Request

if TYPE_CHECKING:
    from emu.files.formats.image import Program

_joined: dict[str, SerialBoard] = {}
_one_at_a_time = threading.RLock()
"""Threads wait for each other: there is one board."""


def _on_stderr(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def board_at(
    port: str,
    program: Program | None,
    ask: Ask = lambda _: False,
    tell: Tell | None = None,
    progress: Progress | None = None,
) -> SerialBoard:
    """The board at *port*, ``PORT`` or ``PORT@BAUD``, with *program* (None: Janus) at its wait for
    a key. It is left in order when the process ends.

    *ask* decides whether a program is loaded that is not there. Raises SerialError.
    """
    with _one_at_a_time:
        if port not in _joined:
            place, at, baud = port.rpartition("@")
            given = at and baud.isdecimal()
            speed = parse_number(baud, LOWEST_BAUD, HIGHEST_BAUD) if given else None
            client = MonitorClient(SerialPort(port if speed is None else place))
            board = SerialBoard(client, board_program(program), ask, tell or _on_stderr, progress)
            try:
                board.join(speed)
            except BaseException:
                board.close()
                raise
            _joined[port] = board
            atexit.register(_leave, port)
        return _joined[port]


def _leave(port: str) -> None:
    board = _joined.pop(port, None)
    if board is not None:
        board.close()


class SerialSolver:
    """The board's answers, a request after the other; it tells no candidates."""

    def __init__(self, board: SerialBoard) -> None:
        self.board = board
        self.title = f"{board.what.title} on {board.client.line.port}"

    @property
    def seconds(self) -> float | None:
        """How long the last answer took the board."""
        return self.board.seconds

    def solve(self, request: Request) -> Reply:
        """The reply with the book closed."""
        with _one_at_a_time:
            cells = self.board.cells
            cells.table, cells.level, cells.omove = request.table, request.level, BOOK_CLOSED
            for _ in self.board.think():
                pass
            return Reply(cells.shown_move(), cells.table, (), None, None, judged=False)


def run_on_board(board: SerialBoard, steps: Iterable[str | Poke]) -> Iterator[KeyStep]:
    """Carry out a script as `microchess.machine.script.run` does.

    Raises ScriptError for RS and ST, which are no keys that can be pressed from here.
    """
    for step in steps:
        if isinstance(step, Poke):
            board.poke(step.address, step.value)
            name = f"@{step.address:04X}={step.value:02X}"
        elif step in CONTROL_KEYS:
            raise ScriptError(f"{step} is wired to the board itself; press it there")
        else:
            name = step
            if name == "PC":
                for _ in board.think():
                    pass
            else:
                board.press(name)
        cells = board.cells
        yield KeyStep(name, cells.digits.hex().upper(), cells.omove, cells.table.hex, None)
