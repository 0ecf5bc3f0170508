"""The game and its turns: what is asked of it, and what it wants of the machine, move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

import chess

from emu.files import statefile
from emu.files.statefile import Saved
from microchess.game.record import today
from microchess.machine.operator import Action
from microchess.program.levels import Level
from microchess.program.move_text import check_spelling
from tui.session.hand import Hand
from tui.session.left import Left
from tui.session.new_game import NewGame
from tui.session.runner import Runner, Work
from tui.session.snapshot import SET_UP, Activity, Handed
from tui.session.values import Color, Count, LevelName, Move, Name, Pgn, Pokes
from tui.session.verbs import Asked, Overtakes, Then, control, verb

T = TypeVar("T")
PGN = "pgn"
"""Where in a state's file the game stands."""


def _at_keypad(replies: Then, play: Play, *_: object) -> Then:
    """A program that runs for nobody ends at the keypad, and the board is then what memory has; one
    that does not goes on, and the verb says so. *replies*: while key PC by hand is answered.
    """
    if play.hand.replies:
        return replies
    return Then.WAIT if play.runner.look_ahead() else Then.DO


def _still_to_come(play: Play, steps: int, otherwise: Then) -> Then:
    """Where all that would be taken back has waited so far nothing is given up for it."""
    untouched = not (play.runner.governor.held or play.hand.away)
    there = len(play.runner.game.history.past)
    return Then.DO if untouched and there <= steps else otherwise


