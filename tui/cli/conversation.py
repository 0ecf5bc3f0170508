"""The game as a conversation: a line in, an answer out. Works on a terminal and on a pipe."""

from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import chess

from emu.errors import EmuError
from emu.files.naming import named
from emu.notation import parse_pokes
from emu.plain import plain_line
from microchess.errors import MicroChessError
from microchess.game import description
from microchess.game.answer import Answer
from microchess.game.diagram import draw
from microchess.game.game import Game
from microchess.game.record import today
from microchess.machine.published import GET_IT
from microchess.program.levels import Level
from tui.cli.outfile import OutFile, confirmed
from tui.cli.questions import QUESTIONS
from tui.cli.terminal import erase, lines, progress

_HELP = """\
a move      e4, Nf3, O-O, e8=Q; or e2e4; or the digits of 1976, 6343
undo        take back your last move and the answer, in memory too
flip        turn the board
level [L]   show the level, or set super-blitz, blitz, normal
poke A=B    store bytes; for example, poke 51=CC removes the program's queen
table       show the 32 bytes of the piece table
keys        show the keys and pokes of the last turn; keys on, keys off: after each move or not
board       draw the board; board on, board off: after each move or not
on e4       say which piece stands on a square; on 4: on a rank; on e: on a file
pieces [SIDE]  say where they stand, of white, of black, or of both
last        say the last move in words
digits      show the six digits, and what they mean
turn        say whose move it is, and whether there is check
hint        show what MicroChess would play for you, and what it threatens
fen         the position as FEN
pgn [FILE]  the game as PGN, on the screen or into a file
resign      give up
new         a new game
quit        leave"""


_WITH_MORE = frozenset(("level", "poke", "keys", "pgn", "board", "on", "what", "pieces"))


