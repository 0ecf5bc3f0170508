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
from collections.abc import Iterator
from pathlib import Path

from emu.errors import EmuError
from microchess.errors import MicroChessError
from microchess.game.session import Session
from microchess.machine.player import Player
from microchess.program.move_text import check_spelling
from tui.session import commands as c
from tui.session.core import Core
from tui.session.executor import HELD, Executor
from tui.session.host import Host, Life
from tui.session.policy import Then, policy
from tui.session.snapshot import Activity, Publish

_READS_NO_KEYS = "MicroChess is thinking and reads no keys; <stop> breaks it off"


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
        self.host = host or Host()
        self._setup, self._resume = setup, resume
        settings = resume.settings if resume else {}
        self._core = Core(player, monitor, publish, settings, speed, save_path)
        self._executor = Executor(self._core)
        self._waiting: deque[c.Command] = deque()
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
        return self._core.autosave.saved

    # In the host

    def living(self) -> Life:
        """Work until asked to quit."""
        try:
            self._open()
            while not self._executor.quitting:
                yield from self._turn()
        except Exception as error:
            self._core.tell(f"internal error, the machine has stopped: {error!r}", "error")
            raise
        finally:
            self._core.give_up()
            self._save()
            self._core.autosave.close()

    def _open(self) -> None:
        resume, self._resume = self._resume, None
        try:
            self._executor.play.new_game(self._setup)
        except (MicroChessError, EmuError) as error:
            self._core.tell(str(error), "error")
            self._executor.play.new_game(c.NewGame())
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
        self._executor.play.answer_if_due()
        if self._core.work is None and self._core.machine.tty:
            self._executor.manual.run()
        if resume is not None and self._core.live.thoughts.thought is None:
            self._rethinking, self._thinks_back = self._rethought(), True

    def _rethought(self) -> Iterator[object]:
        """The last reply of a session that was kept, thought out while nothing else is done."""
        try:
            yield from self._core.live.rethinking()
        except (MicroChessError, EmuError):
            return
        self._core.show()
        yield None

    def _turn(self) -> Life:
        """One command, or one slice of the work in hand."""
        if self._waiting and self._may_do(self._waiting[0]):
            self._take(self._waiting.popleft())
        elif self._core.waits and self._may_do(move := c.PlayMove(self._core.waits)):
            self._core.waits = ""
            self._take(move)
        elif (command := (yield self._patience())) is not None:
            self._take(command)
        elif self._core.work is None:
            self._thinks_back = next(self._rethinking, self) is not self
        elif not self._core.governor.stands:
            self._core.go_on(self._core.work)

    def _patience(self) -> float | None:
        """Seconds to wait for a command; None: the machine has nothing to do until one comes."""
        if self._core.work is None and self._thinks_back:
            return 0.0
        if self._core.work is None:
            if self._core.autosave.dirty and not self.host.waiting:
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
        core = self._core
        then = policy(core.activity, core.governor.held, command)
        move = command.verb in (c.PlayMove, c.LetItMove)
        if then is Then.GIVE_UP and move and core.program_listens():
            return Then.WAIT  # the run ends at the keypad, and the board is then what memory holds
        return then

    def _take(self, command: c.Command) -> None:
        match self._policy(command):
            case Then.DO:
                self._executor.do(command)
            case Then.WAIT if command.verb == c.PlayMove:
                self._wait_with(command.values[0])
            case Then.WAIT:
                self._waiting.append(command)
            case Then.GIVE_UP:
                self._core.broken_off = self._core.activity is Activity.RUNNING
                self._executor.give_up()
                self._executor.do(command)
                if self._core.broken_off:
                    self._executor.manual.run()
            case Then.SEIZE:
                self._executor.forget_move()
                self._executor.manual.seize(command.values[0])
            case Then.REFUSE:
                why = HELD if self._core.governor.held else _READS_NO_KEYS
                self._core.tell(why, "warning")

    def _wait_with(self, move: str) -> None:
        """A *move* is to be made when its turn comes, in place of one that waits already."""
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
        core.tell(" ".join(words) + (f": {HELD}" if core.governor.held else ""))
        core.show()

    def _save(self) -> None:
        if not self._executor.manual.away:
            self._core.save()
