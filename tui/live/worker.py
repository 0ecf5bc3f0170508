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

from emu.board import BoardState
from emu.debug import Stopped, SupervisedMachine
from emu.errors import EmuError
from emu.keypad import CONTROL_KEYS
from microchess.errors import MicroChessError
from microchess.game import Game
from microchess.player import Player
from microchess.save import Session
from tui.live import commands as c
from tui.live.governor import Governor
from tui.live.keeper import Keeper
from tui.live.line import LiveLine
from tui.live.livegame import LiveGame
from tui.live.snapshot import Activity, GameView, Notice, Snapshot
from tui.live.views import view_game, view_machine

FRAME = 1 / 25
_FOREVER = 10**15
_LOG_LINES = 400
_IMPATIENT = (c.NewGame, c.Undo, c.Resign, c.LoadPgn, c.Recover)
"""What breaks the thinking off instead of waiting for its end."""

_NEEDS_REST = (c.Undo, c.Redo, c.Resign, c.LoadPgn)
"""What begins where the machine stood after the last move."""

Publish = Callable[[Snapshot | Notice], None]


class Worker(Thread):
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
        super().__init__(name="KIM-1", daemon=True)
        self._send = publish
        self._setup, self._resume = setup, resume
        settings = resume.settings if resume else {}
        self._keeper = Keeper(save_path, monitor, settings, self._tell)
        self._inbox: SimpleQueue[c.Command] = SimpleQueue()
        self._waiting: deque[c.Command] = deque()
        self._governor = Governor(self._look_in, self._idle)
        self._governor.speed = speed
        self._governor.restore(settings)
        self._live = LiveGame(player, monitor, self._governor, self._tell)
        self._live.steady = settings.get("steady_book") is True
        self._line = LiveLine(self._tell, self._program_listens)
        self._activity = Activity.WAITING
        self._free = False
        self._quitting = False
        self._cancelled = False
        self._seized: tuple[BoardState, str] | None = None
        self._interrupted = False
        self._view: GameView | None = None
        self._listening = True
        self._due = 0.0

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

    @property
    def _game(self) -> Game:
        return self._live.game

    @property
    def _machine(self) -> SupervisedMachine:
        return self._live.machine

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

    def _poke_now(self, command: c.PokeBytes) -> None:
        """Bytes that are nobody's business but the machine's."""
        try:
            for poke in command.pokes:
                self._machine.poke(poke.address, poke.value)
        except EmuError as error:
            self._tell(str(error), "error")

    def _run_free(self) -> None:
        """Run what runs, until it waits for a key."""
        self._activity = Activity.RUNNING
        try:
            judge = self._game.bridge.judge
            if self._run_until_waiting(judge) is not None:
                self._live.judged(self._game.bridge.judged())
                return
            self._free = False
        except Stopped:
            return
        except EmuError as error:
            self._free = False
            self._line.port.clear()
            self._tell(f"the machine has lost its way: {error}", "error")
        finally:
            self._activity = Activity.WAITING
        self._after_hand()

    def _run_until_waiting(self, stop: int) -> int | None:
        """Until a program waits for a key, or for a character at the terminal."""
        if self._machine.tty:
            return self._line.run({stop})
        return self._machine.run_until_waiting(_FOREVER, {stop})

    def _program_listens(self) -> bool:
        """Whether the program has the keypad; what a look ahead prints is not printed yet."""
        self._line.collect()
        listens = self._game.listening
        self._machine.printed()
        return listens

    def _after_hand(self) -> None:
        tty = self._machine.tty
        self._listening = self._line.at_keypad if tty else self._program_listens()
        if self._interrupted and not self._listening:
            self._changed(dirty=False)
            return
        self._interrupted = False
        if said := self._game.follow():
            self._live.log.append(said)
            self._tell(said)
        self._live.end_thought()
        self._changed()

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
            case c.Pause():
                governor.hold()
            case c.Continue():
                governor.go_on()
                self._wake()
            case c.Step(over):
                self._step(over)
            case c.RunTo(address):
                governor.run_to(address)
                self._wake()
            case _:
                raise AssertionError(command)

    def _wake(self) -> None:
        if self._activity is Activity.WAITING:
            self._free = True

    def _step(self, over: bool) -> None:
        after = self._machine.after_call() if over else None
        if after is not None:
            self._governor.run_to(after, self._machine.registers.sp)
            self._wake()
            return
        self._governor.step()
        if self._activity is Activity.WAITING:
            self._free = False
            self._guarded(lambda: self._machine.run(1))

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
            self._changed()
        return True

    def _hand_over(self, state: BoardState, key: str) -> None:
        """ST or RS in the middle of the thinking: the machine stands there, the monitor has it."""
        self._seized, self._interrupted = None, True
        self._machine.restore(state)
        for held in self._machine.board.keypad.down:
            self._machine.key_up(held)
        self._live.log.append(f"by hand: {key}, while it was thinking")
        self._guarded(lambda: self._machine.press(key))
        self._free = True

    def _runs(self) -> bool:
        """Whether the machine is not held; says so when it is."""
        if self._governor.held:
            self._tell("the machine is held; let it go on first", "warning")
        return not self._governor.held

    def _guarded(self, work: Callable[[], object]) -> None:
        """Run the machine for nobody but the user."""
        self._activity = Activity.KEYING
        try:
            work()
        except Stopped:
            pass
        except EmuError as error:
            self._tell(f"the machine has lost its way: {error}", "error")
        finally:
            self._activity = Activity.WAITING
            self._cancelled = False

    def _new_game(self, setup: c.NewGame) -> None:
        self._live.new_game(setup)
        self._line.attach(self._machine)
        self._changed()

    def _answer_if_due(self) -> None:
        if self._game.computers_turn and not self._game.over and not self._quitting:
            self._business(self._live.answer, Activity.THINKING)

    def _press(self, key: str) -> None:
        """By hand: the key is held and let go, then the program runs on."""
        if not self._runs():
            return
        self._live.log.append(f"by hand: {key}")
        if key == "PC" and self._game.listening:
            self._live.begin_thought()
        self._guarded(lambda: self._machine.press(key))
        self._free = True

    # Outwards

    def _changed(self, dirty: bool = True) -> None:
        self._view = view_game(self._game, tuple(self._live.log[-_LOG_LINES:]), _today())
        self._keeper.dirty = self._keeper.dirty or dirty
        self._publish()

    def _publish(self) -> None:
        self._due = time.monotonic() + FRAME
        if self._view is None:
            return
        governor = self._governor
        activity = Activity.HELD if governor.held else self._activity
        self._send(
            Snapshot(
                view_machine(self._game, self._live.photographer, self._listening),
                self._line.view(),
                self._view,
                self._live.thought,
                activity,
                governor.speed,
                governor.user_breakpoints,
                governor.watchpoints,
                self._live.mirror,
                str(governor.halt) if governor.halt else "",
            )
        )

    def _tell(self, text: str, severity: str = "information") -> None:
        self._send(Notice(text, severity))

    def _save(self) -> None:
        if self._view is not None and not self._interrupted:
            settings = {**self._governor.settings, "steady_book": self._live.steady}
            self._keeper.save(self._game, settings)


def _today() -> str:
    return time.strftime("%Y.%m.%d")
