"""Moves as people write them: SAN, UCI, or the digits of 1976; and why one cannot be played."""

import re
from collections.abc import Iterable

import chess

from microchess.errors import MoveError
from microchess.program.legality import what_hinders, why_illegal, why_no_castling
from microchess.program.move_entry import vacant_types
from microchess.program.squares import to_chess
from microchess.program.table import PieceTable

_DIGITS = re.compile(
    r"(?P<sign>\$|0x|0o|0|)([0-7]{2})[ \t-]?(?P=sign)([0-7]{2})(?:[= \t]?([qrbn]))?", re.IGNORECASE
)
"""Two squares: digits of the display, bytes (``$``, ``0x``), or in octal (``0o``, ``0``)."""
_CASTLING_SAN = re.compile(r"[oO0](-[oO0]){1,2}[+#]?")
_PAWN_SAN = re.compile(r"([a-h]x)?[a-h][18][+#]?")
_SAN = re.compile(
    r"(?P<man>[KQRBN])?(?P<file>[a-h])?(?P<rank>[1-8])?[-x]?(?P<target>[a-h][1-8])(?![a-h1-8])"
)
_NUMBER = re.compile(r"\d{1,3}(?:\.\.\.|\.)\s*(?=\D)")
"""Of the move, before it: ``1. e4``, ``12...Nf6``."""
_UCI = re.compile(r"([a-h][1-8])-?([a-h][1-8])(?:=?([qrbn]))?", re.IGNORECASE)


def check_spelling(text: str) -> None:
    """Raises MoveError for what is a move in no position."""
    text = _bare(text)
    meant = text[:1].upper() + text[1:]
    san = chess.SAN_REGEX.fullmatch(text) or chess.SAN_REGEX.fullmatch(meant)
    if not (san or any(one.fullmatch(text) for one in (_DIGITS, _UCI, _CASTLING_SAN))):
        raise MoveError(_no_move(text))


def parse_move(
    text: str, board: chess.Board, table: PieceTable, computer_white: bool, computers: bool = False
) -> chess.Move:
    """The legal move that *text* means: ``Nf3``, ``nf3``, ``g1f3``, ``0-0``, or the digits of two
    squares, ``71 52``, ``$71 $52`` or ``071 052``.

    A promotion that names no piece becomes the best one the table has room for, on the computer's
    half of the table with *computers*. Raises MoveError with the reason why it cannot be played.
    """
    text = _bare(text)
    if match := _DIGITS.fullmatch(text):
        squares = [to_chess(int(digits, 16), computer_white) for digits in match.groups()[1:3]]
        return _checked(text, squares, match[4], board, table, computers)
    if match := _UCI.fullmatch(text):
        squares = [chess.parse_square(name.lower()) for name in match.groups()[:2]]
        return _checked(text, squares, match[3], board, table, computers)
    return _from_san(text, board, table, computers)


def _bare(text: str) -> str:
    """Without blanks around it, and the number of the move."""
    text = text.strip()
    number = _NUMBER.match(text)
    return text[number.end() :] if number else text


def _checked(
    text: str,
    squares: list[chess.Square],
    letter: str | None,
    board: chess.Board,
    table: PieceTable,
    computers: bool,
) -> chess.Move:
    source, target = squares
    promotion = chess.PIECE_SYMBOLS.index(letter.lower()) if letter else None
    if promotion is None and board.is_legal(chess.Move(source, target, chess.QUEEN)):
        promotion = _best_promotion(text, table, computers)
    move = chess.Move(source, target, promotion)
    if letter and board.is_legal(chess.Move(source, target)):
        raise MoveError(f"{text}: only a pawn that reaches the last rank is promoted")
    if not board.is_legal(move):
        raise MoveError(f"{text} is not legal: {why_illegal(board, move)}")
    return move


def _best_promotion(text: str, table: PieceTable, computers: bool) -> chess.PieceType:
    vacant = vacant_types(table, computers)
    if not vacant:
        raise MoveError(
            f"{text}: the pawn cannot be promoted, since no piece of that side is lost "
            "and the table has no room for more"
        )
    return vacant[0]


