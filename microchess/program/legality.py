"""Why a move cannot be played, in words."""

import chess

_CASTLING = (("e1", "g1"), ("e1", "c1"), ("e8", "g8"), ("e8", "c8"))


def why_illegal(board: chess.Board, move: chess.Move) -> str:
    """The reason why *move* is not legal on *board*, as a phrase."""
    if hindrance := what_hinders(board, move):
        return hindrance
    name = chess.piece_name(board.piece_type_at(move.from_square) or chess.PAWN)
    source, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
    return f"a {name} on {source} cannot go to {target}"


def what_hinders(board: chess.Board, move: chess.Move) -> str:
    """As `why_illegal`; empty where the piece just does not move so."""
    source, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
    piece = board.piece_at(move.from_square)
    if piece is None:
        return f"no piece stands on {source}"
    name = chess.piece_name(piece.piece_type)
    if piece.color != board.turn:
        return f"the {name} on {source} is not {chess.COLOR_NAMES[board.turn].capitalize()}'s"
    if move.from_square == move.to_square:
        return f"the {name} already stands on {source}"
    if (there := board.piece_at(move.to_square)) and there.color == piece.color:
        return f"a {chess.piece_name(there.piece_type)} of the same side stands on {target}"
    if board.is_pseudo_legal(move) and board.is_into_check(move):
        kind = "stays" if board.is_check() else "would be left"
        return f"the king {kind} in check"
    if piece.piece_type == chess.KING and (source, target) in _CASTLING:
        return why_no_castling(board, kingside=target[0] == "g")
    if (blocking := _in_the_way(board, piece, move)) is not None:
        man, square = board.piece_at(blocking), chess.square_name(blocking)
        assert man is not None
        return f"the {chess.piece_name(man.piece_type)} on {square} is in the way"
    if board.is_legal(chess.Move(move.from_square, move.to_square, chess.QUEEN)):
        return "a pawn becomes a queen, rook, bishop or knight"
    return ""


def _in_the_way(board: chess.Board, piece: chess.Piece, move: chess.Move) -> chess.Square | None:
    """The nearest piece on a line that *piece* could go along if nobody stood there."""
    alone = chess.Board(None)
    alone.turn = piece.color
    alone.set_piece_at(move.from_square, piece)
    if not alone.is_pseudo_legal(move):
        return None
    between = chess.SquareSet.between(move.from_square, move.to_square) & board.occupied
    return min(
        between, key=lambda square: chess.square_distance(move.from_square, square), default=None
    )


def why_no_castling(board: chess.Board, kingside: bool) -> str:
    """Why the side to move cannot castle on that side, or how it can."""
    color, rank = board.turn, "1" if board.turn else "8"
    if board.is_check():
        return "the king is in check, and does not castle out of it"
    rights = board.has_kingside_castling_rights if kingside else board.has_queenside_castling_rights
    if not rights(color):
        return "no right to castle there: king or rook moved, or were put there"
    between = [chess.parse_square(file + rank) for file in ("fg" if kingside else "dcb")]
    if any(board.piece_at(square) for square in between):
        return "castling is not possible yet: pieces stand between king and rook"
    for square in between[:2]:
        if board.is_attacked_by(not color, square):
            return f"castling is not possible now: {chess.square_name(square)} is attacked"
    return f"castling is typed {'O-O' if kingside else 'O-O-O'}"
