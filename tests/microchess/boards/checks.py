"""What every memory must pass, as functions that tell what is wrong.

python-chess is the oracle. Where a program does not keep a rule as published, the oracle is made to
leave it out as well.
"""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.moves import CASTLING
from microchess.boards.perft import perft
from microchess.boards.registry import EXHIBITS, Exhibit
from microchess.boards.representation import Representation
from microchess.boards.rules import BESIDE, CASTLINGS, NO_SQUARE, BoardRules, Promotion, rights_of
from microchess.boards.view import BoardView, Cell

CORNERS = {
    "a captured rook takes its right along": "r3k2r/8/1N6/8/8/6n1/8/R3K2R w KQkq - 0 1",
    "no castling out of check": "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
    "black promotes, not the first of his pawns": "4k3/8/8/8/8/p7/2p3pp/1N2K3 b - - 0 1",
    "more queens than a set has": "1q2k3/8/8/8/8/4q3/8/QQQQQQQK b - - 0 1",
    "en passant would uncover the king": "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "en passant from both sides": "4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1",
    "a king may not step back along the line of a check": "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
    "white promotes, not the last of his pawns": "1n2k3/2P3PP/8/P7/8/8/8/4K3 w - - 0 1",
}
"""Positions in which a rule shows that the standard ones meet only deeper, by what they show."""

MEMORIES = tuple({one.memory: one for one in reversed(EXHIBITS)}.values())
"""Every memory once, by the rules it is shown with first."""
DEPTHS = (2, 2, 3, 2, 2, 2)
"""How deep each standard position is searched: three plies where moves are few. The slow tests go
deeper."""


def _answers(men: Representation) -> dict[str, Any]:
    """What a memory answers, asked as a program asks it."""
    square, colors = men.numbering.square, chess.COLORS
    return {
        "men": [sorted(square[one] for one in men.men(color)) for color in colors],
        "kings": [square[men.king(color)] for color in colors],
        "counts": [[men.count(kind, color) for kind in chess.PIECE_TYPES] for color in colors],
        "key": men.key and men.key.cell[0],
    }


def live(men: Representation) -> dict[str, Any]:
    """What it answers, and the moves it finds; they come back when a move is unmade."""
    with men.unwatched():
        moves = [sorted(men.moves(color, None)) for color in chess.COLORS]
        return _answers(men) | {"board": men.standing().board_fen(), "moves": moves}


def faults(men: Representation) -> list[str]:
    """What it answers otherwise than python-chess does of the men as they stand."""
    with men.unwatched():
        board = men.standing()
        sides = [board.occupied_co[color] for color in chess.COLORS]
        if any(not board.kings & side for side in sides):
            return ["a king is missing"]
        expected = {
            "men": [list(chess.SquareSet(side)) for side in sides],
            "kings": [chess.msb(board.kings & side) for side in sides],
            "counts": [
                [len(board.pieces(kind, color)) for kind in chess.PIECE_TYPES]
                for color in chess.COLORS
            ],
            "key": men.key and men.key.worked_out(board),
        }
        found = _answers(men)
    return [
        f"{name}: {found[name]}, not {wanted}"
        for name, wanted in expected.items()
        if found[name] != wanted
    ]


def cell(view: BoardView, bank: str, index: int) -> Cell:
    """The cell at *index* of *bank*."""
    return next(cell for cell in view.cells() if (cell.bank, cell.index) == (bank, index))


def allowed(rules: BoardRules, board: chess.Board, moves: set[chess.Move]) -> set[chess.Move]:
    """The moves among python-chess's *moves* that are played under *rules*."""
    kept = set()
    for move in moves:
        straight = chess.square_file(move.from_square) == chess.square_file(move.to_square)
        knows = rules.promotion in (Promotion.ALL, Promotion.QUEEN) or (
            rules.promotion is Promotion.STEPS and straight
        )
        left_out = (
            (board.is_castling(move) and not rules.castling)
            or (board.is_en_passant(move) and not rules.en_passant)
            or (not rules.double_step and _is_double_step(board, move))
            or (rules.promotion is Promotion.QUEEN and move.promotion not in (None, chess.QUEEN))
        )
        if not left_out:
            kept.add(move if knows else chess.Move(move.from_square, move.to_square))
    if rules.out_of_check and board.is_check():
        kept |= _castling_out_of_check(board)
    return kept


def _is_double_step(board: chess.Board, move: chess.Move) -> bool:
    far = abs(move.to_square - move.from_square) == 16
    return far and board.piece_type_at(move.from_square) == chess.PAWN


def _castling_out_of_check(board: chess.Board) -> set[chess.Move]:
    """Castling, all its rules but one kept: the king stands in check."""
    return {
        chess.Move(way.king, way.king_to)
        for way in CASTLINGS
        if way.color == board.turn
        and rights_of(board) & way.right
        and not any(board.piece_at(square) for square in way.between)
        and not board.is_attacked_by(not board.turn, way.through)
        and not board.is_attacked_by(not board.turn, way.king_to)
    }


@cache
def oracle_leaves(rules: BoardRules, fen: str, depth: int) -> int:
    """Leaves by python-chess under *rules*, counted once for all memories."""
    board = chess.Board(fen)
    moves = allowed(rules, board, set(board.legal_moves))
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        board.push(move)
        leaves += oracle_leaves(rules, board.fen(), depth - 1)
        board.pop()
    return leaves


