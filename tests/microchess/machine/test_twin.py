"""A game on a real board with the emulator beside it."""

from dataclasses import replace

import chess
import pytest

from microchess.game.game import Game
from microchess.machine.choose import choose
from microchess.machine.twin import TwinBridge, TwinPlayer
from microchess.program.levels import Level
from tests.serial_board import BoardLine

WIN = ("d4", "e4", "Bc4", "Qf3", "Qxf7#")


def twin(told: list[str], computer: chess.Color = chess.WHITE, **more: object) -> Game:
    spec = choose("serial:board@9600", monitor="ours")
    player = spec.player()
    assert isinstance(player, TwinPlayer)
    return Game(replace(player, tell=told.append), computer, **more)  # type: ignore[arg-type]


def cells(line: BoardLine) -> bytes:
    return line.machine.read(0x50, 0x20) + line.machine.read(0xDC, 1)


@pytest.mark.slow
def test_a_whole_game_to_mate_is_the_local_one_byte_by_byte(line: BoardLine) -> None:
    told: list[str] = []
    board = twin(told, chess.BLACK, level=Level.SUPER_BLITZ)
    player = choose("rom", monitor="ours").player()
    assert player is not None
    local = Game(player, chess.BLACK, Level.SUPER_BLITZ)
    for game in (board, local):
        game.bridge.omove = 0
        game.state.settle()
    for san in WIN:
        for game in (board, local):
            game.play(game.parse(san))
        assert cells(line) == local.bridge.machine.read(0x50, 0x20) + bytes((local.bridge.omove,))
        if not local.over:
            mine, theirs = board.answer(), local.answer()
            assert (mine.san, mine.display) == (theirs.san, theirs.display)
            assert cells(line)[:32] == local.bridge.table.data
    assert board.verdict() == local.verdict()
    assert board.board.is_checkmate()
    assert not [text for text in told if "differs" in text]
    assert len([text for text in told if "the board thought" in text]) == len(WIN) - 1


def test_the_board_follows_what_is_done_here_and_is_believed(line: BoardLine) -> None:
    """Moves, what is taken back, and the level go there; keys for the emulator's monitor do not."""
    told: list[str] = []
    game = twin(told)
    game.answer()
    before = cells(line)
    game.play(game.parse("e5"))
    assert cells(line) != before
    game.undo()
    assert cells(line) == before
    game.bridge.level = Level.BLITZ
    game.state.settle()
    assert line.machine.peek(0x02F2) == 0x00
    line.machine.load_bytes(0x005A, b"\x21")
    game.play(game.parse("e5"))
    assert "the board differs: $005A 21, here 11" in told
    assert game.bridge.table[10] == 0x21
    assert isinstance(game.bridge, TwinBridge)
    assert game.bridge.differences == 1
    before = cells(line)
    for key in ("ST", "AD", "0", "0", "5", "0", "DA", "0"):
        game.bridge.machine.press(key)
        game.bridge.settle()
    assert cells(line) == before
    assert told[-1] == "RS and ST are pressed here alone; the board has its own"


def test_a_thought_given_up_here_is_waited_for_on_the_board(line: BoardLine) -> None:
    game = twin([])
    game.bridge.omove = 0
    game.state.settle()
    thinking = game.answering()
    for _ in thinking:
        if game.bridge.board.busy:  # type: ignore[attr-defined]
            break
    thinking.close()
    assert game.board == chess.Board()
    answer = game.answer()
    assert cells(line)[:32] == game.bridge.table.data
    assert answer.move is not None
