"""The game as the live session plays it: what is done, what is told of it, what was thought.

Nothing here knows a thread; whoever drives it does so where the machine runs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from errno import EEXIST
from functools import partial
from pathlib import Path
from typing import Any

import chess

from emu.bus import ROM_START
from emu.errors import SnapshotError
from emu.files import statefile
from emu.files.statefile import Saved
from emu.kim1 import MONITOR_SIZE
from emu.machine import MHZ
from emu.notation import counted
from emu.watch.debug import DebugMachine
from microchess.errors import MicroChessError
from microchess.game.answer import Answer
from microchess.game.game import Game
from microchess.machine.bridge import Thinking
from microchess.machine.player import Player
from microchess.program.position import read_fen
from microchess.program.reply import Candidate
from tui.session import commands as c
from tui.session.logwords import keyed, poked
from tui.session.replay import Replay, ReplyRecord
from tui.session.snapshot import BEWARE, SET_UP, Thought
from tui.session.thoughts import KeptThoughts
from tui.session.views import begin_thought, sans_of

_SHOWN = 120
"""Characters that are told of what comes out of a file: a header of a PGN, a line of the log."""
LOG_LINES = 400
"""Lines of the log that are shown and kept."""
_LONGEST_MOVE = 20 * MHZ
"""A reply is recorded from the keys of the move before it, unless they were this long ago."""


class LiveGame:
    """A game of *player* on *monitor* (None: ours) in a machine whose work can be followed.

    ``log`` is what was done to the machine, a line for each move; ``thought`` the last thinking;
    *tell* is called with what a person should know and how grave it is; ``begun`` counts the games,
    new ones and loaded ones. There is no game before the first :meth:`new_game`.
    """

    game: Game
    machine: DebugMachine

    def __init__(
        self,
        player: Player,
        monitor: bytes | None,
        tell: Callable[[str, str], None],
    ) -> None:
        self._player, self._monitor = player, monitor
        self._say = tell
        self.thought: Thought | None = None
        self.recording: ReplyRecord | None = None
        self._thoughts = KeptThoughts()
        self._move_record: ReplyRecord | None = None
        self.log: list[str] = []
        self.mirror = False
        self.steady = False
        self.both = False
        self.begun = 0

    def new_game(self, setup: c.NewGame) -> None:
        """Start a game.

        Raises MicroChessError or EmuError when it cannot be; the present one stays then.
        """
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
            DebugMachine,
            steady=self.steady or setup.steady,
        )
        self.steady = game.steady
        if not setup.book:
            game.bridge.omove = 0
        self.drop_recording()
        self.game = game
        self.begun += 1
        self._thoughts = KeptThoughts()
        assert isinstance(game.bridge.machine, DebugMachine)
        self.machine = game.bridge.machine
        self.thought = None
        exchanged = ", sides exchanged" if game.computer == chess.BLACK else ""
        self.log = [keyed(game.start, game.computer, f"a new game{exchanged}")]
        for note in game.notes:
            self._tell(note, "warning")

    def take_log(self, kept: Any) -> None:
        """Go on with the log out of a session's file, as far as it is one."""
        if isinstance(kept, list):
            self.log = [one[:_SHOWN] for one in kept if isinstance(one, str) and one.isprintable()]

    def toggle_steady(self) -> None:
        """Keep to the book, or no longer; say which."""
        self.steady = self.game.steady = not self.steady
        meaning = "kept to while its moves are sound" if self.steady else "closed, as in 1976"
        self._say(f"after an unexpected reply the book is {meaning}", "information")

    def playing(self, text: str) -> Thinking[None]:
        """Make a move of the player.

        Raises MoveError and its like with the reason why not.
        """
        self._expect_game()
        game = self.game
        if game.computers_turn and not self.both:
            raise MicroChessError("it is MicroChess's move; Ctrl+G lets it think")
        move = game.parse(text)
        san = game.board.san(move)
        self._drop_move()
        self._move_record = ReplyRecord(self.machine)
        action = yield from game.playing(move)
        self.log.append(keyed(action, game.computer, san))

    def _expect_game(self) -> None:
        if self.game.over:
            raise MicroChessError(f"the game is over: {self.game.verdict()}")

    def answering(self) -> Thinking[None]:
        """Let the program think and move."""
        self.begin_thought()
        self._report((yield from self.game.answering()))

    def _report(self, answer: Answer) -> None:
        if self.recording:
            self.recording.end()
        if self.thought:
            self.thought = replace(
                self.thought, shown=answer.display, cycles=answer.cycles, keys=self._keys
            )
            self._keep_thought()
        book = " (book)" if answer.move is not None and answer.value is None else ""
        self.log.append(keyed(answer.action, self.game.computer, answer.san) + book)
        if answer.remark:
            self.log.append(f"  {answer.remark}")
            self._tell(answer.remark)

    def give_turn(self) -> None:
        """The program moves next; raises MicroChessError when the game is over."""
        self._expect_game()
        self.game.give_turn(self.game.computer)

    def undo(self) -> None:
        """Take back."""
        board = self.game.board
        gone = self.game.undo()
        self.recall_thought()
        what = "the change" if gone == 0 else "those moves were given up"
        if 0 < gone <= len(board.move_stack):
            what = sans_of(board.root(), board.move_stack)[-gone]
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
            raise MicroChessError(
                f"no position after {counted(half_moves, 'half-move')} to go on from"
            )
        self._drop_move()
        action = yield from game.going_on(half_moves)
        self.recall_thought()
        if action is None:
            san = _last_san(game.board)
            where = f"after {san}" if san else "from the beginning"
            self.log.append(f"going on {where}: board and computer's memory as they were")
            self._tell(f"going on {where}; Redo does again what came after it")
            return
        san = _last_san(game.board)
        again = keyed(action, game.computer, f"{san}, once more")
        there = f"the position after {san}" if san else "the beginning"
        back = f"the men were poked back to {there}"
        self.log.append(again if action.keys else back)
        anew = "" if self.both or not game.computers_turn else "MicroChess thinks anew; "
        where = f"after {san}" if san else "from the beginning, the book closed"
        self._tell(f"going on {where}: {anew}Undo brings the game back as it was")

    def redo(self) -> None:
        """Do again."""
        moved = self.game.redo() > 0
        self.recall_thought()
        self.log.append(f"done again: {_last_san(self.game.board) if moved else 'the change'}")

    def recall_thought(self) -> None:
        """What was thought of the reply that the game now ends with, as far as it is known."""
        self.drop_recording()
        self.thought, self.recording = self._thoughts.of(self.game.record)

    def _keep_thought(self) -> None:
        if self.thought is not None:
            self._thoughts.keep(self.game.record, self.thought, self.recording)

    def poke(self, pokes: tuple[Any, ...]) -> None:
        """Put bytes into memory, and say what is odd about the table then."""
        changing = self.game.changing(pokes)
        problems = self.game.poke(*pokes)
        self._keep_thought()
        same = "poked what was there already"
        self.log.append(poked(changing, self.game.computer) if changing else same)
        for problem in problems:
            self._tell(f"{BEWARE}{problem}", "warning")

    def end_set_up(self, turn: chess.Color, steps: int) -> bool:
        """The men stand as wanted, and *turn* moves next: see `Game.set_up`."""
        game = self.game
        if not game.set_up(steps, turn):
            return False
        self.recall_thought()
        self.log.append(f"{SET_UP}{_who_moves(game)}")
        if game.computers_turn and not (self.both or game.over):
            game.history.push(game.memory())
        odd = game.bridge.table.problems()
        told = "; ".join((_who_moves(game), *odd))
        self._tell(f"{SET_UP}{told}", "warning" if odd else "information")
        return True

    def load_pgn(self, text: str) -> None:
        """Go on from the end of a game in PGN."""
        from microchess.game import pgn

        loaded, game = pgn.parse(text), self.game
        game.replay(loaded)
        self.begun += 1
        self._thoughts = KeptThoughts()
        self.recall_thought()
        self.log = ["loaded from PGN: the table was poked, no keys pressed"]
        result = loaded.headers.get("Result", "*")
        how = loaded.headers.get("Termination", "")[:_SHOWN]
        if result != "*" and not game.board.is_game_over():
            ended = f"the game ended {result}{f': {how}' if how else ''}"
            more = "Undo lets it go on" if game.over else "you can go on with it"
            self._tell(f"{ended}; {more}")

    def load_state(self, name: str, saved: Saved) -> None:
        """Put the machine into the state of the file *name*; the game as such stays as it is.

        Raises SnapshotError with the reason when this machine cannot take it.
        """
        machine = self.machine
        self.drop_recording()
        try:
            machine.restore(saved.on(machine.read(ROM_START, MONITOR_SIZE)))
        except SnapshotError as error:
            raise SnapshotError(f"{name}: {error}") from None
        self.thought = None
        self.log.append(f"machine loaded from {name}")

    def save_state(self, path: Path) -> None:
        """Write the machine as it stands into a new state file.

        Raises OSError.
        """
        if path.exists():
            raise FileExistsError(EEXIST, "exists already; choose another name", str(path))
        statefile.write(path, self.machine.snapshot())
        self._tell(f"written to {path.absolute()}")

    def begin_thought(self) -> None:
        """Note what there is to think about; the Python engine thinks now, if it is to."""
        thought = begin_thought(self.game)
        if self.mirror:
            from tui.session.mirror import mirror_of

            engine = mirror_of(self.game.bridge)
            engine.press("PC")
            thought = replace(thought, mirror=tuple(engine.candidates), mirror_shown=engine.display)
        record, self._move_record = self._move_record, None
        if record is None or self.machine.cycles - record.first > _LONGEST_MOVE:
            record = ReplyRecord(self.machine)
        self.drop_recording()
        self.thought, self.recording = thought, record

    def set_mirror(self, on: bool) -> None:
        """Let the Python engine think on a copy of the memory, from the present thought on."""
        self.mirror = on
        thought = self.thought
        if on and thought is not None and thought.candidates and thought.mirror is None:
            from tui.session.mirror import mirror_of_thought

            engine = mirror_of_thought(thought)
            self.thought = replace(
                thought, mirror=tuple(engine.candidates), mirror_shown=engine.display
            )

    @property
    def _keys(self) -> tuple[tuple[int, str], ...]:
        return self.recording.keys if self.recording else ()

    def judged(self, candidate: Candidate) -> None:
        """A candidate has been judged."""
        if self.thought is not None:
            found = (*self.thought.candidates, candidate)
            judged_at = (*self.thought.judged_at, self.machine.cycles)
            self.thought = replace(
                self.thought, candidates=found, judged_at=judged_at, keys=self._keys
            )

    def taken_back(self) -> None:
        """The machine was taken back: what was judged later is still to be judged."""
        if self.thought is None:
            return
        count = bisect_right(self.thought.judged_at, self.machine.cycles)
        if count < len(self.thought.judged_at):
            found, judged_at = self.thought.candidates[:count], self.thought.judged_at[:count]
            self.thought = replace(self.thought, candidates=found, judged_at=judged_at, shown="")

    def end_thought(self) -> None:
        """The display shows the answer."""
        if self.thought is not None and not self.thought.shown:
            shown = self.game.bridge.digits.hex().upper()
            if self.recording:
                self.recording.end()
            self.thought = replace(self.thought, shown=shown, keys=self._keys)
            self._keep_thought()

    def drop_recording(self) -> None:
        """The last reply cannot be watched again."""
        if self.recording is not None:
            self.recording.drop()
        self.recording = None
        self._drop_move()

    def _drop_move(self) -> None:
        if self._move_record is not None:
            self._move_record.drop()
        self._move_record = None

    def replay(self) -> Replay | None:
        """The last reply once more, if it has ended and is known."""
        if self.recording is None or self.thought is None or not self.thought.shown:
            return None
        self._tell("the last reply again: Left and Right go through it on F6, Esc is back to now")
        boot = partial(self._player.boot, self._monitor)
        return Replay(self.recording, lambda: boot().machine)

    def _tell(self, text: str, severity: str = "information") -> None:
        self._say(text, severity)


def _last_san(board: chess.Board) -> str:
    """The last move, empty where there is none."""
    return sans_of(board.root(), board.move_stack)[-1] if board.move_stack else ""


def _who_moves(game: Game) -> str:
    """Whose move it is, as far as there is a game of chess at all."""
    count = len(game.bridge.table.living)
    men = "1 man" if count == 1 else f"{count} men"
    if game.over:
        return f"{men}, nothing to play: {game.verdict()}"
    side = chess.COLOR_NAMES[game.board.turn].capitalize()
    if game.board.status() & chess.STATUS_OPPOSITE_CHECK:
        return f"{men}, {side} to move, but the other king is in check: no position of chess"
    return f"{men}, {side} to move: {'MicroChess' if game.computers_turn else 'you'}"
