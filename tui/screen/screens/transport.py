"""One way to look at everything again: the game's moves, the last reply, its keys, instructions."""

import time
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, replace

from textual.timer import Timer
from textual.widgets import Button, Input

from microchess.program.reply import leaders
from tui.panels.blocks import ProgressBlock
from tui.screen.screens.study import Study
from tui.screen.screens.view import MainView
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.transport import BEST, CAPTURE, KEY, STOP, Playback
from tui.session.considered import Arrows, arrows_at
from tui.session.debugger import Debugger
from tui.session.snapshot import Activity, Snapshot
from tui.session.speeds import SPEEDS, factor
from tui.session.thought import Thought
from tui.session.thought_words import not_watched
from tui.session.timetravel import TimeTravel

_RATES = [(one, factor(one) if one is None else f"x{factor(one)}") for one in SPEEDS]
_WHOLE, _ANSWER, _MOVES, _INSTRUCTIONS = 10.0, 4.0, 1.0, 10.0
"""At x1: seconds of a whole reply and of an answer; moves and instructions in a second."""
_FRAME, _MOST_AT_ONCE = 1 / 15, 5


@dataclass(frozen=True)
class Steps:
    """The steps of a ``tape``: moves, or a panel's. At x1 there are ``pace`` of them in a second,
    at full speed so many ``at_once``; ``go`` leads to one.
    """

    tape: Playback
    pace: float
    at_once: int
    go: Callable[[int], object]


