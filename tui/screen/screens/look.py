"""Looks of the application; keys and looks of the main screen, and its help."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from tui.screen.panels.registry import PANELS

KEYS: list[BindingType] = [
    Binding("u", "undo", "Undo", id="game.undo"),
    Binding("w", "watch_reply", "Watch", id="game.watch"),
    Binding("n", "new_game(True)", "New", id="game.new"),
    Binding("ctrl+z", "suspend", "Undo is u", show=False),
    Binding("ctrl+y", "redo", "Redo", show=False, id="game.redo"),
    Binding("ctrl+g", "let_it_move", "Let it move", show=False, id="game.move"),
    Binding("p", "pause", "Pause", id="game.hold"),
    Binding("asterisk", "pace", "Pace of 1976", show=False, id="game.pace"),
    Binding("y", "why", "Why?", id="thinking.why"),
    Binding("v", "flip", "Flip", id="game.flip"),
    Binding("s", "setup", "Set up", id="game.setup"),
    Binding("c", "setup_clear", "Clear the board (set-up)", show=False, id="setup.clear"),
    Binding("0", "setup_start", "Initial position (set-up)", show=False, id="setup.start"),
    Binding("w", "setup_turn", "Who moves (set-up)", show=False, id="setup.turn"),
    Binding("y", "setup_side", "Who is yours (set-up)", show=False, id="setup.side"),
    Binding(
        "left", "transport('back')", "Step", priority=True, id="transport.back", key_display="<->"
    ),
    Binding("right", "transport('on')", "Step on", False, priority=True, id="transport.on"),
    Binding("space", "transport('play')", "Play", priority=True, id="transport.play"),
    Binding("home", "transport('first')", "First", False, priority=True, id="transport.first"),
    Binding("end", "transport('last')", "Now", False, priority=True, id="transport.last"),
    Binding("minus", "transport('slower')", "Slower", False, priority=True, id="transport.slower"),
    Binding(
        "plus,equals_sign",
        "transport('faster')",
        "Faster",
        False,
        priority=True,
        id="transport.faster",
    ),
    Binding("t", "advice", "Hint", id="study.hint"),
    Binding("r", "review", "Review", id="study.review"),
    Binding("pageup", "page(-1)", "Moves before", show=False, id="study.pageup"),
    Binding("pagedown", "page(1)", "Moves after", show=False, id="study.pagedown"),
    Binding("enter", "go_on_from_here", "Go on here", priority=True),
    Binding("escape", "escape", "Break off", show=False, id="game.cancel"),
    Binding("i", "paste_fen", "Position from FEN", show=False, id="game.fen"),
    Binding("ctrl+o", "load_pgn", "Load PGN", show=False, id="game.load"),
    Binding("ctrl+s", "save_pgn", "Save PGN", show=False, id="game.save"),
    Binding("tab", "app.focus_next", "Next", show=False, id="app.next"),
    *(
        Binding(one.key, f"panel('{one.name}')", one.title, show=False, id=f"panel.{one.name}")
        for one in PANELS
        if one.key
    ),
    Binding("f1,question_mark", "help", "Help", id="app.help", key_display="F1"),
]

APP_LOOK = """
VerticalScroll, Markdown { scrollbar-size-vertical: 1; }
* { scrollbar-background: $surface; scrollbar-background-hover: $surface;
    scrollbar-background-active: $surface; scrollbar-color: $surface-lighten-3; }
Button:focus { text-style: bold underline; background-tint: $foreground 15%; }
Button.-primary { color: $primary; background: $surface; text-style: bold reverse; }
.buttons Button.-primary { text-style: bold; }
.buttons Button:focus, Button.-primary:focus {
    text-style: bold underline reverse; background-tint: $foreground 0%; }
App.-ascii #panels.-tiles > BlocksWidget { border-top: ascii $surface-lighten-2; }
App.-ascii #panels > BlocksWidget.-mode { border-left: ascii $warning; }
App.-ascii .box { border: ascii $primary; }
App.-ascii MarkdownTableContent { keyline: none; }
App.-ascii #log-scroll { border-top: ascii $primary; }
App.-ascii Dialog Input, App.-ascii Dialog Input:focus { border: ascii $primary; }
App.-ascii BlockView.-choice:focus { border-left: ascii $primary; }
"""

LOOK = """
#top { height: 1; width: 100%; background: $panel; color: $foreground; padding: 0 1; }
#top.-away { background: $primary 40%; text-style: bold; }
#body { height: 1fr; }
#left { width: auto; height: 100%; }
#board { width: auto; height: auto; }
#timeline { dock: bottom; }
#line { height: auto; width: 100%; background: $panel; padding: 0 1; }
#entry { border: none; height: 1; padding: 0 1; width: 38; max-width: 50%; background: $boost; }
#line.-quiet #entry { max-width: 100%; }
#entry > .input--placeholder { color: $foreground 80%; }
#line.-said #entry:blur, #line.-placing #entry, #setup-buttons { display: none; }
#line.-placing #setup-buttons { display: block; }
#entry:focus { background: $background; text-style: bold; }
#setup-buttons { max-width: 100%; }
#said { width: 1fr; padding: 0 0 0 1; }
#line.-under { layout: vertical; }
#line.-under #said { width: 100%; }
#right { width: 1fr; height: 100%; background: $surface; }
#glass { height: auto; width: 100%; align-horizontal: center; background: #140505; }
#digits { width: auto; height: auto; background: #140505; }
#left.-hidden { display: none; }
MainScreen.-portrait #body { layout: vertical; }
MainScreen.-portrait #left { height: auto; }
MainScreen.-portrait #timeline { dock: none; }
MainScreen.-portrait #right { width: 100%; height: 1fr; }
"""

HELP = """\
## Play
| to | do |
| --- | --- |
| move | type `e4`, `Nf3`, `O-O`, `6343` and Enter; or click piece and square, or drag |
| begin another game | `n`: side, level, opening, position |
| take back, do again | `u`; Ctrl+Y |
| get advice | `t`: a hint, and what is threatened |
| have the program of 1976 itself | Ctrl+P, *Get the program of 1976*; or `microchess image fetch` |
| let MicroChess move | Ctrl+G; Escape breaks its thinking off |
| look again | Left, Right; Space plays, stops; Home, End; Esc: back to now; Enter goes on there |
| turn the board | `v` |
| see the first captions again | Ctrl+P, *Captions* |
| save or load a game | Ctrl+S, Ctrl+O; `i` takes a FEN |

## Watch and change the machine
| to | do |
| --- | --- |
| see it think | `w`; `-` slower, `+` faster |
| slow it down | `*`: the pace of 1976; F3: 1/10, 1/100 MHz; only `p` pauses it and lets it go on |
| step through its code | F6, `p`, Right; Left goes back |
| poke a byte | F4 or F6, choose it, Enter, two hex digits, Escape |
| set up a position | `s`, then drag pieces or type their letters; `w` who moves, `y` your side |
| press its keys | F3, click, or Enter and type; Escape |
| give it other weights | F9 |
| load or record a tape | F10 |
| pause it somewhere | F6, click a line, `k`; `x` for conditions |
| use its terminal | F8, Ctrl+T, Ctrl+R; Escape |

**Ctrl+P** finds everything else by name. Letters are moves wherever you are, except in a *mode*
(set-up, poking, keypad, terminal), which the last line names and Escape leaves.
"""
