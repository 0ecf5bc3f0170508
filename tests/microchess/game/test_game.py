"""Games against the program: what goes in by the keypad, what comes out of the display."""

import chess
import chess.pgn
import pytest

from emu.errors import AddressError, BudgetSpent
from emu.notation import Poke
from microchess.errors import MoveError
from microchess.game.game import Game
from microchess.game.outcome import Ending
from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.program.memory_map import BOOK_CLOSED, TABLE
from microchess.program.openings import named
from microchess.program.position import read_fen
from microchess.program.squares import CAPTURED

ONLY_EN_PASSANT = "8/8/4n3/3pP3/8/1r6/6q1/K4k2 w - d6 0 1"


def game_from(fen: str, computer: chess.Color, level: Level = Level.SUPER_BLITZ) -> Game:
    return Game(janus(), computer, level, board=read_fen(fen))


def quick(computer: chess.Color) -> Game:
    return Game(janus(), computer, Level.SUPER_BLITZ)


def shown(game: Game) -> str:
    """The six digits of the machine."""
    return game.bridge.machine.settled_readout().text


def agree(game: Game) -> bool:
    """Whether machine and chess board show the same men."""
    placed = game.position.board(game.board.turn).board_fen()
    return bool(placed == game.board.board_fen())


def test_a_move_is_its_octal_digits_and_f_and_the_answer_comes_out_of_the_display() -> None:
    game = Game(janus(), chess.BLACK)
    assert game.start.keys == ("C", "E")
    assert shown(game) == "EEEEEE"
    assert game.play(game.parse("e4")).keys == ("6", "4", "4", "4", "F")
    assert shown(game) == "FF6444"
    assert agree(game)
    game = Game(janus(), chess.WHITE)
    answer = game.answer()
    assert (answer.display, answer.san, answer.value) == ("0F1333", "e4", None)
    game.play(game.parse("a6"))
    answer = game.answer()
    assert answer.value is not None
    assert answer.cycles > 100_000
    assert agree(game)


