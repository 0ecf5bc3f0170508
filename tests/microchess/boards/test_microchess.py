"""MicroChess's memory: the table, the ghost, the second stack, the reversal."""

from __future__ import annotations

import chess
import pytest

from microchess.boards.board_game import BoardGame
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import Exhibit
from microchess.boards.representations.microchess import MicroChess
from microchess.boards.tableview import GHOST, machine_panel
from microchess.boards.view import CellState
from microchess.engine.geometry import DIRECTIONS
from microchess.errors import MoveError
from microchess.machine import script
from microchess.machine.player import janus
from microchess.program.memory_map import TABLE
from microchess.program.move_entry import play
from microchess.program.position import Position
from microchess.program.squares import CAPTURED, on_board, reverse
from microchess.program.table import SIZE, PieceTable

WHITE = bytes.fromhex("0304000702050106101711161215141373747077727571766067616662656463")
BLACK = bytes.fromhex("0403070005020601171016111512131474737770757276716760666165626364")


def table(game: BoardGame) -> bytes:
    return bytes(game.men.raw()["table"][:SIZE])


def make(game: BoardGame, uci: str) -> None:
    game.make(game.find(chess.Move.from_uci(uci)))


def writes(recorder: CellRecorder, game: BoardGame) -> list[str]:
    """What was written to the table, in order, as ``$5F<-33``."""
    raw = game.men.raw()["table"]
    cells = [a.cell for a in recorder.accesses if a.written and a.bank == "table"]
    names = [TABLE - 1 if cell == GHOST else TABLE + cell for cell in cells]
    return [f"${name:02X}<-{raw[cell]:02X}" for name, cell in zip(names, cells, strict=True)]


def test_the_initial_tables(strict: Exhibit) -> None:
    """As the manual's keys C and C E leave them."""
    assert table(strict.game(chess.Board())) == WHITE
    board = chess.Board()
    board.turn = chess.BLACK
    assert table(strict.game(board)) == BLACK


def test_a_quiet_move_writes_the_ghost(strict: Exhibit) -> None:
    recorder = CellRecorder()
    game = strict.game(chess.Board(), recorder)
    men = game.men
    source, target = men.numbering.of[chess.E2], men.numbering.of[chess.E4]
    recorder.clear()
    men.move(source, target)
    assert writes(recorder, game) == ["$4F<-CC", "$5F<-33"]
    recorder.clear()
    men.unmove(source, target, 0)
    assert writes(recorder, game) == ["$5F<-13", "$4F<-33"]
    assert strict.view(game).cell("table", GHOST).state is CellState.GHOST


def test_a_capture_writes_the_victim_and_not_the_ghost(strict: Exhibit) -> None:
    recorder = CellRecorder()
    board = chess.Board("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    game = strict.game(board, recorder)
    of = game.men.numbering.of
    recorder.clear()
    game.men.move(of[chess.E4], of[chess.D5])
    assert writes(recorder, game) == ["$6E<-CC", "$5F<-44"]


def test_the_ghost_is_never_read(strict: Exhibit) -> None:
    game = strict.game(chess.Board())
    moves = game.legal()
    for byte in (0x00, 0x33, 0x77, 0xCC):
        game.men.banks["table"].raw[GHOST] = byte
        assert game.legal() == moves


def test_five_bytes_a_move_on_the_second_stack(strict: Exhibit) -> None:
    game = strict.game(chess.Board())
    before = game.men.raw()["stack"]
    make(game, "e2e4")
    raw = game.men.raw()
    assert raw["SP2"] == (0xC8 - 5,)
    target, victim, source, man = raw["stack"][: 0xC8 - 6 : -1][:4]
    assert (target, victim, source, man) == (0x33, 0xFF, 0x13, 0x0F)
    game.unmake()
    assert game.men.raw()["SP2"] == (0xC8,)
    assert game.men.raw()["stack"] != before, "what was popped stays where it was"


def test_only_a_search_can_take_back(strict: Exhibit) -> None:
    game = strict.game(chess.Board())
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 11
    for uci in shuffle[:40]:
        make(game, uci)
    with pytest.raises(MoveError, match="MicroChess can take back 40 moves"):
        make(game, shuffle[40])
    game = strict.game(chess.Board())
    for uci in shuffle:
        game.play(game.find(chess.Move.from_uci(uci)))
    assert game.men.raw()["SP2"] == (0xC8,)


def test_a_refused_move_changes_nothing(strict: Exhibit) -> None:
    game = strict.game(chess.Board())
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] * 10:
        game.make(next(m for m in game.pseudo_legal() if game.chess_move(m).uci() == uci))
    assert game.men.raw()["SP2"] == (0,)
    before, beside = game.men.raw(), game.panel()
    with pytest.raises(MoveError):
        game.make(game.pseudo_legal()[0])
    assert (game.men.raw(), game.panel()) == (before, beside)


