"""Everything by name: the entries of the command palette."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from microchess.program.levels import Level
from tui.panels.panel import Act, Panel
from tui.panels.registry import words_of
from tui.screen.panels.registry import PANELS
from tui.session.speeds import SPEEDS, speed_name
from tui.session.thought_words import JANUS, describe_level

Entry = tuple[str, str, str]
"""Name, explanation, action of the main screen; in the tables also one of a panel: it comes up."""

_LIKELY = (
    ("New game", "White, Black or both, level, opening, position", "new_game"),
    ("Puzzle", "beat it from here: it has just blundered", "puzzle"),
    ("Undo", "take back your last move; the computer's memory goes back too", "undo"),
    ("Hint", "what MicroChess would play for you, and what it threatens", "advice"),
    ("Set up", "pieces anywhere, then Done; each is a byte poked", "setup"),
    ("Watch the last reply", "again, in ten seconds; - slower, + faster", "watch_reply"),
    ("Get the program of 1976", "MicroChess itself, from its author's site", "get_original"),
    ("Help", "by task, and the keys of what has the focus", "help"),
    ("Captions", "what one wonders about at first", "captions"),
)
SETTING_UP = (
    ("Set up: done", "play on from the position as it stands", "setup_done"),
    ("Set up: cancel", "back to the position before", "setup_cancel"),
    ("Set up: clear the board", "all pieces but the two kings are taken off", "setup_clear"),
    ("Set up: initial position", "all pieces as at the beginning", "setup_start"),
    ("Set up: who moves", "White or Black, after Done", "setup_turn"),
    ("Set up: your side", "MicroChess gets the other pieces: key E", "setup_side"),
)
"""What there is in set-up besides."""
_GAME = (
    ("Type a move", "e4, Nf3; castling O-O; promotion e8=Q", "type"),
    ("Redo", "do again what was taken back", "redo"),
    ("Let MicroChess move", "press PC, whoever's turn it is", "let_it_move"),
    ("Break off", "stop the thinking, or the tape that plays", "escape"),
    ("Resign", "give the game up", "resign"),
    ("Move for both sides", "or have MicroChess answer again", "both"),
    ("Review the game", "every move with what MicroChess would have played", "review"),
    ("Keys of the game", "what was pressed and poked for each move, or no longer", "game.keys"),
    ("Look back", "a move, candidate, key or instruction", "transport('back')"),
    ("Play or stop", "what the panel shows, by itself", "transport('play')"),
    ("To its beginning", "of the game, or of the last reply", "transport('first')"),
    ("Slower", "what is played again, down to 1/100", "transport('slower')"),
    ("Faster", "what is played again, as fast as it goes", "transport('faster')"),
    ("Copy FEN", "the position into the clipboard", "copy_fen"),
    ("Paste FEN", "a new game from a position", "paste_fen"),
    ("Change sides", "a new game from this position, you with the other pieces", "change_sides"),
    ("Copy PGN", "the game into the clipboard", "copy_pgn"),
    ("Paste PGN", "go on from the end of a game that was copied here", "paste_pgn"),
    ("Save PGN", "the game into a file", "save_pgn"),
    ("Load PGN", "go on from the end of a game", "load_pgn"),
    ("Bell", "a sound when MicroChess has moved, on or off", "bell"),
)
_BOARD = (
    ("Flip the board", "see it from the other side", "flip"),
    ("Save the position as a picture", "SVG, into a new file", "save_position"),
)
BACK = "recover"
"""What there is while the program does not read the keypad."""
_MACHINE = (
    ("Back to the game", "the program has the keypad; pieces changed by hand stay so", BACK),
    *(
        (f"Speed: {speed_name(one).removesuffix(' speed')}", about, f"speed({one})")
        for one, about in SPEEDS.items()
    ),
    ("Pace of 1976", "1 MHz, or full speed again", "pace"),
    ("Pause or go on", "stop the machine between two instructions", "pause"),
    ("Save machine state", "all of the KIM-1 into a file", "save_state"),
    ("Load machine state", "go on from a file; the board follows", "load_state"),
)


def entries(
    program: str = JANUS, shown: Iterable[tuple[Panel, Iterable[Act]]] = ()
) -> Iterator[Entry]:
    """All there are, for the *program* that plays: what is likely first, then by groups; *shown*:
    panels with what can be done in them.
    """
    panels = [panel.name for panel in PANELS]
    for name, text, action in _entries(program):
        panel, _, its = action.partition(".")
        yield name, text, f"in_panel({panel!r}, {its!r})" if panel in panels else action
    for one, acts in shown:
        for act in acts:
            action = f"act({act.name!r})"
            title = words_of(one.name).title
            name = title if act.label == title else f"{title}: {act.label}"
            yield name, act.about, f"in_panel({one.name!r}, {action!r})"


def _entries(program: str) -> Iterator[Entry]:
    yield from _LIKELY
    yield from _GAME
    for level in Level:
        yield f"Level: {level.title}", describe_level(level, program), f"level('{level.name}')"
    yield (
        "Level: its bytes as in the manual",
        "those that were poked are put back",
        "reset_level",
    )
    yield from _BOARD
    yield from _MACHINE
    for panel in PANELS:
        about = words_of(panel.name).about
        yield f"Panel: {panel.title}", about, f"panel('{panel.name}')"
    yield "Theme", "dark, light, without colours, and Textual's own", "app.change_theme"
    yield "Quit", "exit; the session is kept", "app.quit"
