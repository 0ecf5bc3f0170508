"""The game follows what a person does at the keypad, takes back, does again, and gives up."""

import chess
import pytest

from emu.notation import Poke
from emu.watch.debug import DebugMachine
from microchess.errors import MoveError, PositionError
from microchess.game import pgn
from microchess.game.game import Game
from microchess.machine.player import Player, janus
from microchess.program.levels import Level
from microchess.program.position import read_fen
from tests.microchess.game.test_game import agree


def by_hand(game: Game, *keys: str, replied: bool = False) -> str:
    for key in keys:
        game.bridge.machine.press(key)
        game.bridge.settle()
    return game.follow(replied)


def last_san(game: Game) -> str:
    before = game.board.copy()
    move = before.pop()
    return before.san(move)


def test_a_move_keyed_in_by_hand_is_made_on_the_board(player: Player) -> None:
    game = Game(player, chess.BLACK)
    assert by_hand(game, "6", "4", "4", "4") == ""
    assert by_hand(game, "F") == "by hand: e4"
    assert game.board.peek() == chess.Move.from_uci("e2e4")
    assert by_hand(game, "PC", replied=True) == f"MicroChess replies {last_san(game)}"
    assert game.board.fullmove_number == 2
    assert list(game.pgn()[0].mainline())[1].comment == "by key PC"
    assert by_hand(game, "PC", replied=True) == f"MicroChess replies {last_san(game)}"
    game.undo()
    assert game.undo() == 2
    assert game.board == chess.Board()
    assert game.redo() == 2


def test_taken_back_and_done_again_ram_is_the_same() -> None:
    game = Game(janus(), chess.BLACK)
    before = game.bridge.machine.snapshot()
    game.play(game.parse("e4"))
    game.answer()
    game.poke(Poke(0x6C, 0x55))
    states = [game.bridge.machine.snapshot()]
    assert game.undo() == 0
    states.append(game.bridge.machine.snapshot())
    assert game.undo() == 2
    states.append(game.bridge.machine.snapshot())
    assert states[-1] == before
    assert game.board == chess.Board()
    with pytest.raises(MoveError, match="no move to take back"):
        game.undo()
    for state in reversed(states[:-1]):
        game.redo()
        assert game.bridge.machine.snapshot() == state
    with pytest.raises(MoveError, match="nothing to do again"):
        game.redo()
    game.undo()
    game.poke(Poke(0x6C, 0x56))
    with pytest.raises(MoveError, match="nothing to do again"):
        game.redo()


GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 *"


def test_a_pgn_is_replayed_and_can_be_taken_back_move_by_move() -> None:
    game = Game(janus(), chess.BLACK)
    game.editor.replay(pgn.parse(GAME))
    assert game.bridge.machine.readout().text == "0C1525"
    assert (game.board.fullmove_number, agree(game)) == (6, True)
    assert game.undo() == 2
    assert (game.board.fullmove_number, agree(game)) == (5, True)
    game.redo()
    game.play(game.parse("d4"))
    game.give_turn(chess.BLACK)
    assert game.answer().move is not None


@pytest.mark.parametrize(
    ("computer", "half_moves", "keys", "step"),
    [
        (chess.WHITE, 0, "", True),
        (chess.WHITE, 2, "63 43 F", True),
        (chess.WHITE, 3, None, False),
        (chess.BLACK, 5, "72 36 F", True),
    ],
)
def test_a_game_goes_on_from_any_move_and_comes_back_whole(
    computer: chess.Color, half_moves: int, keys: str | None, step: bool
) -> None:
    game = Game(janus(), computer, Level.SUPER_BLITZ)
    game.editor.replay(pgn.parse(GAME))
    whole, machine = game.board.copy(), game.bridge.machine.snapshot()
    steps = len(game.history.past)
    action = game.bridge.machine.finish(game.history.going_on(half_moves))
    assert (action is not None) == step
    if keys:
        assert action is not None
        assert len(action.keys) == len(keys.replace(" ", ""))
    assert game.board.move_stack == whole.move_stack[:half_moves]
    assert game.record.plies == half_moves
    assert agree(game)
    if game.computers_turn:
        assert game.answer().move is not None
    if step:
        assert len(game.history.past) == steps + 1
        game.undo()
    else:
        while game.history.future:
            game.redo()
    assert game.board.move_stack == whole.move_stack
    assert game.bridge.machine.snapshot() == machine


@pytest.mark.parametrize(("back", "keyed"), [(1, False), (2, False), (3, True), (4, False)])
def test_a_game_goes_on_from_before_a_change_of_the_men(back: int, keyed: bool) -> None:
    game = Game(janus(), chess.BLACK, Level.SUPER_BLITZ)
    for text in ("e4", "Nc3"):
        game.play(game.parse(text))
        game.answer()
    wanted = game.board.copy()
    game.play(game.parse("h3"))
    game.poke(Poke(0x6F, 0x43))
    game.answer()
    now, machine = game.record.copy(), game.bridge.machine.snapshot()
    wanted.push_san("h3")
    for _ in range(back - 1):
        wanted.pop()
    action = game.bridge.machine.finish(game.history.going_on(-back))
    assert (action is not None) == keyed
    assert (game.board.move_stack, game.record.chapters) == (wanted.move_stack, ())
    assert game.position.board(game.board.turn).board_fen() == wanted.board_fen()
    while game.history.future:
        game.redo()
    if keyed:
        game.undo()
    assert game.record == now
    assert game.bridge.machine.snapshot() == machine