@pytest.mark.parametrize(
    ("fen", "text", "keys", "pokes"),
    [
        ("r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "7476F7775F", []),
        ("r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "7472F7073F", []),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "3433F3323F", []),
        ("4k3/7P/8/8/8/8/8/4K3 w - - 0 1", "h8=Q", "1707F", ["$68=CC", "$61=07"]),
    ],
)
def test_castling_en_passant_and_promotion_take_two_moves_or_pokes(
    fen: str, text: str, keys: str, pokes: list[str]
) -> None:
    game = game_from(fen, chess.BLACK)
    action = game.play(game.parse(text))
    assert ("".join(action.keys), [str(poke) for poke in action.pokes]) == (keys, pokes)
    assert agree(game)


def test_a_promotion_without_room_is_refused_and_nothing_is_done() -> None:
    game = game_from("4k3/7P/8/8/8/8/8/Q3K3 w - - 0 1", chess.BLACK)
    before = game.bridge.machine.snapshot()
    with pytest.raises(MoveError, match=r"no queen of that side is lost.*: rook, bishop, knight"):
        game.play(game.parse("h8=Q"))
    assert game.bridge.machine.snapshot() == before
    game.play(game.parse("h8=R"))
    assert agree(game)


def test_the_computers_pawn_is_promoted_and_its_rook_moved_for_it() -> None:
    game = game_from("7k/P7/8/8/8/1r6/7r/K7 w - - 0 1", chess.WHITE)
    answer = game.answer()
    assert answer.san == "a8=Q+"
    assert "queen" in answer.remark
    assert agree(game)
    opening = named("giuoco", chess.WHITE)
    game = Game(janus(), chess.WHITE, Level.SUPER_BLITZ, opening)
    played = []
    for number, san in enumerate(opening.moves.split()):
        if number % 2:
            game.play(game.parse(san))
        else:
            played.append(game.answer().san)
        assert agree(game)
    assert "O-O" in played


def test_a_pawn_that_cannot_be_promoted_is_stuck_and_the_game_goes_on() -> None:
    fen = "rnbqkbnr/8/8/8/8/8/1p6/Q6K w - - 0 1"
    game = game_from(fen, chess.BLACK)
    game.play(game.parse("Kg1"))
    answer = game.answer()
    assert answer.san in ("pawn to a1", "pawn to b1")
    assert "stays a pawn" in answer.remark
    assert game.board.fullmove_number == 2
    assert agree(game)
    assert len(game.pgn()) == 2
    assert game.undo() == 2
    assert game.board.fen() == chess.Board(fen).fen()


def test_the_players_mate_ends_the_game_without_asking_the_program() -> None:
    game = game_from("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", chess.BLACK)
    game.play(game.parse("Qg7"))
    assert (game.result, game.verdict()) == ("1-0", "checkmate; White (you) wins")
    with pytest.raises(MoveError, match="the game is over"):
        game.answer()


def test_who_has_lost_his_king_and_all_moves_has_lost_and_the_position_was_told_to_be_odd() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1")
    game = Game(janus(), board=board, level=Level.SUPER_BLITZ)
    assert "the side to move can take the king, which no game of chess allows" in game.notes
    assert game.answer().san == "Rxe8"
    assert game.result == "1-0"
    assert game.verdict() == "Black (you) has neither king nor move; White (MicroChess) wins"


def test_resignation_and_a_move_that_chess_forbids_lose_the_game() -> None:
    """The only legal move is en passant, which the program does not know."""
    game = game_from(ONLY_EN_PASSANT, chess.WHITE, Level.NORMAL)
    assert game.answer().display == "FFFFFF"
    assert (game.record.ending, game.result) == (Ending.RESIGNED, "0-1")
    assert game.pgn()[0].headers["Termination"] == game.verdict()
    game = Game(janus(), chess.WHITE)
    game.bridge.machine.load_bytes(0xD9, bytes.fromhex("430FCC"))  # a book that opens with e2-e5
    answer = game.answer()
    assert (answer.display, answer.move) == ("0F1343", None)
    assert answer.remark == "e2e5 is not legal: a pawn on e2 cannot go to e5"
    assert game.record.ending is Ending.ILLEGAL
    assert game.verdict() == "White (MicroChess) made an illegal move; Black (you) wins"


def test_a_poke_changes_the_position_and_is_taken_back_all_or_none() -> None:
    game = quick(chess.BLACK)
    with pytest.raises(AddressError, match=r"\$1C00: there is ROM"):
        game.poke(Poke(0x51, 0xCC), Poke(0x1C00, 0))
    assert game.board == chess.Board()
    assert game.poke(Poke(0x51, 0xCC)) == []
    assert game.board.piece_at(chess.D8) is None
    assert game.board.castling_rights == chess.BB_CORNERS
    assert agree(game)
    both = "2 pieces stand on a2 ($60): computer's king and player's queen's rook's pawn"
    assert game.poke(Poke(0x50, 0x60)) == [both]
    game.undo()
    game.undo()
    assert game.board == chess.Board()


def test_pokes_begin_another_game_of_the_pgn_and_are_told_at_the_end_of_the_one_before() -> None:
    game = quick(chess.BLACK)
    game.state.date = "2026.01.31"
    game.play(game.parse("e4"))
    game.answer()
    assert game.record.as_games == ""
    game.poke(Poke(0x51, 0xCC))
    one_poke = game.pgn()[0].end().comment
    assert one_poke.endswith("poked $51=CC")
    game.poke(Poke(0x52, 0xCC), Poke(0x53, 0xCC))
    game.give_turn(chess.BLACK)
    before, after = game.pgn("2026.01.31")
    told = "poked $51=CC $52=CC $53=CC, the other side moves again"
    assert before.end().comment.endswith(told)
    assert before.headers["Date"] == after.headers["Date"] == "2026.01.31"
    assert "2 games" in game.record.as_games
    game.undo()
    game.undo()
    assert game.pgn()[0].end().comment == one_poke
    game.play(game.parse("d4"))
    before, after = game.pgn()
    assert next(move.uci() for move in before.mainline_moves()) == "e2e4"
    assert after.headers["SetUp"] == "1"
    assert [move.uci() for move in after.mainline_moves()] == ["d2d4"]
    assert game.board.fullmove_number == 2
    assert game.undo() == 1
    assert game.undo() == 0
    assert len(game.pgn()) == 1


@pytest.mark.parametrize("turn", [chess.WHITE, chess.BLACK])
def test_a_set_up_is_one_step_with_its_own_side_to_move_and_counts_from_one(
    turn: chess.Color,
) -> None:
    game = quick(chess.WHITE)
    game.answer()
    game.play(game.parse("e5"))
    game.answer()
    before = game.board.fen()
    for man in range(1, 6):
        game.poke(Poke(TABLE + man, CAPTURED), Poke(TABLE + 16 + man, CAPTURED))
    assert game.editor.set_up(1, turn)
    fen = game.board.fen()
    assert (game.board.turn, game.board.fullmove_number) == (turn, 1)
    assert game.bridge.omove == BOOK_CLOSED
    assert game.record.chapters[-1].why == f"position set up: {fen}"
    assert "poked" not in str(game.pgn()[0])
    game.poke(Poke(TABLE + 8, CAPTURED))
    game.undo()
    assert game.board.fen() == fen
    game.undo()
    assert (game.board.fen(), len(game.board.move_stack)) == (before, 3)
    game.redo()
    assert game.board.fen() == fen


def test_king_and_rook_set_up_on_their_first_squares_may_castle() -> None:
    game = game_from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", chess.BLACK)
    game.poke(Poke(TABLE + 16 + 1, 0x43))
    assert game.editor.set_up(0, chess.WHITE)
    assert game.board.fen() == "4k3/8/8/8/3Q4/8/8/R3K3 w Q - 0 1"
    game.play(game.parse("O-O-O"))
    assert game.board.board_fen() == "4k3/8/8/8/3Q4/8/8/2KR4"


def test_sides_exchanged_in_set_up_stay_so_and_an_undo_exchanges_them_back() -> None:
    game = quick(chess.WHITE)
    game.poke(Poke(TABLE + 1, CAPTURED))
    game.bridge.machine.press("E")
    game.follow()
    assert game.editor.set_up(0, chess.WHITE)
    assert (game.computer, agree(game)) == (chess.BLACK, True)
    game.undo()
    assert (game.computer, game.board.fen()) == (chess.WHITE, chess.STARTING_FEN)


def test_a_set_up_that_changes_nothing_leaves_the_game_as_it_was() -> None:
    game = quick(chess.WHITE)
    game.answer()
    queen = game.bridge.table[1]
    for byte in (CAPTURED, queen):
        game.poke(Poke(TABLE + 1, byte))
    assert not game.editor.set_up(0, chess.BLACK)
    assert [move.uci() for move in game.board.move_stack] == ["e2e4"]
    assert game.editor.set_up(0, chess.WHITE)
    assert game.board.turn == chess.WHITE


def test_a_man_that_shared_a_square_does_not_linger_on_the_board() -> None:
    game = quick(chess.BLACK)
    game.poke(Poke(0x6F, 0x76))
    game.play(game.parse("Rg1") if game.board.piece_type_at(chess.G1) is None else game.parse("a3"))
    game.answer()
    assert agree(game)


def test_a_program_that_comes_to_grief_leaves_the_machine_as_it_was() -> None:
    game = quick(chess.BLACK)
    game.play(game.parse("a3"))
    before = game.bridge.machine.snapshot()
    with pytest.raises(BudgetSpent):
        game.answer(budget=20_000)
    assert game.bridge.machine.snapshot() == before
    assert game.answer().move is not None


def test_undo_keeps_a_level_that_was_set_and_takes_a_poked_one_back() -> None:
    game = quick(chess.BLACK)
    game.play(game.parse("a3"))
    game.bridge.level = Level.BLITZ
    game.undo()
    assert game.bridge.level_bytes == (0x00, 0xFB)
    game.poke(Poke(0x02F2, 0x08))
    assert game.bridge.level_bytes == (0x08, 0xFB)
    game.undo()
    assert game.bridge.level_bytes == (0x00, 0xFB)