def _from_san(text: str, board: chess.Board, table: PieceTable, computers: bool) -> chess.Move:
    typed = text
    if castling := _CASTLING_SAN.fullmatch(text):
        text = text.upper()
    text = _with_capital(text, board)
    if _PAWN_SAN.fullmatch(text):
        ways = _san_candidates(text, board, board.legal_moves)
        if any(move.promotion for move in ways):
            kind = chess.piece_symbol(_best_promotion(text, table, computers)).upper()
            text = f"{text.rstrip('+#')}={kind}"
    try:
        move = board.parse_san(text)
    except chess.AmbiguousMoveError:
        wanted = _san_candidates(text, board, board.legal_moves)
        which = " or ".join(board.san(move) for move in wanted) or "name the from-square"
        raise MoveError(f"{text} is ambiguous: {which}") from None
    except chess.IllegalMoveError:
        castles = _san_candidates(text, board, board.generate_castling_moves())
        if not castles:
            reason = _why_no_san(text, board)
            if castling:
                reason = why_no_castling(board, kingside=text.count("-") == 1)
            raise MoveError(f"{text} is not legal: {reason}") from None
        move = castles[0]
    except chess.InvalidMoveError:
        move = chess.Move.null()
    if not move:
        raise MoveError(_no_move(typed))
    if "x" in text and not board.is_capture(move):
        square = chess.square_name(move.to_square)
        raise MoveError(f"{text} is not legal: no piece stands on {square} to capture")
    return move


def _no_move(text: str) -> str:
    return f"{text!r} is no move; expected e.g. e4, Nf3, O-O, e2e4, or four digits 0-7"


def _with_capital(text: str, board: chess.Board) -> str:
    """*text* with its piece as a capital letter. A small b is a pawn's file in a capture on the a-
    or c-file, unless only a bishop can make it.
    """
    meant = text[:1].upper() + text[1:]
    if text[:1] in ("k", "q", "r", "n"):
        return meant
    man, pawn = _SAN.fullmatch(meant.rstrip("+#")), _SAN.fullmatch(text.rstrip("+#"))
    if text[:1] != "b" or man is None or pawn is None or not pawn["file"]:
        return text
    legal = board.legal_moves
    bishop = _san_candidates(meant, board, legal) and not _san_candidates(text, board, legal)
    return meant if pawn["target"][0] not in "ac" or bishop else text


def _why_no_san(text: str, board: chess.Board) -> str:
    """Why none of the pieces that *text* can mean makes the move: of those who could on an emptier
    board, if there are such.
    """
    own = chess.SquareSet(board.occupied_co[board.turn])
    ways = [chess.Move(source, target) for source in own for target in chess.SQUARES]
    meant = _san_candidates(text, board, ways)
    if not meant:
        return f"{chess.COLOR_NAMES[board.turn].capitalize()} has no {_man_in_words(text)}"
    if reason := next(filter(None, (what_hinders(board, move) for move in meant)), ""):
        return reason
    if len(meant) == 1:
        return why_illegal(board, meant[0])
    name = chess.piece_name(board.piece_type_at(meant[0].from_square) or chess.PAWN)
    return f"no {name} can go to {chess.square_name(meant[0].to_square)}"


def _man_in_words(text: str) -> str:
    match = _SAN.match(text)
    if match is None:
        return "such piece"
    name = chess.piece_name(_kind(match))
    file, rank = match["file"] or "", match["rank"] or ""
    if file and rank:
        return f"{name} on {file}{rank}"
    where = f" on the {file}-file" if file else f" on rank {rank}" if rank else ""
    return f"{name}{where}"


def _kind(match: re.Match[str]) -> chess.PieceType:
    return chess.PIECE_SYMBOLS.index(match["man"].lower()) if match["man"] else chess.PAWN


def _san_candidates(text: str, board: chess.Board, moves: Iterable[chess.Move]) -> list[chess.Move]:
    """The moves among *moves* of the piece, from and to the square that *text* names."""
    match = _SAN.match(text)
    if match is None:
        return []
    kind = _kind(match)
    target = chess.parse_square(match["target"])
    return [
        move
        for move in moves
        if move.to_square == target
        and board.piece_type_at(move.from_square) == kind
        and chess.square_name(move.from_square).startswith(match["file"] or "")
        and chess.square_name(move.from_square).endswith(match["rank"] or "")
    ]
