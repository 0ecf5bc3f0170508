"""The chess side of a game: the board with its moves, what was said of them, who plays what, how
it stands or ended, and the PGN.

A poke can change the position under a game. PGN cannot say that, so the moves before it become a
game of their own, a chapter, and the record goes on from the position as it is then.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import chess

from emu.notation import Poke
from microchess.errors import MoveError
from microchess.game.outcome import EVENT, Ending

if TYPE_CHECKING:
    import chess.pgn

YOU = "You"
"""The person in PGN."""
UNKNOWN_DATE = "????.??.??"
_POKED = "poked "


def today() -> str:
    """The date of this computer, as PGN has it."""
    return time.strftime("%Y.%m.%d")


@dataclass(frozen=True)
class EndedChapter:
    """Moves that end with a change of the position that is no move, and why it was changed: empty
    where that stands in the last comment.
    """

    game: chess.pgn.Game
    why: str = ""

    def with_reason(self) -> chess.pgn.Game:
        """A copy of the game, its last comment saying why it ends."""
        import chess.pgn

        game = self.game.accept(chess.pgn.GameBuilder())
        last = game.end()
        last.comment = ", ".join(filter(None, (last.comment, self.why)))
        return game


@dataclass
class Record:
    """A board with its move stack and who plays what: *computer* is the program's colour.
    Comments by ply, the plies in all, the chapters before, which plies are the program's own moves,
    and how the game ended.
    """

    board: chess.Board
    computer: chess.Color
    comments: dict[int, str] = field(default_factory=dict)
    plies: int = 0
    chapters: tuple[EndedChapter, ...] = ()
    replies: frozenset[int] = frozenset()
    ending: Ending | None = None

    def copy(self) -> Record:
        """A record that goes its own way from here."""
        return replace(self, board=self.board.copy(), comments=dict(self.comments))

    def up_to(self, half_moves: int) -> Record:
        """A record of its own that ends after so many moves of ``board``; below 0: so many
        positions before its first one, in a chapter before it, where nobody knows any more which
        moves were the program's own.

        Raises MoveError when there was no such position.
        """
        if half_moves < 0:
            return self._chapter_up_to(half_moves)
        record = replace(self.copy(), ending=None)
        while len(record.board.move_stack) > half_moves:
            record.comments.pop(record.board.ply(), None)
            record.board.pop()
            record.plies -= 1
        return record

    def _chapter_up_to(self, half_moves: int) -> Record:
        left, plies = half_moves, self.plies - len(self.board.move_stack)
        for number in reversed(range(len(self.chapters))):
            game = self.chapters[number].game
            board = game.end().board()
            left += len(board.move_stack) + 1
            if left >= 0:
                nodes = (game, *game.mainline())
                comments = {node.ply(): node.comment for node in nodes if node.comment}
                record = Record(board, self.computer, comments, plies, self.chapters[:number])
                return record.up_to(left)
            plies -= len(board.move_stack)
        raise MoveError(f"no position {-half_moves} before the present moves")

    @property
    def computers_turn(self) -> bool:
        """Whether the program is to move."""
        return self.board.turn == self.computer

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on."""
        loser = self._loser()
        if loser is not None:
            return "0-1" if loser == chess.WHITE else "1-0"
        outcome = self.board.outcome()
        return outcome.result() if outcome else "*"

    @property
    def over(self) -> bool:
        return self.result != "*"

    def verdict(self) -> str:
        """How it ended, in words; empty while it goes on."""

        def who(color: chess.Color) -> str:
            name = chess.COLOR_NAMES[color].capitalize()
            return f"{name} ({'MicroChess' if color == self.computer else 'you'})"

        if (loser := self._loser()) is not None:
            how = self.ending.value if self.ending else "has neither king nor move"
            return f"{who(loser)} {how}; {who(not loser)} wins"
        outcome = self.board.outcome()
        if outcome is None:
            return ""
        reason = outcome.termination.name.replace("_", " ").lower()
        return (
            f"draw: {reason}" if outcome.winner is None else f"{reason}; {who(outcome.winner)} wins"
        )

    def _loser(self) -> chess.Color | None:
        """Whoever has lost without mate; so has he who is to move, if he has no king and no move,
        and the other has his: no stalemate.
        """
        if self.ending is not None:
            return not self.computer if self.ending is Ending.GIVEN_UP else self.computer
        board = self.board
        kings = board.king(board.turn), board.king(not board.turn)
        stuck = kings[0] is None and kings[1] is not None and not any(board.legal_moves)
        return board.turn if stuck else None

    def expect_going_on(self) -> None:
        """Raises MoveError when the game is over."""
        if self.over:
            raise MoveError(f"the game is over: {self.verdict()}")

    def has_moves_of(self, other: Record) -> bool:
        """Whether it has come to where it is by the same moves."""
        mine, others = self.board, other.board
        as_many = len(self.chapters) == len(other.chapters)
        return as_many and mine.move_stack == others.move_stack and mine.root() == others.root()

    def push(self, move: chess.Move, comment: str = "", reply: bool = False) -> None:
        """Make a legal move; a *reply* is the program's own."""
        self.board.push(move)
        self.plies += 1
        ply = self.board.ply()
        self.replies = self.replies | {ply} if reply else self.replies - {ply}
        if comment:
            self.comments[ply] = comment

    def remark(self, text: str) -> None:
        """Add to what is said of the last move, or before the first one."""
        ply = self.board.ply()
        self.comments[ply] = _both(self.comments.get(ply, ""), text)

    def headers(self, machine: str, date: str) -> dict[str, str]:
        """The headers of the present chapter, against *machine*; who has moved for both sides has
        both names, a side that both have moved has two.
        """
        now, found = self.board.ply(), {"Event": EVENT, "Date": date}
        plies = range(now - len(self.board.move_stack) + 1, now + 1)
        for header, color in (("White", chess.WHITE), ("Black", chess.BLACK)):
            movers = {ply in self.replies for ply in plies if ply % 2 == color}
            movers = movers or {color == self.computer}
            names = (name for own, name in ((False, YOU), (True, machine)) if own in movers)
            found[header] = " and ".join(names)
        return found | ({"Termination": self.verdict()} if self.ending else {})

    def go_on_from(
        self, board: chess.Board, why: str, headers: Mapping[str, str], ply_made: bool = False
    ) -> None:
        """End the chapter, for the reason *why*, and go on from another position; where no move was
        made since the last one ended, that has one more reason.

        Castling rights are kept as far as king and rook still stand there. *ply_made*: the side
        that was to move has moved, though not as a chess move.
        """
        if self.board.move_stack:
            self.chapters = (*self.chapters, EndedChapter(self.game(headers), why))
        elif self.chapters:
            last = self.chapters[-1]
            self.chapters = (*self.chapters[:-1], replace(last, why=_both(last.why, why)))
        board.fullmove_number = self.board.fullmove_number
        if ply_made:
            self.plies += 1
            board.fullmove_number += self.board.turn == chess.BLACK
        board.castling_rights = self.board.castling_rights
        board.castling_rights = board.clean_castling_rights()
        self.board, self.comments, self.replies, self.ending = board, {}, frozenset(), None

    def game(self, headers: Mapping[str, str]) -> chess.pgn.Game:
        import chess.pgn

        game = chess.pgn.Game.from_board(self.board)
        game.headers.update({"Site": "?", "Date": UNKNOWN_DATE, "Round": "-", **headers})
        game.comment = self.comments.get(game.ply(), "")
        for node in game.mainline():
            node.comment = self.comments.get(node.ply(), "")
        return game

    def games(self, headers: Mapping[str, str]) -> list[chess.pgn.Game]:
        """All chapters, the present one last."""
        return [*(chapter.with_reason() for chapter in self.chapters), self.game(headers)]

    @property
    def as_games(self) -> str:
        """Why the PGN has several games, to follow what is said of it; empty if it has one."""
        count = len(self.chapters) + 1
        return f"; as {count} games: the pieces were changed" if count > 1 else ""


def poke_reason(pokes: Iterable[Poke]) -> str:
    """The reason that *pokes* are for a chapter to end."""
    return _POKED + " ".join(map(str, pokes))


def _both(before: str, why: str) -> str:
    """One reason after another; all pokes in one list."""
    if why.startswith(_POKED) and before.rpartition(", ")[2].startswith(_POKED):
        return before + why.removeprefix(_POKED.rstrip())
    return ", ".join(filter(None, (before, why)))
