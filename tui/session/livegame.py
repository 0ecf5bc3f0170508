"""The game as the live session plays it: what is done, what is told of it, what was thought.

Nothing here knows a thread; whoever drives it does so where the machine runs.
"""

from dataclasses import replace
from typing import Any

import chess

from emu.bus import ROM_START
from emu.errors import SnapshotError
from emu.files.statefile import Saved
from emu.kim1 import MONITOR_SIZE
from emu.notation import counted
from emu.watch.debug import DebugMachine
from microchess.engine.formula import Formula
from microchess.errors import MicroChessError
from microchess.game.game import Game
from microchess.game.state import UndoState
from microchess.machine.bridge import Thinking
from microchess.machine.operator import Action
from microchess.machine.player import Player
from microchess.machine.twin import TwinPlayer
from microchess.program.position import read_start, stuck
from tui.session.formula_reply import replying
from tui.session.gamelog import GameLog
from tui.session.logwords import keyed, of_all_men, poked, san_of, who_moves
from tui.session.new_game import NewGame
from tui.session.past import Replay
from tui.session.snapshot import SET_UP, Tell
from tui.session.thought_tracker import ThoughtTracker
from tui.session.verbs import control

_SHOWN = 120
"""Characters that are told of a header of a PGN."""
_SLICE = 50_000
"""Cycles after which a reply that is thought out once more lets others be served."""
_REPLY_BEGINS = "the last reply begins here; Undo takes back the move before it"
_STEPS = 100
"""Of the games before that can be taken back."""


