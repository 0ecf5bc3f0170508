"""What happens when the program plays what chess forbids, or gives up.

``strict``: its move is reported as it is, and the game is lost as it would have been.
``helpful``: the next best of its own candidates that chess allows; a pawn on the last rank becomes
what the manual prescribes, the queen if it is lost, else the best lost piece. While nobody is lost
it becomes a queen, for whom the pawn stands in (`microchess.game.promotion`).
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import chess

from microchess.program.chess_move import ChessMove, as_chess_move
from microchess.program.legality import why_illegal
from microchess.program.move_entry import vacant_types
from microchess.program.position import Position
from microchess.program.reply import Candidate, ManMove

CASTLES = "it castles: its rook is moved for it"
ARBITER = "arbiter: "
"""What stands before its interventions in all that is said of a move."""


@dataclass(frozen=True)
class Ruling:
    """The move to report (None: the program resigns), the candidate it was, if it was one, and
    every intervention.
    """

    move: chess.Move | None
    candidate: Candidate | None = None
    notes: tuple[str, ...] = ()


def strict(board: chess.Board, position: Position, wish: ManMove | None) -> Ruling:
    """The program's *wish* as it is."""
    if wish is None:
        return Ruling(None, notes=("it resigns",))
    found = as_chess_move(board, wish.source, wish.target, position.computer_white)
    if found.move is None:
        return Ruling(None, notes=("the book moved a captured piece",))
    notes = () if found.legal else (f"{found.move} is not legal: {_why(board, found)}",)
    return Ruling(found.move, notes=notes)


def helpful(
    board: chess.Board,
    position: Position,
    wish: ManMove | None,
    candidates: Sequence[Candidate],
    allowed: Collection[chess.Move] = (),
    finished: bool = True,
) -> Ruling:
    """The program's *wish* if chess allows it, else the best candidate that it does.

    Only moves in *allowed* count, when there are any. *board* has a legal move; should none of them
    be a candidate, the first in alphabetical order is played. No wish is a resignation, unless the
    program was not *finished* with thinking.
    """
    notes = [] if wish or not finished else ["it resigns, and is made to go on"]
    for man, to, candidate in _by_preference(wish, candidates):
        move, note = legal_form(board, position, man, to)
        if move is not None and (not allowed or move in allowed):
            if candidate is not None and (candidate.man, candidate.to) != _squares(wish):
                notes.append(f"plays {board.san(move)} (${candidate.value:02X}) instead")
            return Ruling(move, candidate, (*notes, *filter(None, [note])))
        if (man, to) == _squares(wish):
            notes.append(note or f"{move} is not among the moves asked for")
    move = min(allowed or board.legal_moves, key=str)
    why = "no candidate is legal" if candidates else "no candidate was judged"
    return Ruling(move, None, (*notes, f"{why}: {board.san(move)} for it"))


def legal_form(
    board: chess.Board, position: Position, man: int, to: int
) -> tuple[chess.Move | None, str]:
    """The legal move that piece 0-15 going to byte *to* is, with a note on a promotion; or None and
    why there is none.
    """
    found = as_chess_move(board, position.table[man], to, position.computer_white)
    move = found.move
    if move is None:
        return None, "a captured piece cannot move"
    if found.legal:
        return move, CASTLES if board.is_castling(move) else ""
    if not found.promotes:
        return None, f"{move} is not legal: {_why(board, found)}"
    after = position.table.moved(man, to)
    piece, *_ = (*vacant_types(after, computers=True), chess.QUEEN)
    made = chess.Move(move.from_square, move.to_square, piece)
    return made, f"its pawn is made a {chess.piece_name(piece)}"


def _by_preference(
    wish: ManMove | None, candidates: Sequence[Candidate]
) -> Iterator[tuple[int, int, Candidate | None]]:
    """Piece, to-square and candidate: the wish first, then by value, of equals the first judged."""
    ranked = sorted(candidates, key=lambda one: -one.value)
    if wish is not None:
        wished = (one for one in ranked if (one.man, one.to) == _squares(wish))
        yield wish.man, wish.target, next(wished, None)
    for one in ranked:
        if (one.man, one.to) != _squares(wish):
            yield one.man, one.to, one


def _squares(wish: ManMove | None) -> tuple[int, int] | None:
    return None if wish is None else (wish.man, wish.target)


def _why(board: chess.Board, found: ChessMove) -> str:
    assert found.move is not None
    return "the pawn has to become a piece" if found.promotes else why_illegal(board, found.move)
