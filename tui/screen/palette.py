"""Everything by name: the entries of the command palette."""

from __future__ import annotations

from collections.abc import Iterator

from microchess.program.levels import Level
from tui.screen.drawing.thinking import JANUS, describe_level
from tui.screen.panels.registry import PANELS

Entry = tuple[str, str, str]
"""Name, explanation, action of the main screen."""

_KEYS = {
    "GO": "run; on the program: start again",
    "ST": "stop: back to the monitor",
    "RS": "reset",
    "AD": "the next digits are an address",
    "DA": "the next digits are data",
    "PC": "show the program counter; on the program: think",
    "+": "the next address",
}

_TERMINAL = (
    ("TTY jumper", "fit it or take it out: the monitor talks to the terminal, or not", "jumper"),
    ("RS", "reset; with the jumper in, a RUBOUT measures the speed of the line", "reset"),
    ("RUBOUT", "the monitor begins again", "rubout"),
    ("BREAK", "hold the line at space", "break"),
    ("speed and stop bits", "50 to 9600 baud", "line"),
    ("send paper tape", "the monitor's L, then a program file", "load"),
    ("capture", "keep what is printed in a file; again: no longer", "capture"),
)


def entries(program: str = JANUS) -> Iterator[Entry]:
    """All there are, for the *program* that plays."""
    yield "New game", "side, level, opening, position", "new_game"
    yield "Undo", "take back your last move; RAM goes back too", "undo"
    yield "Redo", "do again what was taken back", "redo"
    yield "Hint", "what MicroChess would play for you, and what it threatens", "advice"
    yield "Review the game", "every move with what MicroChess would have played", "review"
    yield "Look at the move before", "the board as it was; Enter goes on from there", "look(-1)"
    yield "Look at the next move", "towards the game as it is", "look(1)"
    yield "Move for both sides", "or have MicroChess answer again", "both"
    yield "Bell", "when MicroChess has moved, or none", "bell"
    yield "Save the position as a picture", "SVG, into a new file", "save_position"
    yield "Save the screen as a picture", "SVG, into a new file", "save_screen"
    yield "Flip the board", "see it from the other side", "flip"
    yield "Let MicroChess move", "press PC, whoever's turn it is", "let_it_move"
    yield "Break off", "stop the thinking", "escape"
    yield "Resign", "give the game up", "resign"
    yield "Set up", "drag men anywhere; every drag is a poke", "setup"
    yield "Copy FEN", "the position into the clipboard", "copy_fen"
    yield "Paste FEN", "a new game from a position", "paste_fen"
    yield "Copy PGN", "the game into the clipboard", "copy_pgn"
    yield "Save PGN", "the game into a file", "save_pgn"
    yield "Load PGN", "go on from the end of a game", "load_pgn"
    yield "Ask every memory", "one question, and the cells each reads for it", "ask_memories"
    yield "Help", "keys and explanations", "help"
    for level in Level:
        text = describe_level(level, program)
        yield f"Level: {level.title}", text, f"level('{level.name}')"
    yield "Speed: 1/100 MHz", "slower than life: see every segment", "speed(0.01)"
    yield "Speed: 1/10 MHz", "slower than life", "speed(0.1)"
    yield "Speed: 1 MHz", "as in 1976", "speed(1.0)"
    yield "Speed: 10 MHz", "ten times as fast", "speed(10.0)"
    yield "Speed: full", "as fast as it goes", "speed(None)"
    yield "Hold or go on", "stop the machine between two instructions", "in_panel('inside','hold')"
    yield "Step", "one instruction", "in_panel('inside','step')"
    yield "Step over", "one instruction, a subroutine as one", "in_panel('inside','over')"
    yield "Step back", "take the last instruction back", "in_panel('inside','back')"
    yield "Back 1/10 s", "of the machine's time; held there", "in_panel('inside','rewind(100000)')"
    yield "Back 1 s", "of the machine's time; held there", "in_panel('inside','rewind(1000000)')"
    yield (
        "Back to the last key or move",
        "while it thinks: watch the decision again",
        "in_panel('inside','rewind')",
    )
    yield "Save machine state", "all of the KIM-1 into a file", "save_state"
    yield "Load machine state", "go on from a file; the board follows", "load_state"
    yield "Go to address", "show memory or code there", "in_panel('inside','jump')"
    yield (
        "Breakpoints and watchpoints",
        "on the panel Inside: k, w; t runs to",
        "panel('inside')",
    )
    yield (
        "Exchange",
        "what key E does: $77 minus each byte",
        "in_panel('table','exchange')",
    )
    yield "Capture", "$CC for the chosen man", "in_panel('table','capture')"
    yield "Steady book", "keep to the book after an unexpected reply, or not", "steady_book"
    yield "Python beside", "let the Python engine think the same, or not", "mirror"
    for key, text in _KEYS.items():
        yield f"Key {key}", text, f"press({key!r})"
    yield "SST switch", "single step on or off", "step_switch"
    for name, text, action in _TERMINAL:
        yield f"Terminal: {name}", text, f"in_panel('terminal','{action}')"
    for panel in PANELS:
        yield f"Panel: {panel.title}", f"key {panel.key.upper()}", f"panel('{panel.name}')"
