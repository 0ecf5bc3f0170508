"""The way that a machine came (`emu.watch.timeline`), gone again: the same state comes again."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from emu.board_state import BoardState
from emu.events import VERBS, Event
from emu.machine import Machine
from emu.units import Cycle
from emu.watch.timeline import Stretch, Timeline

LONGEST_STEP = 15
"""Cycles of an interrupt and an instruction."""
_NEAR = 20_000
"""Cycles before a wanted moment at which one more state is kept, for those just before it."""

Do = Callable[[Event], None]


class Way:
    """The stretches of *timeline*, along which *machine* is taken."""

    def __init__(self, machine: Machine, timeline: Timeline) -> None:
        self._machine, self._board = machine, machine.board
        self._timeline = timeline

    @property
    def _stretches(self) -> list[Stretch]:
        return self._timeline.stretches

    def place(self) -> tuple[int, int]:
        """The stretch it is in, and how many of its events are done."""
        return self._timeline.place(self._machine.cycles)

    def cut_at(self, cycle: Cycle) -> int:
        """Have a stretch begin at *cycle*, or behind the instruction it falls in, before what was
        done there; its place. The machine may be anywhere afterwards.
        """
        at = bisect_left(self._stretches, cycle, key=lambda one: one.cycle)
        if at == 0:
            return at
        stretch, following = self._stretches[at - 1], self._stretches[at : at + 1]
        done = bisect_left(stretch.events, cycle, key=lambda one: one.cycle)
        later = [one.cycle for one in (stretch.events[done:] or following)]
        if following and later[0] == cycle and not stretch.events[done:]:
            return at
        self._board.state = stretch.beginning
        for event in stretch.events[:done]:
            self._run(event.cycle)
            self._act(event)
        self._run(cycle)
        if not later or self._board.cycles <= later[0]:
            self._timeline.begin(self._machine.snapshot(), at, done)
        return at

    def go(self, cycle: Cycle) -> None:
        """Be at *cycle*, or at the end of the instruction that it falls in."""
        at, done = self.place()
        if cycle < self._machine.cycles:
            at, done = self._timeline.place(cycle)[0], 0
            if cycle - self._stretches[at].cycle > 2 * _NEAR:
                at = self.cut_at(cycle - _NEAR)
            self._board.state = self._stretches[at].beginning
        self.forward(at, done, cycle, self._act)

    def forward(
        self, at: int, done: int, cycle: Cycle, do: Do, *, before: int | None = None
    ) -> None:
        """From the stretch *at*, with so many of its events *done*, to *cycle*, and no further than
        where the stretch *before* begins.
        """
        board = self._board
        for place in range(at, len(self._stretches)):
            stretch = self._stretches[place]
            while done < len(stretch.events):
                event = stretch.events[done]
                self._run(min(event.cycle, cycle))
                if event.cycle > board.cycles:
                    return
                if self._is_restored(stretch, event.cycle):
                    del stretch.events[done:]
                    break
                do(event)
                done += 1
            done = 0
            following = self._stretches[place + 1 : place + 2]
            end = following[0].cycle if following else cycle
            self._run(min(end, cycle))
            if end > board.cycles or place + 1 == before:
                return

    def _is_restored(self, stretch: Stretch, cycle: Cycle) -> bool:
        """Whether the machine is already in the state that is restored at this *cycle*."""
        if not stretch.restores or stretch.events[-1].cycle != cycle:
            return False
        restored: BoardState = stretch.events[-1].value
        return self._machine.snapshot() == restored

    def _run(self, cycle: Cycle) -> None:
        if self._board.cycles < cycle:
            self._board.run(cycle)

    def _act(self, event: Event) -> None:
        VERBS[event.verb].act(self._board, event.value)

    def executed(self, at: int) -> int:
        """How many instructions there are in the stretch *at*, which is over."""
        stretch, following = self._stretches[at], self._stretches[at + 1]
        count = 0
        if stretch.restores:
            self._board.state = stretch.beginning

            def act(event: Event) -> None:
                nonlocal count
                count = self._board.instructions - stretch.state.instructions
                self._act(event)

            self.forward(at, 0, following.cycle, act, before=at + 1)
        if stretch.restores:
            return count
        return following.state.instructions - stretch.state.instructions

    def go_on_by(self, at: int, instructions: int, near: Cycle) -> None:
        """Be in the stretch *at* as soon as so many *instructions* of it were executed, which is
        behind cycle *near* if not much else took time.
        """
        stretch, margin = self._stretches[at], LONGEST_STEP
        wanted = stretch.state.instructions + instructions
        while near > stretch.cycle:
            self.go(near)
            if self.place()[0] == at and self._board.instructions < wanted:
                break
            near, margin = near - margin, 2 * margin
        else:
            self._board.state = stretch.beginning
            self.forward(at, 0, stretch.cycle, self._act)
        while self._board.instructions < wanted:
            self.go(self._board.cycles + 1)

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Within it the way is gone again; afterwards the machine is as it was, and nobody has
        heard of it.
        """
        board, here = self._board, self._machine.snapshot()
        heard, board.output_listeners = board.output_listeners, []
        paper, board.terminal.paper = board.terminal.paper, bytearray()
        try:
            yield
        finally:
            board.output_listeners, board.terminal.paper = heard, paper
            board.state = here
