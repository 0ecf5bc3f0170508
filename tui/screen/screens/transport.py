"""One way to look at everything again: the game's moves, the last reply, its keys, instructions."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.timer import Timer
from textual.widgets import Button, Input

from emu.notation import counted
from microchess.program.reply import leaders
from tui.screen.screens.setup import SetUpActions
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.transport import BEST, CAPTURE, KEY, STOP, Playback, Transport
from tui.session.considered import considered
from tui.session.debugger import Debugger
from tui.session.snapshot import Activity, Snapshot, Thought
from tui.session.speeds import SPEEDS, factor
from tui.session.timetravel import TimeTravel

if TYPE_CHECKING:
    from tui.screen.panels.asking import Asking

TRANSPORT_KEYS = [
    Binding(
        "left", "transport('back')", "Step", priority=True, id="transport.back", key_display="<->"
    ),
    Binding("right", "transport('on')", "Step on", False, priority=True, id="transport.on"),
    Binding("space", "transport('play')", "Play", priority=True, id="transport.play"),
    Binding("home", "transport('first')", "First", False, priority=True, id="transport.first"),
    Binding("end", "transport('last')", "Now", False, priority=True, id="transport.last"),
    Binding("minus", "transport('slower')", "Slower", False, priority=True, id="transport.slower"),
    Binding(
        "plus,equals_sign", "transport('faster')", "Faster", False, priority=True,
        id="transport.faster",
    ),
]  # fmt: skip
_RATES = [(one, factor(one) if one is None else f"x{factor(one)}") for one in SPEEDS]
_WHOLE, _ANSWER, _MOVES, _INSTRUCTIONS = 10.0, 4.0, 1.0, 10.0
"""At x1: seconds of a whole reply and of an answer; moves and instructions in a second."""
_FRAME, _MOST_AT_ONCE = 1 / 15, 5


class TransportActions(SetUpActions):
    """Stepping and playing; what the stops are the panel on top says."""

    _clock: Timer | None = None
    _rate = 2
    _awaited: Snapshot | None = None
    """What was shown when something was asked that is not to be seen yet."""
    _leaves_now = False
    """Whether playing has begun and its first moment is not seen yet."""
    _due = _last_tick = 0.0
    _considers = False

    look_at: Callable[[int | None], None]
    timelines: tuple[Transport, ...]

    @property
    def stops(self) -> str:
        """What is stepped through; what is looked at already goes on."""
        own = self.entry.stops
        if self.asking is not None:
            return "cells"
        if self.looking is not None:
            return "moves"
        return "candidates" if own == "moves" and self.shown.watching else own

    @property
    def asking(self) -> Asking | None:
        """What the panel on top goes through by itself."""
        return self.panels.top.asking

    @property
    def _at_now(self) -> bool:
        if self.asking is not None:
            return self.asking.done
        return self.looking is None and not self.shown.watching

    @property
    def live(self) -> bool:
        """Whether the machine itself is at work, not a reply that is watched."""
        return not self.shown.watching and self.shown.activity is not Activity.WAITING

    def check_transport(self, what: str) -> bool:
        """Whether its key is: not where keys mean something else."""
        focused = self.focused
        if self.snapshot is None or self.mode or isinstance(focused, (Input, Button)):
            return False
        cursor = isinstance(focused, BoardWidget) and focused.cursor is not None
        return not (cursor and what in ("back", "on"))

    async def action_transport(self, what: str) -> None:
        """``first``, ``back``, ``play``, ``on``, ``last``, ``slower`` or ``faster``."""
        if what in ("slower", "faster"):
            by = 1 if what == "faster" else -1
            self._rate = max(0, min(self._rate + by, len(_RATES) - 1))
        elif what == "play":
            self._play()
        else:
            self.stop_playing()
            if self.asking is not None:
                at, end = self.asking.step, self.asking.longest
                self.go_to_cell({"first": 0, "back": at - 1, "on": at + 1, "last": end}[what])
            elif self.stops == "moves":
                self._step_moves(what)
            elif what == "last":
                self.ask(TimeTravel.watch(None))
            elif what == "first":
                self.go_to_first()
            elif self.stops == "instructions":
                step = "step" if what == "on" else "step_back"
                self.call_later(self.panels["inside"].run_action, f"step('{step}')")
            elif what == "on" and self.live and self.shown.activity is Activity.HELD:
                self.ask(Debugger.go_on())
            else:
                self.ask(TimeTravel.watch_step(1 if what == "on" else -1, self.stops == "keys"))
        self.show_stops()

    def show_stops(self) -> None:
        """What is gone through, or where one is, has changed."""
        self.panels.top.again()
        self.show_transport(self.shown)
        self.arrange_keys()

    def go_to_cell(self, step: int) -> None:
        """So many cells of what is asked."""
        if self.asking is not None:
            self.asking.go_to(step)
            self.panels.top.again()

    def _step_moves(self, what: str) -> None:
        game = self.shown.game
        count = len(game.sans)
        at = count if self.looking is None else self.looking
        self.look_at({"first": -game.before, "back": at - 1, "on": at + 1, "last": count}[what])

    def go_to_first(self) -> None:
        """The reply's first stop, or as far back as the machine at work can go."""
        if self.stops == "instructions" and self.live:
            self.ask(TimeTravel.back(None))
            return
        stops = self._marks
        self.ask(TimeTravel.watch(min(stops)) if stops else TimeTravel.watch_step(-1, False))

    def _play(self) -> None:
        if self.stops == "instructions" and self.live:
            self.action_pause()
            return
        if self.playing:
            self.stop_playing()
            return
        moves = self.stops == "moves"
        played = len(self.shown.game.sans) + self.shown.game.before if moves else self._marks
        if not (played or self.asking):
            self.say("nothing to play yet: make a move", "warning")
            return
        if self._at_now and moves:
            self._step_moves("first")
        elif self._at_now and self.asking is not None:
            self.go_to_cell(0)
        elif self._at_now:
            self.go_to_first()
            self._leaves_now = True
        self._due, self._last_tick = 0.0, time.monotonic()
        self._clock = self.set_interval(_FRAME, self.tick)

    async def action_watch_reply(self) -> None:
        """The last reply from its first key, in about ten seconds."""
        self.look_at(None)
        await self.show_panel("thinking")
        self.stop_playing()
        self._rate = 2
        if self.shown.watching:
            self.go_to_first()
        await self.action_transport("play")

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._clock is not None

    def stop_playing(self) -> None:
        """It goes on no longer."""
        if self._clock is not None:
            self._clock.stop()
            self._clock = None
        self._leaves_now = False

    def tick(self) -> None:
        """A moment on, if what was asked last is seen."""
        now = time.monotonic()
        since, self._last_tick = min(1.0, now - self._last_tick), now
        if self._awaited is self.shown:
            return
        rate = _RATES[self._rate][0]
        if self._at_now and self._leaves_now:
            return
        self._leaves_now = False
        if self._at_now:
            self.stop_playing()
            self.arrange_keys()
        elif self.asking is not None:
            whole = self.asking.longest
            self._due += whole if rate is None else since * rate * whole / _ANSWER
            self.go_to_cell(self.asking.step + int(self._due))
            self._due %= 1
        elif self.stops == "moves":
            self._due += 1 if rate is None else since * rate * _MOVES
            if self._due >= 1:
                self._due -= 1
                self._step_moves("on")
        elif self.stops == "instructions" and rate is not None:
            self._due += since * rate * _INSTRUCTIONS
            steps = min(int(self._due), _MOST_AT_ONCE)
            self._due -= int(self._due)
            for _ in range(steps):
                self.ask(Debugger.step())
        else:
            self._play_reply(since, rate)
        self.show_transport(self.shown)

    def _play_reply(self, since: float, rate: float | None) -> None:
        thought, at = self.shown.thought, self.shown.machine.cycles
        marks = sorted(self._marks)
        if thought is None or not marks:
            return
        last = max(marks[-1], thought.end)
        if rate is None:
            place = bisect_right(marks, at)
            wanted = marks[place] if place < len(marks) else last
        else:
            wanted = at + max(1, int((last - marks[0]) * since * rate / _WHOLE))
        self._awaited = self.shown
        self.ask(TimeTravel.watch(wanted if wanted < last else None))

    @property
    def _marks(self) -> Mapping[int, int]:
        thought = self.shown.thought
        return {} if thought is None else marks_of(thought, self.stops == "keys")

    def show_transport(self, snapshot: Snapshot) -> None:
        """Where one is, on the line and as arrows on the board."""
        if self._awaited is not snapshot:
            self._awaited = None
        tape = self.tape(snapshot)
        for one in self.timelines:
            one.tape = tape
        thought = snapshot.thought
        thinks = thought is not None and not thought.shown and snapshot.can_break_off
        if thought is not None and self.looking is None and (snapshot.watching or thinks):
            self._considers = True
            self.board.candidate, *advice = considered(thought, snapshot.reached or 0)
            self.board.advice = (advice[0], advice[1])
        elif self._considers:
            self._considers = False
            self.board.candidate, self.board.advice = None, (None, None)

    def tape(self, snapshot: Snapshot) -> Playback:
        """What there is to look at again, and where one is."""
        rate = _RATES[self._rate][1]
        game, thought = snapshot.game, snapshot.thought
        if self.board.setup:
            return Playback()
        if (asking := self.asking) is not None:
            stops = dict.fromkeys(range(asking.longest + 1), STOP)
            told = f"{asking.step} of {counted(asking.longest, 'cell')}"
            return Playback(0, asking.longest, asking.step, stops, told, None, rate, self.playing)
        if self.stops == "moves":
            sans, first = game.sans, -game.before
            at = len(sans) if self.looking is None else self.looking
            stops = dict.fromkeys(range(first, 1), KEY)
            stops |= {i: CAPTURE if "x" in san else STOP for i, san in enumerate(sans, 1)}
            told = game.position_after(at)
            if len(stops) < 2:
                return Playback()
            return Playback(first, len(sans), at, stops, told, None, rate, self.playing)
        marks = self._marks
        if thought is None or not marks:
            return Playback()
        now = snapshot.machine.cycles
        first = min([thought.began, *marks])
        last = max([thought.end if thought.cycles else now, *marks])
        told, value = _moment(thought, snapshot)
        return Playback(first, last, now, marks, told, value, rate, self.playing)


def marks_of(thought: Thought, keys_alone: bool) -> dict[int, int]:
    """The kind of what happened at each cycle."""
    kinds = {cycle: KEY for cycle, _ in thought.keys}
    if keys_alone:
        return kinds
    best = set(leaders(thought.candidates))
    for index, (one, cycle) in enumerate(zip(thought.candidates, thought.judged_at, strict=True)):
        taken = thought.table.standing_on(one.to) is not None
        kinds[cycle] = BEST if index in best else CAPTURE if taken else STOP
    return kinds


def _moment(thought: Thought, snapshot: Snapshot) -> tuple[str, int | None]:
    """Which candidate was judged last at that moment, with its value; else which key is down."""
    judged, total = snapshot.reached or 0, len(thought.candidates)
    if judged and (snapshot.watching or not thought.shown):
        one = thought.candidates[judged - 1]
        return f"{judged}/{total} {thought.name_of(one)} {one.value}", one.value
    if snapshot.watching:
        keys = [key for cycle, key in thought.keys if cycle <= snapshot.machine.cycles]
        return (f"key {keys[-1]}" if keys else ""), None
    return (f"{total} candidates" if total else "from the book"), None
