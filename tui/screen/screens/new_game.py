"""The dialog that starts a game."""

from collections.abc import Awaitable, Callable

import chess
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Label, Select

from emu.notation import counted
from microchess.engine.formula import IN_1976
from microchess.errors import FenError, PositionError
from microchess.program.book import line
from microchess.program.levels import Level
from microchess.program.openings import OPENINGS, Opening
from microchess.program.position import read_start
from tui.screen.screens.ask import confirm
from tui.screen.screens.dialog import Form
from tui.screen.widgets.choice import Choice
from tui.session.new_game import NewGame
from tui.session.thought_words import JANUS, describe_level

_DEFAULT, _NONE, _BOTH = "default", "none", "both"
_COMES_WITH = "giuoco-piano"
_AFTER_N = "abcdefghx"
"""With what a knight's move goes on."""
_SIDES = (("white", "White"), ("black", "Black"), (_BOTH, "Both"))


class NewGameScreen(Form[NewGame]):
    """Side, level, opening, position; asks before a game of so many half-moves is left."""

    ANSWER = "start", "Start"

    DEFAULT_CSS = """
    NewGameScreen Select { width: 40; }
    NewGameScreen Input { width: 52; }
    NewGameScreen .row { height: auto; margin-bottom: 1; }
    NewGameScreen .row Label { width: 10; }
    NewGameScreen .row.-told { margin-bottom: 0; }
    NewGameScreen .hint { margin: 0 0 1 10; }
    NewGameScreen.-narrow .box { width: 100%; max-width: 100%; padding: 0 1; }
    NewGameScreen.-narrow .row { layout: vertical; margin: 0; }
    NewGameScreen.-narrow .hint { margin: 0; }
    NewGameScreen.-narrow Select, NewGameScreen.-narrow Input { width: 100%; }
    NewGameScreen #book-text { width: 52; height: auto; max-width: 100%; }
    NewGameScreen #fault { color: $error; height: auto; max-width: 62; }
    NewGameScreen.-short.-wrong .hint { display: none; }
    """

    def __init__(
        self,
        like: NewGame,
        program: str,
        leaving: int,
        on_knight: Callable[[events.Key], Awaitable[None]] | None,
        other: str,
        kept: bool,
    ) -> None:
        """It is filled in as *like*. *on_knight* is called in place of an answer with the first
        key and those behind it, if that goes on with a knight's move of which key n, which leads
        here, was the beginning. *other* is the title of the other program, if there is one;
        ``against_other``: that is to play, and the present game stays where it is *kept*.
        """
        ours = " against Janus, by the rules of MicroChess (1976)" if program == JANUS else ""
        super().__init__(f"New game{ours}")
        self._on_knight, self._typed = on_knight, False
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (66, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]
        self._like, self._leaving, self._program = like, leaving, program
        self._opening = like.opening.key if like.opening else _DEFAULT
        self._mine = not like.computer
        self._other, self._kept, self.against_other = other, kept, False

    def compose(self) -> ComposeResult:
        """The form."""
        with Vertical(classes="box"):
            with Horizontal(classes="row"):
                yield Label("You have")
                mine = _BOTH if self._like.both else chess.COLOR_NAMES[self._mine]
                yield Choice(_SIDES, mine, id="side")
            with Horizontal(classes="row"):
                yield Label("Player")
                python = "program" if self._like.formula is None else "python"
                players = [("program", self._program), ("other", self._other), ("python", "Python")]
                yield Choice([one for one in players if one[1]], python, id="player")
            with Horizontal(classes="row -told"):
                yield Label("Level")
                levels = [(level.name, level.title) for level in Level]
                yield Choice(levels, self._like.level.name, id="level")
            about = describe_level(self._like.level, self._program)
            yield Label(about, id="level-text", classes="hint")
            with Horizontal(classes="row -told"):
                yield Label("Opening")
                yield Select(
                    self._openings(self._mine), value=self._opening, allow_blank=False,
                    compact=True, id="opening",
                )  # fmt: skip
            yield Label(self._book(), id="book-text", classes="hint")
            with Horizontal(classes="row"):
                yield Label("Position")
                yield Input(self._like.fen, placeholder="FEN; empty: the usual one", compact=True)
            yield Label("", id="fault")
            yield from self.buttons()

    def on_mount(self) -> None:
        """The position where one was to be given, else the button; Enter starts at once."""
        (self.query_one(Input) if self._like.fen else self.query_one("#start")).focus()

    async def on_key(self, event: events.Key) -> None:
        """The first one may be no answer, nor those that were pressed before this was gone."""
        on_knight = self._on_knight
        if on_knight is not None and (self._typed or event.key in _AFTER_N):
            event.stop()
            if not self._typed:
                self._typed = True
                self.dismiss(None)
            await on_knight(event)
        else:
            self._on_knight = None
            field = self.query_one(Input)
            untouched = (field.value or None) == self._like.fen
            at = self.focused if untouched and event.key == "space" else None
            if isinstance(at, Button) and isinstance(at.parent, Choice):
                event.stop()
                at.press()
            elif event.is_printable and event.character:
                event.stop()
                field.focus()
                field.insert_text_at_cursor(event.character)

    def on_click(self, _: events.Click) -> None:
        """Who has the mouse types no move. The dialog's own handler is called as well."""
        self._on_knight = None

    def on_resize(self) -> None:
        """What has the keys stays in view."""
        if self.focused is not None:
            self.call_after_refresh(self.focused.scroll_visible, animate=False)

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """The books are those of the computer's side."""
        if event.choice.id == "side":
            self._mine = event.choice.value != "black"
            select, openings = self.query_one("#opening", Select), self._openings(self._mine)
            key = self._opening if self._opening in dict(openings).values() else _DEFAULT
            select.set_options(openings)
            select.value = self._opening = key
            self.query_one("#book-text", Label).update(self._book())
        elif event.choice.id == "level":
            text = describe_level(Level[event.choice.value], self._program)
            self.query_one("#level-text", Label).update(text)

    def on_select_changed(self, event: Select.Changed) -> None:
        """Other moves."""
        self._opening = str(event.value)
        self.query_one("#book-text", Label).update(self._book())

    def _book(self) -> str:
        """The moves in the book that is chosen, which MicroChess plays at once."""
        computer = not self._mine
        if self._opening == _DEFAULT and computer == chess.BLACK:
            return "a book for White: with Black MicroChess thinks from the first move on"
        found = _opening(_COMES_WITH if self._opening == _DEFAULT else self._opening, computer)
        return chess.Board().variation_san(line(found)) if found else ""

    @staticmethod
    def _openings(mine: chess.Color) -> list[tuple[str, str]]:
        names = [(one.name, one.key) for one in OPENINGS if one.computer != mine]
        return [("the book it comes with", _DEFAULT), *names, ("none, it thinks", _NONE)]

    def on_input_changed(self) -> None:
        """What was wrong with it before is said no more."""
        self._say_wrong("")

    def _say_wrong(self, text: str) -> None:
        """In the room of the hints, where there is no other."""
        self.query_one("#fault", Label).update(text)
        self.set_class(bool(text), "-wrong")

    def finish(self) -> None:
        """Start, after a question where a game would be lost: of another program, not kept."""
        side = self.query_one("#side", Choice).value
        computer = side == "black"
        name = self.query_one("#level", Choice).value
        fen = self.query_one(Input).value.strip() or None
        try:
            if fen is not None:
                read_start(fen, computer)
        except (FenError, PositionError) as error:
            self._say_wrong(str(error))
            self.query_one(Input).focus()
            return
        key = str(self.query_one("#opening", Select).value)
        opening = _opening(key, computer) if fen is None else None
        book, steady = key != _NONE, self._like.steady
        player = self.query_one("#player", Choice).value
        formula = (self._like.formula or IN_1976) if player == "python" else None
        self.against_other = player == "other"
        both = side == _BOTH
        setup = NewGame(computer, Level[name], opening, fen, book, steady, both, formula)
        if self.against_other and self._leaving and not self._kept:
            text = f"The game, {counted(self._leaving, 'half-move')} long, is not saved.\n"
            text += "To save it, go back: Ctrl+S, or Save PGN among the commands."
            confirm(self.app, "New game", text, "Back", lambda: self.dismiss(setup))
        else:
            self.dismiss(setup)


def _opening(key: str, computer: chess.Color) -> Opening | None:
    """The book of that name for the computer's side."""
    return next((one for one in OPENINGS if (one.key, one.computer) == (key, computer)), None)
