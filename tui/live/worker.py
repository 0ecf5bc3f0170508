"""The thread that owns the machine and the game.

It works off commands one by one. While the machine runs, the governor looks in every few
milliseconds: controls are obeyed then, other commands wait, or end a run that serves nobody.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from emu.board import BoardState
from emu.debug import Stopped, SupervisedMachine, supervised
from emu.errors import EmuError
from emu.keypad import CONTROL_KEYS
from emu.machine import Machine
from emu.memory import Photographer
from microchess import pgn, save
from microchess.errors import MicroChessError
from microchess.game import Answer, Game
from microchess.player import Player
from microchess.position import read_fen
from microchess.replies import Candidate
from microchess.save import Session
from tui.live import commands as c
from tui.live.governor import Governor
from tui.live.mirror import mirror_of
from tui.live.snapshot import Activity, GameView, Notice, Snapshot, Thought
from tui.live.views import begin_thought, view_game, view_machine

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
        self._player, self._monitor = player, monitor
        self._send = publish
        self._setup, self._resume = setup, resume
        self._save_path = save_path
        self._settings: dict[str, Any] = dict(resume.settings) if resume else {}
        self._inbox: SimpleQueue[c.Command] = SimpleQueue()
        self._waiting: deque[c.Command] = deque()
        self._governor = Governor(self._look_in, self._idle)
        self._governor.speed = speed
        self._governor.restore(self._settings)
        self._activity = Activity.WAITING
        self._free = False
        self._quitting = False
        self._cancelled = False
        self._seized: tuple[BoardState, str] | None = None
        self._interrupted = False
        self._mirror = False
        self._view: GameView | None = None
        self._thought: Thought | None = None
        self._log: list[str] = []
        self._listening = True
        self._due = 0.0
        self._dirty = False

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
            except MicroChessError as error:
                self._tell(str(error), "error")
        self._governor.go_on()
        self._changed(dirty=resume is None)
        self._answer_if_due()

    def _work(self) -> None:
        if self._waiting:
            self._do(self._waiting.popleft())
        elif self._free:
            self._run_free()
        else:
            if self._dirty and self._inbox.empty():
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
            if self._machine.run_until_waiting(_FOREVER, {judge}) is not None:
                self._judged(self._game.bridge.judged())
                return
            self._free = False
        except Stopped:
            return
        except EmuError as error:
            self._free = False
            self._tell(f"the machine has lost its way: {error}", "error")
        finally:
            self._activity = Activity.WAITING
        self._after_hand()

    def _after_hand(self) -> None:
        self._listening = self._game.listening
        if self._interrupted and not self._listening:
            self._changed(dirty=False)
            return
        self._interrupted = False
        if said := self._game.follow():
            self._log.append(said)
            self._tell(said)
        self._end_thought()
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
                self._dirty = True
            case c.SetBreakpoints(addresses):
                governor.user_breakpoints = addresses
                self._dirty = True
            case c.SetWatchpoints(addresses):
                governor.watchpoints = addresses
                self._dirty = True
            case c.SetMirror(on):
                self._mirror = on
            case c.Remember(settings):
                self._settings.update(settings)
                self._dirty = True
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
                if self._runs() and self._business(lambda: self._play(text)):
                    self._answer_if_due()
            case c.LetItMove():
                if self._runs() and self._business(self._give_turn):
                    self._answer_if_due()
            case c.Undo():
                self._business(self._undo)
            case c.Redo():
                self._business(self._redo)
            case c.Resign():
                self._business(self._game.resign)
            case c.SetLevel(level):
                self._business(lambda: setattr(self._game.bridge, "level", level))
            case c.PokeBytes() if self._interrupted:
                self._poke_now(command)
            case c.PokeBytes(pokes):
                self._business(lambda: self._poke(pokes))
            case c.Recover():
                self._free = self._interrupted = False
                self._governor.go_on()
                self._business(self._game.recover)
                self._listening = True
            case c.PressKey(key):
                self._press(key)
            case c.SetStepSwitch(on):
                self._machine.single_step = on
            case c.LoadPgn(text):
                self._business(lambda: self._load_pgn(text))
            case c.SavePgn(path, date):
                self._business(lambda: self._save_pgn(path, date))
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
            self._listening = self._game.listening
            self._changed()
        return True

    def _hand_over(self, state: BoardState, key: str) -> None:
        """ST or RS in the middle of the thinking: the machine stands there, the monitor has it."""
        self._seized, self._interrupted = None, True
        self._machine.restore(state)
        for held in self._machine.board.keypad.down:
            self._machine.key_up(held)
        self._log.append(f"by hand: {key}, while it was thinking")
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
        board = None if setup.fen is None else read_fen(setup.fen)
        if board is None and setup.opening is not None and setup.opening.computer != setup.computer:
            raise MicroChessError(f"{setup.opening.name} is a book for the other side")
        game = Game(
            self._player,
            setup.computer,
            setup.level,
            setup.opening,
            board,
            self._monitor,
            supervised(self._governor),
        )
        if not setup.book:
            game.bridge.omove = 0
        self._game = game
        self._machine: SupervisedMachine = _as_supervised(game.bridge.machine)
        self._photographer = Photographer(self._machine)
        self._thought = None
        self._log = [f"set up: {game.start}"]
        for note in game.notes:
            self._tell(note, "warning")
        self._changed()

    def _play(self, text: str) -> None:
        game = self._game
        if game.over:
            raise MicroChessError(f"the game is over: {game.verdict()}")
        if game.computers_turn:
            raise MicroChessError("it is MicroChess's move; p lets it think")
        move = game.parse(text)
        san = game.board.san(move)
        action = game.play(move)
        self._log.append(f"{san}: {action}")

    def _answer_if_due(self) -> None:
        if self._game.computers_turn and not self._game.over and not self._quitting:
            self._business(self._answer, Activity.THINKING)

    def _answer(self) -> None:
        self._begin_thought()
        answer = self._game.answer(self._judged)
        self._report(answer)

    def _report(self, answer: Answer) -> None:
        if self._thought:
            self._thought = replace(self._thought, shown=answer.display, cycles=answer.cycles)
        self._log.append(f"{answer.san}: {answer.action}")
        if answer.remark:
            self._log.append(f"  {answer.remark}")
            self._tell(answer.remark)

    def _give_turn(self) -> None:
        self._game.give_turn(self._game.computer)

    def _undo(self) -> None:
        self._forget_thought(self._game.undo())
        self._log.append("taken back, RAM as well")

    def _redo(self) -> None:
        self._forget_thought(self._game.redo())
        self._log.append("done again")

    def _forget_thought(self, _: int) -> None:
        self._thought = None

    def _poke(self, pokes: tuple[Any, ...]) -> None:
        problems = self._game.poke(*pokes)
        self._log.append(" ".join(f"@{poke}" for poke in pokes))
        for problem in problems:
            self._tell(f"beware: {problem}", "warning")

    def _press(self, key: str) -> None:
        """By hand: the key is held and let go, then the program runs on."""
        if not self._runs():
            return
        self._log.append(f"by hand: {key}")
        if key == "PC" and self._game.listening:
            self._begin_thought()
        self._guarded(lambda: self._machine.press(key))
        self._free = True

    def _load_pgn(self, text: str) -> None:
        self._game.replay(pgn.parse(text))
        self._thought = None
        self._log = ["loaded from PGN: the table was poked, no keys pressed"]

    def _save_pgn(self, path: Path, date: str) -> None:
        pgn.save(path, self._game.pgn(date))
        self._tell(f"written to {path}")

    # Thinking

    def _begin_thought(self) -> None:
        thought = begin_thought(self._game)
        if self._mirror:
            engine = mirror_of(self._game.bridge)
            engine.press("PC")
            thought = replace(thought, mirror=tuple(engine.candidates), mirror_shown=engine.display)
        self._thought = thought

    def _judged(self, candidate: Candidate) -> None:
        if self._thought is not None:
            found = (*self._thought.candidates, candidate)
            self._thought = replace(self._thought, candidates=found)

    def _end_thought(self) -> None:
        if self._thought is not None and not self._thought.shown:
            shown = self._game.bridge.digits.hex().upper()
            self._thought = replace(self._thought, shown=shown)

    # Outwards

    def _changed(self, dirty: bool = True) -> None:
        self._view = view_game(self._game, tuple(self._log[-_LOG_LINES:]), _today())
        self._dirty = self._dirty or dirty
        self._publish()

    def _publish(self) -> None:
        self._due = time.monotonic() + FRAME
        if self._view is None:
            return
        governor = self._governor
        activity = Activity.HELD if governor.held else self._activity
        self._send(
            Snapshot(
                view_machine(self._game, self._photographer, self._listening),
                self._view,
                self._thought,
                activity,
                governor.speed,
                governor.user_breakpoints,
                governor.watchpoints,
                self._mirror,
                str(governor.halt) if governor.halt else "",
            )
        )

    def _tell(self, text: str, severity: str = "information") -> None:
        self._send(Notice(text, severity))

    def _save(self) -> None:
        if self._save_path is None or not self._dirty or self._view is None:
            return
        if self._interrupted:
            return
        monitor = "ours" if self._monitor is None else "kim"
        try:
            settings = self._settings | self._governor.settings
            save.write(self._save_path, Session.of(self._game, monitor, settings))
            self._dirty = False
        except OSError as error:
            self._tell(f"the session cannot be saved: {error.strerror}", "error")
            self._save_path = None


def _as_supervised(machine: Machine) -> SupervisedMachine:
    assert isinstance(machine, SupervisedMachine)
    return machine


def _today() -> str:
    return time.strftime("%Y.%m.%d")
