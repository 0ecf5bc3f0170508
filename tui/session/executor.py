"""A live session, fifth part: what is asked of it, each verb by its handler."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import chess

from emu.errors import EmuError
from emu.files import statefile
from emu.files.statefile import Saved
from emu.notation import Poke
from microchess.errors import MicroChessError
from tui.session import commands as c
from tui.session.commands import Area
from tui.session.gameplay import Gameplay
from tui.session.livegame import FOR_TAPE
from tui.session.loading import PGN
from tui.session.policy import BACK_AT_REST, called
from tui.session.snapshot import Activity, Handed
from tui.session.timetravel import KEYS_DOWN


class Executor(Gameplay):
    """A session that does what is asked; ``quitting``: it was asked to end."""

    quitting = False

    @cached_property
    def handlers(self) -> dict[c.Verb[*tuple[Any, ...]], Callable[..., object]]:
        """What carries each verb out, but for those of time."""
        live, governor, line, deck = self.live, self.governor, self.line, self.deck
        return {
            c.StartGame: self._start_game,
            c.PlayMove: self.play,
            c.LetItMove: self.give,
            c.GoOnFrom: self.go_on_from,
            c.PressKey: partial(self.press, "by hand"),
            c.PressForTape: partial(self.press, FOR_TAPE),
            c.Undo: partial(self.at_once, live.undo),
            c.TakeBack: partial(self.at_once, live.take_back),
            c.Redo: partial(self.at_once, live.redo),
            c.Resign: partial(self.at_once, lambda: self.game.resign()),
            c.LoadPgn: partial(self.at_once, live.load_pgn),
            c.SetLevel: self.set_level,
            c.SetBoth: self.set_both,
            c.PokeBytes: self._poke,
            c.EndSetUp: self.end_set_up,
            c.SetStepSwitch: lambda on: setattr(self.machine, "single_step", on),
            c.Recover: self._recover,
            c.LoadState: self._load_state,
            c.Quit: partial(setattr, self, "quitting", True),
            c.Cancel: self._break_off,
            c.SetMirror: live.set_mirror,
            c.SetFormula: partial(setattr, live, "formula"),
            c.Remember: self.autosave.remember,
            c.HandState: self._hand_state,
            c.KeepSound: deck.keep_sound,
            c.Pause: governor.hold,
            c.Continue: partial(self._awake, governor.go_on),
            c.StepInstruction: partial(self._awake, governor.step),
            c.StepOver: self.step_over,
            c.StepOut: self.step_out,
            c.RunTo: partial(self._awake, governor.run_to),
            c.SetSpeed: partial(setattr, governor, "speed"),
            c.SetBreakpoints: governor.set_breakpoints,
            c.SetWatchpoints: partial(setattr, governor, "watchpoints"),
            c.FitJumper: line.fit_jumper,
            c.TypeText: line.type,
            c.PasteText: line.paste,
            c.SendBreak: lambda: line.port.send_break(),
            c.SetLine: lambda baud, stop_bits: self.machine.set_line(baud, stop_bits),
            c.SendProgram: line.send_program,
            c.PlayTape: deck.play,
            c.StopTape: deck.stop,
            c.RecordTape: deck.record,
            c.EndRecording: deck.end_recording,
            c.LoopTape: lambda on: setattr(self.machine, "tape_loop", on),
        }

    def do(self, command: c.Command) -> None:
        """Carry it out now."""
        verb = command.verb
        if self.done_there(command):
            pass
        elif verb.area is Area.TIME:
            self._go_through_time(command)
        elif verb.area in (Area.CONTROL, Area.SETTING):
            self._handle(command)
            self.autosave.dirty |= verb.area is Area.SETTING
        else:
            self.replay = None
            self._change(command)
        self.show()

    def _change(self, command: c.Command) -> None:
        verb = command.verb
        if verb in BACK_AT_REST:
            self.back_to_rest()
        self._handle(command)
        if verb.area is not Area.GAME:
            self.wake()
        if verb in BACK_AT_REST:
            self.line.taken_to_another_time()

    def _handle(self, command: c.Command) -> None:
        try:
            self.handlers[command.verb](*command.values)
        except (MicroChessError, EmuError) as error:
            self.tell(str(error), "error")

    def forget(self, which: Callable[[c.Command], bool] = lambda _: True) -> bool:
        """What waits is not done, as far as it is *which*; whether there was any."""
        gone = dict.fromkeys(called(one) for one in self.waiting if which(one))
        self.waiting = [one for one in self.waiting if not which(one)]
        if gone:
            self.tell(f"{', '.join(gone)} {'is' if len(gone) == 1 else 'are'} forgotten")
        return bool(gone)

    def give_up(self) -> None:
        """Give up the work in hand; what the game thought for it is forgotten."""
        activity = self.activity
        self.drop_work()
        if activity in (Activity.KEYING, Activity.THINKING):
            self.live.thoughts.recall()

    # The game

    def _start_game(self, setup: c.NewGame) -> None:
        self.stay()
        self.governor.go_on()
        try:
            self.at_once(self.new_game, setup)
        finally:
            self.answer_if_due()

    def _poke(self, pokes: tuple[Poke, ...]) -> None:
        """While the machine is elsewhere or at work the bytes are nobody's business but its own."""
        if self.away or self.work is not None:
            for poke in pokes:
                self.machine.poke(poke.address, poke.value)
        else:
            self.at_once(self.live.poke, pokes)

    def _recover(self) -> None:
        self.governor.go_on()
        self.at_once(self.back_to_game)

    def _load_state(self, name: str, saved: Saved, board: chess.Board | None) -> None:
        ran = self.broken_off
        try:
            self.at_once(self.load_state, name, saved, board)
            ran = True
        finally:
            if ran:
                self.run()

    def _hand_state(self, name: str) -> None:
        """The machine's state to whoever keeps it as *name*, the game beside it."""
        game = self.game
        beside = {} if self.away else {PGN: str(game.record.game(game.state.headers()))}
        self._send(Handed(name, statefile.text(self.machine.snapshot(), **beside)))

    # At once, even while the machine is busy

    def _break_off(self) -> None:
        """Forget what waits; else give up what the game wanted, if anything, and let go of the
        machine.
        """
        activity = self.activity
        if self.forget():
            return
        held = self.governor.held
        self.governor.go_on()
        if activity in (Activity.KEYING, Activity.THINKING):
            self.give_up()
            keying = activity is Activity.KEYING
            then = "your move is not made" if keying else "<let it move> lets it think again"
            self.tell(f"broken off; {then}", "warning")
        elif self._asked and activity is Activity.RUNNING:
            self.drop_work()
            self.away, self._asked = True, False
            self.back_to_rest()
            self.live.thoughts.recall()
            self.tell("broken off; key PC lets it think again", "warning")
        elif held:
            self.wake()

    def _awake(self, do: Callable[..., None], *values: object) -> None:
        """Do something to the governor; the machine runs then."""
        do(*values)
        self.wake()

    def _go_through_time(self, command: c.Command) -> None:
        """Where the machine is taken back it is held; a run for nobody begins again there."""
        activity = self.activity
        self.line.collect()
        if not self.takes_back(command):
            return
        self.governor.hold()
        if activity is Activity.THINKING:
            self.tell("the thinking is taken back to here; <go on> lets it think on")
        if activity not in KEYS_DOWN:
            self.drop_work()
            self.let_go()
        self.live.thoughts.taken_back()
        self.line.taken_to_another_time()
