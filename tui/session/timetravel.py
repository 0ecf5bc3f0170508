"""A live session, second part: other moments. The last reply is watched again beside the game,
which stays where it is, or the game's machine is taken back.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from emu.units import Cycle
from emu.watch.rewind import RewindError
from tui.session import commands as c
from tui.session.core import Core
from tui.session.past import Replay, WayBack
from tui.session.snapshot import Activity

KEYS_DOWN = (Activity.KEYING, Activity.THINKING, Activity.BY_HAND)
"""Where there is no way back beyond the last key: what pressed it would not press it again."""
_BACKWARDS = (c.Back, c.StepBack, c.BackToAccess, c.BackToHalt)
_SEARCHES = (c.BackToAccess, c.BackToHalt)
_OUT = "Out is for the machine as it is now: <now>, <pause>, <step out>"
_NOTHING = "there is no reply to watch again"


class TimeTravel(Core):
    """A session that goes back."""

    def takes_back(self, command: c.Command) -> bool:
        """Carry *command* out; whether that has taken the game's machine back."""
        now = self.machine.cycles
        match command:
            case c.Command(c.Watch, (None,)):
                self.replay = None
            case c.Command(c.WatchStep, (by, keys_alone)):
                mark = self._mark(by, now, keys_alone)
                return mark is not None and self.takes_back(c.Watch(mark))
            case c.Command(c.Watch, (cycle,)) if self.activity is not Activity.THINKING:
                self.replay = self.replay or self.live.replay()
                if self.replay is None:
                    self.tell(_NOTHING, "warning")
                else:
                    self.replay.to(cycle)
            case c.Command(c.Watch, (cycle,)):
                return cycle < now and self.takes_back(c.Back(now - cycle))
            case _ if self.past is not None:
                rewind = self.past.rewind
                keyed = rewind.events[-1:] if self.activity in KEYS_DOWN else ()
                return self._go_back(self.past, command, keyed[0].cycle if keyed else rewind.first)
        return False

    def _go_back(self, way: WayBack, command: c.Command, end: Cycle) -> bool:
        if command.verb in _SEARCHES:
            self.tell("the past is searched ...")
        try:
            told = way.go(command, end, self.governor)
        except RewindError as error:
            self.tell(str(error), "warning")
            return False
        if told:
            self.tell(told)
        return True

    def _mark(self, by: int, now: Cycle, keys_alone: bool) -> Cycle | None:
        """The cycle of the next mark of the reply, of the one before with *by* below 0, as seen
        from what is watched, else from *now*. None without a reply.
        """
        thought = self.live.thoughts.thought
        keys = [cycle for cycle, _ in thought.keys] if thought is not None else []
        marks = keys if keys_alone or thought is None else thought.marks
        if not marks:
            self.tell(_NOTHING, "warning")
            return None
        if self.replay is None and thought is not None and thought.shown:
            return marks[-1] if by < 0 else None
        now = self.replay.machine.cycles if self.replay else now
        index = bisect_left(marks, now) - 1 if by < 0 else bisect_right(marks, now)
        return marks[max(0, min(index, len(marks) - 1))]

    def done_there(self, command: c.Command) -> bool:
        """Whether *command* steps the machine, and has stepped the one that is watched; the way
        back from a reply goes into it.
        """
        rests = self.past is not None and self.machine.cycles <= self.past.rewind.first
        back = command.verb in _BACKWARDS and self.activity is Activity.WAITING
        if back and rests and self.replay is None and (replay := self.live.replay()):
            replay.to(replay.last)
            if self._go_back(replay, command, replay.rewind.first):
                self.replay = replay
            return True
        return self.replay is not None and self._do(self.replay, command)

    def _do(self, replay: Replay, command: c.Command) -> bool:
        match command:
            case c.Command(c.StepInstruction | c.StepOver):
                replay.to(replay.machine.cycles + 1)
            case _ if command.verb in _BACKWARDS:
                self._go_back(replay, command, replay.rewind.first)
            case c.Command(c.Continue):
                self.replay = None
                return False
            case c.Command(c.StepOut):
                self.tell(_OUT, "warning")
            case c.Command(c.Pause | c.RunTo | c.Cancel):
                self.replay = None
            case _:
                return False
        return True
