"""A session as a file: the game with its past, the machine with its RAM, the settings.

The file is JSON with a hash over its contents. It is replaced atomically, and one that is damaged
is never half read: it is refused with the reason and set aside under another name.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess
import chess.pgn

from emu.errors import EmuError
from emu.files import atomic as files
from emu.files import encode as state
from microchess.errors import SaveError
from microchess.game.game import Game
from microchess.game.history import Ending, UndoState
from microchess.game.record import Record
from microchess.program.table import PieceTable

FORMAT, VERSION = "kim1-microchess session", 1
_HASH = "sha256"


@dataclass(frozen=True)
class Session:
    """What is kept: who plays (``rom`` or ``original``), on which monitor (``ours`` or ``kim``),
    the present, the past, what was taken back, and the front end's own settings.
    """

    player: str
    monitor: str
    now: UndoState
    past: tuple[UndoState, ...]
    future: tuple[UndoState, ...]
    settings: Mapping[str, Any]

    @classmethod
    def of(cls, game: Game, monitor: str, settings: Mapping[str, Any]) -> Session:
        """The session of *game*."""
        history = game.history
        return cls(
            game.player.key,
            monitor,
            game.memory(),
            tuple(history.past),
            tuple(history.future),
            settings,
        )

    def put_into(self, game: Game) -> None:
        """Make *game*, of the same player and monitor, what it was.

        Raises SaveError when its machine has other memory.
        """
        try:
            game.recall(self.now)
        except EmuError as error:
            raise SaveError(f"the session does not fit the machine: {error}") from None
        game.history.past[:] = self.past
        game.history.future[:] = self.future


def write(path: Path, session: Session) -> None:
    """Write the session; the file is the old one or the new one, never half of either.

    Raises OSError.
    """
    contents = {
        "format": FORMAT,
        "version": VERSION,
        "player": session.player,
        "monitor": session.monitor,
        "settings": dict(session.settings),
        "now": _memory_to_json(session.now),
        "past": [_memory_to_json(memory) for memory in session.past],
        "future": [_memory_to_json(memory) for memory in session.future],
    }
    text = json.dumps({_HASH: digest(contents), **contents}, indent=1, ensure_ascii=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    files.replace(path, text)


def read(path: Path) -> Session | None:
    """The session in a file, None when there is no file.

    Raises SaveError with the reason when it is damaged or not ours.
    """
    try:
        contents = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path.name} is no JSON ({error})") from None
    if not isinstance(contents, dict) or contents.get("format") != FORMAT:
        raise SaveError(f"{path.name} is no saved session")
    if contents.get("version") != VERSION:
        raise SaveError(
            f"{path.name} has version {contents.get('version')!r}; this program reads {VERSION}"
        )
    kept = contents.pop(_HASH, None)
    if kept != digest(contents):
        raise SaveError(f"{path.name} is damaged: its contents do not match their hash")
    try:
        return Session(
            _one_of(contents["player"], "rom", "original"),
            _one_of(contents["monitor"], "ours", "kim"),
            _memory_from_json(contents["now"]),
            tuple(map(_memory_from_json, contents["past"])),
            tuple(map(_memory_from_json, contents["future"])),
            dict(contents["settings"]),
        )
    except (EmuError, ValueError, KeyError, TypeError, AssertionError) as error:
        raise SaveError(f"{path.name} is damaged: {error}") from None


def set_aside(path: Path) -> Path:
    """Rename a file nobody can use, so that nothing overwrites it; its new name."""
    number = 1
    while (other := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return path.replace(other)


def _one_of(value: Any, *known: str) -> str:
    if value not in known:
        raise ValueError(f"{value!r}; expected {' or '.join(known)}")
    return str(value)


def digest(contents: Mapping[str, Any]) -> str:
    """The SHA-256 of what a file says besides its hash, in hexadecimal."""
    text = json.dumps(contents, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _memory_to_json(memory: UndoState) -> dict[str, Any]:
    record = memory.record
    return {
        "machine": state.dump(memory.machine),
        "start": record.board.root().fen(),
        "moves": [move.uci() for move in record.board.move_stack],
        "comments": {str(ply): text for ply, text in record.comments.items()},
        "plies": record.plies,
        "chapters": [str(chapter) for chapter in record.chapters],
        "ending": memory.ending and memory.ending.name,
        "table": memory.table.hex,
        "computer": chess.COLOR_NAMES[memory.computer],
        "restores_level": memory.restores_level,
    }


def _memory_from_json(data: dict[str, Any]) -> UndoState:
    board = chess.Board(data["start"])
    for uci in data["moves"]:
        board.push_uci(uci)
    chapters = tuple(_chapter(text) for text in data["chapters"])
    comments = {int(ply): str(text) for ply, text in data["comments"].items()}
    return UndoState(
        state.load(data["machine"]),
        Record(board, comments, int(data["plies"]), chapters),
        None if data["ending"] is None else Ending[data["ending"]],
        PieceTable.from_hex(data["table"]),
        chess.COLOR_NAMES.index(data["computer"]) == 1,
        bool(data["restores_level"]),
    )


def _chapter(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    if game is None:
        raise ValueError("a chapter is empty")
    return game
