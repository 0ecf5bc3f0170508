"""What owns the machine and the game: commands in, snapshots and notices out.

It has at most one work in hand, a generator that pauses after every slice of machine time (see
`emu.machine.Steps`); between two slices it takes commands. Its state is what the work is for:

                  PlayMove                    the move is made
       ┌───────┐ ──────────▶ ┌────────┐ ──────────────────────▶ ┌──────────┐
       │WAITING│             │ KEYING │                         │ THINKING │
       │       │ ◀────────── └────────┘     LetItMove,          │          │
       │       │  given up                  the program's turn   │          │
       │       │ ──────────────────────────────────────────────▶ │          │
       │       │ ◀────────────────────────────────────────────── └──────────┘
       │       │            the answer is made, or given up         │ ST, RS
       │       │  a key by hand  ┌─────────┐                        │
       │       │ ──────────────▶ │ BY_HAND │ ◀──────────────────────┘
       │       │                 └────┬────┘
       │       │  Continue, terminal  ▼ the key is up
       │       │ ──────────────▶ ┌─────────┐
       │       │ ◀────────────── │ RUNNING │   the program waits for a key
       └───────┘                 └─────────┘   or another command breaks the run off

In any state the governor may hold the machine: the work stays in hand and is not gone on with. What
becomes of a command in each state, held or not, is the table :data:`~tui.session.policy.POLICY`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from emu.chips.keypad import CONTROL_KEYS
from emu.errors import EmuError
from emu.files import statefile
from emu.watch.debug import DebugMachine
from microchess.errors import MicroChessError
from microchess.game.game import Game
from microchess.game.record import today
from microchess.game.session import Session
from microchess.machine.player import Player
from microchess.program.reply import Candidate
from tui.session import commands as c
from tui.session.autosave import Autosave
from tui.session.deck import LiveDeck
from tui.session.governor import Governor
from tui.session.host import Host, Life, ThreadHost
from tui.session.line import LiveLine
from tui.session.livegame import LiveGame
from tui.session.policy import Then, policy
from tui.session.snapshot import Activity, GameView, Handed, Item, Notice, Snapshot
from tui.session.timetravel import KEYS_DOWN, TimeTravel
from tui.session.views import at_another_time, view_game, view_machine

FRAME = 1 / 25
"""Seconds between two snapshots while the machine runs."""
_FOREVER = 10**15
_LOG_LINES = 400
_ROUND = 20_000
"""Cycles in which a program that waits for a key has gone all round its loop."""
_HELD = "the machine is paused: p lets it go on"
_READS_NO_KEYS = "MicroChess is thinking and reads no keys; Esc breaks it off"

Publish = Callable[[Item], None]


class Live(Protocol):
    """A live session, wherever it is."""

    def start(self) -> None:
        """Begin."""

    def ask(self, command: c.Command) -> None:
        """Ask for something; it happens in its turn."""

    def stop(self) -> None:
        """End, whatever it does."""


_FROM_REST = (c.Undo, c.TakeBack, c.GoOnFrom, c.Redo, c.Resign, c.LoadPgn, c.Recover)
"""What begins where the machine stood after the last move."""


@dataclass
class Work:
    """What is in hand: its state, the steps, and what follows their result, or an error."""

    activity: Activity
    steps: Generator[Candidate | None, None, Any]
    then: Callable[[Any], None]
    failed: Callable[[Exception], None]


class Worker:
    """A live session of *player* on *monitor* (None: ours), in a thread unless another *host* is
    given; *publish* is called there.

    *resume* goes on with a session, else *setup* starts a game. It is saved at *save_path* after
    every change, with its settings beside it.
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
        host: Host | None = None,
    ) -> None:
        self._host = host or ThreadHost()
        self._send = publish
        self._setup, self._resume = setup, resume
        settings = resume.settings if resume else {}
        self._governor = Governor(speed)
        self._governor.restore(settings)
        self._autosave = Autosave(save_path, monitor, settings, self._tell)
        self._live = LiveGame(player, monitor, self._tell)
        self._live.steady = settings.get("steady_book") is True
        self._line = LiveLine(self._tell, self._program_listens)
        self._deck = LiveDeck(self._tell, self._send)
        self._work: Work | None = None
        self._waiting: deque[c.Command] = deque()
        self._quitting = False
        self._broken_off = False
        """A free run was broken off for the command being done, and goes on after it."""
        self._away = False
        """The machine is not where the game left it: a key was pressed while it was thinking, or a
        state was loaded; the board follows once the program listens again."""
        self._asked = False
        """The last key that the program read by hand was PC: the next move is its reply."""
        self._view: GameView | None = None
        self._times = TimeTravel(self._live, self._governor, self._tell)
        self._listening = True
        self._due = 0.0

    @property
    def _game(self) -> Game:
        return self._live.game

    @property
    def _machine(self) -> DebugMachine:
        return self._live.machine

    @property
    def _activity(self) -> Activity:
        return Activity.WAITING if self._work is None else self._work.activity

    # From other threads

    def ask(self, command: c.Command) -> None:
        """Ask for something; it happens in its turn."""
        self._host.put(command)

    def start(self) -> None:
        """Begin."""
        self._host.start(self.living())

    def is_alive(self) -> bool:
        """Whether it has begun and not ended."""
        return self._host.is_alive()

    def join(self, patience: float) -> None:
        """Wait for its end."""
        self._host.join(patience)

    def stop(self, patience: float = 5.0) -> None:
        """End, whatever it does."""
        self.ask(c.Quit())
        if self.is_alive():
            self.join(patience)

    # In the host

    def living(self) -> Life:
        """Work until asked to quit."""
        try:
            self._open()
            while not self._quitting:
                yield from self._turn()
        except Exception as error:
            self._tell(f"internal error, the machine has stopped: {error!r}", "error")
            raise
        finally:
            self._give_up()
            self._save()
            self._autosave.close()
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
        self._times.begin_past()
        self._changed(dirty=resume is None)
        self._answer_if_due()
        if self._work is None and self._machine.tty:
            self._run_free()

    def _turn(self) -> Life:
        """One command, or one slice of the work in hand."""
        if self._waiting and self._may_do(self._waiting[0]):
            self._take(self._waiting.popleft())
        elif (command := (yield self._patience())) is not None:
            self._take(command)
        elif self._work is not None and not self._governor.stands:
            self._slice(self._work)

    def _patience(self) -> float | None:
        """Seconds to wait for a command; None: the machine has nothing to do until one comes."""
        if self._work is None:
            if self._autosave.dirty and self._host.idle:
                self._save()
            return None
        if self._governor.stands:
            return None
        self._governor.keying = self._keys
        return 0.0 if self._governor.held else self._governor.wait(self._machine)

    @property
    def _keys(self) -> bool:
        """Whether keys are pressed for the game; PC stays down while the program thinks."""
        if self._activity is Activity.THINKING:
            return "PC" not in self._machine.board.keypad.down
        return self._activity is Activity.KEYING

    def _may_do(self, waiting: c.Command) -> bool:
        """Whether a command that waits has waited long enough: it comes before all that is new."""
        idle = self._work is None
        return idle or (not self._governor.held and self._policy(waiting) is not Then.WAIT)

    def _policy(self, command: c.Command) -> Then:
        return policy(self._activity, self._governor.held, command)

    def _take(self, command: c.Command) -> None:
        match self._policy(command):
            case Then.DO:
                self._do(command)
            case Then.WAIT:
                self._waiting.append(command)
                if isinstance(command, c.PlayMove):
                    self._tell(f"{command.text} waits until MicroChess has moved")
            case Then.GIVE_UP:
                self._broken_off = self._activity is Activity.RUNNING
                self._give_up()
                self._do(command)
                if self._broken_off:
                    self._run_free()
            case Then.SEIZE:
                assert isinstance(command, c.PressKey)
                self._seize(command.key)
            case Then.REFUSE:
                why = _HELD if self._governor.held else _READS_NO_KEYS
                self._tell(why, "warning")

    # Work

    def _slice(self, work: Work) -> None:
        """Go on with the work for a slice."""
        machine, governor = self._machine, self._governor
        governor.prepare(machine)
        self._times.keep()
        try:
            passing = next(work.steps)
        except StopIteration as done:
            self._work = None
            self._governor.look(machine)
            work.then(done.value)
            return
        except (MicroChessError, EmuError) as error:
            self._work = None
            self._governor.look(machine)
            work.failed(error)
            return
        self._governor.look(machine)
        if passing is not None:
            self._live.judged(passing)
            governor.judged()
        if self._governor.held or time.monotonic() >= self._due:
            self._publish()

    def _begin(
        self,
        activity: Activity,
        steps: Generator[Candidate | None, None, Any],
        then: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._broken_off = False
        self._times.end()
        self._work = Work(activity, steps, then, failed)
        self._publish()

    def _give_up(self) -> None:
        """Let go of the work in hand: what the game wanted is as before it, a run ends here."""
        work, self._work = self._work, None
        if work is None:
            return
        work.steps.close()
        self._autosave.dirty = True
        if work.activity in (Activity.KEYING, Activity.THINKING):
            self._governor.go_on()
            self._settled()

    def _settled(self) -> None:
        """The game has done what it wanted to, or has not: show it as it is now."""
        self._listening = self._program_listens()
        self._times.begin_past()
        self._changed()

    # Commands

    def _do(self, command: c.Command) -> None:
        if self._times.done_there(command, self._activity):
            pass
        elif isinstance(command, c.Control):
            self._control(command)
        else:
            self._times.end()
            if self._away and isinstance(command, _FROM_REST):
                self._game.recover()
                self._away = False
            self._command(command)
            if isinstance(command, _FROM_REST):
                self._line.taken_to_another_time()
        self._publish()

    def _command(self, command: c.Command) -> None:
        match command:
            case c.NewGame():
                self._away = False
                self._governor.go_on()
                self._at_once(partial(self._new_game, command))
                self._answer_if_due()
            case c.PlayMove(text):
                if self._runs():
                    self._play(text)
            case c.LetItMove():
                if self._runs() and self._at_once(self._live.give_turn):
                    self._answer_if_due(asked=True)
            case c.Undo():
                self._at_once(self._live.undo)
            case c.TakeBack(steps):
                self._at_once(partial(self._live.take_back, steps))
            case c.GoOnFrom(half_moves):
                if self._runs():
                    self._go_on_from(half_moves)
            case c.Redo():
                self._at_once(self._live.redo)
            case c.Resign():
                self._at_once(self._game.resign)
            case c.SetLevel(level):
                self._at_once(partial(setattr, self._game.bridge, "level", level))
            case c.SetBoth(on):
                self._live.both = on
                self._changed(dirty=False)
                self._answer_if_due()
            case c.SetSteady(on):
                self._live.set_steady(on)
                self._autosave.dirty = True
            case c.PokeBytes(pokes):
                if self._away or self._work is not None:
                    self._poke_only_the_machine(command)
                else:
                    self._at_once(partial(self._live.poke, pokes))
            case c.EndSetUp():
                self._end_set_up(command)
            case c.Recover():
                self._governor.go_on()
                self._at_once(self._game.recover)
                self._listening = True
                self._tell(
                    "back in the game as it was; keys PC, GO would have kept what was changed"
                )
            case c.PressKey(key):
                if self._runs():
                    self._press(key)
            case c.SetStepSwitch(on):
                self._machine.single_step = on
            case c.LineCommand():
                self._line.do(command)
                if self._work is None:
                    self._run_free()
            case c.DeckCommand():
                self._deck.do(command)
                self._wake()
            case c.LoadPgn(text):
                self._at_once(partial(self._live.load_pgn, text))
            case c.LoadState():
                ran = self._broken_off
                if self._at_once(partial(self._load_state, command)) or ran:
                    self._run_free()
            case c.SavePgn(path, date):
                self._at_once(partial(self._live.save_pgn, path, date))
            case _:
                raise AssertionError(command)

    def _control(self, command: c.Control) -> None:
        governor = self._governor
        match command:
            case c.Quit():
                self._quitting = True
            case c.Cancel():
                if self._activity in (Activity.KEYING, Activity.THINKING):
                    keying = self._activity is Activity.KEYING
                    self._give_up()
                    then = "your move is not made" if keying else "Ctrl+G lets it think again"
                    self._tell(f"broken off; {then}", "warning")
                governor.go_on()
            case c.Setting():
                self._set(command)
            case c.SetMirror(on):
                self._live.mirror = on
            case c.Remember(settings):
                self._autosave.remember(settings)
            case c.SaveState(path):
                self._save_state(path)
            case c.HandState(name):
                self._send(Handed(name, statefile.text(self._machine.snapshot())))
            case c.KeepSound():
                self._deck.keep_sound()
            case c.PauseAtCandidates(on):
                governor.at_candidates = on
            case c.TimeCommand():
                self._go_through_time(command)
            case c.Pause():
                governor.hold()
            case c.Continue():
                governor.go_on()
                self._wake()
            case c.StepInstruction(over):
                self._step(over)
            case c.StepOut():
                self._step_out()
            case c.RunTo(address):
                governor.run_to(address)
                self._wake()
            case _:
                raise AssertionError(command)

    # The game's business

    def _at_once(self, business: Callable[[], object]) -> bool:
        """Do something for the game that takes no machine time; whether it was done."""
        self._broken_off = False
        try:
            business()
        except (MicroChessError, EmuError) as error:
            self._tell(str(error), "error")
            return False
        finally:
            self._settled()
        return True

    def _new_game(self, setup: c.NewGame) -> None:
        self._times.end_past()
        self._live.new_game(setup)
        self._game.date = today()
        self._line.attach(self._machine)
        self._deck.attach(self._machine)
        self._changed()

    def _end_set_up(self, command: c.EndSetUp) -> None:
        turn = self._game.board.turn if command.turn is None else command.turn
        another = False

        def end() -> None:
            nonlocal another
            another = self._live.end_set_up(turn, command.steps)

        if self._at_once(end) and another:
            self._answer_if_due()

    def _play(self, text: str) -> None:
        self._begin(Activity.KEYING, self._live.playing(text), self._moved, self._business_failed)

    def _go_on_from(self, half_moves: int) -> None:
        self._times.end_past()
        going_on = self._live.going_on(half_moves)
        self._begin(Activity.KEYING, going_on, self._moved, self._business_failed)

    def _moved(self, _: object) -> None:
        self._line.taken_to_another_time()
        self._settled()
        self._answer_if_due()

    def _answer_if_due(self, asked: bool = False) -> None:
        if self._live.both and not asked:
            return
        if self._game.computers_turn and not self._game.over and not self._quitting:
            answering = self._live.answering()
            self._begin(
                Activity.THINKING, answering, lambda _: self._settled(), self._business_failed
            )

    def _business_failed(self, error: Exception) -> None:
        self._tell(str(error), "error")
        self._settled()

    # By hand

    def _runs(self) -> bool:
        """Whether the machine is not held; says so when it is."""
        if self._governor.held:
            self._tell(_HELD, "warning")
        return not self._governor.held

    def _press(self, key: str) -> None:
        """The key is held and let go, then the program runs on."""
        self._live.log.append(f"by hand: {key}")
        if key in CONTROL_KEYS:
            self._away |= self._asked
            self._asked &= key == "ST"
        elif self._game.listening:
            self._asked = key == "PC"
            if self._asked:
                self._live.begin_thought()
        self._hold_down(key)

    def _hold_down(self, key: str) -> None:
        if key in CONTROL_KEYS:
            self._listening = False
        pressing = self._machine.pressing(key)
        self._begin(Activity.BY_HAND, pressing, lambda _: self._run_free(), self._lost)

    def _seize(self, key: str) -> None:
        """ST or RS in the middle of the thinking: the machine stands there, the monitor has it."""
        state = self._machine.snapshot()
        self._give_up()
        self._away, self._asked = True, key == "ST"
        self._machine.restore(state)
        self._let_go()
        self._live.log.append(f"by hand: {key}, while it was thinking")
        self._governor.go_on()
        self._hold_down(key)

    def _let_go(self) -> None:
        """Nobody holds a key down any more."""
        for held in self._machine.board.keypad.down:
            self._machine.key_up(held)

    def _wake(self) -> None:
        if self._work is None:
            self._run_free()

    def _run_free(self) -> None:
        """Run what runs, until it waits for a key, or for a character at the terminal, and goes
        round there without meeting a breakpoint.
        """
        self._begin(Activity.RUNNING, self._running(), self._came_to_rest, self._lost)

    def _running(self) -> Generator[Candidate | None, None, None]:
        bridge, machine, governor = self._game.bridge, self._machine, self._governor
        if machine.tty:
            while (yield from self._line.running({bridge.judge})) is not None:
                yield bridge.judged()
        else:
            yield from bridge.settling(_FOREVER)
        governor.met = bool(machine.breakpoints or machine.watchpoints)
        while governor.met:
            governor.met = False
            yield from machine.running(_ROUND)

    def _came_to_rest(self, _: object) -> None:
        self._deck.rest()
        tty = self._machine.tty
        self._listening = self._line.at_keypad if tty else self._program_listens()
        if self._away and not self._listening:
            self._changed(dirty=False)
            return
        self._away = False
        replied, self._asked = self._asked and self._listening, self._asked and not self._listening
        if said := self._game.follow(replied):
            self._live.log.append(said)
            waits = self._game.computers_turn and not (self._live.both or self._game.over)
            self._tell(f"{said}; the program waits for key PC to reply" if waits else said)
            self._times.begin_past()
        self._live.end_thought()
        self._changed()

    def _lost(self, error: Exception) -> None:
        self._line.port.clear()
        self._tell(f"the machine has lost its way: {error}", "error")
        self._publish()

    def _step(self, over: bool) -> None:
        after = self._machine.after_call() if over else None
        if after is not None:
            self._governor.run_to(after, self._machine.registers.sp)
            self._wake()
            return
        self._governor.step()
        self._wake()

    def _step_out(self) -> None:
        stack = self._machine.registers.sp
        if not self._machine.returns(stack):
            self._tell("the stack is empty: no subroutine to step out of", "warning")
            return
        self._governor.step_out(stack)
        self._wake()

    def _poke_only_the_machine(self, command: c.PokeBytes) -> None:
        """Bytes that are nobody's business but the machine's."""
        try:
            for poke in command.pokes:
                self._machine.poke(poke.address, poke.value)
        except EmuError as error:
            self._tell(str(error), "error")

    def _program_listens(self) -> bool:
        """Whether the program has the keypad; what a look ahead prints is not printed yet."""
        self._line.collect()
        listens = self._game.listening
        self._machine.printed()
        return listens

    # The way back, and states in files

    def _go_through_time(self, command: c.TimeCommand) -> None:
        """Where the machine is taken back it is held; a run for nobody begins again there."""
        activity = self._activity
        self._line.collect()
        if not self._times.takes_back(command, activity):
            return
        self._governor.hold()
        if activity not in KEYS_DOWN:
            self._give_up()
            self._let_go()
        self._live.taken_back()
        self._line.taken_to_another_time()

    def _set(self, command: c.Setting) -> None:
        try:
            self._governor.do(command)
        except EmuError as error:
            self._tell(str(error), "error")
        self._autosave.dirty = True

    def _save_state(self, path: Path) -> None:
        try:
            self._live.save_state(path)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            self._tell(f"{path}: {reason}", "error")

    def _load_state(self, command: c.LoadState) -> None:
        """The program runs on from the state; the board follows when it reads the keypad."""
        self._live.load_state(command.name, command.saved)
        self._let_go()
        self._line.taken_to_another_time()
        self._away = True

    # Outwards

    def _changed(self, dirty: bool = True) -> None:
        live = self._live
        log = tuple(live.log[-_LOG_LINES:])
        self._view = view_game(self._game, log, today(), live.both, live.begun)
        self._autosave.dirty = self._autosave.dirty or dirty
        self._publish()

    def _publish(self) -> None:
        self._due = time.monotonic() + FRAME
        if self._view is None:
            return
        governor, view, machine = self._governor, self._view, self._machine
        watched = self._times.machine
        if watched is not None:
            view = at_another_time(view, watched)
        self._send(
            Snapshot(
                view_machine(watched or machine, self._listening),
                self._line.view(),
                view,
                self._live.thought,
                Activity.HELD if governor.held else self._activity,
                governor.speed,
                governor.user_breakpoints,
                governor.watchpoints,
                self._live.mirror,
                governor.why,
                governor.at_candidates,
                watched is not None,
                self._deck.view(),
                tuple(governor.conditions.items()),
                tuple(governor.watched_values.items()),
                self._activity,
            )
        )

    def _tell(self, text: str, severity: str = "information") -> None:
        self._send(Notice(text, severity))

    def _save(self) -> None:
        if self._view is not None and not self._away:
            settings = {**self._governor.settings, "steady_book": self._live.steady}
            self._autosave.save(self._game, settings)
