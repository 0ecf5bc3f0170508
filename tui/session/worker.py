"""The thread that owns the machine and the game.

It works off commands one by one. While the machine runs, the governor looks in every few
milliseconds: controls are obeyed then, other commands wait, or end a run that serves nobody.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from emu.chips.keypad import CONTROL_KEYS
from emu.errors import EmuError
from emu.watch.debug import Stopped
from microchess.errors import MicroChessError
from microchess.game.session import Session
from microchess.machine.player import Player
from tui.session import commands as c
from tui.session.bench import Bench, Publish
from tui.session.governor import Governor
from tui.session.past import Past
from tui.session.snapshot import Activity

_IMPATIENT = (c.NewGame, c.Undo, c.Resign, c.LoadPgn, c.LoadState, c.Recover)
"""What breaks the thinking off instead of waiting for its end."""

_NEEDS_REST = (c.Undo, c.Redo, c.Resign, c.LoadPgn)
"""What begins where the machine stood after the last move."""


class Worker(Bench, Thread):
    """A live session of *player* on *monitor* (None: ours); *publish* is called in this thread.

    *resume* goes on with a session, else *setup* starts a game. It is saved at *save_path* after
    every change, with *settings* beside it.
    """

    def __init__(
        self,
        player: Player,
        monitor: bytes | None,
        publish: Publish,
        setup: c.NewGame,
        resume: Session | None = None,
        save_path: Path | None = None,
        speed: float | None = None,
    ) -> None:
        Thread.__init__(self, name="KIM-1", daemon=True)
        governor = Governor(self._look_in, self._idle)
        governor.speed = speed
        Bench.__init__(self, player, monitor, publish, governor, resume, save_path)
        self._setup, self._resume = setup, resume
        self._inbox: SimpleQueue[c.Command] = SimpleQueue()
        self._waiting: deque[c.Command] = deque()
        self._quitting = False

    # From other threads

    def ask(self, command: c.Command) -> None:
        """Ask for something; it happens in its turn."""
        self._inbox.put(command)

    def stop(self, patience: float = 5.0) -> None:
        """End the thread, whatever it does."""
        self.ask(c.Quit())
        if self.is_alive():
            self.join(patience)

    # The thread

    def run(self) -> None:
        """Work until asked to quit."""
        try:
            self._open()
            while not self._quitting:
                self._work()
        except Stopped:
            pass
        except BaseException as error:
            self._tell(f"internal error, the machine has stopped: {error!r}", "error")
            raise
        finally:
            self._save()
            self._line.capture(None)

    def _open(self) -> None:
        resume, self._resume = self._resume, None
        try:
            self._new_game(self._setup)
        except (MicroChessError, EmuError) as error:
            self._tell(str(error), "error")
            self._new_game(c.NewGame())
        if resume is not None:
            try:
                resume.put_into(self._game)
                self._listening = self._program_listens()
            except MicroChessError as error:
                self._tell(str(error), "error")
        self._governor.go_on()
        self._begin_past()
        self._changed(dirty=resume is None)
        self._answer_if_due()

    def _work(self) -> None:
        if self._waiting:
            self._do(self._waiting.popleft())
        elif self._free or self._line.port.pending:
            self._run_free()
        else:
            if self._keeper.dirty and self._inbox.empty():
                self._save()
            self._take(self._inbox.get())

    def _take(self, command: c.Command) -> None:
        thinking = self._activity is Activity.THINKING
        if isinstance(command, c.Control):
            self._control(command)
            self._publish()
        elif thinking and isinstance(command, c.PressKey) and command.key in CONTROL_KEYS:
            self._seized = self._machine.snapshot(), command.key
            self._governor.go_on()
        elif thinking and isinstance(command, c.LineCommand):
            self._line.do(command)
        elif thinking and isinstance(command, c.PressKey):
            self._tell("MicroChess is thinking and reads no keys; Esc breaks it off", "warning")
        else:
            if thinking and isinstance(command, _IMPATIENT):
                self._control(c.Cancel())
            self._waiting.append(command)

    def _look_in(self) -> None:
        """Called by the governor while the machine runs."""
        if self._past is not None:
            self._past.keep()
        while True:
            try:
                command = self._inbox.get_nowait()
            except Empty:
                break
            self._take(command)
        self._break_off()
        if time.monotonic() >= self._due:
            self._publish()

    def _idle(self) -> None:
        """Called by the governor while the machine is held."""
        self._publish()
        self._take(self._inbox.get())
        self._break_off()
        if self._waiting:
            self._while_held(self._waiting.popleft())

    def _break_off(self) -> None:
        if self._quitting or self._cancelled or self._seized is not None:
            raise Stopped
        if self._activity is Activity.RUNNING and self._went_back:
            raise Stopped
        if self._activity is Activity.RUNNING and self._waiting:
            raise Stopped

    def _while_held(self, command: c.Command) -> None:
        """A command that comes while the machine is held in the middle of the game's business."""
        if isinstance(command, c.PokeBytes):
            self._poke_now(command)
        elif isinstance(command, c.LineCommand):
            self._line.do(command)
        else:
            self._tell("the machine is held; let it go on first", "warning")

    # Controls

    def _control(self, command: c.Control) -> None:
        governor = self._governor
        match command:
            case c.Quit():
                self._quitting = True
                governor.go_on()
            case c.Cancel():
                self._cancelled = self._activity in (Activity.KEYING, Activity.THINKING)
                governor.go_on()
            case c.SetSpeed(factor):
                governor.speed = factor
                self._keeper.dirty = True
            case c.SetBreakpoints(addresses):
                governor.user_breakpoints = addresses
                self._keeper.dirty = True
            case c.SetWatchpoints(addresses):
                governor.watchpoints = addresses
                self._keeper.dirty = True
            case c.SetMirror(on):
                self._live.mirror = on
            case c.Remember(settings):
                self._keeper.remember(settings)
            case c.SaveState(path):
                self._save_state(path)
            case c.Back(cycles):
                self._go_back(lambda past, keying: past.back(cycles, keying))
            case c.StepBack():
                self._go_back(Past.step_back)
            case c.Pause():
                governor.hold()
            case c.Continue():
                governor.go_on()
                self._wake()
            case c.StepInstruction(over):
                self._step(over)
            case c.RunTo(address):
                governor.run_to(address)
                self._wake()
            case _:
                raise AssertionError(command)

    # Commands

    def _do(self, command: c.Command) -> None:
        if self._quitting:
            return
        if self._interrupted and isinstance(command, _NEEDS_REST):
            self._game.recover()
            self._interrupted = False
        match command:
            case c.NewGame():
                self._interrupted = False
                self._governor.go_on()
                self._business(lambda: self._new_game(command))
                self._answer_if_due()
            case c.PlayMove(text):
                if self._runs() and self._business(lambda: self._live.play(text)):
                    self._answer_if_due()
            case c.LetItMove():
                if self._runs() and self._business(self._live.give_turn):
                    self._answer_if_due()
            case c.Undo():
                self._business(self._live.undo)
            case c.Redo():
                self._business(self._live.redo)
            case c.Resign():
                self._business(self._game.resign)
            case c.SetLevel(level):
                self._business(lambda: setattr(self._game.bridge, "level", level))
            case c.SetSteady(on):
                self._live.set_steady(on)
                self._keeper.dirty = True
            case c.PokeBytes() if self._interrupted:
                self._poke_now(command)
            case c.PokeBytes(pokes):
                self._business(lambda: self._live.poke(pokes))
            case c.Recover():
                self._free = self._interrupted = False
                self._governor.go_on()
                self._business(self._game.recover)
                self._listening = True
            case c.PressKey(key):
                self._press(key)
            case c.SetStepSwitch(on):
                self._machine.single_step = on
            case c.LineCommand():
                self._line.do(command)
                self._free = True
            case c.LoadPgn(text):
                self._business(lambda: self._live.load_pgn(text))
            case c.LoadState(name, saved):
                free = self._free
                self._free = self._business(lambda: self._load_state(name, saved)) or free
            case c.SavePgn(path, date):
                self._business(lambda: self._live.save_pgn(path, date))
            case _:
                raise AssertionError(command)
        self._publish()

    def _business(self, work: Callable[[], object], activity: Activity = Activity.KEYING) -> bool:
        """Do something for the game; whether it was done. If not, all is as before."""
        self._free = False
        self._cancelled = False
        self._activity = activity
        try:
            work()
        except Stopped:
            if self._seized is not None and not self._quitting:
                self._hand_over(*self._seized)
                return False
            self._game.recover()
            if not self._quitting and not self._waiting:
                self._tell("broken off; Let it move (p) makes it think again", "warning")
            return False
        except (MicroChessError, EmuError) as error:
            self._tell(str(error), "error")
            return False
        finally:
            self._activity = Activity.WAITING
            self._cancelled = False
            self._listening = self._program_listens()
            self._begin_past()
            self._changed()
        return True

    def _new_game(self, setup: c.NewGame) -> None:
        self._end_past()
        self._live.new_game(setup)
        self._line.attach(self._machine)
        self._changed()

    def _answer_if_due(self) -> None:
        if self._game.computers_turn and not self._game.over and not self._quitting:
            self._business(self._live.answer, Activity.THINKING)
