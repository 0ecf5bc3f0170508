"""The machine of a session, the game on it, the work in hand, and what is shown of them."""

import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from emu.errors import EmuError
from emu.watch.debug import DebugMachine
from microchess.errors import MicroChessError
from microchess.game.game import Game
from microchess.game.record import today
from microchess.machine.player import Player
from microchess.program.reply import Candidate
from tui.session.autosave import Autosave
from tui.session.deck import LiveDeck
from tui.session.governor import Governor
from tui.session.line import LiveLine
from tui.session.livegame import LiveGame
from tui.session.past import Replay, WayBack
from tui.session.queue import Queue
from tui.session.snapshot import BEWARE, Activity, GameView, Notice, Publish, Severity, Snapshot
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


class Runner:
    """Works the machine of *player* on *monitor* (None: ours); snapshots and notices go to *send*.

    ``broken_off``: a free run was broken off for the request being done, and goes on after it;
    ``listening``: the game's program has the keypad; ``shows``: it publishes. *settings* are those
    of a kept session, which is saved at *save_path*.
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
        self.send = send
        self.governor = Governor(speed)
        self.governor.restore(settings)
        self.autosave = Autosave(save_path, monitor, settings, self.tell)
        self.live = LiveGame(player, monitor, self.tell)
        self.live.steady = settings.get("steady_book") is True
        self.line = LiveLine(self.tell, self.look_ahead)
        self.deck = LiveDeck(self.tell, send)
        self.queue = Queue(self.tell)
        self.past: WayBack | None = None
        self.replay: Replay | None = None
        """The last reply, while it is watched again."""
        self.work: Work | None = None
        self.broken_off = False
        self.listening = self.shows = True
        self._rethinking: Iterator[object] = iter(())
        self.search: Generator[float, None, None] | None = None
        """The past is searched: until that has ended the machine stands somewhere there."""
        self._searched = 0.0
        self._shown: Snapshot | None = None
        self.thinks_back = False
        """The last reply is thought out once more while nothing else is done."""
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

    @property
    def key_is_pressed(self) -> bool:
        """Whether keys are pressed for the game; PC stays down while the program thinks."""
        if self.activity is Activity.THINKING:
            return "PC" not in self.machine.board.keypad.down
        return self.activity is Activity.KEYING

    @property
    def patience(self) -> float | None:
        """Seconds until the work in hand may go on; None: not before something is asked."""
        if self.search is not None:
            return 0.0
        if self.work is None:
            return 0.0 if self.thinks_back else self.autosave.patience
        if self.governor.stands:
            return None
        self.governor.keying = self.key_is_pressed
        return 0.0 if self.governor.held else self.governor.wait(self.machine)

    # Work

    def go_on(self) -> None:
        """Go on with the work in hand for a slice, or, without, with thinking back; with the search
        before anything else.
        """
        if self.search is not None:
            self._search_on()
            return
        work, machine, governor = self.work, self.machine, self.governor
        if work is None:
            self.thinks_back = next(self._rethinking, self) is not self
            return
        if governor.stands:
            return
        governor.prepare(machine)
        if self.past is not None:
            self.past.rewind.keep()
        try:
            judged = next(work.steps)
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
            if judged is not None:
                self.live.thoughts.judged(judged)
        if self.work not in (None, work):
            self.replay = None
        if self.work is not work or governor.held or time.monotonic() >= self._due:
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
            self.settle()

    def give_up(self) -> None:
        """Give up the work in hand; what the game thought for it is forgotten."""
        activity = self.activity
        self.drop_work()
        if activity in (Activity.KEYING, Activity.THINKING):
            self.live.thoughts.recall()

    def _search_on(self) -> None:
        assert self.search is not None
        done = next(self.search, None)
        if done is None:
            self.search, self._searched = None, 0.0
            self.show()
        elif time.monotonic() >= self._due:
            self._searched = done
            self.show()

    def end_search(self) -> None:
        """Search the past no longer; the machine is as it was."""
        if self.search is not None:
            self.search.close()
            self.search, self._searched = None, 0.0

    def think_back(self) -> None:
        """Think the last reply out while nothing else is done, where it is not known."""
        if self.live.thoughts.thought is None:
            self._rethinking, self.thinks_back = self._rethought(), True

    def _rethought(self) -> Iterator[object]:
        try:
            yield from self.live.rethinking()
        except (MicroChessError, EmuError):
            return
        self.show()
        yield None

    def settle(self) -> None:
        """The game has done what it wanted to, or has not: see it as it is now."""
        self.listening = self.look_ahead()
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

    def look_ahead(self) -> bool:
        """Run the machine ahead, and back, to see whether the program reads the keypad; what that
        prints is not printed yet.
        """
        self.line.collect()
        listens = self.game.bridge.listening()
        self.machine.printed()
        return listens

    # Outwards

    def look(self, dirty: bool = True) -> None:
        """See the game as it is, for the next snapshot; *dirty*: another than what is saved. What
        is wrong with its table is told if that is new, or the table was changed by no move.
        """
        live, before = self.live, self._view
        self._view = now = view_game(self.game, tuple(live.log), today(), live.both, live.begun)
        moved = before is not None and (before.sans != now.sans or before.table == now.table)
        for problem in now.problems:
            if not (moved and before and problem in before.problems):
                self.tell(f"{BEWARE}{problem}", "warning")
        self.autosave.dirty = self.autosave.dirty or dirty

    def save(self, left: Mapping[str, Any]) -> None:
        """Keep the session, once there is one, with what is *left*."""
        if self._view is not None:
            kept = {"steady_book": self.live.steady, "log": list(self.live.log)}
            self.autosave.save(self.game, {**self.governor.settings, **kept, **left})

    def show(self) -> None:
        """Send a snapshot, once there is a game to be shown."""
        self._due = time.monotonic() + FRAME
        if self._view is None or not self.shows:
            return
        if self.search is not None and self._shown is not None:
            self.send(replace(self._shown, searched=self._searched))
            return
        governor, view, live = self.governor, self._view, self.live
        watched = self.replay.machine if self.replay else None
        if watched is not None:
            view = at_another_time(view, watched)
        self._shown = Snapshot(
            machine=view_machine(watched or self.machine, self.listening),
            line=self.line.view(),
            game=view,
            thought=live.thoughts.thought,
            activity=Activity.HELD if governor.held else self.activity,
            speed=governor.speed,
            breakpoints=governor.user_breakpoints,
            watchpoints=governor.watchpoints,
            mirror=live.mirror,
            halt=governor.why,
            watching=watched is not None,
            deck=self.deck.view(),
            under_way=self.activity,
            waits=str(self.queue),
            formula=live.formula,
        )
        self.send(self._shown)

    def tell(self, text: str, severity: Severity = "information") -> None:
        """Send a notice; while nothing is shown yet, only one that is grave."""
        if self.shows or severity != "information":
            self.send(Notice(text, severity))
