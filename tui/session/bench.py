"""The machine on the bench: worked by hand, stepped, taken back, kept in files, looked at.

What the game wants of it is the worker's business; here is what a person does to the machine
itself, and what the game makes of that.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from emu.board import BoardState
from emu.errors import EmuError
from emu.files.statefile import Saved
from emu.watch.debug import Stopped, SupervisedMachine
from emu.watch.rewind import RewindError
from microchess.game.game import Game
from microchess.game.session import Session
from microchess.machine.player import Player
from tui.session import commands as c
from tui.session.autosave import Autosave
from tui.session.governor import Governor
from tui.session.line import LiveLine
from tui.session.livegame import LiveGame
from tui.session.past import Past
from tui.session.snapshot import Activity, GameView, Notice, Snapshot
from tui.session.views import view_game, view_machine

FRAME = 1 / 25
_FOREVER = 10**15
_LOG_LINES = 400

Publish = Callable[[Snapshot | Notice], None]


class Bench:
    """A game of *player* on *monitor* (None: ours) in a machine under *governor*.

    *publish* hears what there is to see and to tell; *resume* is the session whose settings are
    taken over; all is saved at *save_path*.
    """

    def __init__(
        self,
        player: Player,
        monitor: bytes | None,
        publish: Publish,
        governor: Governor,
        resume: Session | None,
        save_path: Path | None,
    ) -> None:
        self._send = publish
        self._governor = governor
        settings = resume.settings if resume else {}
        governor.restore(settings)
        self._keeper = Autosave(save_path, monitor, settings, self._tell)
        self._live = LiveGame(player, monitor, governor, self._tell)
        self._live.steady = settings.get("steady_book") is True
        self._line = LiveLine(self._tell, self._program_listens)
        self._past: Past | None = None
        self._activity = Activity.WAITING
        self._free = False
        self._cancelled = False
        self._seized: tuple[BoardState, str] | None = None
        self._interrupted = False
        self._went_back = False
        self._view: GameView | None = None
        self._listening = True
        self._due = 0.0

    @property
    def _game(self) -> Game:
        return self._live.game

    @property
    def _machine(self) -> SupervisedMachine:
        return self._live.machine

    # The way back

    def _begin_past(self) -> None:
        """There is a way back to now: from here on the game has no memory of its own."""
        self._end_past()
        self._past = Past(self._machine)

    def _end_past(self) -> None:
        if self._past is not None:
            self._past.close()
        self._past = None

    def _go_back(self, way: Callable[[Past, bool], None]) -> None:
        """Back in time, and hold; a run for nobody begins again there."""
        if self._past is None:
            return
        keying = self._activity in (Activity.KEYING, Activity.THINKING)
        self._line.collect()
        try:
            way(self._past, keying)
        except RewindError as error:
            self._tell(str(error), "warning")
            return
        self._governor.hold()
        if not keying:
            self._let_go()
        self._live.taken_back()
        self._line.taken_to_another_time()
        self._went_back = True

    def _let_go(self) -> None:
        """Nobody holds a key down any more."""
        for held in self._machine.board.keypad.down:
            self._machine.key_up(held)

    # States in files

    def _save_state(self, path: Path) -> None:
        try:
            self._live.save_state(path)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            self._tell(f"{path}: {reason}", "error")

    def _load_state(self, name: str, saved: Saved) -> None:
        """The program runs on from the state; the board follows when it reads the keypad."""
        self._live.load_state(name, saved)
        self._let_go()
        self._line.taken_to_another_time()
        self._interrupted = True

    # By hand

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

    def _poke_now(self, command: c.PokeBytes) -> None:
        """Bytes that are nobody's business but the machine's."""
        try:
            for poke in command.pokes:
                self._machine.poke(poke.address, poke.value)
        except EmuError as error:
            self._tell(str(error), "error")

    def _press(self, key: str) -> None:
        """By hand: the key is held and let go, then the program runs on."""
        if not self._runs():
            return
        self._live.log.append(f"by hand: {key}")
        if key == "PC" and self._game.listening:
            self._live.begin_thought()
        self._guarded(lambda: self._machine.press(key))
        self._free = True

    def _runs(self) -> bool:
        """Whether the machine is not held; says so when it is."""
        if self._governor.held:
            self._tell("the machine is held; let it go on first", "warning")
        return not self._governor.held

    def _hand_over(self, state: BoardState, key: str) -> None:
        """ST or RS in the middle of the thinking: the machine stands there, the monitor has it."""
        self._seized, self._interrupted = None, True
        self._machine.restore(state)
        self._let_go()
        self._live.log.append(f"by hand: {key}, while it was thinking")
        self._guarded(lambda: self._machine.press(key))
        self._free = True

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

    def _run_free(self) -> None:
        """Run what runs, until it waits for a key."""
        self._activity, self._went_back = Activity.RUNNING, False
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
            self._begin_past()
        self._live.end_thought()
        self._changed()

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
                view_machine(self._game, self._listening),
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
