"""The rules of chess over any board memory: make, unmake, castling, en passant, promotion, check.

A :class:`BoardGame` holds a :class:`~microchess.boards.representation.Representation` and what
lies beside the men: whose turn it is, castling rights, the en passant square, the moves made. Moves
are made and unmade in the memory, last in, first out; nothing is copied.
"""

from __future__ import annotations

from typing import NamedTuple

import chess

from microchess.boards.hashing import MovingKey
from microchess.boards.moves import (
    CASTLING,
    DOUBLE,
    EN_PASSANT,
    PROMOTIONS,
    QUIET,
    BoardMove,
    Moves,
)
from microchess.boards.representation import Beside, Representation
from microchess.boards.rules import (
    CASTLING_TO,
    COMPLETE,
    KEEPS,
    BoardRules,
    Promotion,
    rights_of,
    rights_text,
)
from microchess.boards.view import BankPanel, Cell, CellState
from microchess.errors import MoveError, PositionError
from microchess.program.legality import why_illegal

NO_SQUARE = -1
BESIDE = "beside the men"
_COULD_NOT_ARISE = chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK
"""Checks no game leads to: played on all the same."""


class _Made(NamedTuple):
    """What a move destroys: tokens of the memory and the state before.

    ``extra`` is the token of the promotion or of the castling rook, ``keyed`` the words that
    change a key.
    """

    move: BoardMove
    victim: int | None
    taken: int
    token: int
    extra: int
    rights: int
    ep: chess.Square
    keyed: tuple[int, ...]


