"""A panel: what it shows in blocks, what can be done in it, and what is to happen then."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple

import chess

from emu.files.reading import MOST, Limit
from microchess.machine.player import Player
from tui.panels.blocks import Block
from tui.session.considered import Arrows
from tui.session.new_game import NewGame
from tui.session.snapshot import Handed, Heard, Notice, Snapshot
from tui.session.verbs import Asked


class Focus(NamedTuple):
    """The block of that name gets the keys; ``engaged``: its mode begins."""

    block: str
    engaged: bool = False


class PanelWork(NamedTuple):
    """Goes on beside the game, once ``begin`` is given the program that plays, in pieces that may
    have effects; the panel is shown again after each. It may raise MicroChessError or EmuError.
    """

    begin: Callable[[Player], Generator[Effect | None, None, None]]


class PlayBack(NamedTuple):
    """The steps of that block are gone through from the first, at the front end's pace; those of
    the last reply where it is empty.
    """

    block: str = ""


class LookBack(NamedTuple):
    """The board is shown as it was after so many half-moves; None: as it is now."""

    half_moves: int | None


class FrontEnd(NamedTuple):
    """What each front end does in a way of its own."""

    what: Literal["new game", "board", "undo", "advice", "resign"]


class OtherProgram(NamedTuple):
    """Another program is to play such a game in place of this one."""

    setup: NewGame


@dataclass(frozen=True)
class MadeFile:
    """A file for the person that is no text, by the name it should have."""

    name: str
    data: bytes


Effect = (
    Asked
    | Notice
    | Handed
    | MadeFile
    | Focus
    | PanelWork
    | PlayBack
    | LookBack
    | FrontEnd
    | OtherProgram
)
"""What a front end carries out: a request to the session, something told, a file for the person, a
block with the keys, work that takes time, something to be seen step by step, an earlier position.
"""
Done = Effect | Iterable[Effect] | None


class Pick(NamedTuple):
    """Asks for one of the ``options``, each a value and words; ``now`` is the one in use."""

    title: str
    options: tuple[tuple[str, str], ...]
    now: str


class AskLine(NamedTuple):
    """Asks for a line of text; ``hint`` says what is expected, in its first line an example.

    ``now`` is there to begin with.
    """

    title: str
    hint: str
    now: str = ""


class AskFile(NamedTuple):
    """Asks for a file; ``read`` makes something of its path, in a browser its name, and data.

    It raises MicroChessError or EmuError where it cannot. ``suffix``: what its name ends in,
    ``most``: how many bytes it may have.
    """

    title: str
    read: Callable[[Path, bytes], Any]
    suffix: str = ""
    most: Limit = MOST


Question = Pick | AskLine | AskFile


@dataclass(frozen=True)
class Act:
    """Something to do, with the ``label`` of its button; ``about`` says more in help and palette.

    ``do`` is given the answer where it ``asks`` something first, and may raise MicroChessError or
    EmuError. ``key`` is Textual's name of its key, several with commas. ``off``: why it cannot be
    done now. ``quiet``: it has no button where there is little room. ``on``: how a switch stands.
    ``at``: the block it is about, without which it is not offered, or the ``board``. ``also``: what
    else people call it.
    """

    name: str
    label: str
    do: Callable[..., Done]
    key: str = ""
    about: str = ""
    off: str = ""
    quiet: bool = False
    on: bool | None = None
    asks: Question | None = None
    at: str = ""
    also: str = ""


class Panel:
    """What it keeps of its own, such as what is chosen, is the same for any front end.

    ``name`` is that of its module and in settings, ``help`` is Markdown. ``beside``: blocks that
    stand in columns beside each other where there is room, by name; others are above them.
    ``square``: the one of the board that it is about, if it is about one. ``form``: what is chosen
    in it is used by its actions alone.
    """

    name: ClassVar[str]
    help: ClassVar[str] = ""
    beside: ClassVar[tuple[tuple[str, ...], ...]] = ()
    square: chess.Square | None = None
    form: ClassVar[bool] = False

    def follow(self, view: Snapshot) -> None:
        """Called with every snapshot, seen or not; to be quick about."""

    def shown(self, view: Snapshot) -> tuple[list[Block], list[Act]]:
        """What a front end shows of a moment: its blocks, and what can be done."""
        self.look(view)
        return list(self.blocks(view)), list(self.actions(view))

    def look(self, view: Snapshot) -> None:
        """Called by `shown`, before `blocks`; also more than once with the same."""

    def heard(self, view: Snapshot, came: Heard) -> Done:
        """What output pins did, if it asked for that."""

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """What is to be seen, from top to bottom. Changes nothing."""
        raise NotImplementedError

    def actions(self, view: Snapshot) -> Iterator[Act]:
        """What can be done."""
        yield from ()

    def fitted(self, block: str, columns: int, rows: int) -> None:
        """There is so much room for a block of which only a part is shown."""

    def arrows(self, view: Snapshot) -> Arrows | None:
        """Moves to be marked on the board while it is seen; None: it marks none."""
        return None

    def restore(self, settings: Mapping[str, Any]) -> None:
        """Be as when the session was left."""

    def clicked(self, view: Snapshot, block: str, row: str) -> Done:
        """A row, or a byte, was chosen by mouse, finger or focus."""

    def moved(self, view: Snapshot, block: str, down: int) -> Done:
        """So many rows down, or bytes on, by arrow keys."""

    def turned(self, view: Snapshot, block: str, pages: int) -> Done:
        """So many pages on."""

    def scrolled(self, view: Snapshot, block: str, notches: int) -> Done:
        """The wheel was turned so far down."""

    def pointed(self, view: Snapshot, square: chess.Square) -> Done:
        """A square of the board was chosen: while a mode ``picks``, or it is about squares."""

    def typed(self, view: Snapshot, block: str, text: str) -> Done:
        """Characters, in the mode of the block.

        Raises MicroChessError or EmuError for what is wrong.
        """

    def pasted(self, view: Snapshot, block: str, text: str) -> Done:
        """A text from elsewhere, in the mode of the block."""

    def left(self, view: Snapshot, block: str) -> Done:
        """The mode of the block has ended: what was begun is forgotten."""

    def changed(self, view: Snapshot, block: str, row: str, text: str) -> Done:
        """The cell of a row that can be typed into is to become *text*.

        Raises MicroChessError or EmuError for what is wrong.
        """


def effects(done: Done) -> Iterator[Effect]:
    """One after the other."""
    if isinstance(done, Effect):
        yield done
    elif done is not None:
        yield from done
