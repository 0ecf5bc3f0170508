"""The dialog that starts a game."""

from __future__ import annotations

import chess
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Label, RadioButton, RadioSet, Select

from microchess.errors import FenError, PositionError
from microchess.levels import Level
from microchess.openings import OPENINGS
from microchess.position import Position, read_fen
from tui.live.commands import NewGame
from tui.screens.dialog import Dialog

_DEFAULT, _NONE = "default", "none"


class NewGameScreen(Dialog[NewGame]):
    """Side, level, opening, position."""

    DEFAULT_CSS = """
    NewGameScreen RadioSet { layout: horizontal; border: none; padding: 0; width: auto;
        background: transparent; height: 1; }
    NewGameScreen RadioButton { width: auto; margin-right: 2; background: transparent; }
    NewGameScreen Select { width: 40; }
    NewGameScreen Input { width: 52; }
    NewGameScreen .row { height: auto; }
    NewGameScreen .row Label { width: 10; }
    NewGameScreen .row { margin-bottom: 1; }
    NewGameScreen #fault { color: $error; height: auto; max-width: 62; }
    """

    def __init__(self, mine: chess.Color, level: Level, fen: str = "") -> None:
        super().__init__()
        self._mine, self._level, self._fen = mine, level, fen

    def compose(self) -> ComposeResult:
        """The form."""
        with Vertical(classes="box") as box:
            box.border_title = "New game"
            with Horizontal(classes="row"):
                yield Label("You have")
                with RadioSet(id="side"):
                    yield RadioButton("White", value=self._mine == chess.WHITE, id="white")
                    yield RadioButton("Black", value=self._mine == chess.BLACK, id="black")
            with Horizontal(classes="row"):
                yield Label("Level")
                with RadioSet(id="level"):
                    for level in Level:
                        yield RadioButton(
                            level.title, value=level is self._level, id=f"level-{level.name}"
                        )
            with Horizontal(classes="row"):
                yield Label("Opening")
                yield Select(
                    self._openings(self._mine), value=_DEFAULT, allow_blank=False,
                    compact=True, id="opening",
                )  # fmt: skip
            with Horizontal(classes="row"):
                yield Label("Position")
                yield Input(self._fen, placeholder="FEN; empty: the usual one", compact=True)
            yield Label("", id="fault")
            with Horizontal(classes="buttons"):
                yield Button("Cancel", id="cancel", compact=True)
                yield Button("Start", id="start", variant="primary", compact=True)

    def on_mount(self) -> None:
        """The button first: Enter starts at once."""
        self.query_one("#start").focus()

    def on_radio_set_changed(self, event: RadioSet.Changed) -> None:
        """The books are those of the computer's side."""
        if event.radio_set.id == "side":
            select = self.query_one("#opening", Select)
            select.set_options(self._openings(event.pressed.id == "white"))
            select.value = _DEFAULT

    @staticmethod
    def _openings(mine: chess.Color) -> list[tuple[str, str]]:
        names = [(one.name, one.key) for one in OPENINGS if one.computer != mine]
        return [("the book it comes with", _DEFAULT), *names, ("none, it thinks", _NONE)]

    def on_input_submitted(self) -> None:
        """Enter starts."""
        self._start()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Start, or not."""
        if event.button.id == "start":
            self._start()
        else:
            self.dismiss(None)

    def _start(self) -> None:
        pressed = self.query_one("#side", RadioSet).pressed_button
        computer = not (pressed is not None and pressed.id == "white")
        chosen = self.query_one("#level", RadioSet).pressed_button
        name = (chosen.id or "").removeprefix("level-") if chosen else Level.NORMAL.name
        fen = self.query_one(Input).value.strip() or None
        try:
            if fen is not None:
                Position.from_board(read_fen(fen), computer)
        except (FenError, PositionError) as error:
            self.query_one("#fault", Label).update(str(error))
            return
        key = str(self.query_one("#opening", Select).value)
        opening = next((o for o in OPENINGS if o.key == key and o.computer == computer), None)
        if fen is not None:
            opening = None
        self.dismiss(NewGame(computer, Level[name], opening, fen, book=key != _NONE))
