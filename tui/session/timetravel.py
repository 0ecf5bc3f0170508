"""Other moments: the last reply is watched again beside the game, which stays where it is, or the
game's machine is taken back.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Generator

from emu.machine import MHZ
from emu.passing import result_of
from emu.watch.rewind import RewindError
from emu.watch.spent import spending
from tui.session.hand import Hand
from tui.session.past import How, Replay, WayBack
from tui.session.runner import Runner
from tui.session.snapshot import Activity
from tui.session.values import Address, Cycle, Way
from tui.session.verbs import control

KEYS_DOWN = (Activity.KEYING, Activity.THINKING, Activity.BY_HAND)
"""Where there is no way back beyond the last key: what pressed it would not press it again."""
_NOTHING = "there is no reply to watch again"


class TimeTravel:
    """Takes the machine of *runner* back, out of the *hand* that works it, or shows its last reply
    once more.
    """

    def __init__(self, runner: Runner, hand: Hand) -> None:
        self._runner, self._hand = runner, hand

    @control
    def watch(self, cycle: Cycle | None) -> None:
        """Show the last reply as it was at a cycle, the game waits meanwhile; None: as it is.

        A reply that is still thought out is taken back there.
        """
        runner = self._runner
        if cycle is None:
            runner.replay = None
            return
        if runner.activity is Activity.THINKING:
            now = runner.machine.cycles
            if cycle < now:
                self._go_back(lambda way, end: way.back(end, now - cycle))
            return
        runner.line.collect()
        runner.replay = runner.replay or runner.live.replay()
        if runner.replay is None:
            runner.tell(_NOTHING, "warning")
        else:
            runner.replay.to(cycle)

    @control
    def watch_step(self, by: Way, keys_alone: bool = False) -> None:
        """Show it at the next (1) of its keys and candidates, or at the one before; keys alone."""
        mark = self._mark(by, keys_alone)
        if mark is not None:
            self.watch(mark)

    @control
    def back(self, cycles: Cycle | None) -> None:
        """Go back by so many cycles, or all the way (None), and hold."""
        self._go_back(lambda way, end: way.back(end, cycles))

    @control
    def step_back(self) -> None:
        """Go back by one instruction, and hold."""
        self._go_back(WayBack.step_back)

    @control
    def back_to_access(self, address: Address, written: bool) -> None:
        """Go back to what last wrote the byte at an address (True) or read it, and hold."""
        self._search(lambda way, end: way.to_access(end, address, written))

    @control
    def back_to_halt(self) -> None:
        """Go back to the last breakpoint or watched change, and hold."""
        self._search(lambda way, end: way.to_halt(end, self._runner.governor))

    @control
    def count(self) -> None:
        """Count the cycles of each routine in the last second of thinking."""
        self._runner.search = self._counting()

    def _counting(self) -> Generator[float, None, None]:
        runner = self._runner
        thought = runner.live.thoughts.thought
        last: WayBack | None = runner.live.replay()
        if isinstance(last, Replay):
            last.to(last.last)
        elif runner.activity is Activity.THINKING:
            runner.line.collect()
            last = runner.past
        if thought is None or last is None:
            runner.tell(_NOTHING, "warning")
            return
        since = max(last.rewind.first, thought.began, last.machine.cycles - MHZ)
        spent = yield from spending(last.machine, last.rewind, since)
        runner.live.thoughts.spent(spent)

    def _mark(self, by: int, keys_alone: bool) -> Cycle | None:
        """The cycle of the mark wanted, as seen from what is watched, else from now; None without
        a reply.
        """
        runner = self._runner
        thought = runner.live.thoughts.thought
        keys = [cycle for cycle, _ in thought.keys] if thought is not None else []
        marks = keys if keys_alone or thought is None else thought.marks
        if not marks:
            runner.tell(_NOTHING, "warning")
            return None
        if runner.replay is None and thought is not None and thought.shown:
            return marks[-1] if by < 0 else None
        now = (runner.replay or runner).machine.cycles
        index = bisect_left(marks, now) - 1 if by < 0 else bisect_right(marks, now)
        return marks[max(0, min(index, len(marks) - 1))]

    def _search(self, how: How) -> None:
        self._runner.search = self._going_back(how)

    def _go_back(self, how: How) -> None:
        result_of(self._going_back(how))

    def _going_back(self, how: How) -> Generator[float, None, None]:
        """Go back in the reply that is watched, or into the last reply where the machine has no
        past of its own; else the machine is taken back and held, and a run for nobody begins again
        there.
        """
        runner = self._runner
        past, replay = runner.past, runner.replay
        at_rest = past is not None and runner.machine.cycles <= past.rewind.first
        if replay is not None:
            yield from self._goes(replay, how, replay.rewind.first)
        elif runner.activity is Activity.WAITING and at_rest and (last := runner.live.replay()):
            last.to(last.last)
            if (yield from self._goes(last, how, last.rewind.first)):
                runner.replay = last
        elif past is not None:
            runner.line.collect()
            keyed = past.rewind.events[-1:] if runner.activity in KEYS_DOWN else ()
            end = keyed[0].cycle if keyed else past.rewind.first
            if (yield from self._goes(past, how, end)):
                self._hold_there()

    def _goes(self, way: WayBack, how: How, end: Cycle) -> Generator[float, None, bool]:
        """Go, and tell it; whether that was possible."""
        try:
            told = yield from how(way, end)
        except RewindError as error:
            self._runner.tell(str(error), "warning")
            return False
        if told:
            self._runner.tell(told)
        return True

    def _hold_there(self) -> None:
        runner = self._runner
        activity = runner.activity
        runner.governor.hold()
        if activity is Activity.THINKING:
            runner.tell("the thinking is taken back to here; <go on> lets it think on")
        if activity not in KEYS_DOWN:
            runner.drop_work()
            self._hand.let_go()
        runner.live.thoughts.taken_back()
        runner.line.taken_to_another_time()
