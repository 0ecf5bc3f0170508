"""Moves in SAN, each made once and without playing those that give no check; PGN with them."""

from __future__ import annotations

import chess
import chess.pgn


class Sans(dict[object, str]):
    """The SAN of moves asked for before."""

    def __call__(self, board: chess.Board, move: chess.Move) -> str:
        """Of a legal *move* of *board*."""
        key = move, board._transposition_key()
        if (known := self.get(key)) is None:
            checks = may_check(board, move)
            known = board.san(move) if checks else board._algebraic_without_suffix(move)
            self[key] = known
        return known


class SanExporter(chess.pgn.StringExporter):
    """A game as PGN, in one line, with *sans*."""

    def __init__(self, sans: Sans) -> None:
        super().__init__(columns=None)
        self._sans = sans

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        """As in the base class, where *move* alone is asked for."""
        if board.turn or self.force_movenumber:
            self.write_token(f"{board.fullmove_number}{'.' if board.turn else '...'} ")
        self.write_token(f"{self._sans(board, move)} ")
        self.force_movenumber = False


def may_check(board: chess.Board, move: chess.Move) -> bool:
    """Whether a legal *move* may give check; False is certain, and True but for castling, en
    passant and promotions.
    """
    king = board.king(not board.turn)
    man = board.piece_type_at(move.from_square)
    if king is None or man is None:
        return False
    if move.promotion or board.is_castling(move) or board.is_en_passant(move):
        return True
    to = chess.BB_SQUARES[move.to_square]
    occupied = board.occupied & ~chess.BB_SQUARES[move.from_square] | to
    ours = board.occupied_co[board.turn] & ~chess.BB_SQUARES[move.from_square]
    straight = ours & (board.rooks | board.queens)
    diagonal = ours & (board.bishops | board.queens)
    if man == chess.PAWN:
        if chess.BB_PAWN_ATTACKS[board.turn][move.to_square] & chess.BB_SQUARES[king]:
            return True
    elif man == chess.KNIGHT:
        if chess.BB_KNIGHT_ATTACKS[king] & to:
            return True
    elif man != chess.KING:
        straight |= to if man != chess.BISHOP else 0
        diagonal |= to if man != chess.ROOK else 0
    ranks = chess.BB_RANK_ATTACKS[king][chess.BB_RANK_MASKS[king] & occupied]
    files = chess.BB_FILE_ATTACKS[king][chess.BB_FILE_MASKS[king] & occupied]
    lines = chess.BB_DIAG_ATTACKS[king][chess.BB_DIAG_MASKS[king] & occupied]
    return bool((ranks | files) & straight or lines & diagonal)
