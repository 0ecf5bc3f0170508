"""Moves in SAN, made without playing those that give no check."""

import chess

_LETTERS = " PNBRQK"
"""Of the types of pieces."""
_STRAIGHT, _DIAGONAL = (
    [chess.BB_RANK_ATTACKS[one][0] | chess.BB_FILE_ATTACKS[one][0] for one in chess.SQUARES],
    [chess.BB_DIAG_ATTACKS[one][0] for one in chess.SQUARES],
)
"""What rook and bishop attack from each square of an empty board."""


def san_of(board: chess.Board, move: chess.Move) -> str:
    """The SAN of a legal *move* of *board*."""
    san = _without_check(board, move)
    if may_check(board, move):
        board.push(move)
        if board.is_check():
            san += "+" if any(board.generate_legal_moves()) else "#"
        board.pop()
    return san


def _without_check(board: chess.Board, move: chess.Move) -> str:
    man = board.piece_type_at(move.from_square)
    if man is None or move.promotion or board.is_castling(move) or board.is_en_passant(move):
        return board._algebraic_without_suffix(move)
    to = chess.SQUARE_NAMES[move.to_square]
    takes = board.occupied_co[not board.turn] & chess.BB_SQUARES[move.to_square]
    if man == chess.PAWN:
        return f"{chess.FILE_NAMES[move.from_square & 7]}x{to}" if takes else to
    others = board.pieces_mask(man, board.turn) & ~chess.BB_SQUARES[move.from_square]
    if others and others & board.attackers_mask(board.turn, move.to_square):
        return board._algebraic_without_suffix(move)
    return f"{_LETTERS[man]}{'x' if takes else ''}{to}"


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
    occupied = board.occupied & ~chess.BB_SQUARES[move.from_square] | to
    if straight & _STRAIGHT[king]:
        ranks = chess.BB_RANK_ATTACKS[king][chess.BB_RANK_MASKS[king] & occupied]
        files = chess.BB_FILE_ATTACKS[king][chess.BB_FILE_MASKS[king] & occupied]
        if (ranks | files) & straight:
            return True
    if diagonal & _DIAGONAL[king]:
        lines = chess.BB_DIAG_ATTACKS[king][chess.BB_DIAG_MASKS[king] & occupied]
        return bool(lines & diagonal)
    return False
