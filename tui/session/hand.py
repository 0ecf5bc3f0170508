"""Keys pressed by hand, and a program that runs for nobody."""

from __future__ import annotations

from collections.abc import Generator

import chess

from emu.chips.keypad import CONTROL_KEYS
from emu.files.statefile import Saved
from microchess.game.state import UndoState
from microchess.program.reply import Candidate
from tui.session.runner import Runner, Work
from tui.session.snapshot import BY_HAND, Activity
from tui.session.values import Key
from tui.session.verbs import Then, verb

_MONITORS = frozenset(("AD", "DA", "+"))
_FOREVER = 10**15
_ROUND = 20_000
"""Cycles in which a program that waits for a key has gone all round its loop."""


def _stops(_: Hand, key: str) -> Then:
    """Only keys that stop the program are heard while it thinks."""
    return Then.DO if key in CONTROL_KEYS else Then.REFUSE


class Hand:
    """Works the machine of *runner* beside the game.

    ``away``: it is not where the game left it, since a key was pressed while it was thinking, or a
    state was loaded; the board follows once the program listens again. ``pc_pressed``: the last key
    that the program read by hand was PC: the next move is its reply.
    """

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self.away = self.pc_pressed = False
        self._loaded: tuple[str, chess.Board | None, list[UndoState]] | None = None
        """Name and position of the state in which it is elsewhere, and the way back."""

    def stay(self) -> None:
        """The machine is where the game left it, or has it anew."""
        self.away, self._loaded = False, None

    @property
    def replies(self) -> bool:
        """Whether the program replies, or is about to, to key PC pressed by hand."""
        return self.pc_pressed and self._runner.listening

    # Keys

    @verb(thinking=_stops, paused=Then.REFUSE)
    def press(self, key: Key, how: str = BY_HAND) -> None:
        """Press a key of the KIM-1.

        It is held and let go, then the program runs on; *how* is noted.
        """
        runner = self._runner
        if runner.activity is Activity.THINKING:
            runner.queue.forget()
            self._seize(key)
        else:
            self._look_before(key)
            runner.live.log.press(how, key)
        stops = key in CONTROL_KEYS
        runner.listening &= not stops
        pressing = (runner.machine if stops else runner.game.bridge).pressing(key)
        runner.work = Work(Activity.BY_HAND, pressing, lambda _: self.run(), self._lost)

    @verb()
    def set_step_switch(self, on: bool) -> None:
        """Slide the SST switch."""
        self._runner.machine.single_step = on

    def _look_before(self, key: str) -> None:
        """What the program makes of the key, as it stands before."""
        runner, live, bridge = self._runner, self._runner.live, self._runner.game.bridge
        if key in _MONITORS and runner.listening:
            runner.tell(f"MicroChess has no use for {key}; ST leads to the monitor")
        ahead = bridge.table_at_keypad()
        if ahead is not None and ahead == bridge.table:
            runner.listening = True
            self._catch_up("by hand")
            runner.look()
        if key in CONTROL_KEYS:
            self.away |= self.pc_pressed
            self.pc_pressed &= key == "ST"
        elif ahead is not None:
            self.pc_pressed = key == "PC"
            if self.pc_pressed:
                live.thoughts.begin(live.mirror)

    def _seize(self, key: str) -> None:
        """ST or RS in the middle of the thinking: the machine stands there, the monitor has it."""
        runner = self._runner
        state = runner.machine.snapshot()
        runner.drop_work()
        self.away, self.pc_pressed = True, key == "ST"
        runner.machine.restore(state)
        self.let_go()
        runner.live.log.append(f"by hand: {key}, while it was thinking")
        runner.governor.go_on()

    def let_go(self) -> None:
        """Nobody holds a key down any more."""
        machine = self._runner.machine
        for held in machine.board.keypad.down:
            machine.key_up(held)

    # A free run

    def wake(self) -> None:
        """Let the machine run if it does nothing."""
        if self._runner.work is None:
            self.run()

    def run(self) -> None:
        """Run what runs, until it waits for a key, or for a character at the terminal, and goes
        round there without meeting a breakpoint.
        """
        running = self._running()
        self._runner.work = Work(Activity.RUNNING, running, self._came_to_rest, self._lost)

    def _running(self) -> Generator[Candidate | None, None, None]:
        runner = self._runner
        bridge, machine, governor = runner.game.bridge, runner.machine, runner.governor
        if machine.tty:
            while (yield from runner.line.running({bridge.judge})) is not None:
                yield bridge.judged()
        else:
            yield from bridge.settling(_FOREVER)
        governor.met = bool(machine.breakpoints or machine.watchpoints)
        while governor.met:
            governor.met = False
            yield from machine.running(_ROUND)

    def _came_to_rest(self, _: object) -> None:
        runner = self._runner
        name = self._loaded and self._loaded[0]
        by = "by a tape" if runner.deck.rest() else f"by loading {name}" if name else "by hand"
        tty = runner.machine.tty
        runner.listening = runner.line.at_keypad if tty else runner.look_ahead()
        if self.away and not runner.listening:
            runner.look(dirty=False)
        else:
            self._catch_up(by)
            runner.look()

    def _catch_up(self, by: str) -> None:
        """The game is where the machine is now, changed *by* whom."""
        runner = self._runner
        game, live, listens = runner.game, runner.live, runner.listening
        loaded = self._loaded
        self.stay()
        record = loaded and loaded[1] and game.hand.record_from(loaded[1])
        if listens and loaded and record:
            game.hand.begin_from(record)
            live.begin_behind(loaded[2])
            runner.begin_past()
        replied, self.pc_pressed = self.pc_pressed and listens, self.pc_pressed and not listens
        out_of_turn = replied and not game.computers_turn
        if change := game.hand.follow(replied, by, monitor=not listens):
            change += ", out of turn: key PC lets it move whoever is to move" * out_of_turn
            live.log.append(change)
            waits = listens and game.computers_turn and not (live.both or game.over)
            runner.tell(f"{change}; the program waits for key PC to reply" if waits else change)
            runner.begin_past()
        live.thoughts.end_by_hand()

    def _lost(self, error: Exception) -> None:
        runner = self._runner
        runner.line.port.clear()
        runner.tell(f"the machine has lost its way: {error}", "error")

    def break_off(self) -> None:
        """Give up the reply to a key pressed by hand."""
        runner = self._runner
        runner.drop_work()
        self.away, self.pc_pressed = True, False
        self.back_to_rest()
        runner.live.thoughts.recall()

    # Elsewhere, and back

    def load_state(self, name: str, saved: Saved, board: chess.Board | None) -> None:
        """The program runs on from the state; the game follows when it reads the keypad, to *board*
        where that is known.
        """
        runner = self._runner
        before = [] if board is None else runner.live.leaving()
        runner.live.load_state(name, saved)
        self.let_go()
        runner.line.taken_to_another_time()
        self.away, self._loaded = True, (name, board, before)
        runner.tell(f"{name}: the machine is loaded")

    def back_to_game(self) -> None:
        """The program reads the keypad again, and men that were changed by hand stay so."""
        runner = self._runner
        if runner.look_ahead():
            runner.game.hand.recover()
        else:
            by_keys = runner.game.hand.resume()
            runner.live.log.append("by hand: PC, GO" if by_keys else "back to the game")
        runner.listening = runner.look_ahead()
        self._catch_up("by hand")
        if runner.listening:
            runner.tell("back in the game; pieces that were changed by hand stay so")
        else:
            why = "nothing leads back to the program; a new game can begin from here"
            runner.tell(why, "error")

    def back_to_rest(self) -> None:
        """The machine is where the game left it."""
        if self.away:
            self._runner.game.hand.recover()
            self.stay()
