"""A session as a file: the game with its past, the machine with its RAM, the settings.

The file is JSON with a hash over its contents. It is replaced atomically, and one that is damaged
is never half read: it is refused with the reason, for the caller to set it aside.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess

from emu.errors import EmuError
from emu.files import codec as state
from emu.files import reading, writing
from microchess.errors import PgnError, SaveError
from microchess.game.game import Game
from microchess.game.history import Ending, UndoState
from microchess.game.record import EndedChapter, Record
from microchess.program.table import PieceTable

if TYPE_CHECKING:
    import chess.pgn

FORMAT, VERSION = "kim1-microchess session", 1
_HASH = "sha256"
MOST, MOST_UNPACKED = 32 * reading.MB, 256 * reading.MB
"""Bytes of a session's file, and of the memories packed in it."""
_MOST_PLIES = 10**6


@dataclass(frozen=True)
class KeptSession:
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
    def of(cls, game: Game, monitor: str, settings: Mapping[str, Any]) -> KeptSession:
        """The session of *game*."""
        return cls(
            game.player.key,
            monitor,
            game.memory(),
            game.kept_past(),
            tuple(game.history.future),
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


def write(path: Path, session: KeptSession) -> None:
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
    text = json.dumps({_HASH: digest(contents), **contents}, indent=1)
    path.parent.mkdir(parents=True, exist_ok=True)
    writing.write_text(path, text, mode=writing.PRIVATE)


def read(path: Path) -> KeptSession | None:
    """The session in a file, None when there is no file.

    Raises SaveError with the reason when it is damaged or not ours.
    """
    try:
        contents = reading.read_json(path, MOST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        contents = None
    if not isinstance(contents, dict) or contents.get("format") != FORMAT:
        raise SaveError(f"{path.name} is no saved session, or a damaged one")
    if contents.get("version") != VERSION:
        raise SaveError(
            f"{path.name} has version {contents.get('version')!r}; this program reads {VERSION}"
        )
    if contents.pop(_HASH, None) != digest(contents):
        raise SaveError(f"{path.name} is damaged: its contents do not match their hash")
    try:
        return _session(contents)
    except (EmuError, ValueError, KeyError) as error:
        why = f"{error} is missing" if isinstance(error, KeyError) else error
        raise SaveError(f"{path.name} is damaged: {why}") from None


def _session(contents: dict[str, Any]) -> KeptSession:
    """Raises ValueError, KeyError or EmuError for anything that :func:`write` does not write."""
    unpacked = state.Allowance(MOST_UNPACKED)

    def memories(name: str) -> tuple[UndoState, ...]:
        saved = state.decode(contents[name], tuple[dict[str, Any], ...], name)
        return tuple(_memory_from_json(one, unpacked) for one in saved)

    return KeptSession(
        _one_of(contents["player"], "rom", "original"),
        _one_of(contents["monitor"], "ours", "kim"),
        _memory_from_json(state.decode(contents["now"], dict[str, Any], "now"), unpacked),
        memories("past"),
        memories("future"),
        state.decode(contents["settings"], dict[str, Any], "settings"),
    )


def _one_of(value: Any, *known: str) -> str:
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"{value!r}; expected {' or '.join(known)}")
    return str(value)


def digest(contents: Mapping[str, Any]) -> str:
    """The SHA-256 of what a file says besides its hash, in hexadecimal."""
    text = json.dumps(contents, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _memory_to_json(memory: UndoState) -> dict[str, Any]:
    record = memory.record
    return {
        "machine": state.encode(memory.machine),
        "start": record.board.root().fen(),
        "moves": [move.uci() for move in record.board.move_stack],
        "comments": {str(ply): text for ply, text in record.comments.items()},
        "plies": record.plies,
        "replies": sorted(record.replies),
        "chapters": [str(chapter.game) for chapter in record.chapters],
        "reasons": [chapter.why for chapter in record.chapters],
        "ending": memory.ending and memory.ending.name,
        "table": memory.table.hex,
        "computer": chess.COLOR_NAMES[memory.computer],
        "restores_level": memory.restores_level,
        "left": memory.left,
    }


def _memory_from_json(data: dict[str, Any], unpacked: state.Allowance) -> UndoState:
    ending = data["ending"]
    machine = state.load(data["machine"], unpacked)
    state.check_memory(machine)
    return UndoState(
        machine,
        _record(data),
        None if ending is None else Ending[state.decode(ending, str, "ending")],
        PieceTable.from_hex(state.decode(data["table"], str, "table")),
        _one_of(data["computer"], *chess.COLOR_NAMES) == chess.COLOR_NAMES[chess.WHITE],
        state.decode(data["restores_level"], bool, "restores_level"),
        state.decode(data.get("left", False), bool, "left"),
    )


def _record(data: dict[str, Any]) -> Record:
    board = chess.Board(state.decode(data["start"], str, "start"))
    for uci in state.decode(data["moves"], tuple[str, ...], "moves"):
        board.push_uci(uci)
    comments = {}
    for ply, text in state.decode(data["comments"], dict[str, str], "comments").items():
        if not ply.isdecimal():
            raise ValueError(f"comments has {ply[:30]!r}; expected text by ply")
        comments[int(ply)] = text
    plies = state.decode(data["plies"], int, "plies")
    if not 0 <= plies < _MOST_PLIES:
        raise ValueError(f"plies is {plies}")
    replies = state.decode(data["replies"], frozenset[int], "replies")
    return Record(board, comments, plies, _chapters(data), replies)


def _chapters(data: dict[str, Any]) -> tuple[EndedChapter, ...]:
    games = state.decode(data["chapters"], tuple[str, ...], "chapters")
    reasons = state.decode(data["reasons"], tuple[str, ...], "reasons")
    if len(reasons) != len(games):
        raise ValueError(f"reasons are {len(reasons)}; expected one for each of {len(games)}")
    return tuple(EndedChapter(_chapter(one), why) for one, why in zip(games, reasons, strict=True))


def _chapter(text: str) -> chess.pgn.Game:
    from microchess.game import pgn

    try:
        return pgn.parse(text)
    except PgnError as error:
        raise ValueError(f"a chapter: {error}") from None
