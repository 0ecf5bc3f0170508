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

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from emu.errors import EmuError
from microchess.errors import MicroChessError
from microchess.game.session import Session
from microchess.machine.player import Player
from microchess.program.move_text import check_spelling
from tui.session import commands as c
from tui.session import faults
from tui.session.executor import Executor
from tui.session.host import Host, Life
from tui.session.policy import Then, called, overtakes, policy
from tui.session.snapshot import Activity, Publish

_COME_BACK = (c.Undo, c.Redo, c.Recover)
_HELD = "the machine is paused: <go on> lets it go on"
_RUNS_ON = 300_000
"""Cycles after which a program that it begins with is not waited for."""
_READS_NO_KEYS = "MicroChess is thinking and reads no keys; <stop> breaks it off"


class Worker(Executor):
    """A live session of *player* on *monitor* (None: ours), in a thread unless another *host* is
    given; *publish* is called there.

    *setup* starts a game; *state* is a session or a machine (LoadState) it goes on with, which is
    what is shown first. It is saved at *save_path* after every change, with its settings beside it.
    """

    def __init__(
        self,
        player: Player,
        monitor: bytes | None,
        publish: Publish,
        setup: c.NewGame,
        state: Session | c.Command | None = None,
        save_path: Path | None = None,
        speed: float | None = None,
        host: Host | None = None,
    ) -> None:
        self.host = host or Host()
        self._setup, self._state, self._shows = setup, state, state is None
        settings = state.settings if isinstance(state, Session) else {}
        super().__init__(player, monitor, publish, settings, speed, save_path)
        self._rethinking: Iterator[object] = iter(())
        self._thinks_back = False

    # From other threads

    def ask(self, command: c.Command) -> None:
        """Ask for something; it happens in its turn."""
        self.host.put(command)

    def start(self) -> None:
        """Begin."""
        self.host.start(self.living())

    def stop(self, patience: float = 5.0) -> bool:
        """End, whatever it does; whether that took no longer than *patience*."""
        self.ask(c.Quit())
        return self.host.join(patience)

    @property
    def saved(self) -> bool:
        """Whether the session can be gone on with another time."""
        return self.autosave.saved

    # In the host

    def living(self) -> Life:
        """Work until asked to quit."""
        try:
            self._open()
            while not self.quitting:
                try:
                    yield from self._turn()
                except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
                    self._survive(error)
                    if (asked := (yield None)) is not None:
                        self.waiting.append(asked)
        except Exception as error:
            self.tell(f"the machine has stopped: {faults.record(error)}", "error")
            raise
        finally:
            self.drop_work()
            self.save()
            self.autosave.close()

    def _survive(self, error: Exception) -> None:
        """Let go of what was under way: the game is as it was before, and nothing else waits."""
        self.tell(faults.record(error), "error")
        self.waiting, self.replay, self._thinks_back = [], None, False
        try:
            self.give_up()
            self.governor.go_on()
            if not self.away and not self.game.bridge.listening():
                self.game.hand.recover()
            self.settled()
            self.show()
        except Exception as another:  # noqa: BLE001 - what cannot be seen now is once more asked for
            self.work = None
            self.tell(faults.record(another), "error")

    def _open(self) -> None:
        state = self._state
        try:
            self.new_game(self._setup)
        except (MicroChessError, EmuError) as error:
            self.tell(str(error), "error")
            self.new_game(c.NewGame())
        if isinstance(state, Session):
            try:
                state.put_into(self.game)
                self.live.take_log(state.settings.get("log"))
                self.listening = self.program_listens()
            except MicroChessError as error:
                self.tell(str(error), "error")
        self.governor.go_on()
        self.begin_past()
        if isinstance(state, c.Command):
            self._come_to(state)
        self._shows = True
        self.look(dirty=not isinstance(state, Session))
        self.autosave.claim()
        if not isinstance(state, c.Command):
            self.answer_if_due()
            if self.work is None and self.machine.tty:
                self.run()
            if state is not None:
                self._think_back()
        if self.work is None:
            self.show()

    def _come_to(self, machine: c.Command) -> None:
        """Where *machine* comes to rest, unless it runs on by itself."""
        self.do(machine)
        end = self.machine.cycles + _RUNS_ON
        while self.work is not None and self.machine.cycles < end:
            self.go_on(self.work)

    def do(self, command: c.Command) -> None:
        """As `Executor.do`; a reply that one comes back to is thought out where it is not known."""
        super().do(command)
        if command.verb in _COME_BACK:
            self._think_back()

    def _think_back(self) -> None:
        if self.live.thoughts.thought is None:
            self._rethinking, self._thinks_back = self._rethought(), True

    def _rethought(self) -> Iterator[object]:
        """The last reply of a session that was kept, thought out while nothing else is done."""
        try:
            yield from self.live.rethinking()
        except (MicroChessError, EmuError):
            return
        self.show()
        yield None

    def _turn(self) -> Life:
        """One command, or one slice of the work in hand."""
        if self.waiting and self._may_do(self.waiting[0]):
            first = self.waiting.pop(0)
            self._take(first, self._policy(first))
        elif (command := (yield self._patience())) is not None:
            then = self._policy(command)
            if self._was_still_to_come(command):
                self.forget()
                self.show()
            elif then is Then.WAIT:
                self._wait_with(command)
            else:
                if then is not Then.REFUSE:
                    self.forget(partial(overtakes, command))
                self._take(command, then)
        elif self.work is None:
            self._thinks_back = next(self._rethinking, self) is not self
        elif not self.governor.stands:
            self.go_on(self.work)

    def _was_still_to_come(self, command: c.Command) -> bool:
        """Whether all that *command* takes back has waited so far."""
        there = len(self.game.history.past)
        untouched = not (self.governor.held or self.away)
        return command.verb == c.TakeBack and untouched and there <= command.values[0]

    def _patience(self) -> float | None:
        """Seconds to wait for a command; None: the machine has nothing to do until one comes."""
        if self.work is None and self._thinks_back:
            return 0.0
        if self.work is None:
            if self.autosave.dirty and not self.host.waiting:
                self.save()
            return self.autosave.patience
        if self.governor.stands:
            return None
        self.governor.keying = self._keys
        return 0.0 if self.governor.held else self.governor.wait(self.machine)

    @property
    def _keys(self) -> bool:
        """Whether keys are pressed for the game; PC stays down while the program thinks."""
        if self.activity is Activity.THINKING:
            return "PC" not in self.machine.board.keypad.down
        return self.activity is Activity.KEYING

    def _may_do(self, waiting: c.Command) -> bool:
        """Whether a command that waits has waited long enough: it comes before all that is new."""
        goes_on = self.work is None or not self.governor.held
        return goes_on and self._policy(waiting) is not Then.WAIT

    def _policy(self, command: c.Command) -> Then:
        then = policy(self.activity, self.governor.held, command)
        move = command.verb in (c.PlayMove, c.LetItMove)
        if then is Then.GIVE_UP and move and self.program_listens():
            return Then.WAIT  # the run ends at the keypad, and the board is then what memory holds
        return then

    def _take(self, command: c.Command, then: Then) -> None:
        match then:
            case Then.DO:
                self.do(command)
            case Then.GIVE_UP:
                self.broken_off = self.activity is Activity.RUNNING
                self.give_up()
                self.do(command)
                if self.broken_off:
                    self.run()
            case Then.SEIZE:
                self.forget()
                self.seize(command.values[0])
            case Then.REFUSE:
                why = _HELD if self.governor.held else _READS_NO_KEYS
                self.tell(why, "warning")

    def _wait_with(self, command: c.Command) -> None:
        """It is to be done when its turn comes, and what it overtakes is not."""
        move, thinks = command.verb == c.PlayMove, self.activity is Activity.THINKING
        try:
            if move:
                check_spelling(command.values[0])
        except MicroChessError as error:
            self.tell(str(error), "error")
            return
        self.forget(partial(overtakes, command))
        self.waiting.append(command)
        self.waiting.sort(key=lambda one: one.verb == c.PlayMove)
        replies = thinks or (self.activity is Activity.KEYING and not self.live.both)
        until = " until MicroChess has moved" if replies else ""
        paused = f": {_HELD}" if self.governor.held else ""
        if move or thinks:
            self.tell(f"{called(command)} waits{until}{paused}")
        self.show()

    def show(self) -> None:
        """Send a snapshot, but of what the state it begins with is about to replace."""
        if self._shows:
            super().show()

    def tell(self, text: str, severity: str = "information") -> None:
        """Send a notice, but of how it came to be where it begins."""
        if self._shows or severity != "information":
            super().tell(text, severity)
