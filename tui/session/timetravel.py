"""Other moments: the last reply watched again beside the game, which stays where it is, or the
game's machine taken back.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from emu.machine import Machine
from emu.units import Cycle
from emu.watch.rewind import RewindError
from tui.session import commands as c
from tui.session.governor import Governor
from tui.session.livegame import LiveGame
from tui.session.past import Replay, WayBack
from tui.session.snapshot import Activity, Tell

KEYS_DOWN = (Activity.KEYING, Activity.THINKING, Activity.BY_HAND)
"""Where there is no way back beyond the last key: what pressed it would not press it again."""
_BACKWARDS = (c.Back, c.StepBack, c.BackToAccess, c.BackToHalt)
_NO_FURTHER = "no way back beyond the game's last key or move; Undo takes back the last move"
_OUT = "Out is for the machine as it is now: <now>, <pause>, <step out>"
_NOTHING = "there is no reply to watch again"


class TimeTravel:
    """What is watched of *live*'s last reply, if anything is, and the way back of its machine.
    ``tell(text, severity)`` says why something cannot be done.
    """

    def __init__(self, live: LiveGame, governor: Governor, tell: Tell) -> None:
        self._live, self._governor, self._tell = live, governor, tell
        self._replay: Replay | None = None
        self._past: WayBack | None = None

    # The way back

    def begin_past(self) -> None:
        """There is a way back to now: from here on the game has no memory of its own."""
        self.end_past()
        self._past = WayBack(self._live.machine, _NO_FURTHER)

    def end_past(self) -> None:
        """There is no way back."""
        if self._past is not None:
            self._past.rewind.close()
        self._past = None

    def keep(self) -> None:
        """To be called before every slice."""
        if self._past is not None:
            self._past.rewind.keep()

    def takes_back(self, command: c.Command, activity: Activity) -> bool:
        """Carry *command* out while the session does *activity*; whether that has taken the game's
        machine back.
        """
        now = self._live.machine.cycles
        match command:
            case c.Command(c.Watch, (None,)):
                self.end()
            case c.Command(c.WatchStep, (by, keys_alone)):
                mark = self._mark(by, now, keys_alone)
                return mark is not None and self.takes_back(c.Watch(mark), activity)
            case c.Command(c.Watch, (cycle,)) if activity is not Activity.THINKING:
                self._begin()
                if self._replay is None:
                    self._tell(_NOTHING, "warning")
                else:
                    self._replay.to(cycle)
            case c.Command(c.Watch, (cycle,)):
                return cycle < now and self.takes_back(c.Back(now - cycle), activity)
            case _ if self._past is not None:
                rewind = self._past.rewind
                keyed = rewind.events[-1:] if activity in KEYS_DOWN else ()
                end = keyed[0].cycle if keyed else rewind.first
                return self._go_back(self._past, command, end)
        return False

    def _go_back(self, way: WayBack, command: c.Command, end: Cycle) -> bool:
        try:
            told = way.go(command, end, self._governor)
        except RewindError as error:
            self._tell(str(error), "warning")
            return False
        if told:
            self._tell(told)
        return True

    # The last reply

    @property
    def machine(self) -> Machine | None:
        """The machine at the moment that is watched."""
        return self._replay.machine if self._replay else None

    def _begin(self) -> None:
        """At the end of the reply, if there is one and it is not watched already."""
        self._replay = self._replay or self._live.replay()

    def end(self) -> None:
        """Back to the game."""
        self._replay = None

    def _mark(self, by: int, now: Cycle, keys_alone: bool) -> Cycle | None:
        """The cycle of the next mark of the reply, of the one before with *by* below 0, as seen
        from what is watched, else from *now*. None without a reply.
        """
        thought = self._live.thoughts.thought
        keys = [cycle for cycle, _ in thought.keys] if thought is not None else []
        marks = keys if keys_alone or thought is None else thought.marks
        if not marks:
            self._tell(_NOTHING, "warning")
            return None
        if self._replay is None and thought is not None and thought.shown:
            return marks[-1] if by < 0 else None
        now = self._replay.machine.cycles if self._replay else now
        index = bisect_left(marks, now) - 1 if by < 0 else bisect_right(marks, now)
        return marks[max(0, min(index, len(marks) - 1))]

    def done_there(self, command: c.Command, activity: Activity) -> bool:
        """Whether *command* steps the machine, and has stepped the one that is watched; the way
        back from a reply goes into it.
        """
        rests = self._past is not None and self._past.machine.cycles <= self._past.rewind.first
        back = command.verb in _BACKWARDS and activity is Activity.WAITING
        if back and rests and self._replay is None:
            self._begin()
            if self._replay is not None:
                self._replay.to(self._replay.last)
        if self._replay is None:
            return False
        return self._do(self._replay, command)

    def _do(self, replay: Replay, command: c.Command) -> bool:
        match command:
            case c.Command(c.StepInstruction | c.StepOver):
                replay.to(replay.machine.cycles + 1)
            case _ if command.verb in _BACKWARDS:
                self._go_back(replay, command, replay.rewind.first)
            case c.Command(c.Continue):
                self.end()
                return False
            case c.Command(c.StepOut):
                self._tell(_OUT, "warning")
            case c.Command(c.Pause | c.RunTo | c.Cancel):
                self.end()
            case _:
                return False
        return True
