"""The rules of chess over any board memory: make, unmake, castling, en passant, promotion, check.

Moves are made and unmade in the memory, last in, first out; nothing is copied.
"""

from typing import NamedTuple

import chess

from microchess.boards.moves import CASTLING, DOUBLE, EN_PASSANT, PROMOTIONS, BoardMove, Moves
from microchess.boards.representation import Representation
from microchess.boards.rules import (
    CASTLING_TO,
    KEEPS,
    BoardRules,
    Promotion,
    rights_of,
    rights_text,
)
from microchess.boards.view import BankPanel
from microchess.errors import MoveError, PositionError
from microchess.program.legality import why_illegal

_COULD_NOT_ARISE = chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK
"""Checks no game leads to: played on all the same."""


class _Made(NamedTuple):
    """What a move destroys: tokens of the memory and the state before.

    ``extra`` is the token of the promotion, the castling rook or the pawn captured in passing,
    ``keyed`` the words that change a key.
    """

    move: BoardMove
    token: int
    extra: int
    rights: int
    ep: chess.Square | None
    keyed: tuple[int, ...]


class BoardGame:
    """A position in a memory, with the rules it is played by.

    ``turn`` is the side to move, ``rights`` four bits (see :mod:`microchess.boards.rules`), ``ep``
    the square a pawn has just skipped, or None.
    """

    def __init__(self, men: Representation, rules: BoardRules) -> None:
        self.men = men
        self.rules = rules
        self.turn: chess.Color = chess.WHITE
        self.rights = 0
        self.ep: chess.Square | None = None
        self._made: list[_Made] = []

    def set_up(self, board: chess.Board) -> None:
        """Put the pieces of *board* into the empty memory.

        Raises PositionError when it is no legal chess position or the memory cannot hold it.
        """
        wrong = board.status() & ~_COULD_NOT_ARISE
        reasons = [str(f.name).lower().replace("_", " ") for f in chess.Status if f & wrong]
        if board.chess960:
            reasons = ["Chess960 is not played here"]
        if reasons := reasons or self.men.misfits(board):
            raise PositionError(board.fen(), reasons, self.men.title)
        self.turn = board.turn
        self.rights = rights_of(board) if self.rules.castling else 0
        self.ep = board.ep_square if self.rules.en_passant else None
        with self.men.unwatched():
            self.men.load(board)
            self._beside()
            if key := self.men.key:
                key.cell[0] = key.worked_out(board)

    def board(self) -> chess.Board:
        """The position as the memory has it; move counters are not kept."""
        with self.men.unwatched():
            board = self.men.standing()
        board.turn = self.turn
        board.set_castling_fen(rights_text(self.rights))
        board.ep_square = self.ep
        return board

    def pseudo_legal(self, promotion: Promotion | None = None) -> list[BoardMove]:
        """The moves of the side to move, legal or not; *promotion* is another rule of it."""
        return self._kept(self.men.moves(self.turn, self.ep_number, self.rights), promotion)

    def captures(self) -> list[BoardMove] | None:
        """What the capture generator finds, in its order; None if the program has none."""
        found = self.men.captures(self.turn, self.ep_number)
        return None if found is None else self._kept(found)

    def legal(self) -> list[BoardMove]:
        """The legal moves: each is made, tested and unmade."""
        return [move for move in self.pseudo_legal() if self.is_legal(move)]

    def is_legal(self, move: BoardMove) -> bool:
        """Whether a pseudo-legal move leaves the own king safe."""
        if legal := self.tried(move):
            self.unmake()
        return legal

    def tried(self, move: BoardMove) -> bool:
        """Make a pseudo-legal move if it is legal; whether it was."""
        if self.refused(move):
            return False
        self.make(move)
        if self.men.attacked(self.men.king(not self.turn), self.turn):
            self.unmake()
            return False
        return True

    def refused(self, move: BoardMove) -> bool:
        """Whether a pseudo-legal move is castling that is tested, and refused, when it is made."""
        if move.kind != CASTLING or not self.men.castles_untested:
            return False
        return not self.men.may_castle(CASTLING_TO[self.men.numbering.square[move.target]])

    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.men.attacked(self.men.king(self.turn), not self.turn)

    def chess_move(self, move: BoardMove) -> chess.Move:
        """A move of the side to move, in python-chess's terms."""
        return self.men.chess_move(move)

    def find(self, wanted: chess.Move) -> BoardMove:
        """The legal move that *wanted* is. The memory is left as it was, unused cells too.

        Raises MoveError when there is none, saying why.
        """
        with self.men.unwatched():
            before = self.men.raw()
            told = self.rules.promotion is Promotion.QUEEN
            found = self.pseudo_legal(Promotion.ALL if told else None)
            same = (move for move in found if self.chess_move(move) == wanted)
            match = next(filter(self.is_legal, same), None)
            self.men.load_raw(before)
        if match is not None:
            return match
        board = self.board()
        if self.rules.lack(board, wanted):
            raise MoveError(f"{wanted} needs a rule that {self.men.title} does not know")
        raise MoveError(f"{wanted} is not legal: {why_illegal(board, wanted)}")

    def make(self, move: BoardMove) -> None:
        """Make a pseudo-legal move.

        Raises MoveError, and leaves all as it was, when the memory can remember no more moves.
        """
        self.carry_out(move)
        self.men.turn()

    def unmake(self) -> None:
        self.men.turn()
        self.take_back()

    def carry_out(self, move: BoardMove) -> None:
        """All of :meth:`make` but telling the memory that the other side is to move."""
        men, square, number = self.men, self.men.numbering.square, self.men.numbering.of
        source, target, kind, note = move
        if len(self._made) >= men.plies:
            raise MoveError(
                f"{men.title} can take back {men.plies} moves and no more; play one for good"
            )
        start, end, extra = square[source], square[target], 0
        keyed = self._keyed(move, start, end)
        if kind == EN_PASSANT:
            extra = men.remove(number[end ^ 8])
        token = men.move(source, target, note)
        if kind in PROMOTIONS:
            extra = men.promote(target, kind)
        elif kind == CASTLING:
            rook = CASTLING_TO[end]
            extra = men.move(number[rook.rook], number[rook.rook_to])
        self._made.append(_Made(move, token, extra, self.rights, self.ep, keyed))
        self.rights &= KEEPS[start] & KEEPS[end]
        keeps_ep = kind == DOUBLE and self.rules.en_passant
        self.ep = (start + end) // 2 if keeps_ep else None
        self.turn = not self.turn
        self._beside(keyed)

    def take_back(self) -> None:
        """The mirror of :meth:`carry_out`, step by step backwards."""
        men, square, number = self.men, self.men.numbering.square, self.men.numbering.of
        self.turn = not self.turn
        move, token, extra, self.rights, self.ep, keyed = self._made.pop()
        source, target, kind, _ = move
        if kind in PROMOTIONS:
            men.demote(target, extra)
        elif kind == CASTLING:
            rook = CASTLING_TO[square[target]]
            men.unmove(number[rook.rook], number[rook.rook_to], extra)
        men.unmove(source, target, token)
        if kind == EN_PASSANT:
            men.restore(number[square[target] ^ 8], extra)
        self._beside(keyed)

    def _keyed(self, move: BoardMove, start: chess.Square, end: chess.Square) -> tuple[int, ...]:
        """The words by which a move changes the key, its pieces looked up without being counted."""
        if (key := self.men.key) is None:
            return ()
        with self.men.unwatched():
            man, victim = self.men.at(move.source), self.men.at(move.target)
        assert man is not None
        return key.changed(man, victim, start, end, move.kind)

    def _beside(self, keyed: tuple[int, ...] = ()) -> None:
        """Tell the memory, and its key, what now lies beside the pieces."""
        self.men.beside(self.turn, self.rights, self.ep_number)
        if key := self.men.key:
            key.toggle(keyed)
            key.beside(self.turn, self.rights, self.ep)

    def play(self, move: BoardMove) -> None:
        """Make a move for good: it cannot be unmade."""
        self.make(move)
        self.settle()

    def settle(self) -> None:
        """All moves made so far are final."""
        self._made.clear()
        self.men.settle()

    @property
    def ep_number(self) -> int | None:
        """The en passant square in the memory's own numbering, if there is one."""
        return None if self.ep is None else self.men.numbering.of[self.ep]

    def _kept(self, generated: Moves, promotion: Promotion | None = None) -> list[BoardMove]:
        """Promotions that are not known leave a pawn on the last rank."""
        moves, promotion = list(generated), promotion or self.rules.promotion
        if promotion is not Promotion.ALL:
            square = self.men.numbering.square
            moves = [kept for move in moves if (kept := promotion.kept(move, square))]
        tested = self.rules.out_of_check or "king" in self.men.castling_safe
        if not tested and any(move.kind == CASTLING for move in moves) and self.in_check():
            return [move for move in moves if move.kind != CASTLING]
        return moves

    def panel(self) -> BankPanel:
        """Turn, castling rights and en passant square, as far as the rules need them."""
        return self.rules.panel(self.turn, self.rights, self.ep)
