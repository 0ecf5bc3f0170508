"""A live session, third part: keys pressed by hand, a program that runs for nobody."""

from __future__ import annotations

from collections.abc import Generator

import chess

from emu.chips.keypad import CONTROL_KEYS
from emu.files.statefile import Saved
from microchess.game.state import UndoState
from microchess.program.reply import Candidate
from tui.session.core import Work
from tui.session.snapshot import Activity
from tui.session.timetravel import TimeTravel

_MONITORS = frozenset(("AD", "DA", "+"))
_FOREVER = 10**15
_ROUND = 20_000
"""Cycles in which a program that waits for a key has gone all round its loop."""


class ManualControl(TimeTravel):
    """A session whose machine is also worked beside the game.

    ``away``: it is not where the game left it, since a key was pressed while it was thinking, or a
    state was loaded; the board follows once the program listens again.
    """

    away = False
    _asked = False
    """The last key that the program read by hand was PC: the next move is its reply."""
    _loaded: tuple[str, chess.Board | None, list[UndoState]] | None = None
    """Name and position of the state in which it is elsewhere, and the way back."""

    def stay(self) -> None:
        """The machine is where the game left it, or has it anew."""
        self.away, self._loaded = False, None

    # Keys

    def press(self, how: str, key: str) -> None:
        """The key is held and let go, then the program runs on; *how* is noted."""
        if key in _MONITORS and self.listening:
            self.tell(f"MicroChess has no use for {key}; ST leads to the monitor")
        ahead = self.live.game.bridge.table_at_keypad()
        if ahead is not None and ahead == self.live.game.bridge.table:
            self.listening = True
            self._catch_up("by hand")
            self.look()
        if key in CONTROL_KEYS:
            self.away |= self._asked
            self._asked &= key == "ST"
        elif ahead is not None:
            self._asked = key == "PC"
            if self._asked:
                self.live.thoughts.begin(self.live.mirror)
        self.live.log_key(how, key)
        self._hold_down(key)

    def _hold_down(self, key: str) -> None:
        if key in CONTROL_KEYS:
            self.listening = False
        pressing = (self.machine if key in CONTROL_KEYS else self.game.bridge).pressing(key)
        self.begin(Work(Activity.BY_HAND, pressing, lambda _: self.run(), self._lost))

    def seize(self, key: str) -> None:
        """ST or RS in the middle of the thinking: the machine stands there, the monitor has it."""
        state = self.machine.snapshot()
        self.drop_work()
        self.away, self._asked = True, key == "ST"
        self.machine.restore(state)
        self.let_go()
        self.live.log.append(f"by hand: {key}, while it was thinking")
        self.governor.go_on()
        self._hold_down(key)

    def let_go(self) -> None:
        """Nobody holds a key down any more."""
        machine = self.machine
        for held in machine.board.keypad.down:
            machine.key_up(held)

    # A free run

    def wake(self) -> None:
        """Let the machine run if it does nothing."""
        if self.work is None:
            self.run()

    def run(self) -> None:
        """Run what runs, until it waits for a key, or for a character at the terminal, and goes
        round there without meeting a breakpoint.
        """
        running = self._running()
        self.begin(Work(Activity.RUNNING, running, self._came_to_rest, self._lost))

    def _running(self) -> Generator[Candidate | None, None, None]:
        bridge, machine, governor = self.game.bridge, self.machine, self.governor
        if machine.tty:
            while (yield from self.line.running({bridge.judge})) is not None:
                yield bridge.judged()
        else:
            yield from bridge.settling(_FOREVER)
        governor.met = bool(machine.breakpoints or machine.watchpoints)
        while governor.met:
            governor.met = False
            yield from machine.running(_ROUND)

    def _came_to_rest(self, _: object) -> None:
        name = self._loaded and self._loaded[0]
        by = "by a tape" if self.deck.rest() else f"by loading {name}" if name else "by hand"
        tty = self.machine.tty
        self.listening = self.line.at_keypad if tty else self.program_listens()
        if self.away and not self.listening:
            self.look(dirty=False)
        else:
            self._catch_up(by)
            self.look()

    def _catch_up(self, by: str) -> None:
        """The game is where the machine is now, changed *by* whom."""
        game, listens = self.game, self.listening
        loaded = self._loaded
        self.stay()
        record = loaded and loaded[1] and game.hand.record_from(loaded[1])
        if listens and loaded and record:
            game.hand.begin_from(record)
            self.live.begin_behind(loaded[2])
            self.begin_past()
        replied, self._asked = self._asked and listens, self._asked and not listens
        out_of_turn = replied and not game.computers_turn
        if change := game.hand.follow(replied, by, monitor=not listens):
            change += ", out of turn: key PC lets it move whoever is to move" * out_of_turn
            self.live.log.append(change)
            waits = listens and game.computers_turn and not (self.live.both or game.over)
            self.tell(f"{change}; the program waits for key PC to reply" if waits else change)
            self.begin_past()
        self.live.thoughts.end_by_hand()

    def _lost(self, error: Exception) -> None:
        self.line.port.clear()
        self.tell(f"the machine has lost its way: {error}", "error")
        self.show()

    # Beneath the game

    def step_over(self) -> None:
        """One instruction, or a subroutine call as a whole."""
        after = self.machine.after_call()
        if after is None:
            self.governor.step()
        else:
            self.governor.run_to(after, self.machine.registers.sp)
        self.wake()

    def step_out(self) -> None:
        """Run on until the present subroutine has returned."""
        stack = self.machine.registers.sp
        if not self.machine.returns(stack):
            self.tell("the stack is empty: no subroutine to step out of", "warning")
            return
        self.governor.step_out(stack)
        self.wake()

    def load_state(self, name: str, saved: Saved, board: chess.Board | None) -> None:
        """The program runs on from the state; the game follows when it reads the keypad, to *board*
        where that is known.
        """
        before = [] if board is None else self.live.leaving()
        self.live.load_state(name, saved)
        self.let_go()
        self.line.taken_to_another_time()
        self.away, self._loaded = True, (name, board, before)
        self.tell(f"{name}: the machine is loaded")

    def back_to_game(self) -> None:
        """The program reads the keypad again, and men that were changed by hand stay so."""
        if self.program_listens():
            self.game.hand.recover()
        else:
            by_keys = self.game.hand.resume()
            self.live.log.append("by hand: PC, GO" if by_keys else "back to the game")
        self.listening = self.program_listens()
        self._catch_up("by hand")
        if self.listening:
            self.tell("back in the game; men that were changed by hand stay so")
        else:
            self.tell("nothing leads back to the program; a new game can begin from here", "error")

    def back_to_rest(self) -> None:
        """The machine is where the game left it."""
        if self.away:
            self.game.hand.recover()
            self.stay()