@pytest.mark.parametrize("computer", chess.COLORS)
def test_a_game_given_up_is_over_when_it_is_loaded_and_an_undo_lets_it_go_on(
    computer: chess.Color,
) -> None:
    saved = Game(janus(), chess.BLACK)
    saved.editor.replay(pgn.parse(GAME))
    saved.resign()
    told = "White (you) gives up; Black (MicroChess) wins"
    assert (saved.result, saved.verdict()) == ("0-1", told)
    assert saved.pgn()[-1].headers["Termination"] == told
    game = Game(janus(), computer)
    game.editor.replay(pgn.parse(str(saved.pgn()[0])))
    assert (game.result, game.board.fen()) == ("0-1", saved.board.fen())
    assert game.verdict().startswith("White")
    with pytest.raises(MoveError, match="the game is over"):
        game.resign()
    assert game.undo() == 0
    assert not game.over
    game.editor.replay(pgn.parse(GAME.replace("*", "1-0")))
    assert not game.over


def test_a_pgn_the_table_cannot_hold_changes_nothing() -> None:
    game = Game(janus(), chess.BLACK)
    game.play(game.parse("e4"))
    fen = "4k3/P7/8/8/8/8/8/QN2K3 w - - 0 1"
    with pytest.raises(MoveError, match="no queen of that side is lost"):
        game.editor.replay(pgn.parse(f'[FEN "{fen}"]\n[SetUp "1"]\n\n1. a8=Q *'))
    with pytest.raises(PositionError):
        game.editor.replay(
            pgn.parse('[FEN "QQ6/8/8/8/7k/8/8/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. Kd1 *')
        )
    assert game.board.peek() == chess.Move.from_uci("e2e4")


@pytest.mark.parametrize(
    ("fen", "first", "second", "san"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "7476", "7775", "O-O"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "3433", "3323", "exd6"),
    ],
)
def test_castling_and_en_passant_by_hand_are_one_move_after_the_second_f(
    fen: str, first: str, second: str, san: str
) -> None:
    game = Game(janus(), chess.BLACK, board=read_fen(fen))
    assert by_hand(game, *first, "F") == ""
    assert by_hand(game, *second, "F") == f"by hand: {san}"
    assert len(game.board.move_stack) == 1


def test_a_promotion_by_hand_is_a_move_once_both_bytes_are_poked() -> None:
    game = Game(janus(), chess.BLACK, board=read_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"))
    assert by_hand(game, "1", "0", "0", "0", "F") == ""
    pawn = game.bridge.table.standing_on(0x00)
    assert pawn is not None
    game.bridge.machine.poke(0x50 + pawn, 0xCC)
    assert game.follow() == ""
    game.bridge.machine.poke(0x61, 0x00)
    assert game.follow() == "by hand: a8=Q+"


def test_key_e_changes_sides_and_the_pgn_says_who_played_which() -> None:
    game = Game(janus(), chess.WHITE, Level.SUPER_BLITZ)
    machine = game.state.headers()["White"]
    game.answer()
    before = game.board.fen()
    assert "MicroChess has Black" in by_hand(game, "E")
    assert (game.computer, game.board.fen(), agree(game)) == (chess.BLACK, before, True)
    assert (game.state.headers()["White"], game.state.headers()["Black"]) == (machine, machine)
    game.answer()
    game.play(next(iter(game.board.legal_moves)))
    assert game.state.headers()["White"] == f"You and {machine}"
    (written,) = game.pgn()
    (comment, *_) = (node.comment for node in written.mainline())
    assert comment.endswith("sides exchanged by key E: MicroChess has Black from here on")
    game.undo()
    game.undo()
    assert (game.state.headers()["White"], game.state.headers()["Black"]) == (machine, "You")
    game = Game(janus(), chess.BLACK, Level.SUPER_BLITZ)
    by_hand(game, "E")
    (written,) = game.pgn()
    assert written.comment == "sides exchanged by key E: MicroChess has White from here on"


def test_key_c_starts_a_new_game_and_whatever_else_changes_the_table_is_believed() -> None:
    game = Game(janus(), chess.BLACK)
    game.play(game.parse("e4"))
    assert "new game" in by_hand(game, "C")
    assert (game.board, game.computer) == (chess.Board(), chess.WHITE)
    assert len(game.pgn()) == 2
    by_hand(game, "E")
    assert by_hand(game, "7", "4", "4", "4", "F").startswith("the table was changed by hand")
    assert game.board.piece_at(chess.E4) == chess.Piece.from_symbol("K")


def test_after_st_it_does_not_listen_until_pc_and_go_or_changes_are_undone() -> None:
    game = Game(janus(), chess.BLACK)
    before = game.bridge.table
    game.bridge.machine.press("ST")
    assert not game.bridge.listening()
    with pytest.raises(MoveError, match="another program has the keypad"):
        game.play(game.parse("e4"))
    for key in ("PC", "GO"):
        game.bridge.machine.press(key)
    assert game.bridge.listening()
    for key in ("RS", "AD", "0", "0", "5", "0", "DA", "A", "A"):
        game.bridge.machine.press(key)
        game.follow()
    assert game.bridge.table != before
    game.hand.recover()
    assert (game.bridge.table, game.board) == (before, chess.Board())
    game.play(game.parse("e4"))
    assert game.board.peek() == chess.Move.from_uci("e2e4")


def test_going_on_that_is_given_up_or_impossible_changes_nothing() -> None:
    game = Game(janus(), chess.BLACK, build=DebugMachine)
    game.editor.replay(pgn.parse(GAME))
    moves, machine = list(game.board.move_stack), game.bridge.machine.snapshot()
    past, keying = list(game.history.past), game.history.going_on(5)
    next(keying)
    keying.close()
    with pytest.raises(MoveError, match="no position 1 before the present moves"):
        game.bridge.machine.finish(game.history.going_on(-1))
    assert game.board.move_stack == moves
    assert game.bridge.machine.snapshot() == machine
    assert game.history.past == past
