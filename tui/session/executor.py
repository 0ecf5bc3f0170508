"""Carries out what is asked of a live session, each verb by its handler."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import chess

from emu.errors import EmuError
from emu.files.statefile import Saved
from emu.notation import Poke
from microchess.errors import MicroChessError
from tui.session import commands as c
from tui.session.commands import Area
from tui.session.core import Core
from tui.session.gameplay import Gameplay
from tui.session.livegame import FOR_TAPE
from tui.session.manual import ManualControl
from tui.session.policy import BACK_AT_REST, ELSEWHERE
from tui.session.snapshot import Activity
from tui.session.timetravel import KEYS_DOWN

HELD = "the machine is paused: <go on> lets it go on"


class Executor:
    """Does to *core* what is asked; ``quitting``: it was asked to end."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self.manual = manual = ManualControl(core)
        self.play = play = Gameplay(core, manual.run)
        self.quitting = False
        live, governor, line, deck = core.live, core.governor, core.line, core.deck
        self._handlers: dict[c.Verb[*tuple[Any, ...]], Callable[..., object]] = {
            c.StartGame: self._start_game,
            c.PlayMove: partial(self._unless_held, play.play),
            c.LetItMove: partial(self._unless_held, play.give),
            c.GoOnFrom: partial(self._unless_held, play.go_on_from),
            c.PressKey: partial(self._unless_held, partial(manual.press, "by hand")),
            c.PressForTape: partial(self._unless_held, partial(manual.press, FOR_TAPE)),
            c.Undo: partial(play.at_once, live.undo),
            c.TakeBack: partial(play.at_once, live.take_back),
            c.Redo: partial(play.at_once, live.redo),
            c.Resign: partial(play.at_once, lambda: core.game.resign()),
            c.LoadPgn: partial(play.at_once, live.load_pgn),
            c.SetLevel: play.set_level,
            c.SetBoth: play.set_both,
            c.PokeBytes: self._poke,
            c.EndSetUp: play.end_set_up,
            c.SetStepSwitch: lambda on: setattr(core.machine, "single_step", on),
            c.Recover: self._recover,
            c.LoadState: self._load_state,
            c.Quit: partial(setattr, self, "quitting", True),
            c.Cancel: self._break_off,
            c.SetMirror: live.set_mirror,
            c.SetFormula: partial(setattr, live, "formula"),
            c.Remember: core.autosave.remember,
            c.HandState: core.hand_state,
            c.KeepSound: core.deck.keep_sound,
            c.PauseAtCandidates: self._pause_at_candidates,
            c.Pause: governor.hold,
            c.Continue: partial(self._awake, governor.go_on),
            c.StepInstruction: partial(self._awake, governor.step),
            c.StepOver: manual.step_over,
            c.StepOut: manual.step_out,
            c.RunTo: partial(self._awake, governor.run_to),
            c.SetSpeed: partial(setattr, governor, "speed"),
            c.SetBreakpoints: governor.set_breakpoints,
            c.SetWatchpoints: partial(setattr, governor, "watchpoints"),
            c.FitJumper: line.fit_jumper,
            c.TypeText: line.type,
            c.SendBreak: lambda: line.port.send_break(),
            c.SetLine: lambda baud, stop_bits: core.machine.set_line(baud, stop_bits),
            c.SendProgram: line.send_program,
            c.PlayTape: deck.play,
            c.StopTape: deck.stop,
            c.RecordTape: deck.record,
            c.EndRecording: deck.end_recording,
            c.LoopTape: lambda on: setattr(core.machine, "tape_loop", on),
        }

    def do(self, command: c.Command) -> None:
        """Carry it out now."""
        core, verb = self._core, command.verb
        if core.times.done_there(command, core.activity):
            pass
        elif verb.area is Area.TIME:
            self._go_through_time(command)
        elif verb.area in (Area.CONTROL, Area.SETTING):
            self._handle(command)
            core.autosave.dirty |= verb.area is Area.SETTING
        else:
            core.times.end()
            self._change(command)
        core.show()

    def _change(self, command: c.Command) -> None:
        core, verb = self._core, command.verb
        if verb in ELSEWHERE:
            self.forget_move()
        if verb in BACK_AT_REST:
            self.manual.back_to_rest()
        self._handle(command)
        if verb.area is not Area.GAME:
            self.manual.wake()
        if verb in BACK_AT_REST:
            core.line.taken_to_another_time()

    def _handle(self, command: c.Command) -> None:
        try:
            self._handlers[command.verb](*command.values)
        except (MicroChessError, EmuError) as error:
            self._core.tell(str(error), "error")

    def forget_move(self) -> bool:
        """The move that waits is not made; whether there was one."""
        move, self._core.waits = self._core.waits, ""
        if move:
            self._core.tell(f"{move} is forgotten")
        return bool(move)

    def give_up(self) -> None:
        """Give up the work in hand; what the game thought for it is forgotten."""
        core, activity = self._core, self._core.activity
        core.give_up()
        if activity in (Activity.KEYING, Activity.THINKING):
            core.live.thoughts.recall()

    # The game

    def _unless_held(self, do: Callable[..., None], *values: object) -> None:
        if self._core.governor.held:
            self._core.tell(HELD, "warning")
        else:
            do(*values)

    def _start_game(self, setup: c.NewGame) -> None:
        self.manual.stay()
        self._core.governor.go_on()
        self.play.at_once(self.play.new_game, setup)
        self.play.answer_if_due()

    def _poke(self, pokes: tuple[Poke, ...]) -> None:
        """While the machine is elsewhere or at work the bytes are nobody's business but its own."""
        if self.manual.away or self._core.work is not None:
            for poke in pokes:
                self._core.machine.poke(poke.address, poke.value)
        else:
            self.play.at_once(self._core.live.poke, pokes)

    def _recover(self) -> None:
        self._core.governor.go_on()
        self.play.at_once(self.manual.back_to_game)

    def _load_state(self, name: str, saved: Saved, board: chess.Board | None) -> None:
        ran = self._core.broken_off
        if self.play.at_once(self.manual.load_state, name, saved, board) or ran:
            self.manual.run()

    # At once, even while the machine is busy

    def _break_off(self) -> None:
        """Forget moves that wait; else give up what the game wanted, if anything, and let go of the
        machine.
        """
        core, activity = self._core, self._core.activity
        if self.forget_move():
            return
        held = core.governor.held
        core.governor.go_on()
        if activity in (Activity.KEYING, Activity.THINKING):
            self.give_up()
            keying = activity is Activity.KEYING
            then = "your move is not made" if keying else "<let it move> lets it think again"
            core.tell(f"broken off; {then}", "warning")
        elif held:
            self.manual.wake()

    def _pause_at_candidates(self, on: bool) -> None:
        core, governor = self._core, self._core.governor
        governor.at_candidates = on
        goes_on = not on and governor.held_at_candidate
        off = f"no pauses any more{': it goes on' if goes_on else ''}"
        core.tell("it pauses after each candidate; <go on> goes on" if on else off)
        if goes_on:
            self.do(c.Continue())

    def _awake(self, do: Callable[..., None], *values: object) -> None:
        """Do something to the governor; the machine runs then."""
        do(*values)
        self.manual.wake()

    def _go_through_time(self, command: c.Command) -> None:
        """Where the machine is taken back it is held; a run for nobody begins again there."""
        core, activity = self._core, self._core.activity
        core.line.collect()
        if not core.times.takes_back(command, activity):
            return
        core.governor.hold()
        if activity is Activity.THINKING:
            core.tell("the thinking is taken back to here; <go on> lets it think on")
        if activity not in KEYS_DOWN:
            core.give_up()
            self.manual.let_go()
        core.live.thoughts.taken_back()
        core.line.taken_to_another_time()
