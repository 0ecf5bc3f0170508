"""From nothing to a running machine, a running MicroChess, or a game."""

from os import PathLike
from pathlib import Path

import chess

import rom
from emu.cassette import wav
from emu.files import reading
from emu.files.programs import Program, read_program
from emu.machine import Machine
from emu.notation import whole
from microchess.errors import ImageError
from microchess.game.game import Game
from microchess.machine.bridge import Bridge
from microchess.machine.choose import at_hand, choose
from microchess.machine.library import Library
from microchess.machine.player import expansions_for
from microchess.program.levels import Level
from microchess.program.position import Position
from microchess.shortcuts.asking import given


def players() -> tuple[str, ...]:
    """Return the names of all players, the default first: ``original`` if you added your copy,
    ``rom`` (Janus), ``python`` (the Python engine), and ``literal`` (the engine to be read).
    """
    first = choose().name
    return tuple(sorted(at_hand(), key=lambda name: name != first))


def boot_kim1(
    program: str | PathLike[str] | Program | None = None, address: int | None = None
) -> Machine:
    """Return a KIM-1 whose monitor waits for a key, with *program* in its memory.

    *program* is a file in any format of docs/files.md; a raw binary goes to *address*. The machine
    gets the expansion memory that the program needs. It has the KIM-1's own ROM if you added both
    halves, else ours. Raises OSError or ProgramFileError if the file cannot be read, and ImageError
    if the machine can have no memory where it loads.
    """
    held = _read(program, address)
    machine = Machine(
        Library().monitor() or rom.monitor(), () if held is None else expansions_for(held)
    )
    if held is not None:
        machine.load(held)
    machine.begin()
    machine.run_until_waiting()
    return machine


def boot_microchess(player: str | None = None) -> Bridge:
    """Return the bridge to a KIM-1 in which *player*, one of `players`, waits for its first key.

    Raises ImageError for another name, and for a Python engine, which runs without a KIM-1
    (`EngineState` takes its keys).
    """
    return choose(player).boot()


def new_game(
    player: str | None = None,
    computer: chess.Color = chess.WHITE,
    level: Level = Level.NORMAL,
    position: str | chess.Board | Position | None = None,
) -> Game:
    """Start a game against *player*, which has the colour *computer*, from *position*.

    *position* is a FEN, perhaps followed by moves (``startpos moves e4``), a board, or a table in
    which the computer is to move. Raises ImageError if there is no such player, and for a Python
    engine, which has no keypad (`ask` gives its replies). Raises FenError or PositionError if the
    piece table cannot hold the position.
    """
    if not isinstance(computer, bool):
        raise TypeError(f"computer {computer!r}: expected chess.WHITE or chess.BLACK")
    Level.checked(level)
    start = None if position is None else given(position).with_computer(computer)
    spec = choose(player)
    opponent = spec.player()
    if opponent is None:
        raise ImageError(
            f"the player {spec.name} has no KIM-1, in which a game is played; "
            f"ask(position, level, {spec.name!r}) gives its replies"
        )
    if start is None:
        return Game(opponent, computer, level, monitor=spec.monitor)
    board, table = start.board.copy(stack=False), start.position.table
    return Game(opponent, computer, level, board=board, monitor=spec.monitor, table=table)


def _read(program: str | PathLike[str] | Program | None, address: int | None) -> Program | None:
    if address is not None:
        whole("address", address)
    if program is None or isinstance(program, Program):
        return program
    if not isinstance(program, str | PathLike):
        raise TypeError(f"program {program!r}: expected the name of a file, or a Program")
    path = Path(program)
    return read_program(reading.read_bytes(path, wav.limit), path.name, address)
