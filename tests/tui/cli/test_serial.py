"""``microchess kim serial`` and the player ``serial:PORT``, an emulated board at the other end."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from emu.bus import Expansion
from emu.files.programs import read_program
from emu.teletype.serial_port import LineLost
from microchess.game.game_line import GameLine
from microchess.machine.choose import choose
from microchess.machine.serial_board import SerialBoard
from microchess.uci.job import Job
from microchess.uci.options import Settings, changed
from microchess.uci.protocol import Limits
from microchess.uci.thinker import Thinker
from tests.commands import run
from tests.patience import PATIENCE
from tests.serial_board import BoardLine, machine
from tui.cli.commands.kim import serial as command
from tui.session.livegame import LiveGame
from tui.session.new_game import NewGame

SERIAL = ("kim", "serial", "board")
PLAYER = "serial:board@9600"
FEN = "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1"


def said(*words: object, code: int = 0, typed: str = "") -> str:
    """What a command prints, on stderr where *code* is no success."""
    got, out, err = run(*words, typed=typed)
    assert got == code, err
    return err if code else out


# The board


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> BoardLine:
    """At the port ``board``, with 2 KB."""
    line = BoardLine(machine(Expansion(0x0400, 0x0400)))
    monkeypatch.setattr(command, "SerialPort", lambda _: line)
    return line


@pytest.mark.slow
@pytest.mark.usefixtures("board")
def test_what_was_loaded_is_dumped_and_saved(tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(bytes(range(40)))
    text = said(*SERIAL, "--load", f"{tmp_path / 'x.bin'}@0200", "--dump", "0200-0227")
    assert text.splitlines()[1:3] == [
        "0210: 10 11 12 13 14 15 16 17 18 19 1A 1B 1C 1D 1E 1F",
        "0220: 20 21 22 23 24 25 26 27",
    ]
    said(*SERIAL, "--save", str(tmp_path / "all.hex"))
    saved = read_program((tmp_path / "all.hex").read_bytes(), "all.hex")
    assert saved.slice(0x0200, 0x0227) == bytes(range(40))
    assert {(one.address, one.end) for one in saved.segments} == {
        (0x0000, 0x00EF),
        (0x0100, 0x0400),
        (0x1780, 0x17E7),
    }


@pytest.mark.slow
def test_info_tells_monitor_speed_and_ram_and_leaves_the_board_as_it_was(board: BoardLine) -> None:
    board.machine.scramble(3)
    board.machine.reset()
    spans = ((0x0000, 0xEF), (0x0100, 0xE0), (0x0200, 0x600), (0x1780, 0x67))
    before = [board.machine.read(*span) for span in spans]
    assert said(*SERIAL, "--info", "--baud", "9600").splitlines() == [
        "monitor  the monitor of this project",
        "speed    9600 baud; the board has measured 9524",
        "RAM      $0000-$07FF, $1780-$17FF",
        "         from $2000 on the board's 8 KB repeat",
    ]
    assert [board.machine.read(*span) for span in spans] == before


def test_a_program_is_started(board: BoardLine, tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(bytes((0xE6, 0x10, 0x4C, 0x02, 0x02)))
    said(*SERIAL, "--load", f"{tmp_path / 'x.bin'}@0200", "--go", "0200")
    board.machine.run(1000)
    assert board.machine.peek(0x0010) == 1
    assert "nothing to do; expected --info, --load, --microchess" in said(*SERIAL, code=1)


def test_pyserial_missing_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "serial", None)
    assert said("kim", "serial", "/dev/ttyUSB0", "--info", code=1) == (
        "microchess: a board at a serial port needs pyserial: pip install '.[serial]'\n"
    )


@pytest.fixture
def pseudo_terminal() -> Iterator[str]:
    """One with the emulated board at its other end."""
    emulated = ["tty", "--pty", "--speed", "max", "--baud", "9600", "--no-rubout"]
    board = subprocess.Popen(
        [sys.executable, "-m", "tui.cli.main", "kim", *emulated],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert board.stdout
    try:
        yield board.stdout.readline().decode().strip()
    finally:
        board.terminate()
        board.wait(PATIENCE)
        board.stdout.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_board_is_at_a_port_of_the_system(pseudo_terminal: str) -> None:
    assert said("kim", "serial", pseudo_terminal, "--dump", "17FE-17FF") == "17FE: 00 1C\n"


# The player


@pytest.mark.usefixtures("line")
def test_keys_are_those_of_the_emulator() -> None:
    keys = ("keys", "--monitor", "ours", "C")
    assert said(*keys, "--player", PLAYER) == said(*keys, "--player", "rom")


@pytest.mark.slow
@pytest.mark.usefixtures("line")
def test_a_reply_says_that_the_board_took_its_time() -> None:
    reply = ("reply", "--level", "super-blitz", "--fen", FEN)
    board, model = (said(*reply, "--player", who) for who in (PLAYER, "rom"))
    assert board.startswith("Janus on board, super-blitz: Rh8+ (KR, 02 00 70)\n")
    assert model.startswith("Janus, super-blitz: Rh8+ (KR, 02 00 70)\n")
    assert "the board took" in board


@pytest.mark.usefixtures("line")
@pytest.mark.slow
def test_a_comparison_goes_on_where_the_line_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    line: BoardLine,
) -> None:
    line.machine.load_bytes(0x0090, b"\x01" * 16)
    players = ("compare", "--players", f"rom,{PLAYER}", "--levels", "blitz")
    code, out, _ = run(*players, "--random", "2")
    assert code == 1
    assert re.search(r"all +2 +0 +2 +0", out)


def test_without_the_program_a_script_is_told_how_to_load_it(
    line: BoardLine, monkeypatch: pytest.MonkeyPatch
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
    line: BoardLine,
) -> None:
    said("keys", "--player", PLAYER, "C", "PC")
    play = ("play", "--lines", "--level", "blitz", "--player", PLAYER)
    text = said(*play, "--fen", "board", "--side", "black", typed="d5\nfen\n")
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