class Play:
    """Works the machine of *runner* for the game, *hand* beside it."""

    def __init__(self, runner: Runner, hand: Hand) -> None:
        self.runner, self.hand = runner, hand

    # What can be asked

    @verb(thinking=Then.GIVE_UP, keying=Then.GIVE_UP, overtakes=Overtakes.ALL)
    def start_game(self, setup: NewGame) -> None:
        """Start a game; the program moves if it is to."""
        self.hand.stay()
        self.runner.governor.go_on()
        try:
            self._at_once(self.new_game, setup)
        finally:
            self.answer_if_due()

    @verb(
        "{}",
        running=partial(_at_keypad, Then.WAIT),
        paused=Then.WAIT,
        overtakes=Overtakes.MOVE,
        check=check_spelling,
    )
    def play(self, move: Move) -> None:
        """Key in a move, in SAN, UCI or octal; the reply follows."""
        live = self.runner.live
        live.game.state.expect_listener()
        playing = live.game.playing(live.move(move))
        self.runner.work = Work(Activity.KEYING, playing, self._keyed, self._failed)

    @verb(
        "a move of MicroChess",
        thinking=Then.REFUSE,
        running=partial(_at_keypad, Then.REFUSE),
        paused=Then.REFUSE,
    )
    def let_it_move(self) -> None:
        """Let the program move now, whoever's turn it is."""
        runner = self.runner
        runner.game.state.expect_listener()
        out_of_turn = not runner.game.computers_turn
        self._at_once(runner.live.give_turn)
        if out_of_turn:
            side = chess.COLOR_NAMES[runner.game.computer].capitalize()
            runner.tell(f"{side} moves out of turn: another game begins; Undo brings this back")
        self.answer_if_due(asked=True)

    @verb("Undo", thinking=Then.GIVE_UP, overtakes=Overtakes.OTHERS)
    def undo(self) -> None:
        """Take back."""
        with self._from_rest():
            self._at_once(self.runner.live.undo)
        self.runner.think_back()

    @verb(
        "the way back",
        thinking=lambda play, steps: _still_to_come(play, steps, Then.GIVE_UP),
        keying=lambda play, steps: _still_to_come(play, steps, Then.WAIT),
        overtakes=Overtakes.ALL,
    )
    def take_back(self, steps: Count) -> None:
        """Take back until so many of `GameView.steps` are left."""
        if self.runner.work is None:
            with self._from_rest():
                self._at_once(self.runner.live.take_back, steps)

    @verb("Redo", overtakes=Overtakes.MOVE)
    def redo(self) -> None:
        """Do again what was taken back; a move that was not answered is then."""
        with self._from_rest():
            self._at_once(self.runner.live.redo)
        self.runner.think_back()
        if not self.runner.game.history.future:
            self.answer_if_due()

    @verb(
        "the earlier position",
        thinking=Then.GIVE_UP,
        paused=Then.REFUSE,
        overtakes=Overtakes.ALL,
    )
    def go_on_from(self, half_moves: Count) -> None:
        """Go on from after so many `GameView.moves`: see `Game.going_on`."""
        with self._from_rest():
            self.runner.end_past()
            going_on = self.runner.live.going_on(half_moves)
            self.runner.work = Work(Activity.KEYING, going_on, self._moved, self._failed)

    @verb("giving up", thinking=Then.GIVE_UP, overtakes=Overtakes.ALL)
    def resign(self) -> None:
        """The player gives up."""
        with self._from_rest():
            self._at_once(self.runner.game.resign)

    @verb("the loaded game", thinking=Then.GIVE_UP, overtakes=Overtakes.ALL)
    def load_pgn(self, text: Pgn, warning: str = "") -> None:
        """Go on from the end of a game in PGN; what else is to be said of it is a *warning*."""
        with self._from_rest():
            self._at_once(self.runner.live.load_pgn, text, warning)

    @verb("the level")
    def set_level(self, level: LevelName) -> None:
        """Change the level bytes."""
        self._at_once(setattr, self.runner.game.bridge, "level", level)
        self.runner.tell(f"level {level.title}, from the next reply on")

    @verb("the level of the manual")
    def reset_level(self) -> None:
        """Put the two level bytes back to those of the manual."""
        self.set_level(Level.NORMAL)

    @verb("who moves")
    def set_both(self, on: bool) -> None:
        """The person moves for both sides; the program when it is let."""
        self.runner.live.both = on
        side = chess.COLOR_NAMES[self.runner.game.computer].capitalize()
        both = f"you move for both sides; with {side} to move <let it move> has MicroChess move"
        self.runner.tell(both if on else "MicroChess answers again")
        self.runner.look(dirty=False)
        self.answer_if_due()

    @verb("the change", paused=Then.DO, overtakes=Overtakes.MOVE)
    def poke(self, pokes: Pokes) -> None:
        """Put bytes into memory; those of a machine that is at work, or elsewhere, are its own
        business.
        """
        runner = self.runner
        if self.hand.away or runner.work is not None:
            for poke in pokes:
                runner.machine.poke(poke.address, poke.value)
        else:
            self._at_once(runner.live.poke, pokes)

    @verb("the position set up", overtakes=Overtakes.MOVE)
    def end_set_up(self, moves: Color | None, steps: Count, yours: Color | None) -> None:
        """The men stand as wanted; who *moves* next (None: as it is), the steps back before that,
        and the side that the person has then (None: as it is). With the sides exchanged it is the
        beginning of another game.
        """
        live, game = self.runner.live, self.runner.game
        turn = game.board.turn if moves is None else moves
        if yours == game.computer:
            game.editor.set_up(steps, turn)
            level, fen = game.bridge.level or Level.NORMAL, game.board.fen()
            about = f"{SET_UP}a new game, in which you have {chess.COLOR_NAMES[yours].capitalize()}"
            self._at_once(self.new_game, NewGame(not yours, level, fen=fen, about=about))
            self.answer_if_due()
        elif self._at_once(live.end_set_up, turn, steps):
            self.answer_if_due()

    @verb("the way back to the game", thinking=Then.GIVE_UP, overtakes=Overtakes.MOVE)
    def recover(self) -> None:
        """Back to the game's program; men changed by hand stay so."""
        with self._from_rest():
            self.runner.governor.go_on()
            self._at_once(self.hand.back_to_game)
        self.runner.think_back()

    @verb("the loaded state", thinking=Then.GIVE_UP, overtakes=Overtakes.ALL)
    def load_state(self, name: str, saved: Saved, board: chess.Board | None) -> None:
        """Put the machine into the state of the file *name*; the position, if known."""
        ran = self.runner.broken_off
        try:
            self._at_once(self.hand.load_state, name, saved, board)
            ran = True
        finally:
            if ran:
                self.hand.run()

    @control
    def hand_state(self, name: Name) -> None:
        """Hand the machine over as a state file of that name, the game beside it."""
        game = self.runner.game
        beside = {} if self.hand.away else {PGN: str(game.record.game(game.state.headers()))}
        text = statefile.text(self.runner.machine.snapshot(), **beside)
        self.runner.send(Handed(name, text))

    @control
    def cancel(self) -> None:
        """Leave what is watched again; else forget what waits, and give up what the machine is
        doing for the game, or end the tape that runs.
        """
        runner = self.runner
        if runner.replay is not None:
            runner.replay = None
        else:
            told = runner.queue.dropped()
            if told := "; ".join(filter(None, (self._break_off(), told))):
                runner.tell(told, "warning")

    def _break_off(self) -> str:
        """What there is to tell of it."""
        runner, hand = self.runner, self.hand
        activity, held = runner.activity, runner.governor.held
        runner.governor.go_on()
        if activity in (Activity.KEYING, Activity.THINKING):
            runner.give_up()
            keying = activity is Activity.KEYING
            then = "your move is not made" if keying else "<let it move> lets it think again"
            return f"broken off; {then}"
        if hand.replies and activity is Activity.RUNNING:
            hand.break_off()
            return "broken off; key PC lets it think again"
        if activity is Activity.RUNNING and not held:
            runner.deck.end()
        if held:
            hand.wake()
        return ""

    def _at_once(self, do: Callable[..., T], *values: object) -> T:
        """Do something that takes the machine no time, with *values*; what comes of it."""
        self.runner.broken_off = False
        try:
            return do(*values)
        finally:
            self.runner.settle()

    @contextmanager
    def _from_rest(self) -> Iterator[None]:
        """What is done begins where the machine stood after the last move."""
        self.hand.back_to_rest()
        try:
            yield
        finally:
            self.runner.line.taken_to_another_time()

    # What comes of it

    def new_game(self, setup: NewGame) -> None:
        """Begin a game in a machine of its own.

        Raises MicroChessError or EmuError when it cannot be; the present one stays then.
        """
        runner = self.runner
        runner.end_past()
        runner.live.new_game(setup)
        runner.game.state.date = today()
        runner.line.attach(runner.machine)
        runner.deck.attach(runner.machine)
        runner.look()

    def _keyed(self, action: Action) -> None:
        self.runner.live.log_move(action)
        self._moved(action)

    def _moved(self, _: object) -> None:
        self.runner.line.taken_to_another_time()
        self._made()
        self.answer_if_due()

    def _made(self) -> None:
        """A move is kept before it is shown."""
        self.runner.settle()
        self.save(owed=True)

    def save(self, owed: bool = False, asked: tuple[Asked, ...] = ()) -> None:
        """Keep the session where the game left the machine, with what was *asked* and is not done;
        *owed*: the program thinks as soon as it is to move.
        """
        game = self.runner.game
        waits = game.computers_turn and not (game.over or owed)
        if not self.hand.away:
            self.runner.save(Left(asked, waits, self.runner.live.both).settings)

    def answer_if_due(self, asked: bool = False) -> None:
        """Let the program think if it is to move; both sides at one keyboard: if it is *asked*."""
        live, game = self.runner.live, self.runner.game
        if live.both and not asked:
            return
        if game.computers_turn and not game.over:
            answering = live.answering()
            self.runner.work = Work(Activity.THINKING, answering, self._answered, self._failed)

    def _answered(self, _: object) -> None:
        """What was typed at the terminal meanwhile is sent now."""
        self._made()
        if self.runner.line.port.pending:
            self.hand.run()

    def _failed(self, error: Exception) -> None:
        self.runner.tell(str(error), "error")
        self.runner.settle()
