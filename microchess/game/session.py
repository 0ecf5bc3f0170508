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
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import chess

from emu.errors import EmuError
from emu.files import codec as state
from emu.files import reading, writing
from microchess.errors import PgnError, SaveError
from microchess.game.game import Game
from microchess.game.outcome import Ending
from microchess.game.record import EndedChapter, Record
from microchess.game.state import UndoState
from microchess.program.table import PieceTable

if TYPE_CHECKING:
    import chess.pgn

FORMAT, VERSION = "kim1-microchess session", 1
_HASH = "sha256"
MOST, MOST_UNPACKED = 32 * reading.MB, 256 * reading.MB
"""Bytes of a session's file, and of the memories packed in it."""


@dataclass(frozen=True)
class _KeptState:
    """An `UndoState` as it stands in the file: moves in UCI notation, chapters as PGN."""

    machine: Any
    start: str
    moves: tuple[str, ...]
    comments: dict[str, str]
    plies: Annotated[int, range(10**6)]
    replies: frozenset[int]
    chapters: tuple[str, ...]
    reasons: tuple[str, ...]
    ending: Literal["RESIGNED", "ILLEGAL", "GIVEN_UP"] | None
    table: str
    computer: Literal["white", "black"]
    restores_level: bool
    left: bool = False


@dataclass(frozen=True)
class _Kept:
    """A file's contents besides its version."""

    player: Literal["rom", "original"]
    monitor: Literal["ours", "kim"]
    settings: dict[str, Any]
    now: _KeptState
    past: tuple[_KeptState, ...]
    future: tuple[_KeptState, ...]


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
            game.state.memory(),
            game.hand.kept_past(),
            tuple(game.history.future),
            settings,
        )

    def put_into(self, game: Game) -> None:
        """Make *game*, of the same player and monitor, what it was.

        Raises SaveError when its machine has other memory.
        """
        try:
            game.state.recall(self.now)
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
        "now": _kept(session.now),
        "past": [_kept(memory) for memory in session.past],
        "future": [_kept(memory) for memory in session.future],
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
    if not isinstance(contents, dict) or contents.pop("format", None) != FORMAT:
        raise SaveError(f"{path.name} is no saved session, or a damaged one")
    version, hashed = contents.pop("version", None), contents.pop(_HASH, None)
    if version != VERSION:
        raise SaveError(f"{path.name} has version {version!r}; this program reads {VERSION}")
    if hashed != digest({"format": FORMAT, "version": VERSION, **contents}):
        raise SaveError(f"{path.name} is damaged: its contents do not match their hash")
    unpacked = state.Allowance(MOST_UNPACKED)
    try:
        kept = state.decode(contents, _Kept, path.name)
        now, *others = (_memory(one, unpacked) for one in (kept.now, *kept.past, *kept.future))
    except (EmuError, PgnError, ValueError) as error:
        raise SaveError(f"{path.name} is damaged: {error}") from None
    past, future = others[: len(kept.past)], others[len(kept.past) :]
    return KeptSession(kept.player, kept.monitor, now, tuple(past), tuple(future), kept.settings)


def digest(contents: Mapping[str, Any]) -> str:
    """The SHA-256 of what a file says besides its hash, in hexadecimal."""
    text = json.dumps(contents, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _kept(memory: UndoState) -> dict[str, Any]:
    record = memory.record
    kept = _KeptState(
        machine=memory.machine,
        start=record.board.root().fen(),
        moves=tuple(move.uci() for move in record.board.move_stack),
        comments={str(ply): text for ply, text in record.comments.items()},
        plies=record.plies,
        replies=record.replies,
        chapters=tuple(str(chapter.game) for chapter in record.chapters),
        reasons=tuple(chapter.why for chapter in record.chapters),
        ending=cast(Any, record.ending and record.ending.name),
        table=memory.table.hex,
        computer="white" if record.computer == chess.WHITE else "black",
        restores_level=memory.restores_level,
        left=memory.left,
    )
    encoded: dict[str, Any] = state.encode(kept)
    return encoded


def _memory(kept: _KeptState, unpacked: state.Allowance) -> UndoState:
    """Raises EmuError, PgnError or ValueError for anything that :func:`write` does not write."""
    from microchess.game import pgn

    machine = state.load(kept.machine, unpacked)
    state.check_memory(machine)
    board = chess.Board(kept.start)
    for uci in kept.moves:
        board.push_uci(uci)
    if strange := [ply[:30] for ply in kept.comments if not ply.isdecimal()]:
        raise ValueError(f"comments has {strange[0]!r}; expected text by ply")
    comments = {int(ply): text for ply, text in kept.comments.items()}
    games = map(pgn.parse, kept.chapters)
    chapters = (EndedChapter(*one) for one in zip(games, kept.reasons, strict=True))
    ending = None if kept.ending is None else Ending[kept.ending]
    computer = kept.computer == chess.COLOR_NAMES[chess.WHITE]
    record = Record(board, computer, comments, kept.plies, tuple(chapters), kept.replies, ending)
    table = PieceTable.from_hex(kept.table)
    return UndoState(machine, record, table, kept.restores_level, kept.left)