class Conversation:
    """One sitting: games made by *new_game*, played over lines of text. Without *drawn* the board
    is told in words after a move, not drawn.
    """

    def __init__(
        self,
        new_game: Callable[[], Game],
        unicode: bool = False,
        *,
        drawn: bool,
    ) -> None:
        self._new_game = new_game
        self._unicode = unicode
        self._flipped = False
        self._always_keys = False
        self._drawn = drawn
        self._actions: list[str] = []
        self._last: chess.Move | None = None
        self._written: set[Path] = set()
        self._game = _dated(new_game())
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "flip": self._flip,
            "level": self._level,
            "poke": self._poke,
            "keys": self._keys,
            "board": self._board,
            "turn": lambda _: print(self._turn()),
            "pgn": self._pgn,
            "resign": self._resign,
            "new": self._new,
            "help": lambda _: print(_HELP),
            "?": lambda _: print(_HELP),
        }

    def run(self, source: TextIO) -> int:
        """Play until the source ends or says quit; the exit code."""
        self._greet()
        for line in lines(source, self._prompt):
            word, _, rest = line.strip().partition(" ")
            if word.lower() in ("quit", "exit", "q"):
                break
            if not word:
                continue
            try:
                self._handle(word, rest.strip(), line.strip())
            except (MicroChessError, EmuError) as error:
                print(error)
        return 0

    def _handle(self, word: str, rest: str, line: str) -> None:
        command, question = self._commands.get(word.lower()), QUESTIONS.get(word.lower())
        if rest and (command or question) and word.lower() not in _WITH_MORE:
            raise MicroChessError(f"{word} takes nothing after it, not {rest!r}")
        if command:
            command(rest)
        elif question:
            print(question(self._game, rest))
        elif self._game.over:
            print(f"the game is over ({self._game.verdict()}); undo, new or quit")
        else:
            self._move(line)

    def _prompt(self) -> str:
        return "over> " if self._game.over else f"{self._game.board.fullmove_number}. your move> "

    def _greet(self) -> None:
        game = self._game
        level = game.bridge.level
        yours = chess.COLOR_NAMES[not game.computer].capitalize()
        place = "" if " on " in game.player.title else " on the KIM-1"
        title = f"{game.player.title}{place}, level {level.title if level else '?'}"
        print(plain_line(f"{title}. You have {yours}."))
        if game.player.key == "rom":
            print(f"{GET_IT}.")
        print("Enter moves as e4, Nf3, e2e4 or in octal digits; help lists what else there is.")
        for note in game.notes:
            print(note)
        self._log("set up", str(game.start))
        if game.computers_turn and not game.over:
            self._answer()
            return
        self._show()
        self._print_result()

    def _move(self, text: str) -> None:
        game = self._game
        move = game.parse(text)
        san = game.board.san(move)
        self._actions = []
        action = game.play(move)
        self._last = move
        self._log(san, str(action))
        if action.pokes:
            print(f"poked for the promotion: {' '.join(map(str, action.pokes))}")
        try:
            if not self._print_result():
                self._answer()
        except EmuError as error:
            game.undo()
            raise MicroChessError(f"{error}; your move is taken back") from None

    def _answer(self) -> None:
        answer = self._game.answer(progress(self._game.bridge))
        erase()
        self._report(answer)
        self._log(answer.san, str(answer.action))
        if answer.move is not None:
            self._last = answer.move
        self._show()
        self._print_result()

    def _report(self, answer: Answer) -> None:
        digits = " ".join(answer.display[i : i + 2] for i in (0, 2, 4))
        seconds = f"{answer.seconds:.2f} s at 1 MHz"
        worth = "from the book" if answer.value is None else f"value ${answer.value:02X}, {seconds}"
        print(f"MicroChess: {answer.san}   LEDs {digits}   {worth}")
        if answer.remark:
            print(f"({answer.remark})")

    def _print_result(self) -> bool:
        """Print how the game ended; whether it has."""
        if over := self._game.over:
            print(f"{self._game.result}  {self._game.verdict()}")
        return over

    def _show(self) -> None:
        """The board, or the last move in words."""
        if not self._drawn:
            print(description.last_move(self._game.board))
            return
        self._draw()
        if not self._game.over and self._game.board.is_check():
            print("check!")

    def _draw(self) -> None:
        game = self._game
        white = game.computer == chess.WHITE
        print(draw(game.board, white, self._flipped, self._unicode, self._last))

    def _board(self, text: str) -> None:
        if text in ("on", "off"):
            self._drawn = text == "on"
            print(f"board {text}")
        elif text:
            raise MicroChessError(f"board {text}? expected board, board on or board off")
        else:
            self._draw()

    def _turn(self) -> str:
        game = self._game
        if self._game.over:
            return f"the game is over: {self._game.verdict()}"
        who = "MicroChess" if game.computers_turn else "you"
        check = ", in check" if game.board.is_check() else ""
        number, color = game.board.fullmove_number, chess.COLOR_NAMES[game.board.turn]
        return f"move {number}, {color} to move: {who}{check}"

    def _undo(self, _: str) -> None:
        over, plies = self._game.over, self._game.undo()
        self._actions = []
        stack = self._game.board.move_stack
        self._last = stack[-1] if stack else None
        if over and not plies:
            print("you go on")
        else:
            print("your move and the answer are taken back" if plies > 1 else "taken back")
        self._show()

    def _flip(self, _: str) -> None:
        self._flipped = not self._flipped
        self._show()

    def _level(self, name: str) -> None:
        bridge = self._game.bridge
        if name:
            bridge.level = Level.named(name)
        level = bridge.level
        check, turn = bridge.level_bytes
        title = level.title if level else "none of the three"
        print(f"level {title} ($02F2={check:02X}, $018B={turn:02X})")

    def _poke(self, text: str) -> None:
        pokes = [poke for word in text.split() for poke in parse_pokes(word)]
        if not pokes:
            raise MicroChessError("poke what? expected ADDRESS=BYTE, e.g. poke 51=CC")
        board = self._game.board
        problems = self._game.poke(*pokes)
        print(" ".join(map(str, pokes)))
        for problem in problems:
            print(f"beware: {problem}")
        if self._game.board is not board:
            self._last = None
            self._show()

    def _keys(self, text: str) -> None:
        if text in ("on", "off"):
            self._always_keys = text == "on"
            print(f"keys {text}")
            return
        if text:
            raise MicroChessError(f"keys {text}? expected keys, keys on or keys off")
        print("\n".join(self._actions) or "no keys pressed yet")

    def _pgn(self, path: str) -> None:
        games = self._game.pgn(today())
        text = "\n\n".join(map(str, games))
        if not path:
            print(text)
            return
        try:
            file = named(path)
            theirs = file.exists() and file not in self._written
            if theirs and not confirmed(f"{path} exists; replace it?"):
                raise MicroChessError(f"{path} exists already; choose another name")
            OutFile(file, replace=True).write(f"{text}\n\n")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise MicroChessError(f"cannot write {path!r}: {reason}") from None
        self._written.add(file)
        print(f"written to {path}{self._game.record.as_games}")

    def _resign(self, _: str) -> None:
        self._game.resign()
        print(f"{self._game.verdict()}; new starts another game")

    def _new(self, _: str) -> None:
        level_bytes = self._game.bridge.level_bytes
        self._game = _dated(self._new_game())
        self._game.bridge.level_bytes = level_bytes
        self._last, self._actions = None, []
        self._greet()

    def _log(self, what: str, action: str) -> None:
        line = f"{what}: {action}"
        self._actions.append(line)
        if self._always_keys:
            print(f"  keys for {line}")


def _dated(game: Game) -> Game:
    game.state.date = today()
    return game
