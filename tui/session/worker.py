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

from collections import deque
from functools import partial
from pathlib import Path
from typing import Protocol

from emu.errors import EmuError
from microchess.errors import MicroChessError
from microchess.game.session import Session
from microchess.machine.player import Player
from microchess.program.move_text import check_spelling
from tui.session import commands as c
from tui.session.byhand import ByHand
from tui.session.core import Core, Publish
from tui.session.host import Host, Life, ThreadHost
from tui.session.policy import Then, policy
from tui.session.snapshot import Activity
from tui.session.timetravel import KEYS_DOWN
from tui.session.turns import Turns

_HELD = "the machine is paused: p lets it go on"
_READS_NO_KEYS = "MicroChess is thinking and reads no keys; Esc breaks it off"


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
_ELSEWHERE = (*_FROM_REST, c.NewGame, c.LoadState, c.PokeBytes, c.EndSetUp)
"""After which a move that waits would be another one."""


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
        self._setup, self._resume = setup, resume
        settings = resume.settings if resume else {}
        self._core = Core(player, monitor, publish, settings, speed, save_path)
        self._hands = ByHand(self._core)
        self._turns = Turns(self._core, self._hands.run)
        self._waiting: deque[c.Command] = deque()
        self._quitting = False

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

    @property
    def kept(self) -> bool:
        """Whether the session can be gone on with another time."""
        return self._core.autosave.kept

    # In the host

    def living(self) -> Life:
        """Work until asked to quit."""
        try:
            self._open()
            while not self._quitting:
                yield from self._turn()
        except Exception as error:
            self._core.tell(f"internal error, the machine has stopped: {error!r}", "error")
            raise
        finally:
            self._core.give_up()
            self._save()
            self._core.autosave.close()
            self._core.line.capture(None)

    def _open(self) -> None:
        resume, self._resume = self._resume, None
        try:
            self._turns.new_game(self._setup)
        except (MicroChessError, EmuError) as error:
            self._core.tell(str(error), "error")
            self._turns.new_game(c.NewGame())
        if resume is not None:
            try:
                resume.put_into(self._core.game)
                self._core.live.take_log(resume.settings.get("log"))
                self._core.listening = self._core.program_listens()
            except MicroChessError as error:
                self._core.tell(str(error), "error")
        self._core.governor.go_on()
        self._core.times.begin_past()
        self._core.changed(dirty=resume is None)
        self._core.autosave.claim()
        self._turns.answer_if_due()
        if self._core.work is None and self._core.machine.tty:
            self._hands.run()

    def _turn(self) -> Life:
        """One command, or one slice of the work in hand."""
        if self._waiting and self._may_do(self._waiting[0]):
            self._take(self._waiting.popleft())
        elif self._core.waits and self._may_do(move := c.PlayMove(self._core.waits)):
            self._core.waits = ""
            self._take(move)
        elif (command := (yield self._patience())) is not None:
            self._take(command)
        elif self._core.work is not None and not self._core.governor.stands:
            self._core.go_on(self._core.work)

    def _patience(self) -> float | None:
        """Seconds to wait for a command; None: the machine has nothing to do until one comes."""
        if self._core.work is None:
            if self._core.autosave.dirty and self._host.idle:
                self._save()
            return None
        if self._core.governor.stands:
            return None
        self._core.governor.keying = self._keys
        return 0.0 if self._core.governor.held else self._core.governor.wait(self._core.machine)

    @property
    def _keys(self) -> bool:
        """Whether keys are pressed for the game; PC stays down while the program thinks."""
        if self._core.activity is Activity.THINKING:
            return "PC" not in self._core.machine.board.keypad.down
        return self._core.activity is Activity.KEYING

    def _may_do(self, waiting: c.Command) -> bool:
        """Whether a command that waits has waited long enough: it comes before all that is new."""
        goes_on = self._core.work is None or not self._core.governor.held
        return goes_on and self._policy(waiting) is not Then.WAIT

    def _policy(self, command: c.Command) -> Then:
        return policy(self._core.activity, self._core.governor.held, command)

    def _take(self, command: c.Command) -> None:
        match self._policy(command):
            case Then.DO:
                self._do(command)
            case Then.WAIT if isinstance(command, c.PlayMove):
                self._wait_with(command)
            case Then.WAIT:
                self._waiting.append(command)
            case Then.GIVE_UP:
                self._core.broken_off = self._core.activity is Activity.RUNNING
                self._give_up()
                self._do(command)
                if self._core.broken_off:
                    self._hands.run()
            case Then.SEIZE:
                assert isinstance(command, c.PressKey)
                self._forget_move()
                self._hands.seize(command.key)
            case Then.REFUSE:
                why = _HELD if self._core.governor.held else _READS_NO_KEYS
                self._core.tell(why, "warning")

    def _wait_with(self, command: c.PlayMove) -> None:
        """A move is to be made when its turn comes, in place of one that waits already."""
        move = command.text
        try:
            check_spelling(move)
        except MicroChessError as error:
            self._core.tell(str(error), "error")
            return
        core = self._core
        thinks = core.activity is Activity.THINKING
        replies = thinks or (core.activity is Activity.KEYING and not core.live.both)
        words = [f"{move} waits"]
        words += ["until MicroChess has moved"] if replies else []
        words += [f"in place of {core.waits}"] if core.waits else []
        core.waits = move
        core.tell(" ".join(words) + (f": {_HELD}" if core.governor.held else ""))
        core.show()

    def _forget_move(self) -> bool:
        """The move that waits is not made; whether there was one."""
        move, self._core.waits = self._core.waits, ""
        if move:
            self._core.tell(f"{move} is forgotten")
        return bool(move)

    # Commands

    def _do(self, command: c.Command) -> None:
        core = self._core
        if core.times.done_there(command, core.activity):
            pass
        elif isinstance(command, c.Control):
            self._control(command)
        else:
            core.times.end()
            if isinstance(command, _ELSEWHERE):
                self._forget_move()
            if isinstance(command, _FROM_REST):
                self._hands.back_to_rest()
            self._command(command)
            if isinstance(command, _FROM_REST):
                core.line.taken_to_another_time()
        core.show()

    def _command(self, command: c.Command) -> None:
        core, turns, hands = self._core, self._turns, self._hands
        match command:
            case c.NewGame():
                hands.away = False
                core.governor.go_on()
                turns.at_once(partial(turns.new_game, command))
                turns.answer_if_due()
            case c.PlayMove(text):
                if self._runs():
                    turns.play(text)
            case c.LetItMove():
                if self._runs():
                    turns.give()
            case c.Undo():
                turns.at_once(core.live.undo)
            case c.TakeBack(steps):
                turns.at_once(partial(core.live.take_back, steps))
            case c.GoOnFrom(half_moves):
                if self._runs():
                    turns.go_on_from(half_moves)
            case c.Redo():
                turns.at_once(core.live.redo)
            case c.Resign():
                turns.at_once(core.game.resign)
            case c.SetLevel(level):
                turns.set_level(level)
            case c.SetBoth(on):
                turns.set_both(on)
            case c.SetSteady(on):
                core.live.set_steady(on)
                core.autosave.dirty = True
            case c.PokeBytes(pokes):
                if hands.away or core.work is not None:
                    hands.poke(command)
                else:
                    turns.at_once(partial(core.live.poke, pokes))
            case c.EndSetUp():
                turns.end_set_up(command)
            case c.Recover():
                core.governor.go_on()
                turns.at_once(hands.back_to_game)
            case c.PressKey(key, how):
                if self._runs():
                    hands.press(key, how)
            case c.SetStepSwitch(on):
                core.machine.single_step = on
            case c.LineCommand():
                core.line.do(command)
                hands.wake()
            case c.DeckCommand():
                core.deck.do(command)
                hands.wake()
            case c.LoadPgn(text):
                turns.at_once(partial(core.live.load_pgn, text))
            case c.LoadState():
                ran = core.broken_off
                if turns.at_once(partial(hands.load_state, command)) or ran:
                    hands.run()
            case _:
                raise AssertionError(command)

    def _control(self, command: c.Control) -> None:
        core, governor, hands = self._core, self._core.governor, self._hands
        match command:
            case c.Quit():
                self._quitting = True
            case c.Cancel():
                self._break_off()
            case c.Setting():
                self._set(command)
            case c.SetMirror(on):
                core.live.set_mirror(on)
            case c.Remember(settings):
                core.autosave.remember(settings)
            case c.SaveState(path):
                core.save_state(path)
            case c.HandState(name):
                core.hand_state(name)
            case c.KeepSound():
                core.deck.keep_sound()
            case c.PauseAtCandidates(on):
                governor.at_candidates = on
                goes_on = not on and governor.held_at_candidate
                off = f"no pauses any more{': it goes on' if goes_on else ''}"
                core.tell("it pauses after each candidate; p goes on" if on else off)
                if goes_on:
                    self._do(c.Continue())
            case c.TimeCommand():
                self._go_through_time(command)
            case c.Pause():
                governor.hold()
            case c.Continue():
                governor.go_on()
                hands.wake()
            case c.StepInstruction(over):
                hands.step(over)
            case c.StepOut():
                hands.step_out()
            case c.RunTo(address):
                governor.run_to(address)
                hands.wake()
            case _:
                raise AssertionError(command)

    def _runs(self) -> bool:
        """Whether the machine is not held; says so when it is."""
        if self._core.governor.held:
            self._core.tell(_HELD, "warning")
        return not self._core.governor.held

    def _give_up(self) -> None:
        """Give up the work in hand; what the game thought for it is forgotten."""
        core, activity = self._core, self._core.activity
        core.give_up()
        if activity in (Activity.KEYING, Activity.THINKING):
            core.live.recall_thought()

    def _break_off(self) -> None:
        """Forget moves that wait; else give up what the game wanted, if anything, and let go of the
        machine.
        """
        core, activity = self._core, self._core.activity
        if self._forget_move():
            return
        held = core.governor.held
        core.governor.go_on()
        if activity in (Activity.KEYING, Activity.THINKING):
            self._give_up()
            keying = activity is Activity.KEYING
            then = "your move is not made" if keying else "Ctrl+G lets it think again"
            core.tell(f"broken off; {then}", "warning")
        elif held:
            self._hands.wake()

    def _go_through_time(self, command: c.TimeCommand) -> None:
        """Where the machine is taken back it is held; a run for nobody begins again there."""
        activity = self._core.activity
        self._core.line.collect()
        if not self._core.times.takes_back(command, activity):
            return
        self._core.governor.hold()
        if activity is Activity.THINKING:
            self._core.tell("the thinking is taken back to here; p lets it think on")
        if activity not in KEYS_DOWN:
            self._core.give_up()
            self._hands.let_go()
        self._core.live.taken_back()
        self._core.line.taken_to_another_time()

    def _set(self, command: c.Setting) -> None:
        try:
            self._core.governor.do(command)
        except EmuError as error:
            self._core.tell(str(error), "error")
        self._core.autosave.dirty = True

    def _save(self) -> None:
        if not self._hands.away:
            self._core.save()
