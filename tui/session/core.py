"""A live session, first part: the work in hand, and what is shown of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from emu.errors import EmuError
from emu.watch.debug import DebugMachine
from microchess.errors import MicroChessError
from microchess.game.game import Game
from microchess.game.record import today
from microchess.machine.player import Player
from microchess.program.reply import Candidate
from tui.session import commands as c
from tui.session.autosave import Autosave
from tui.session.deck import LiveDeck
from tui.session.governor import Governor
from tui.session.line import LiveLine
from tui.session.livegame import LOG_LINES, LiveGame
from tui.session.past import Replay, WayBack
from tui.session.policy import CALLED, called
from tui.session.snapshot import Activity, GameView, Notice, Publish, Snapshot
from tui.session.views import at_another_time, view_game, view_machine

FRAME = 1 / 25
"""Seconds between two snapshots while the machine runs."""
_NO_FURTHER = "no way back beyond the game's last key or move; Undo takes back the last move"


@dataclass
class Work:
    """What is in hand: its state, the steps, and what follows their result, or an error."""

    activity: Activity
    steps: Generator[Candidate | None, None, Any]
    then: Callable[[Any], None]
    failed: Callable[[Exception], None]


class Core:
    """A session of *player* on *monitor* (None: ours), with at most one work in hand;
    snapshots and notices go to *send*.

    ``broken_off``: a free run was broken off for the command being done, and goes on after it;
    ``listening``: the game's program has the keypad. *settings* are those of a kept session, which
    is saved at *save_path*.
    """

    def __init__(
        self,
        player: Player,
        monitor: bytes | None,
        send: Publish,
        settings: Mapping[str, Any],
        speed: float | None,
        save_path: Path | None,
    ) -> None:
        self._send = send
        self.governor = Governor(speed)
        self.governor.restore(settings)
        self.autosave = Autosave(save_path, monitor, settings, self.tell)
        self.live = LiveGame(player, monitor, self.tell)
        self.live.steady = settings.get("steady_book") is True
        self.line = LiveLine(self.tell, self.program_listens)
        self.deck = LiveDeck(self.tell, send)
        self.past: WayBack | None = None
        self.replay: Replay | None = None
        """The last reply, while it is watched again."""
        self.work: Work | None = None
        self.waiting: list[c.Command] = []
        """What will be done when its turn comes; a move after all else."""
        self.broken_off = False
        self.listening = True
        self._view: GameView | None = None
        self._due = 0.0

    @property
    def game(self) -> Game:
        """The present game."""
        return self.live.game

    @property
    def machine(self) -> DebugMachine:
        """The machine it is played on."""
        return self.live.machine

    @property
    def activity(self) -> Activity:
        """What the work in hand is for."""
        return Activity.WAITING if self.work is None else self.work.activity

    # Work

    def begin(self, work: Work) -> None:
        """Take *work* in hand."""
        self.broken_off = False
        self.replay = None
        self.work = work
        self.show()

    def go_on(self, work: Work) -> None:
        """Go on with the *work* in hand for a slice."""
        machine, governor = self.machine, self.governor
        governor.prepare(machine)
        if self.past is not None:
            self.past.rewind.keep()
        try:
            passing = next(work.steps)
        except StopIteration as done:
            self.work = None
            governor.look(machine)
            work.then(done.value)
        except (MicroChessError, EmuError) as error:
            self.work = None
            governor.look(machine)
            work.failed(error)
        else:
            governor.look(machine)
            if passing is not None:
                self.live.thoughts.judged(passing)
        if self.work is None or governor.held or time.monotonic() >= self._due:
            self.show()

    def drop_work(self) -> None:
        """Let go of the work in hand: what the game wanted is as before it, a run ends here."""
        work, self.work = self.work, None
        if work is None:
            return
        work.steps.close()
        self.autosave.dirty = True
        if work.activity in (Activity.KEYING, Activity.THINKING):
            self.governor.go_on()
            self.settled()

    def settled(self) -> None:
        """The game has done what it wanted to, or has not: see it as it is now."""
        self.listening = self.program_listens()
        self.begin_past()
        self.look()

    def begin_past(self) -> None:
        """There is a way back to now: from here on the game has no memory of its own."""
        self.end_past()
        self.past = WayBack(self.machine, _NO_FURTHER)

    def end_past(self) -> None:
        """There is no way back."""
        if self.past is not None:
            self.past.rewind.close()
        self.past = None

    def program_listens(self) -> bool:
        """Whether the program has the keypad; what a look ahead prints is not printed yet."""
        self.line.collect()
        listens = self.game.bridge.listening()
        self.machine.printed()
        return listens

    # Outwards

    def look(self, dirty: bool = True) -> None:
        """See the game as it is, for the next snapshot; *dirty*: another than what is saved."""
        live = self.live
        log = tuple(live.log[-LOG_LINES:])
        self._view = view_game(self.game, log, today(), live.both, live.begun)
        self.autosave.dirty = self.autosave.dirty or dirty

    def show(self) -> None:
        """Send a snapshot, once there is a game."""
        self._due = time.monotonic() + FRAME
        if self._view is None:
            return
        governor, view, live = self.governor, self._view, self.live
        watched = self.replay.machine if self.replay else None
        if watched is not None:
            view = at_another_time(view, watched)
        self._send(
            Snapshot(
                view_machine(watched or self.machine, self.listening),
                self.line.view(),
                view,
                live.thoughts.thought,
                Activity.HELD if governor.held else self.activity,
                governor.speed,
                governor.user_breakpoints,
                governor.watchpoints,
                live.mirror,
                governor.why,
                watched is not None,
                self.deck.view(),
                self.activity,
                ", ".join(dict.fromkeys(called(o) for o in self.waiting if o.verb in CALLED)),
                live.formula,
            )
        )

    def tell(self, text: str, severity: str = "information") -> None:
        """Send a notice."""
        self._send(Notice(text, severity))