def test_the_dead_need_no_test() -> None:
    """From $CC and from $AB no single step leads onto the board."""

    def inert(byte: int) -> bool:
        return not any(on_board(byte + step & 0xFF) for step in DIRECTIONS)

    off = [byte for byte in range(256) if not on_board(byte)]
    assert len(off) == 192
    assert sum(map(inert, off)) == 116
    assert inert(CAPTURED)
    assert inert(reverse(CAPTURED))


def test_the_dead_change_sides_with_the_living(strict: Exhibit) -> None:
    game = strict.game(chess.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"))
    make(game, "e4d5")
    assert game.men.raw()["table"].count(reverse(CAPTURED)) == 29
    game.unmake()
    assert game.men.raw()["table"][:SIZE].count(CAPTURED) == 28


def test_the_same_bytes_as_the_table_a_game_is_tracked_in(strict: Exhibit) -> None:
    board = chess.Board()
    game, position = strict.game(board), Position(PieceTable(WHITE), True)
    line = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 Nxe5 Qd4 Nf3 Qxe4+ Qe2 Qxe2+"
    for san in line.split():
        move = board.parse_san(san)
        position = play(position, board, move)
        board.push(move)
        game.play(game.find(move))
        expected = position if board.turn == chess.WHITE else position.reversed()
        assert _alive(table(game)) == _alive(expected.table.data)


def _alive(data: bytes) -> list[int]:
    return [byte if on_board(byte) else CAPTURED for byte in data]


def test_colour_is_not_stored(strict: Exhibit) -> None:
    """The same bytes are a position with White to move and its turned twin with Black to move."""
    position = chess.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    twin = position.transform(chess.flip_vertical).transform(chess.flip_horizontal)
    for square, piece in position.piece_map().items():
        twin.set_piece_at(square ^ 63, chess.Piece(piece.piece_type, not piece.color))
    twin.turn = chess.BLACK
    bytes_of = sorted(table(strict.game(position)))
    assert bytes_of == sorted(table(strict.game(twin)))


def test_the_panel_of_a_real_machine_is_the_same(strict: Exhibit) -> None:
    bridge = janus().boot()
    list(script.run(bridge, script.parse(["C"])))
    shown = machine_panel(bridge.table.data, 0, chess.WHITE)
    expected = strict.view(strict.game(chess.Board())).panels[0]
    assert shown.cells == expected.cells


def test_the_same_bytes_as_the_program_on_the_machine(strict: Exhibit) -> None:
    """1.e4 e5 2.Nf3 by keys, and in the gallery: the table after each, seen from the computer."""
    bridge = janus().boot()
    list(script.run(bridge, script.parse(["C"])))
    game = strict.game(chess.Board())
    for keys, uci in ((["PC"], "e2e4"), (["6", "3", "4", "3", "F"], "e7e5"), (["PC"], "g1f3")):
        list(script.run(bridge, script.parse(keys)))
        game.play(game.find(chess.Move.from_uci(uci)))
        ours = PieceTable(table(game))
        assert bridge.table == (ours if game.turn == chess.WHITE else ours.reversed())


def test_its_size() -> None:
    assert len(MicroChess().banks["table"].raw) == SIZE + 1