class Replayer:
    """Steps and plays on *view*; what the stops are the panel on top says."""

    def __init__(self, view: MainView, study: Study) -> None:
        self._view, self._study = view, study
        self._clock: Timer | None = None
        self._rate = 2
        self._awaited: Snapshot | None = None
        """What was shown when something was asked that is not to be seen yet."""
        self._leaves_now = False
        """Whether playing has begun and its first moment is not seen yet."""
        self._due = self._last_tick = 0.0
        self._marked: Arrows | None = None

    @property
    def stops(self) -> str:
        """What is stepped through; what is looked at already goes on."""
        own = self._view.entry.stops
        if self.progress is not None:
            return "steps"
        if self._view.looking is not None:
            return "moves"
        return "candidates" if own == "moves" and self._view.shown.watching else own

    @property
    def progress(self) -> ProgressBlock | None:
        """What the panel on top goes through by itself."""
        return self._view.panels.top.progress

    @property
    def _steps(self) -> Steps | None:
        """What is gone through step by step; None: moments of a reply."""
        if (progress := self.progress) is not None:
            _, _, at, whole, told = astuple(progress)
            stops = dict.fromkeys(range(whole + 1), STOP)
            go = self._view.panels.top.go_to
            return Steps(Playback(0, whole, at, stops, told), whole / _ANSWER, whole, go)
        if self.stops != "moves":
            return None
        game, looking = self._view.shown.game, self._view.looking
        first, last = -game.before, len(game.sans)
        at = last if looking is None else looking
        stops = dict.fromkeys(range(first, 1), KEY)
        stops |= {i: CAPTURE if "x" in san else STOP for i, san in enumerate(game.sans, 1)}
        tape = Playback(first, last, at, stops, game.position_after(at))
        return Steps(tape, _MOVES, 1, self._study.look_at)

    @property
    def _at_now(self) -> bool:
        steps = self._steps
        return not self._view.shown.watching if steps is None else steps.tape.now >= steps.tape.last

    @property
    def _machine_steps(self) -> bool:
        """Whether the machine itself goes on, not a reply that is watched."""
        shown = self._view.shown
        live = not shown.watching and shown.activity is not Activity.WAITING
        return live and self.stops == "instructions"

    def allows(self, what: str) -> bool:
        """Whether its key is: not where keys mean something else."""
        view, focused = self._view, self._view.focused
        if view.snapshot is None or view.mode or isinstance(focused, (Input, Button)):
            return False
        if focused is not None and focused.has_class("-choice"):
            return False
        cursor = isinstance(focused, BoardWidget) and focused.cursor is not None
        return not (cursor and what in ("back", "on"))

    async def press(self, what: str) -> None:
        """``first``, ``back``, ``play``, ``on``, ``last``, ``slower`` or ``faster``."""
        if what in ("slower", "faster"):
            by = 1 if what == "faster" else -1
            self._rate = max(0, min(self._rate + by, len(_RATES) - 1))
            self._view.say(f"speed of the replay: {_RATES[self._rate][1]}")
        elif what == "play":
            self._play()
        else:
            self.stop()
            if (steps := self._steps) is not None:
                tape = steps.tape
                at = {"first": tape.first, "back": tape.now - 1, "on": tape.now + 1}
                steps.go(at.get(what, tape.last))
            else:
                self._press_in_reply(what)
        self.show_stops()

    def _press_in_reply(self, what: str) -> None:
        view, shown, on = self._view, self._view.shown, what == "on"
        if what == "last":
            view.ask(TimeTravel.watch(None))
        elif what == "first":
            self._go_to_first()
        elif self.stops == "instructions":
            view.screen.call_later(
                view.panels["inside"].run_action, f"act({'step' if on else 'back'!r})"
            )
        elif on and not shown.watching and shown.activity is Activity.HELD:
            view.ask(Debugger.go_on())
        else:
            view.ask(TimeTravel.watch_step(1 if on else -1, self.stops == "keys"))

    def show_stops(self) -> None:
        """What is gone through, or where one is, has changed."""
        self._view.panels.top.again()
        self.show(self._view.shown)
        self._view.arrange_keys()

    def go(self, at: int) -> None:
        """The moment *at* of what is gone through."""
        self.stop()
        if (steps := self._steps) is None:
            self._view.ask(TimeTravel.watch(at))
        else:
            steps.go(at)
            self.show_stops()

    def _go_to_first(self) -> None:
        """The reply's first stop, or as far back as the machine at work can go."""
        if self._machine_steps:
            self._view.ask(TimeTravel.back(None))
            return
        stops = self._marks
        self._view.ask(TimeTravel.watch(min(stops)) if stops else TimeTravel.watch_step(-1, False))

    def _play(self) -> None:
        steps = self._steps
        if self._machine_steps:
            self._view.say("p pauses the machine; Space is for what was", "warning")
        elif self.playing:
            self.stop()
        elif self.progress is None and not (
            self._marks if steps is None else len(steps.tape.stops) > 1
        ):
            self._view.say("nothing to play yet: make a move", "warning")
        else:
            if self._at_now and steps is not None:
                steps.go(steps.tape.first)
            elif self._at_now:
                self._go_to_first()
                self._leaves_now = True
            self._due, self._last_tick = 0.0, time.monotonic()
            self._clock = self._view.screen.set_interval(_FRAME, self.tick)

    async def watch_reply(self) -> None:
        """The last reply from its first key, in about ten seconds."""
        if off := not_watched(self._view.shown):
            self._view.say(off, "warning")
            return
        self._study.look_at(None)
        await self._view.show_panel("thinking")
        self.stop()
        self._rate = 2
        if self._view.shown.watching:
            self._go_to_first()
        await self.press("play")

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._clock is not None

    @property
    def space_does(self) -> str:
        """What key Space does where there are stops; empty: nothing."""
        return "" if self._machine_steps else "Stop" if self.playing else "Play"

    def stop(self) -> None:
        """It goes on no longer."""
        if self._clock is not None:
            self._clock.stop()
            self._clock = None
        self._leaves_now = False

    def tick(self) -> None:
        """A moment on, if what was asked last is seen."""
        view, now = self._view, time.monotonic()
        since, self._last_tick = min(1.0, now - self._last_tick), now
        at_now = self._at_now
        if self._awaited is view.shown or (at_now and self._leaves_now):
            return
        self._leaves_now = False
        rate, steps = _RATES[self._rate][0], self._steps
        if at_now:
            self.stop()
            view.arrange_keys()
        elif steps is not None:
            self._due += steps.at_once if rate is None else since * rate * steps.pace
            if self._due >= 1:
                steps.go(steps.tape.now + int(self._due))
        elif self.stops == "instructions" and rate is not None:
            self._due += since * rate * _INSTRUCTIONS
            for _ in range(min(int(self._due), _MOST_AT_ONCE)):
                view.ask(Debugger.step())
        else:
            self._play_reply(since, rate)
        self._due %= 1
        self.show(view.shown)

    def _play_reply(self, since: float, rate: float | None) -> None:
        shown = self._view.shown
        thought, at, marks = shown.thought, shown.machine.cycles, sorted(self._marks)
        if thought is None or not marks:
            return
        last = max(marks[-1], thought.end)
        if rate is None:
            wanted = next((one for one in marks if one > at), last)
        else:
            wanted = at + max(1, int((last - marks[0]) * since * rate / _WHOLE))
        self._awaited = shown
        self._view.ask(TimeTravel.watch(wanted if wanted < last else None))

    @property
    def _marks(self) -> Mapping[int, int]:
        """A move out of the book has no candidates to go through."""
        thought, stops = self._view.shown.thought, self.stops
        if thought is None or (stops == "candidates" and not thought.candidates):
            return {}
        return marks_of(thought, stops == "keys")

    def show(self, snapshot: Snapshot) -> None:
        """Where one is, on the line and as arrows on the board."""
        if self._awaited is not snapshot:
            self._awaited = None
        tape = self.tape(snapshot)
        for one in self._view.timelines:
            one.tape = tape
        self.mark(snapshot)

    def mark(self, snapshot: Snapshot) -> None:
        """The square and the moves that are considered, or that a panel is about; what was advised
        stays.
        """
        board, arrows = self._view.board, None
        board.pointed = self._view.panels.top.panel.square
        if self._view.looking is None:
            arrows = arrows_at(snapshot) or self._view.panels.arrows(snapshot)
        if arrows is None and self._marked is None:
            return
        board.candidate, *advice = arrows or (None, None, None)
        if any(advice) or (self._marked and any(self._marked[1:])):
            board.advice = (advice[0], advice[1])
        self._marked = arrows

    def tape(self, snapshot: Snapshot) -> Playback:
        """What there is to look at again, and where one is."""
        rate, thought, steps = _RATES[self._rate][1], snapshot.thought, self._steps
        if self._view.board.setup:
            return Playback()
        if steps is not None:
            if self.progress is None and len(steps.tape.stops) < 2:
                return Playback()
            return replace(steps.tape, rate=rate, playing=self.playing)
        marks = self._marks
        if thought is None or not marks:
            return Playback()
        now = snapshot.machine.cycles
        first = min([thought.began, *marks])
        last = max([thought.end if thought.cycles else now, *marks])
        return Playback(first, last, now, marks, *_moment(thought, snapshot), rate, self.playing)


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
