"""The live session: it owns the machine and the game; requests come in, what is shown goes out.

There is at most one work in hand, a generator that pauses after every slice of machine time (see
`emu.machine.Steps`); between two slices requests are taken. The state is what the work is for:

                     play                     the move is made
       ┌───────┐ ──────────▶ ┌────────┐ ──────────────────────▶ ┌──────────┐
       │WAITING│             │ KEYING │                         │ THINKING │
       │       │ ◀────────── └────────┘     let_it_move,        │          │
       │       │  given up                  the program's turn   │          │
       │       │ ──────────────────────────────────────────────▶ │          │
       │       │ ◀────────────────────────────────────────────── └──────────┘
       │       │            the answer is made, or given up         │ ST, RS
       │       │  a key by hand  ┌─────────┐                        │
       │       │ ──────────────▶ │ BY_HAND │ ◀──────────────────────┘
       │       │                 └────┬────┘
       │       │  go_on, terminal     ▼ the key is up
       │       │ ──────────────▶ ┌─────────┐
       │       │ ◀────────────── │ RUNNING │   the program waits for a key
       └───────┘                 └─────────┘   or another request breaks the run off

In any state the governor may hold the machine: the work stays in hand and is not gone on with.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from emu.errors import EmuError
from microchess.errors import MicroChessError
from microchess.game.session import KeptSession
from microchess.machine.player import Player
from tui.session import faults
from tui.session.autosave import Autosave
from tui.session.debugger import Debugger
from tui.session.deck import LiveDeck
from tui.session.gamelog import GameLog
from tui.session.hand import Hand
from tui.session.host import Host
from tui.session.left import Left
from tui.session.line import LiveLine
from tui.session.livegame import LiveGame
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.runner import Runner
from tui.session.snapshot import Activity, Ended, Publish
from tui.session.timetravel import TimeTravel
from tui.session.verbs import Asked, Then, control, verbs_of

VERBS = {
    name: verb
    for kind in (Play, Hand, Debugger, TimeTravel, LiveLine, LiveDeck, LiveGame, Autosave)
    for name, verb in verbs_of(kind).items()
}
"""What can be asked of a session, by name."""
_HELD = "the machine is paused: <go on> lets it go on"
_RUNS_ON = 300_000
"""Cycles after which a program that it begins with is not waited for."""
_READS_NO_KEYS = "MicroChess is thinking and reads no keys; <stop> breaks it off"


class Session:
    """A session of *player* on *monitor* (None: ours), in a thread unless another *host* is given;
    *publish* is called there.

    ``ask`` takes a request, which is done in its turn. *setup* starts a game; *state* is a kept
    session or a machine (`Play.load_state`) it goes on with, which is what is shown first. It is
    saved at *save_path* after every change, with its settings beside it.
    """

    def __init__(
        self,
        player: Player,
        monitor: bytes | None,
        publish: Publish,
        setup: NewGame,
        state: KeptSession | Asked | None = None,
        save_path: Path | None = None,
        speed: float | None = None,
        host: Host | None = None,
    ) -> None:
        self.host = host or Host()
        self.ask = self.host.put
        self._setup, self._state, self._ends = setup, state, False
        self._after_search: list[Asked] = []
        settings = dict(state.settings) if isinstance(state, KeptSession) else {}
        self._left, self._keyed = Left.taken_from(settings, VERBS), list[Asked]()
        self.runner = runner = Runner(player, monitor, publish, settings, speed, save_path)
        self._hand = hand = Hand(runner)
        self._play = play = Play(runner, hand)
        besides = Debugger(runner, hand), TimeTravel(runner, hand)
        parts = runner.line, runner.deck, runner.live, runner.autosave
        self._owners = {type(one): one for one in (self, play, hand, *besides, *parts)}

    # From other threads

    def start(self) -> None:
        """Begin."""
        self.host.start(self.life())

    def stop(self, patience: float = 5.0) -> bool:
        """End, whatever it does; whether that took no longer than *patience*."""
        self.ask(Session.end())
        return self.host.join(patience)

    @control
    def end(self) -> None:
        """End the session."""
        self._ends = True

    @property
    def saved(self) -> bool:
        """Whether the session can be gone on with another time."""
        return self.runner.autosave.saved

    # In the host

    async def life(self) -> None:
        """From its beginning to its end, in its host."""
        with self._opened():
            while not self._ends:
                async with self._survived():
                    waited = self._next_in_turn()
                    asked = waited or await self._next()
                    if asked is None:
                        self.runner.go_on()
                    elif (then := self._becomes(asked)) is Then.WAIT:
                        self._wait_with(asked)
                    elif then is Then.REFUSE:
                        why = _HELD if self.runner.governor.held else _READS_NO_KEYS
                        self.runner.tell(why, "warning")
                    else:
                        with self._done(asked, then, asked is not waited):
                            work = self.runner.work
                            asked.verb.method(self._owners[asked.verb.owner], *asked.values)
                            self._keyed = self._keyed if self.runner.work is work else [asked]

    @contextmanager
    def _opened(self) -> Iterator[None]:
        """It begins where it was left, and is kept at its end."""
        runner = self.runner
        try:
            self._open()
            yield
        except Exception as error:
            runner.send(Ended(faults.record(error)))
            raise
        finally:
            try:
                self._leave()
            finally:
                runner.autosave.close()

    def _leave(self) -> None:
        """Keep the session, with what was asked and is not done."""
        runner, hand = self.runner, self._hand
        runner.end_search()
        if runner.activity in (Activity.BY_HAND, Activity.RUNNING):
            self._to_rest()
        owed, keyed = runner.activity is Activity.THINKING or hand.replies, list[Asked]()
        if hand.replies:
            hand.break_off()
        elif runner.activity is Activity.KEYING:
            keyed = self._keyed
        runner.drop_work()
        self._play.save(owed, (*keyed, *runner.queue.waiting, *self._after_search))

    @asynccontextmanager
    async def _survived(self) -> AsyncIterator[None]:
        """Whatever goes wrong, the game goes on once something else is asked for."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
            self._survive(error)
            if (asked := await self.host.next(None)) is not None:
                self.runner.queue.waiting.append(asked)

    def _survive(self, error: Exception) -> None:
        """Let go of what was under way: the game is as it was before, and nothing else waits."""
        runner = self.runner
        runner.tell(faults.record(error), "error")
        runner.search = None
        runner.queue.waiting, runner.replay, runner.thinks_back = [], None, False
        try:
            runner.give_up()
            runner.governor.go_on()
            if not self._hand.away and not runner.game.bridge.listening():
                runner.game.hand.recover()
            runner.settle()
            runner.show()
        except Exception as another:  # noqa: BLE001 - what cannot be seen now is once more asked for
            runner.work = None
            runner.tell(faults.record(another), "error")

    def _open(self) -> None:
        runner, play, state = self.runner, self._play, self._state
        runner.shows = state is None
        try:
            play.new_game(self._setup)
        except (MicroChessError, EmuError) as error:
            runner.tell(str(error), "error")
            play.new_game(NewGame())
        if isinstance(state, KeptSession):
            try:
                state.put_into(runner.game)
                runner.live.log = GameLog.kept(state.settings.get("log"))
                runner.live.both = self._left.both
                runner.listening = runner.look_ahead()
            except MicroChessError as error:
                runner.tell(str(error), "error")
        runner.governor.go_on()
        runner.begin_past()
        if isinstance(state, Asked):
            self._come_to(state)
        runner.shows = True
        runner.look(dirty=not isinstance(state, KeptSession))
        runner.autosave.claim()
        if not isinstance(state, Asked):
            if not self._left.waits:
                play.answer_if_due()
            runner.queue.waiting += self._left.asked
            if runner.work is None and runner.machine.tty:
                self._hand.run()
            if state is not None:
                runner.think_back()
        runner.show()

    def _come_to(self, machine: Asked) -> None:
        """Where *machine* comes to rest, unless it runs on by itself."""
        with self._done(machine, Then.DO):
            machine.verb.method(self._play, *machine.values)
        self._to_rest()

    def _to_rest(self) -> None:
        runner, end = self.runner, self.runner.machine.cycles + _RUNS_ON
        while runner.work and not runner.governor.stands and runner.machine.cycles < end:
            runner.go_on()

    def _next_in_turn(self) -> Asked | None:
        """One that has waited long enough: it comes before all that is new. Where nothing is to be
        done the session is saved.
        """
        runner, waiting = self.runner, self.runner.queue.waiting
        if runner.search is not None:
            return None
        goes_on = runner.work is None or not runner.governor.held
        if waiting and goes_on and self._becomes(waiting[0]) is not Then.WAIT:
            return waiting.pop(0)
        idle = runner.work is None and not self.host.waiting
        if idle and runner.autosave.dirty:
            self._play.save()
        return None

    async def _next(self) -> Asked | None:
        """What is asked next; None where the work in hand, or the search of the past, may go on."""
        runner = self.runner
        if self._after_search and runner.search is None:
            return self._after_search.pop(0)
        asked = await self.host.next(runner.patience)
        if asked is None or runner.search is None:
            return asked
        if asked.verb in ENDS_SEARCH:
            runner.end_search()
            return asked
        self._after_search.append(asked)
        return None

    def _becomes(self, asked: Asked) -> Then:
        runner = self.runner
        held = runner.governor.held
        owner = self._owners[asked.verb.owner]
        return asked.verb.becomes(owner, runner.activity, held, asked.values)

    @contextmanager
    def _done(self, asked: Asked, then: Then, overtakes: bool = True) -> Iterator[None]:
        """Within, it is done: before, what it *overtakes* is forgotten, and work is given up for
        it; after, what came of it is shown.
        """
        runner, verb = self.runner, asked.verb
        if overtakes:
            runner.queue.forget(asked.overtakes)
        runner.broken_off = then is Then.GIVE_UP and runner.activity is Activity.RUNNING
        if then is Then.GIVE_UP:
            runner.give_up()
        if verb.turn is not None:
            runner.replay = None
        try:
            yield
        except (MicroChessError, EmuError) as error:
            runner.tell(str(error), "error")
        if verb.turn is not None and verb.turn.wakes:
            self._hand.wake()
        runner.autosave.dirty |= verb.kept
        if runner.broken_off and runner.work is None:
            self._hand.run()
        runner.show()

    def _wait_with(self, asked: Asked) -> None:
        """It is to be done when its turn comes."""
        runner = self.runner
        thinks = runner.activity is Activity.THINKING
        if asked.verb.turn is not None and asked.verb.turn.check is not None:
            try:
                asked.verb.turn.check(asked.values[0])
            except MicroChessError as error:
                runner.tell(str(error), "error")
                return
        runner.queue.add(asked)
        replies = thinks or (runner.activity is Activity.KEYING and not runner.live.both)
        until = " until MicroChess has moved" if replies else ""
        paused = f": {_HELD}" if runner.governor.held else ""
        if asked.is_move or thinks:
            runner.tell(f"{asked} waits{until}{paused}")
        runner.show()


ENDS_SEARCH = TimeTravel.watch, Play.cancel, Session.end
"""Verbs that end a search of the past; others wait until it has ended."""
