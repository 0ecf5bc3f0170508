"""The machine in a person's hands: keys pressed one by one, a program that runs for nobody."""

from __future__ import annotations

from collections.abc import Generator

import chess

from emu.chips.keypad import CONTROL_KEYS
from emu.files.statefile import Saved
from microchess.program.reply import Candidate
from tui.session.core import Core, Work
from tui.session.snapshot import Activity

_MONITORS = frozenset(("AD", "DA", "+"))
_FOREVER = 10**15
_ROUND = 20_000
"""Cycles in which a program that waits for a key has gone all round its loop."""


class ManualControl:
    """What is done to the machine of *core* beside the game.

    ``away``: it is not where the game left it, since a key was pressed while it was thinking, or a
    state was loaded; the board follows once the program listens again.
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self.away = False
        self._asked = False
        """The last key that the program read by hand was PC: the next move is its reply."""
        self._loaded: tuple[str, chess.Board | None] | None = None
        """Name and position of the state in which it is elsewhere."""

    def stay(self) -> None:
        """The machine is where the game left it, or has it anew."""
        self.away, self._loaded = False, None

    # Keys

    def press(self, how: str, key: str) -> None:
        """The key is held and let go, then the program runs on; *how* is noted."""
        live = self._core.live
        if key in _MONITORS and self._core.listening:
            self._core.tell(f"MicroChess has no use for {key}; ST leads to the monitor")
        ahead = live.game.bridge.table_at_keypad()
        if ahead is not None and ahead == live.game.bridge.table:
            self._core.listening = True
            self._catch_up("by hand")
            self._core.look()
        if key in CONTROL_KEYS:
            self.away |= self._asked
            self._asked &= key == "ST"
        elif ahead is not None:
            self._asked = key == "PC"
            if self._asked:
                live.thoughts.begin(live.mirror)
        live.log_key(how, key)
        self._hold_down(key)

    def _hold_down(self, key: str) -> None:
        core = self._core
        if key in CONTROL_KEYS:
            core.listening = False
        pressing = (core.machine if key in CONTROL_KEYS else core.game.bridge).pressing(key)
        core.begin(Work(Activity.BY_HAND, pressing, lambda _: self.run(), self._lost))

    def seize(self, key: str) -> None:
        """ST or RS in the middle of the thinking: the machine stands there, the monitor has it."""
        core = self._core
        state = core.machine.snapshot()
        core.give_up()
        self.away, self._asked = True, key == "ST"
        core.machine.restore(state)
        self.let_go()
        core.live.log.append(f"by hand: {key}, while it was thinking")
        core.governor.go_on()
        self._hold_down(key)

    def let_go(self) -> None:
        """Nobody holds a key down any more."""
        machine = self._core.machine
        for held in machine.board.keypad.down:
            machine.key_up(held)

    # A free run

    def wake(self) -> None:
        """Let the machine run if it does nothing."""
        if self._core.work is None:
            self.run()

    def run(self) -> None:
        """Run what runs, until it waits for a key, or for a character at the terminal, and goes
        round there without meeting a breakpoint.
        """
        running = self._running()
        self._core.begin(Work(Activity.RUNNING, running, self._came_to_rest, self._lost))

    def _running(self) -> Generator[Candidate | None, None, None]:
        core = self._core
        bridge, machine, governor = core.game.bridge, core.machine, core.governor
        if machine.tty:
            while (yield from core.line.running({bridge.judge})) is not None:
                yield bridge.judged()
        else:
            yield from bridge.settling(_FOREVER)
        governor.met = bool(machine.breakpoints or machine.watchpoints)
        while governor.met:
            governor.met = False
            yield from machine.running(_ROUND)

    def _came_to_rest(self, _: object) -> None:
        core = self._core
        name = self._loaded and self._loaded[0]
        by = "by a tape" if core.deck.rest() else f"by loading {name}" if name else "by hand"
        tty = core.machine.tty
        core.listening = core.line.at_keypad if tty else core.program_listens()
        if self.away and not core.listening:
            core.changed(dirty=False)
        else:
            self._catch_up(by)
            core.changed()

    def _catch_up(self, by: str) -> None:
        """The game is where the machine is now, changed *by* whom."""
        core, game, listens = self._core, self._core.game, self._core.listening
        loaded = self._loaded
        self.stay()
        if listens and loaded and loaded[1] and game.came_from(loaded[1]):
            core.times.begin_past()
        replied, self._asked = self._asked and listens, self._asked and not listens
        out_of_turn = replied and not game.computers_turn
        if change := game.follow(replied, by, monitor=not listens):
            change += ", out of turn: key PC lets it move whoever is to move" * out_of_turn
            core.live.log.append(change)
            waits = listens and game.computers_turn and not (core.live.both or game.over)
            core.tell(f"{change}; the program waits for key PC to reply" if waits else change)
            core.times.begin_past()
        core.live.thoughts.end_by_hand()

    def _lost(self, error: Exception) -> None:
        core = self._core
        core.line.port.clear()
        core.tell(f"the machine has lost its way: {error}", "error")
        core.show()

    # Beneath the game

    def step_over(self) -> None:
        """One instruction, or a subroutine call as a whole."""
        core = self._core
        after = core.machine.after_call()
        if after is None:
            core.governor.step()
        else:
            core.governor.run_to(after, core.machine.registers.sp)
        self.wake()

    def step_out(self) -> None:
        """Run on until the present subroutine has returned."""
        core = self._core
        stack = core.machine.registers.sp
        if not core.machine.returns(stack):
            core.tell("the stack is empty: no subroutine to step out of", "warning")
            return
        core.governor.step_out(stack)
        self.wake()

    def load_state(self, name: str, saved: Saved, board: chess.Board | None) -> None:
        """The program runs on from the state; the game follows when it reads the keypad, to *board*
        where that is known.
        """
        core = self._core
        core.live.load_state(name, saved)
        self.let_go()
        core.line.taken_to_another_time()
        self.away, self._loaded = True, (name, board)

    def back_to_game(self) -> None:
        """The program reads the keypad again, and men that were changed by hand stay so."""
        core = self._core
        if core.program_listens():
            core.game.recover()
        else:
            by_keys = core.game.resume()
            core.live.log.append("by hand: PC, GO" if by_keys else "back to the game")
        core.listening = True
        self._catch_up("by hand")
        core.tell("back in the game; men that were changed by hand stay so")

    def back_to_rest(self) -> None:
        """The machine is where the game left it."""
        if self.away:
            self._core.game.recover()
            self.stay()
