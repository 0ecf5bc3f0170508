"""Everything by name: the entries of the command palette."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tui.panels.blocks import Block, ChoiceBlock
from tui.panels.panel import Act, Panel
from tui.panels.registry import words_of
from tui.screen.panels.registry import PANELS


class Entry(NamedTuple):
    """Name, explanation, action of the main screen, what else people call it; of the game's panel
    the ``act``.
    """

    name: str
    text: str
    action: str
    also: str = ""
    act: str = ""


_LIKELY = (
    Entry(
        "Set up", "pieces anywhere, then Done; each is a byte poked", "setup", "edit place pieces"
    ),
    Entry("Watch the last reply", "again, in ten seconds; - slower, + faster", "watch_reply"),
    Entry(
        "Get the program of 1976",
        "MicroChess itself, from its author's site",
        "get_original",
        "original fetch download image microchess listing jennings",
    ),
    Entry("Help", "by task, and the keys of what has the focus", "help", "manual keys shortcuts"),
    Entry(
        "What the screen shows",
        "who plays, and what is what",
        "captions",
        "introduction captions explain",
    ),
)
SETTING_UP = (
    Entry("Set up: done", "play on from the position as it stands", "setup_done"),
    Entry("Set up: cancel", "back to the position before", "setup_cancel"),
    Entry("Set up: clear the board", "all pieces but the two kings are taken off", "setup_clear"),
    Entry("Set up: initial position", "all pieces as at the beginning", "setup_start"),
    Entry("Set up: who moves", "White or Black, after Done", "setup_turn"),
    Entry("Set up: your side", "MicroChess gets the other pieces: key E", "setup_side"),
)
"""What there is in set-up besides."""
_GAME = (
    Entry("Type a move", "e4, Nf3; castling O-O; promotion e8=Q", "type", "castle promote enter"),
    Entry(
        "Let MicroChess move",
        "press PC, whoever's turn it is",
        "let_it_move",
        "computer engine force",
    ),
    Entry(
        "Break off",
        "stop the thinking, or the tape that plays",
        "escape",
        "stop cancel interrupt abort",
    ),
    Entry(
        "Look back",
        "a move, candidate, key or instruction",
        "transport('back')",
        "rewind previous earlier replay",
    ),
    Entry("Play or stop", "what the panel shows, by itself", "transport('play')"),
    Entry("To its beginning", "of the game, or of the last reply", "transport('first')"),
    Entry("Slower", "what is played again, down to 1/100", "transport('slower')"),
    Entry("Faster", "what is played again, as fast as it goes", "transport('faster')"),
    Entry("Copy FEN", "the position into the clipboard", "copy_fen", "export"),
    Entry("Copy PGN", "the game into the clipboard", "copy_pgn"),
    Entry("Paste PGN", "go on from the end of a game that was copied here", "paste_pgn"),
    Entry("Save PGN", "the game into a file", "save_pgn", "export write file"),
    Entry("Load PGN", "go on from the end of a game", "load_pgn", "load open import read file"),
    Entry(
        "Bell",
        "a sound when MicroChess has moved, on or off",
        "bell",
        "beep sound noise volume loud quiet mute silent",
    ),
    Entry("Level: its bytes as in the manual", "those that were poked are put back", "reset_level"),
    Entry("Flip the board", "see it from the other side", "flip", "turn rotate reverse"),
    Entry(
        "Save the position as a picture",
        "SVG, into a new file",
        "save_position",
        "image screenshot board diagram",
    ),
    Entry("Pace of 1976", "1 MHz, or full speed again", "pace", "speed real"),
    Entry(
        "Pause or go on",
        "stop the machine between two instructions",
        "pause",
        "pause hold freeze stop continue resume",
    ),
    Entry("Save machine state", "all of the KIM-1 into a file", "save_state"),
    Entry("Load machine state", "go on from a file; the board follows", "load_state"),
)
_PROGRAM = (
    Entry(
        "Theme",
        "dark, light, without colours, and Textual's own",
        "app.change_theme",
        "colour color dark light contrast appearance",
    ),
    Entry("Quit", "exit; the session is kept", "app.quit", "exit leave close"),
)


Shown = tuple[Panel, Iterable[Block], Iterable[Act]]
"""A panel, with what is seen and what can be done in it."""


def entries(shown: Iterable[Shown] = ()) -> Iterator[Entry]:
    """All there are: what can be done to the game, what is likely, then by groups."""
    panels = list(shown)
    for one in panels[:1]:
        yield from of_panel(*one)
    yield from (*_LIKELY, *_GAME)
    for one in panels[1:]:
        yield from of_panel(*one)
    for panel in PANELS:
        words = words_of(panel.name)
        yield Entry(f"Panel: {words.title}", words.about, f"panel('{words.name}')", words.also)
    yield from _PROGRAM


def of_panel(panel: Panel, blocks: Iterable[Block], acts: Iterable[Act]) -> Iterator[Entry]:
    """What can be done in a panel, and chosen there."""
    for act in acts:
        title = words_of(panel.name).title
        name = title if act.label == title else f"{title}: {act.label}"
        made = _in_panel(panel, name, act.about, f"act({act.name!r})", act.also)
        yield made._replace(act=act.name if panel.name == "game" else "")
    for block in () if panel.form else blocks:
        if isinstance(block, ChoiceBlock):
            for one in block.options:
                name, used = f"{block.title}: {one.words}", "in use: " * (one.value == block.chosen)
                action = f"choose({block.name!r}, {one.value!r})"
                yield _in_panel(panel, name, f"{used}{one.about}", action, one.also)


def _in_panel(panel: Panel, name: str, text: str, action: str, also: str) -> Entry:
    """The panel comes up for that."""
    return Entry(name, text, f"in_panel({panel.name!r}, {action!r})", also)