class BoardGame:
    """A position in a memory, with the rules it is played by.

    ``turn`` is the side to move, ``rights`` four bits (see :mod:`microchess.boards.rules`), ``ep``
    the square a pawn has just skipped, or NO_SQUARE.
    """

    def __init__(self, men: Representation, rules: BoardRules = COMPLETE) -> None:
        self.men = men
        self.rules = rules
        self.turn: chess.Color = chess.WHITE
        self.rights = 0
        self.ep: chess.Square = NO_SQUARE
        self._made: list[_Made] = []

    def set_up(self, board: chess.Board) -> None:
        """Put the men of *board* into the empty memory.

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
        if self.rules.en_passant and board.ep_square is not None:
            self.ep = board.ep_square
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
        board.ep_square = None if self.ep == NO_SQUARE else self.ep
        return board

    # moves

    def pseudo_legal(self) -> list[BoardMove]:
        """The moves of the side to move, whether or not they leave its king in check."""
        return self._kept(self._all())

    def captures(self) -> list[BoardMove] | None:
        """What the capture generator finds, in its order; None if the program has none."""
        found = self.men.captures(self.turn, self._ep_number())
        return None if found is None else self._kept(found)

    def legal(self) -> list[BoardMove]:
        """The legal moves: each is made, tested and unmade."""
        return [move for move in self.pseudo_legal() if self.is_legal(move)]

    def is_legal(self, move: BoardMove) -> bool:
        """Whether a pseudo-legal move leaves the own king safe."""
        legal = self.tried(move)
        if legal:
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
            found = self._kept(self._all(), Promotion.ALL if told else None)
            same = (move for move in found if self.chess_move(move) == wanted)
            match = next(filter(self.is_legal, same), None)
            self.men.load_raw(before)
        if match is not None:
            return match
        board = self.board()
        if self._lacks(board, wanted):
            raise MoveError(f"{wanted} needs a rule that {self.men.title} does not know")
        raise MoveError(f"{wanted} is not legal: {why_illegal(board, wanted)}")

    def make(self, move: BoardMove) -> None:
        """Make a pseudo-legal move.

        Raises MoveError, and leaves all as it was, when the memory can remember no more moves.
        """
        self.carry_out(move)
        self.men.turn()

    def unmake(self) -> None:
        """Undo the last move made."""
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
        keyed = () if men.key is None else self._keyed(men.key, move)
        victim, taken, extra = None, 0, 0
        start, end = square[source], square[target]
        if kind == EN_PASSANT:
            victim = number[end ^ 8]
            taken = men.remove(victim)
        token = men.move(source, target, note)
        if kind in PROMOTIONS:
            extra = men.promote(target, kind)
        elif kind == CASTLING:
            rook = CASTLING_TO[end]
            extra = men.move(number[rook.rook], number[rook.rook_to])
        self._made.append(_Made(move, victim, taken, token, extra, self.rights, self.ep, keyed))
        self.rights &= KEEPS[start] & KEEPS[end]
        keeps_ep = kind == DOUBLE and self.rules.en_passant
        self.ep = (start + end) // 2 if keeps_ep else NO_SQUARE
        self.turn = not self.turn
        self._beside(keyed)

    def take_back(self) -> None:
        """The mirror of :meth:`carry_out`, step by step backwards."""
        men = self.men
        self.turn = not self.turn
        move, victim, taken, token, extra, self.rights, self.ep, keyed = self._made.pop()
        source, target, kind, _ = move
        number = men.numbering.of
        if kind in PROMOTIONS:
            men.demote(target, extra)
        elif kind == CASTLING:
            rook = CASTLING_TO[men.numbering.square[target]]
            men.unmove(number[rook.rook], number[rook.rook_to], extra)
        men.unmove(source, target, token)
        if victim is not None:
            men.restore(victim, taken)
        self._beside(keyed)

    def _keyed(self, key: MovingKey, move: BoardMove) -> tuple[int, ...]:
        """The words of who leaves a square or comes to one, looked up without being counted."""
        men, square, words = self.men, self.men.numbering.square, key.men
        start, end = square[move.source], square[move.target]
        with men.unwatched():
            man, victim = men.at(move.source), men.at(move.target)
        assert man is not None
        color = man.color
        became = words[move.kind, color] if move.kind in PROMOTIONS else words[man]
        both = words[man][start], became[end]
        if victim:
            return (*both, words[victim][end])
        if move.kind == EN_PASSANT:
            return (*both, words[chess.PAWN, not color][end ^ 8])
        if move.kind == CASTLING:
            way, rook = CASTLING_TO[end], words[chess.ROOK, color]
            return (*both, rook[way.rook], rook[way.rook_to])
        return both

    def _beside(self, keyed: tuple[int, ...] = ()) -> None:
        """Tell the memory, and its key, what now lies beside the men."""
        self.men.beside(self.turn, self.rights, self._ep_number())
        if key := self.men.key:
            key.toggle(keyed)
            key.beside(self.turn, self.rights, None if self.ep == NO_SQUARE else self.ep)

    def play(self, move: BoardMove) -> None:
        """Make a move for good: it cannot be unmade."""
        self.make(move)
        self.settle()

    def settle(self) -> None:
        """All moves made so far are final."""
        self._made.clear()
        self.men.settle()

    def _ep_number(self) -> int | None:
        return None if self.ep == NO_SQUARE else self.men.numbering.of[self.ep]

    def _all(self) -> Moves:
        return self.men.moves(self.turn, self._ep_number(), self.rights)

    def _kept(self, generated: Moves, promotion: Promotion | None = None) -> list[BoardMove]:
        """The moves by the rules as published, or by another rule of promotion.

        Promotions that are not known leave a pawn on the last rank.
        """
        moves, promotion = list(generated), promotion or self.rules.promotion
        if promotion is not Promotion.ALL:
            moves = [kept for move in moves if (kept := self._promotion_kept(move, promotion))]
        if self.rules.out_of_check or "king" in self.men.castling_safe:
            return moves
        if any(move.kind == CASTLING for move in moves) and self.in_check():
            return [move for move in moves if move.kind != CASTLING]
        return moves

    def _promotion_kept(self, move: BoardMove, promotion: Promotion) -> BoardMove | None:
        if move.kind not in PROMOTIONS:
            return move
        square = self.men.numbering.square
        straight = square[move.source] % 8 == square[move.target] % 8
        if promotion is Promotion.STEPS and straight:
            return move
        if move.kind != chess.QUEEN:
            return None
        return move if promotion is Promotion.QUEEN else move._replace(kind=QUIET)

    def _lacks(self, board: chess.Board, wanted: chess.Move) -> bool:
        """Whether *wanted* would be legal by the rules as a whole, its rights granted."""
        if self.rules.castling and self.rules.en_passant:
            return False
        board.castling_rights = chess.BB_CORNERS
        if board.piece_at(wanted.to_square ^ 8) == chess.Piece(chess.PAWN, not board.turn):
            board.ep_square = wanted.to_square
        return board.is_legal(wanted)

    # what lies beside the men

    def beside(self, board: chess.Board, uncaptured: int) -> Beside:
        """Turn, rights and en passant square; what is counted, which is not kept here, is
        *board*'s.
        """
        clock, number, plies = board.halfmove_clock, board.fullmove_number, len(board.move_stack)
        return Beside(self.turn, self.rights, self._ep_number(), clock, number, plies, uncaptured)

    def panel(self) -> BankPanel:
        """Turn, castling rights and en passant square, as far as the rules need them."""
        side = chess.COLOR_NAMES[self.turn]
        cells = [Cell(BESIDE, 0, "to move", int(self.turn), side)]
        if self.rules.castling:
            cells.append(Cell(BESIDE, 1, "castling", self.rights, rights_text(self.rights)))
        if self.rules.en_passant:
            square = None if self.ep == NO_SQUARE else self.ep
            text = "-" if square is None else chess.square_name(square)
            state = CellState.EMPTY if square is None else CellState.LIVE
            cells.append(Cell(BESIDE, 2, "en passant", self.ep, text, square, state))
        return BankPanel(BESIDE, 3, tuple(cells))
