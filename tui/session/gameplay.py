"""A live session, fourth part: what the game wants of the machine, move by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import chess

from microchess.game.record import today
from microchess.program.levels import Level
from tui.session import commands as c
from tui.session.core import Work
from tui.session.livegame import LOG_LINES
from tui.session.manual import ManualControl
from tui.session.snapshot import SET_UP, Activity

T = TypeVar("T")


class Gameplay(ManualControl):
    """A session whose machine is worked for the game and its turns."""

    def at_once(self, do: Callable[..., T], *values: object) -> T:
        """Do something that takes the machine no time, with *values*; what comes of it."""
        self.broken_off = False
        try:
            return do(*values)
        finally:
            self.settled()

    def new_game(self, setup: c.NewGame) -> None:
        """Begin a game in a machine of its own.

        Raises MicroChessError or EmuError when it cannot be; the present one stays then.
        """
        self.end_past()
        self.live.new_game(setup)
        self.game.state.date = today()
        self.line.attach(self.machine)
        self.deck.attach(self.machine)
        self.look()

    def end_set_up(self, wanted: chess.Color | None, steps: int, yours: chess.Color | None) -> None:
        """The position is as wanted: the side to move begins; with the sides exchanged it is the
        beginning of another game.
        """
        game = self.game
        turn = game.board.turn if wanted is None else wanted
        if yours == game.computer:
            game.editor.set_up(steps, turn)
            level, fen = game.bridge.level or Level.NORMAL, game.board.fen()
            about = f"{SET_UP}a new game, in which you have {chess.COLOR_NAMES[yours].capitalize()}"
            self.at_once(self.new_game, c.NewGame(not yours, level, fen=fen, about=about))
            self.answer_if_due()
        elif self.at_once(self.live.end_set_up, turn, steps):
            self.answer_if_due()

    def give(self) -> None:
        """Let the program move for the side whose turn it is."""
        out_of_turn = not self.game.computers_turn
        self.at_once(self.live.give_turn)
        if out_of_turn:
            side = chess.COLOR_NAMES[self.game.computer].capitalize()
            self.tell(f"{side} moves out of turn: another game begins here; Undo brings this back")
        self.answer_if_due(asked=True)

    def play(self, text: str) -> None:
        """Key in a move; the reply follows."""
        self.begin(Work(Activity.KEYING, self.live.playing(text), self._moved, self._failed))

    def go_on_from(self, half_moves: int) -> None:
        """Go on where *half_moves* had been made."""
        self.end_past()
        going_on = self.live.going_on(half_moves)
        self.begin(Work(Activity.KEYING, going_on, self._moved, self._failed))

    def _moved(self, _: object) -> None:
        self.line.taken_to_another_time()
        self._made()
        self.answer_if_due()

    def _made(self) -> None:
        """A move is kept before it is shown."""
        self.listening = self.program_listens()
        self.begin_past()
        self.look()
        self.save()

    def save(self) -> None:
        """Keep the session, once there is one, where the game left the machine."""
        if self._view is not None and not self.away:
            log = self.live.log[-LOG_LINES:]
            settings = {**self.governor.settings, "steady_book": self.live.steady, "log": log}
            self.autosave.save(self.game, settings)

    def answer_if_due(self, asked: bool = False) -> None:
        """Let the program think if it is to move; both sides at one keyboard: if it is *asked*."""
        if self.live.both and not asked:
            return
        if self.game.computers_turn and not self.game.over:
            answering = self.live.answering()
            self.begin(Work(Activity.THINKING, answering, self._answered, self._failed))

    def _answered(self, _: object) -> None:
        """What was typed at the terminal meanwhile is sent now."""
        self._made()
        if self.line.port.pending:
            self.run()

    def set_both(self, on: bool) -> None:
        """A person plays both sides, or no longer."""
        self.live.both = on
        self.look(dirty=False)
        self.answer_if_due()

    def set_level(self, level: Level) -> None:
        """Another level from the next reply on."""
        self.at_once(setattr, self.game.bridge, "level", level)
        self.tell(f"level {level.title}, from the next reply on")

    def _failed(self, error: Exception) -> None:
        self.tell(str(error), "error")
        self.settled()
