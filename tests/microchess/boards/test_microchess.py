"""MicroChess's memory: the table, the ghost, the second stack, the reversal."""

import chess
import pytest

from microchess.boards.board_game import BoardGame
from microchess.boards.export import POSITIONS
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import exhibit
from microchess.boards.representations.microchess import GHOST
from microchess.boards.tracker import machine_panel
from microchess.errors import MoveError
from microchess.machine import script
from microchess.machine.player import janus
from microchess.machine.solver import PythonSolver
from microchess.program.chess_move import squares_of
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.program.position import Position
from microchess.program.request import Request
from microchess.program.table import SIZE, PieceTable

STRICT = exhibit("microchess")
CAPTURE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def table(game: BoardGame) -> bytes:
    return bytes(game.men.raw()["table"][:SIZE])


def make(game: BoardGame, uci: str) -> None:
    game.make(game.find(chess.Move.from_uci(uci)))


@pytest.mark.parametrize(
    ("fen", "uci", "made", "unmade"),
    [
        (chess.STARTING_FEN, "e2e4", "$4F<-CC $5F<-33", "$5F<-13 $4F<-33"),
        (CAPTURE, "e4d5", "$6E<-CC $5F<-44", "$5F<-33 $6E<-44"),
    ],
    ids=["a quiet move writes the ghost", "a capture writes the victim"],
)
def test_two_writes_a_move(fen: str, uci: str, made: str, unmade: str) -> None:
    recorder = CellRecorder()
    game = STRICT.game(chess.Board(fen), recorder)

    def written() -> str:
        raw = game.men.raw()["table"]
        cells = [a.cell for a in recorder.accesses if a.written and a.bank == "table"]
        names = [TABLE - 1 if cell == GHOST else TABLE + cell for cell in cells]
        recorder.clear()
        return " ".join(
            f"${name:02X}<-{raw[cell]:02X}" for name, cell in zip(names, cells, strict=True)
        )

    number = game.men.numbering.of
    source, target = (number[chess.parse_square(name)] for name in (uci[:2], uci[2:]))
    recorder.clear()
    game.men.move(source, target)
    assert written() == made
    game.men.unmove(source, target, 0)
    assert written() == unmade


@pytest.mark.parametrize("name", ["kiwipete", "rook-ending", "middle-game", "in-check"])
def test_moves_come_in_the_order_of_the_programs_candidates(name: str) -> None:
    board = chess.Board(next(fen for one, fen, _ in POSITIONS if one == name))
    position = Position.from_board(board, board.turn)
    judged = PythonSolver().solve(Request(position.table, Level.NORMAL)).candidates
    ways = [squares_of(position.table[one.man], one.to, board.turn) for one in judged]
    game = STRICT.game(board)
    moves = [game.chess_move(move) for move in game.legal()]
    assert [(one.from_square, one.to_square) for one in ways if one] == [
        (move.from_square, move.to_square) for move in moves
    ]


def test_the_ghost_is_never_read() -> None:
    game = STRICT.game(chess.Board())
    moves = game.legal()
    for byte in (0x00, 0x33, 0x77, 0xCC):
        game.men.banks["table"].raw[GHOST] = byte
        assert game.legal() == moves


def test_five_bytes_a_move_on_the_second_stack() -> None:
    game = STRICT.game(chess.Board())
    before = game.men.raw()["stack"]
    make(game, "e2e4")
    raw = game.men.raw()
    assert raw["SP2"] == (0xC8 - 5,)
    target, victim, source, man = raw["stack"][: 0xC8 - 6 : -1][:4]
    assert (target, victim, source, man) == (0x33, 0xFF, 0x13, 0x0F)
    game.unmake()
    assert game.men.raw()["SP2"] == (0xC8,)
    assert game.men.raw()["stack"] != before, "what was popped stays where it was"


def test_only_a_search_can_take_back() -> None:
    game = STRICT.game(chess.Board())
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 11
    for uci in shuffle[:40]:
        make(game, uci)
    before = game.men.raw(), game.panel()
    with pytest.raises(MoveError, match="MicroChess can take back 40 moves"):
        make(game, shuffle[40])
    assert (game.men.raw(), game.panel()) == before, "a refused move changes nothing"
    game = STRICT.game(chess.Board())
    for uci in shuffle:
        game.play(game.find(chess.Move.from_uci(uci)))
    assert game.men.raw()["SP2"] == (0xC8,)


def test_the_same_bytes_as_the_program_on_the_machine() -> None:
    """1.e4 e5 2.Nf3 by keys, and in the gallery: the table after each, seen from the computer."""
    bridge = janus().boot()
    list(script.run(bridge, script.parse(["C"])))
    game = STRICT.game(chess.Board())
    assert (
        machine_panel(bridge.table.data, 0, chess.WHITE).cells == STRICT.view(game).panels[0].cells
    )
    for keys, uci in ((["PC"], "e2e4"), (["6", "3", "4", "3", "F"], "e7e5"), (["PC"], "g1f3")):
        list(script.run(bridge, script.parse(keys)))
        game.play(game.find(chess.Move.from_uci(uci)))
        ours = PieceTable(table(game))
        assert bridge.table == (ours if game.turn == chess.WHITE else ours.reversed())
