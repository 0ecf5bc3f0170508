"""The player ``serial:PORT`` in the commands, with an emulated board at the other end."""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from emu.teletype.serial_port import LineLost
from microchess.game.game_line import GameLine
from microchess.machine.choose import choose
from microchess.machine.serial_board import SerialBoard
from microchess.uci.job import Job
from microchess.uci.options import Settings, changed
from microchess.uci.protocol import Limits
from microchess.uci.thinker import Thinker
from tests.serial_board import BoardLine
from tui.cli.main import main
from tui.session.livegame import LiveGame
from tui.session.new_game import NewGame

PLAYER = "serial:board@9600"
FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
Said = Callable[..., str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    def run(*words: str, code: int = 0) -> str:
        assert main([*words]) == code
        out, err = capsys.readouterr()
        return err if code else out

    return run


@pytest.mark.usefixtures("line")
def test_keys_and_replies_are_those_of_the_emulator(said: Said) -> None:
    keys = ("keys", "--monitor", "ours", "C", "PC", "6343F", "PC")
    assert said(*keys, "--player", PLAYER) == said(*keys, "--player", "rom")
    reply = ("reply", "--level", "super-blitz", "--fen", FEN)
    board, model = (said(*reply, "--player", who) for who in (PLAYER, "rom"))
    assert board.startswith("Janus on board, super-blitz: Qf6 (Q, 01 03 25)\n")
    assert model.startswith("Janus, super-blitz: Qf6 (Q, 01 03 25)\n")
    assert "the board took" in board


@pytest.mark.usefixtures("line")
@pytest.mark.slow
def test_a_comparison_goes_on_where_the_line_was_lost(
    said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare = ("compare", "--players", f"{PLAYER},rom", "--levels", "blitz", "--random", "3")
    out = ("--out", str(tmp_path / "out"))
    think = SerialBoard.think
    answers = iter(range(10))

    def breaks(board: SerialBoard) -> Iterator[None]:
        if next(answers) == 2:
            raise LineLost("board: the line is gone")
        return think(board)

    monkeypatch.setattr(SerialBoard, "think", breaks)
    assert said(*compare, *out, code=1) == "microchess: board: the line is gone\n"
    assert len((tmp_path / "out" / "results.jsonl").read_text().splitlines()) == 2
    assert "3         3         0         0" in said(*compare, *out)
    assert "leave --jobs" in said(*compare, "--jobs", "2", code=1)


@pytest.mark.slow
def test_a_board_that_plays_otherwise_is_told(
    line: BoardLine, capsys: pytest.CaptureFixture[str]
) -> None:
    line.machine.load_bytes(0x0090, b"\x01" * 16)
    players = ("compare", "--players", f"rom,{PLAYER}", "--levels", "blitz")
    assert main([*players, "--random", "2"]) == 1
    assert re.search(r"all +2 +0 +2 +0", capsys.readouterr().out)


def test_without_the_program_a_script_is_told_how_to_load_it(
    said: Said, line: BoardLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SerialBoard, "_is_there", lambda _: False)
    before = line.machine.read(0, 0xEF) + line.machine.read(0x2000, 0x800)
    told = said("keys", "--player", PLAYER, "C", code=1)
    assert "load its 2048 bytes? Nobody answered, so no" in told
    assert "microchess kim serial board --microchess does so" in told
    assert line.machine.read(0, 0xEF) + line.machine.read(0x2000, 0x800) == before


@pytest.mark.usefixtures("line")
@pytest.mark.slow
def test_as_an_engine_the_board_plays_what_the_emulator_plays() -> None:
    settings = changed(changed(Settings(), "Board", "board@9600"), "Level", "blitz")
    board, model = list[str](), list[str]()
    players = Thinker(board.append), Thinker(model.append)
    for moves in ([], ["e2e4", "e7e5"], ["e2e4", "e7e5", "d1h5", "b8c6"]):
        moves_of = GameLine.read(moves=moves)
        both = [
            one.answer(Job(moves_of, which, Limits()))
            for one, which in zip(players, (settings, replace(settings, board="")), strict=True)
        ]
        assert both[0] == both[1]
    assert "s on the board" in board[-1]


@pytest.mark.slow
def test_a_game_on_the_board_is_gone_on_with(
    said: Said, line: BoardLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    said("keys", "--player", PLAYER, "C", "PC")
    play = ("play", "--lines", "--level", "blitz", "--player", PLAYER)
    monkeypatch.setattr("sys.stdin", io.StringIO("d5\nfen\n"))
    text = said(*play, "--fen", "board", "--side", "black")
    assert "rnbqkbnr/ppp1pppp/8/" in text.splitlines()[-1]
    assert line.machine.peek(0x006E) == 0x44
    assert "is for --player serial:PORT" in said("play", "--lines", "--fen", "board", code=1)


@pytest.mark.usefixtures("line")
def test_the_full_screen_is_told_what_the_board_does() -> None:
    told: list[str] = []
    player = choose(PLAYER, monitor="ours").player()
    assert player is not None
    live = LiveGame(player, None, lambda text, *_: told.append(text))
    live.new_game(NewGame(chess.WHITE))
    live.machine.finish(live.answering())
    live.game.play(live.move("e5"))
    assert [move.uci() for move in live.game.board.move_stack] == ["e2e4", "e7e5"]
    assert told[0].startswith("the board thought ")