class LiveGame:
    """A game of *player* on *monitor* (None: ours) in a machine whose work can be followed.

    ``log`` is what was done to the machine, a line for each move; ``thoughts`` what the program
    thinks; *tell* is called with what a person should know and how grave it is; ``begun`` counts
    the games, new ones and loaded ones. There is no game before the first :meth:`new_game`.
    """

    game: Game
    machine: DebugMachine
    thoughts: ThoughtTracker

    def __init__(self, player: Player, monitor: bytes | None, tell: Tell) -> None:
        self._player, self._monitor = player, monitor
        self._tell = tell
        self.log = GameLog()
        self.mirror = False
        self.steady = False
        self.both = False
        self.formula: Formula | None = None
        self.begun = 0

    def new_game(self, setup: NewGame) -> None:
        """Start a game; an undo at its beginning brings the present one back.

        Raises MicroChessError or EmuError when it cannot be; the present one stays then.
        """
        board = None if setup.fen is None else read_start(setup.fen, setup.computer)
        if board is None and setup.opening is not None and setup.opening.computer != setup.computer:
            raise MicroChessError(f"{setup.opening.name} is a book for the other side")
        player = self._player
        if isinstance(player, TwinPlayer):
            player = replace(player, tell=self._tell)
        game = Game(
            player,
            setup.computer,
            setup.level,
            setup.opening,
            board,
            self._monitor,
            DebugMachine,
            steady=self.steady or setup.steady,
            table=setup.table,
        )
        self.steady, self.both, self.formula = game.steady, setup.both, setup.formula
        if not setup.book:
            game.bridge.omove = 0
        before = self.leaving(game.board.root().fen()) if self.begun else []
        if self.begun:
            self.thoughts.drop()
        self.game = game
        self.begun += 1
        assert isinstance(game.bridge.machine, DebugMachine)
        self.machine = game.bridge.machine
        self.thoughts = ThoughtTracker(game, self.machine)
        exchanged = ", sides exchanged" if game.computer == chess.BLACK else ""
        self.log = GameLog([keyed(game.start, game.computer, f"a new game{exchanged}")])
        self.begin_behind(before, setup.about if self.begun > 1 else "")
        for note in game.notes:
            self._tell(note, "warning")

    def leaving(self, start: str = chess.STARTING_FEN) -> list[UndoState]:
        """Where undos at the beginning of the next game, from *start*, lead: to this one as it is
        and on in it, or to the one before it if nothing was done in it and it begins as the next
        one or as usual. Nothing changes.
        """
        game, past = self.game, self.game.history.past
        usual = game.board.root().fen() in (chess.STARTING_FEN, start)
        if usual and (not past or past[-1].left):
            return past[:]
        *earlier, now = (
            (*past, game.state.memory()) if game.bridge.listening() else game.hand.kept_past()
        )
        return [*earlier, replace(now, restores_level=True, left=True)]

    def begin_behind(self, before: list[UndoState], about: str = "") -> None:
        """The game has just begun; to *before* it undos lead. What it is *about* is told."""
        self.game.history.past[:0] = before[-_STEPS:]
        kept = "the game before is kept: Undo at the beginning of this one brings it back"
        if told := "; ".join(filter(None, (about, kept if before else ""))):
            self._tell(told)

    def move(self, text: str) -> chess.Move:
        """The move of the player that is to be made.

        Raises MoveError and its like with the reason why not.
        """
        self.game.record.expect_going_on()
        game = self.game
        if game.computers_turn and not self.both:
            raise MicroChessError("it is MicroChess's move; <let it move> lets it think")
        move = game.parse(text)
        self.thoughts.begin_move()
        return move

    def log_move(self, action: Action) -> None:
        """It was made by *action*."""
        self.log.append(keyed(action, self.game.computer, san_of(self.game.board)))

    def answering(self) -> Thinking[None]:
        """Let the program think and move, or the Python engine by its weights."""
        done = ""
        if self.formula is not None:
            done = yield from replying(self.game, self.thoughts, self.formula)
        if done:
            self.log.append(done)
            return
        self.thoughts.begin(self.mirror)
        answer = yield from self.game.answering()
        self.thoughts.end(answer.display, answer.cycles)
        book = " (book)" if answer.move is not None and answer.value is None else ""
        self.log.append(keyed(answer.action, self.game.computer, answer.san) + book)
        if answer.remark:
            self.log.append(f"  {answer.remark}")
            self._tell(answer.remark)

    def give_turn(self) -> None:
        """The program moves next; raises MicroChessError when the game is over."""
        self.game.record.expect_going_on()
        self.game.give_turn(self.game.computer)

    def undo(self) -> None:
        """Take back."""
        board = self.game.board
        if board.move_stack and not self.game.history.past:
            raise MicroChessError(
                "you have made no move since the game was begun or loaded; "
                "look at an earlier position, and go on from there"
            )
        another = any(memory.left for memory in self.game.history.past[-1:])
        gone = self.game.undo()
        self.thoughts.recall()
        if another:
            self.begun += 1
            self.log.append("the game before is back as it was left")
            self._tell("the game before is back; Redo goes on with the other one")
            return
        what = "the change" if gone == 0 else "those moves were given up"
        if 0 < gone <= len(board.move_stack):
            what = san_of(board, gone)
        self.log.append(f"taken back: board and computer's memory as before {what}")

    def take_back(self, steps: int) -> None:
        """Take back until only *steps* are left, as if it had not been."""
        while len(self.game.history.past) > steps:
            self.undo()
            self.game.history.future.clear()

    def going_on(self, half_moves: int) -> Thinking[None]:
        """Go on from the position after so many half-moves; what it takes is told.

        Raises MicroChessError or EmuError when that cannot be; the game stays as it is then.
        """
        game = self.game
        if half_moves >= len(game.board.move_stack):
            none = f"no position after {counted(half_moves, 'half-move')} to go on from"
            raise MicroChessError(none)
        self.thoughts.end_recording()
        action = yield from game.history.going_on(half_moves)
        self.thoughts.recall()
        san = san_of(game.board)
        where = f"after {san}" if san else "from the beginning"
        if action is None:
            self.log.append(f"going on {where}: board and computer's memory as they were")
            self._tell(f"going on {where}; Redo does again what came after it")
            return
        again = keyed(action, game.computer, f"{san}, once more")
        there = f"the position after {san}" if san else "the beginning"
        back = f"the pieces were poked back to {there}"
        self.log.append(again if action.keys else back)
        anew = "" if self.both or not game.computers_turn else "MicroChess thinks anew; "
        closed = "" if san else ", the book closed"
        self._tell(f"going on {where}{closed}: {anew}Undo brings the game back as it was")

    def redo(self) -> None:
        """Do again."""
        moved = self.game.redo() > 0
        self.thoughts.recall()
        self.log.append(f"done again: {san_of(self.game.board) if moved else 'the change'}")

    def poke(self, pokes: tuple[Any, ...]) -> None:
        """Put bytes into memory."""
        changing, moves = self.game.editor.changing(pokes), self.game.board.move_stack
        self.game.poke(*pokes)
        if moves and not self.game.board.move_stack:
            self._tell(
                "the pieces were changed: another game begins here; Undo brings its moves back"
            )
            self.thoughts.recall()
        self.thoughts.keep()
        done, same = of_all_men(pokes, self.game.computer), "poked what was there already"
        self.log.append(done or poked(changing, self.game.computer) if changing else same)

    def end_set_up(self, turn: chess.Color, steps: int) -> bool:
        """The men stand as wanted, and *turn* moves next: see `Editor.set_up`."""
        game = self.game
        if not game.editor.set_up(steps, turn):
            return False
        self.thoughts.recall()
        self.log.append(f"{SET_UP}{who_moves(game)}")
        if game.computers_turn and not (self.both or game.over):
            game.history.push(game.state.memory())
        odd = game.bridge.table.problems(game.computer == chess.WHITE) + stuck(game.board)
        told = "; ".join((who_moves(game), *odd))
        self._tell(f"{SET_UP}{told}", "warning" if odd else "information")
        return True

    def load_pgn(self, text: str, beside: str = "") -> None:
        """Go on from the end of a game in PGN; a warning *beside* what is said of it."""
        from microchess.game import pgn

        loaded, game, before = pgn.parse(text), self.game, self.leaving()
        game.editor.replay(loaded)
        self.begin_behind(before)
        self.begun += 1
        self.thoughts.drop()
        self.thoughts = ThoughtTracker(game, self.machine)
        self.log = GameLog(["loaded from PGN: the table was poked, no keys pressed"])
        told = f"loaded: {pgn.in_short(loaded)}"
        how = loaded.headers.get("Termination", "")[:_SHOWN]
        if loaded.headers.get("Result", "*") != "*" and not game.board.is_game_over():
            more = "Undo lets it go on" if game.over else "you can go on with it"
            told += f"; the game ended{f': {how}' if how else ''}; {more}"
        told = "; ".join(filter(None, (told, beside)))
        self._tell(told, "warning" if beside else "information")

    def load_state(self, name: str, saved: Saved) -> None:
        """Put the machine into the state of the file *name*; the game as such stays as it is.

        Raises SnapshotError with the reason when this machine cannot take it.
        """
        machine = self.machine
        self.thoughts.drop()
        try:
            machine.restore(saved.on(machine.read(ROM_START, MONITOR_SIZE)))
        except SnapshotError as error:
            raise SnapshotError(f"{name}: {error}") from None
        self.thoughts.thought = None
        self.log.append(f"machine loaded from {name}")

    @control
    def set_formula(self, formula: Formula | None) -> None:
        """The Python engine replies, with these weights; None: the program itself."""
        self.formula = formula

    @control
    def set_mirror(self, on: bool) -> None:
        """Let the Python engine think on a copy of the memory, from the present thought on."""
        self.mirror = on
        if on:
            self.thoughts.mirror()

    def rethinking(self) -> Thinking[None]:
        """Think the last reply out once more, on a machine of its own, where nothing is known of
        it: in a session that was kept.
        """
        game, record = self.game, self.game.record.copy()
        past, moves = game.history.past, record.board.move_stack
        known = past and len(moves) > 1 and past[-1].record.board.move_stack == moves[:-2]
        if not known or isinstance(self._player, TwinPlayer):
            return
        beside = LiveGame(self._player, self._monitor, lambda *_: None)
        beside.new_game(NewGame(game.computer))
        beside.machine.slice_length = _SLICE
        beside.game.state.recall(past[-1])
        yield from beside.game.playing(beside.move(moves[-2].uci()))
        for candidate in beside.answering():
            if candidate is not None:
                beside.thoughts.judged(candidate)
            yield None
        if beside.game.record.board.move_stack == moves:
            self.thoughts.adopt(beside.thoughts, record)

    def replay(self) -> Replay | None:
        """The last reply once more, if it has ended and is known."""
        recording, thought = self.thoughts.recording, self.thoughts.thought
        if recording is None or thought is None or not thought.shown:
            return None
        return Replay(self._player.boot(self._monitor).machine, recording, _REPLY_BEGINS)
