"""The last reply watched again: at any moment of it, beside the game, which stays where it is."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable

from emu.machine import Machine
from emu.units import Cycle
from emu.watch.past_search import PastAccess
from emu.watch.rewind import RewindError
from tui.session import commands as c
from tui.session.governor import Governor
from tui.session.livegame import LiveGame
from tui.session.replay import Replay

_NOTHING = "there is no reply to watch again"


class Watching:
    """What is watched of *live*'s last reply, if anything is. ``tell(text, severity)`` says why
    something cannot be done.
    """

    def __init__(
        self, live: LiveGame, governor: Governor, tell: Callable[[str, str], None]
    ) -> None:
        self._live, self._governor, self._tell = live, governor, tell
        self._replay: Replay | None = None

    @property
    def machine(self) -> Machine | None:
        """The machine at the moment that is watched."""
        return self._replay.machine if self._replay else None

    def begin(self) -> None:
        """At the end of the reply, if there is one and it is not watched already."""
        self._replay = self._replay or self._live.replay()

    def end(self) -> None:
        """Back to the game."""
        self._replay = None

    def to(self, cycle: Cycle) -> None:
        """Watch the reply at *cycle*."""
        self.begin()
        if self._replay is None:
            self._tell(_NOTHING, "warning")
        else:
            self._replay.to(cycle)

    def mark(self, by: int, now: Cycle) -> Cycle | None:
        """The cycle of the next mark of the reply, of the one before with *by* below 0, as seen
        from what is watched, else from *now*; the last one, going back, or the first candidate is
        where one begins. None without a reply.
        """
        thought = self._live.thought
        if thought is None or not thought.marks:
            self._tell(_NOTHING, "warning")
            return None
        marks = thought.marks
        if self._replay is None and thought.shown:
            begin = thought.judged_at or marks
            return marks[-1] if by < 0 else begin[0]
        now = self._replay.machine.cycles if self._replay else now
        index = bisect_left(marks, now) - 1 if by < 0 else bisect_right(marks, now)
        return marks[max(0, min(index, len(marks) - 1))]

    def done_there(self, command: c.Command) -> bool:
        """Whether *command* steps the machine, and has stepped the one that is watched."""
        if self._replay is None:
            return False
        try:
            return self._do(self._replay, command)
        except RewindError as error:
            self._tell(str(error), "warning")
            return True

    def _do(self, replay: Replay, command: c.Command) -> bool:
        match command:
            case c.StepInstruction():
                replay.step()
            case c.StepBack():
                replay.step(-1)
            case c.Back(cycles):
                replay.back(cycles)
            case c.BackToAccess(address, written):
                found = describe_access(replay.to_access(address, written), written)
                self._tell(found, "information")
            case c.BackToHalt():
                replay.to_halt(*self._governor.halts_of(replay.machine))
            case c.Continue():
                self.end()
                return False
            case c.Pause() | c.RunTo() | c.Cancel():
                self.end()
            case _:
                return False
        return True


def describe_access(found: PastAccess, written: bool) -> str:
    """Where the past was gone back to, as it is told."""
    by = "from outside" if found.pc is None else f"by the instruction at ${found.pc:04X}"
    what = f"{found.value:02X} written (was {found.before:02X})" if written else "read"
    return f"${found.address:04X}: {what} {by}"
