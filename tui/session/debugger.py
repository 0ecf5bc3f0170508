"""The machine beneath the game: held, stepped, and halted where a person wants it."""

from collections.abc import Callable, Mapping

from tui.session.hand import Hand
from tui.session.runner import Runner
from tui.session.values import Address, Speed
from tui.session.verbs import control, setting

_OUT = "Out is for the machine as it is now: <now>, <pause>, <step out>"


class Debugger:
    """Holds the machine of *runner*, and lets it run on in *hand*; while the last reply is watched
    again, that is stepped.
    """

    def __init__(self, runner: Runner, hand: Hand) -> None:
        self._runner, self._hand = runner, hand
        self._governor = runner.governor

    @setting
    def set_speed(self, megahertz: Speed | None) -> None:
        """Times 1 MHz; None: as fast as can be."""
        self._governor.speed = megahertz

    @setting
    def set_breakpoints(self, points: Mapping[int, str], anew: Address | None = None) -> None:
        """Addresses where to halt, each with what must hold: `emu.watch.conditions`. A count at
        *anew* begins again.
        """
        self._governor.set_breakpoints(points, anew)

    @setting
    def set_watchpoints(self, points: Mapping[int, int | None]) -> None:
        """Addresses of bytes that halt when they become that; None: at any change."""
        self._governor.watchpoints = points

    @control
    def pause(self) -> None:
        """Hold the machine."""
        self._unless_watching(self._governor.hold)

    @control
    def go_on(self) -> None:
        """Let the machine run on."""
        self._runner.replay = None
        self._governor.go_on()
        self._hand.wake()

    @control
    def step(self) -> None:
        """Carry out one instruction."""
        if self._runner.replay is not None:
            self._runner.replay.step()
        else:
            self._governor.step()
            self._hand.wake()

    @control
    def step_over(self) -> None:
        """Carry out one instruction, or a subroutine call as a whole."""
        machine = self._runner.machine
        if self._runner.replay is not None or (after := machine.after_call()) is None:
            self.step()
        else:
            self._governor.run_to(after, machine.registers.sp)
            self._hand.wake()

    @control
    def step_out(self) -> None:
        """Run on until the present subroutine has returned."""
        runner = self._runner
        stack = runner.machine.registers.sp
        if runner.replay is not None:
            runner.tell(_OUT, "warning")
        elif not runner.machine.returns(stack):
            runner.tell("the stack is empty: no subroutine to step out of", "warning")
        else:
            self._governor.step_out(stack)
            self._hand.wake()

    @control
    def run_to(self, address: Address) -> None:
        """Run on until the processor comes to an address."""

        def run() -> None:
            self._governor.run_to(address)
            self._hand.wake()

        self._unless_watching(run)

    def _unless_watching(self, do: Callable[[], None]) -> None:
        """Leave what is watched again; where nothing is, *do* something."""
        if self._runner.replay is not None:
            self._runner.replay = None
        else:
            do()