def playout(exhibit: Exhibit, board: chess.Board, plies: int, seed: int) -> Iterator[BoardGame]:
    """A random game in the memory and on *board*, both yielded after every move."""
    chance = random.Random(seed)
    game = exhibit.game(board)
    yield game
    for _ in range(plies):
        moves = game.legal()
        if not moves:
            return
        move = chance.choice(moves)
        board.push(game.chess_move(move))
        game.play(move)
        yield game


def problems(exhibit: Exhibit, game: BoardGame, board: chess.Board) -> Iterator[str]:
    """Everything wrong with *game*, which ought to be at *board*."""
    yield from faults(game.men)
    yield from position_problems(game, board)
    yield from move_problems(game, board)
    yield from attack_problems(game, board)
    yield from round_trip_problems(game)
    yield from blindfold_problems(exhibit, game)


def position_problems(game: BoardGame, board: chess.Board) -> Iterator[str]:
    """Placement, side to move, rights, and an en passant square where a capture is legal."""
    seen = game.board()
    if seen.board_fen() != board.board_fen() or seen.turn != board.turn:
        yield f"stands at {seen.fen()}, not {board.fen()}"
    if game.rules.castling and game.rights != rights_of(board):
        yield f"rights {game.rights}, not {rights_of(board)}"
    if game.rules.en_passant and board.has_legal_en_passant() and game.ep != board.ep_square:
        yield f"en passant on {game.ep}, not {board.ep_square}"


def move_problems(game: BoardGame, board: chess.Board) -> Iterator[str]:
    """Pseudo-legal moves but castling, and legal moves."""
    legal_only = type(game.men).__name__ == "Dorpsgek"
    pseudo = [game.chess_move(m) for m in game.pseudo_legal() if m.kind != CASTLING]
    expected = {m for m in board.pseudo_legal_moves if not board.is_castling(m)}
    if not legal_only:
        kept = {m for m in allowed(game.rules, board, expected) if not board.is_castling(m)}
        yield from _differences("pseudo-legal", pseudo, kept)
    legal = [game.chess_move(move) for move in game.legal()]
    if legal_only and [game.chess_move(move) for move in game.pseudo_legal()] != legal:
        yield "illegal moves are generated"
    yield from _differences("legal", legal, allowed(game.rules, board, set(board.legal_moves)))
    number = game.men.numbering.of
    ep = None if game.ep is None else number[game.ep]
    one_by_one = [
        move
        for square in chess.SquareSet(board.occupied_co[board.turn])
        for move in game.men.moves_of(number[square], board.turn, ep)
    ]
    if sorted(one_by_one) != sorted(game.men.moves(board.turn, ep)):
        yield "the moves of each man are not the moves of all"


def attack_problems(game: BoardGame, board: chess.Board) -> Iterator[str]:
    """Attackers of every square, of both colours; who attacks himself does not."""
    for square, number in enumerate(game.men.numbering.of):
        for color in chess.COLORS:
            found = sorted(game.men.numbering.square[n] for n in game.men.attackers(number, color))
            expected = sorted(board.attackers(color, square))
            if found != expected:
                yield f"{chess.square_name(square)} is attacked from {found}, not {expected}"
            if game.men.attacked(number, color) != bool(expected):
                yield f"{chess.square_name(square)}: attacked or not?"


def round_trip_problems(game: BoardGame) -> Iterator[str]:
    """Every pseudo-legal move, illegal ones too: made and unmade, all that is live comes back.
    A quarter of them, each kind of move among these, is looked at when made and when unmade; what
    the others leave wrong is seen there too.
    """
    before, beside, kinds = live(game.men), game.panel(), set[int]()
    moves = [move for move in game.pseudo_legal() if not game.refused(move)]
    for number, move in enumerate(moves):
        game.make(move)
        looked_at = move.kind not in kinds or number % 4 == 0 or move == moves[-1]
        made = faults(game.men) if looked_at else []
        kinds.add(move.kind)
        game.unmake()
        yield from (f"after {move}: {fault}" for fault in made)
        if looked_at and (live(game.men) != before or game.panel() != beside):
            yield f"{move}, or one before it, does not come back"


def blindfold_problems(exhibit: Exhibit, game: BoardGame) -> Iterator[str]:
    """The panels show the whole state: rebuilt from their numbers alone it has the same moves."""
    banks: dict[str, list[int]] = {}
    beside: dict[str, int] = {}
    for shown in exhibit.view(game).cells():
        if shown.bank == BESIDE:
            beside[shown.name] = shown.value
        else:
            banks.setdefault(shown.bank, []).append(shown.value)
    rebuilt = BoardGame(exhibit.memory(), exhibit.rules)
    rebuilt.men.load_raw({name: tuple(values) for name, values in banks.items()})
    rebuilt.turn = bool(beside["to move"])
    rebuilt.rights = beside.get("castling", rebuilt.rights)
    ep = beside.get("en passant", NO_SQUARE)
    rebuilt.ep = None if ep == NO_SQUARE else ep
    if rebuilt.legal() != game.legal() or perft(rebuilt, 1) != perft(game, 1):
        yield "rebuilt from its panels it is another game"


def _differences(what: str, found: list[chess.Move], expected: set[chess.Move]) -> Iterator[str]:
    if len(found) != len(set(found)):
        yield f"{what} moves found twice"
    if set(found) != expected:
        names = sorted(move.uci() for move in set(found) ^ expected)
        yield f"{what} moves differ: {' '.join(names)}"
