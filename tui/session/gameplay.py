"""What the game wants of the machine: moves keyed in, replies thought out, a new game."""

from __future__ import annotations

from collections.abc import Callable

import chess

from emu.errors import EmuError
from microchess.errors import MicroChessError
from microchess.game.record import today
from microchess.program.levels import Level
from tui.session import commands as c
from tui.session.core import Core, Work
from tui.session.snapshot import Activity


class Gameplay:
    """The game of *core* and its turns; *run* lets the machine run for nobody."""

    def __init__(self, core: Core, run: Callable[[], None]) -> None:
        self._core, self._run = core, run

    def at_once(self, do: Callable[..., object], *values: object) -> bool:
        """Do something that takes the machine no time, with *values*; whether it was done."""
        core = self._core
        core.broken_off = False
        try:
            do(*values)
        except (MicroChessError, EmuError) as error:
            core.tell(str(error), "error")
            return False
        finally:
            core.settled()
        return True

    def new_game(self, setup: c.NewGame) -> None:
        """Begin a game in a machine of its own.

        Raises MicroChessError or EmuError when it cannot be; the present one stays then.
        """
        core = self._core
        core.times.end_past()
        core.live.new_game(setup)
        core.game.date = today()
        core.line.attach(core.machine)
        core.deck.attach(core.machine)
        core.changed()

    def end_set_up(self, wanted: chess.Color | None, steps: int) -> None:
        """The position is as wanted: the side to move begins."""
        live = self._core.live
        turn = live.game.board.turn if wanted is None else wanted
        another = False

        def end() -> None:
            nonlocal another
            another = live.end_set_up(turn, steps)

        if self.at_once(end) and another:
            self.answer_if_due()

    def give(self) -> None:
        """Let the program move for the side whose turn it is."""
        if self.at_once(self._core.live.give_turn):
            self.answer_if_due(asked=True)

    def play(self, text: str) -> None:
        """Key in a move; the reply follows."""
        core = self._core
        core.begin(Work(Activity.KEYING, core.live.playing(text), self._moved, self._failed))

    def go_on_from(self, half_moves: int) -> None:
        """Go on where *half_moves* had been made."""
        core = self._core
        core.times.end_past()
        going_on = core.live.going_on(half_moves)
        core.begin(Work(Activity.KEYING, going_on, self._moved, self._failed))

    def _moved(self, _: object) -> None:
        self._core.line.taken_to_another_time()
        self._core.settled()
        self.answer_if_due()

    def answer_if_due(self, asked: bool = False) -> None:
        """Let the program think if it is to move; both sides at one keyboard: if it is *asked*."""
        core = self._core
        if core.live.both and not asked:
            return
        if core.game.computers_turn and not core.game.over:
            answering = core.live.answering()
            core.begin(Work(Activity.THINKING, answering, self._answered, self._failed))

    def _answered(self, _: object) -> None:
        """What was typed at the terminal meanwhile is sent now."""
        self._core.settled()
        if self._core.line.port.pending:
            self._run()

    def set_both(self, on: bool) -> None:
        """A person plays both sides, or no longer."""
        self._core.live.both = on
        self._core.changed(dirty=False)
        self.answer_if_due()

    def set_level(self, level: Level) -> None:
        """Another level from the next reply on."""
        if self.at_once(setattr, self._core.game.bridge, "level", level):
            self._core.tell(f"level {level.title}, from the next reply on")

    def _failed(self, error: Exception) -> None:
        self._core.tell(str(error), "error")
        self._core.settled()
