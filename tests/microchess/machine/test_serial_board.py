"""MicroChess on a real board: an emulated one at the other end of the line."""

import os
import re
from collections.abc import Iterator

import pytest

import rom
from emu.bus import Expansion
from emu.files.formats.image import Program
from emu.files.programs import read_source
from emu.machine import Machine
from emu.teletype.monitor import MonitorClient
from emu.teletype.serial_port import SerialError
from microchess.errors import ScriptError
from microchess.machine import script
from microchess.machine.board_program import BoardProgram, board_program
from microchess.machine.choose import choose
from microchess.machine.serial_board import SerialBoard
from microchess.machine.serial_player import run_on_board
from microchess.machine.sources import read_sources
from microchess.program.levels import Level
from microchess.program.memory_map import BOOK_CLOSED
from microchess.program.request import request_from_fen
from tests.bad_lines import session
from tests.conftest import ORIGINAL
from tests.rom.kit import ROMS_VARIABLE, image
from tests.sample import every_run
from tests.serial_board import BoardLine, machine, with_janus

HARD = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROOM = Expansion(0x2000, 0x0800)
OPENING = "C PC 6 3 4 3 F PC"
ELSEWHERE = "C E 6 4 4 4 F PC 7 2 5 3 F PC"


def shaped_like_the_original() -> Program:
    """Janus behind a loop that waits for a key where the 1976 program does."""
    cells = dict(enumerate(rom.janus(), 0x2000))
    taken = rom.labels("janus")["wait"] + 12
    loop = bytes.fromhex("D8 A2FF 9A EAEAEAEA 201F1F 206A1F C5F3 F0F6 4C") + taken.to_bytes(
        2, "little"
    )
    cells |= dict(enumerate(loop)) | dict(enumerate(b"\x4c\x00\x00", 0x2006))
    image = Machine(rom.monitor(), (Expansion(0x2000, 0x0800, False),))
    image.load_bytes(0x2000, rom.janus())
    image.jump(rom.labels("janus")["install_entry"])
    image.run(20_000)
    cells |= dict(enumerate(image.read(0x0070, 0x40), 0x0070))
    cells |= dict(enumerate(image.read(0x00C0, 28), 0x00C0))
    return Program.from_bytes_map("stand-in", cells | {0x018B: 0xFB, 0x02F2: 0x08})


def joined(
    line: BoardLine, what: BoardProgram | None = None, load: bool = False, known: bool = True
) -> SerialBoard:
    """*known*: that the program is there, which takes its time to be read."""
    told: list[str] = []
    client = MonitorClient(line)
    board = SerialBoard(client, what or board_program(None), lambda _: load, told.append)
    if known:
        board._is_there = lambda: True  # type: ignore[method-assign]
    board.told = told  # type: ignore[attr-defined]
    board.join(line.baud)
    return board


def locally(keys: str) -> list[tuple[str, str, int, str]]:
    bridge = choose("rom", monitor="ours").boot()
    steps = script.run(bridge, script.parse([keys]))
    return [(one.key, one.display, one.omove, one.table) for one in steps]


def on_board(board: SerialBoard, keys: str) -> list[tuple[str, str, int, str]]:
    steps = run_on_board(board, script.parse([keys]))
    return [(one.key, one.display, one.omove, one.table) for one in steps]


class Unplugged(BoardLine):
    """Pulled out when the board begins to think, if ``pulls``; in again at the third try. Bends the
    next F, if ``bends``, to the G that is one bit from it.
    """

    pulls, tries, bends = 0, 0, 0

    def to_board(self, data: bytes) -> bytes:
        bent = data == b"F" and self.bends > 0
        self.bends -= bent
        return b"G" if bent else data

    def write(self, data: bytes) -> None:
        super().write(data)
        if data == b"G" and self.pulls:
            self.machine.run(20_000)
            self.pulls, self.tries, self.out = self.pulls - 1, 3, True

    def plug_in(self) -> None:
        self.tries -= 1
        self.machine.run(1_000_000)
        if self.tries:
            raise SerialError("there is no such port")
        self.out = False


@pytest.fixture(scope="module")
def plugged() -> Unplugged:
    """The line to a board that has Janus; each test joins it and begins with key C."""
    line = with_janus(line=Unplugged)
    assert isinstance(line, Unplugged)
    return line


@pytest.mark.parametrize("keys", every_run(["C @0051=CC 8 PC E E", ELSEWHERE], 1))
def test_keys_give_the_digits_and_cells_that_they_give_locally(
    plugged: Unplugged, keys: str
) -> None:
    """Leaving gives the program its own bytes back."""
    board = joined(plugged)
    assert on_board(board, keys) == locally(keys)
    board.close()
    assert plugged.machine.read(0x2000, 0x800) == rom.janus()


@pytest.mark.slow
def test_a_program_that_waits_as_the_original_does_is_loaded_and_played() -> None:
    what = board_program(shaped_like_the_original())
    line = BoardLine(machine(ROOM))
    board = joined(line, what, load=True, known=False)
    assert on_board(board, OPENING) == locally(OPENING)
    board.close()
    assert line.machine.read(0x0000, 0x15) == what.program.slice(0x0000, 0x0014)


@pytest.mark.skipif(ORIGINAL not in os.environ, reason=f"{ORIGINAL} names no copy")
def test_the_original_is_loaded_into_one_kilobyte_and_played() -> None:
    program, _, _ = read_sources([read_source(os.environ[ORIGINAL])])
    board = joined(BoardLine(machine()), board_program(program), load=True, known=False)
    assert on_board(board, OPENING) == locally(OPENING)


@pytest.mark.skipif(ROMS_VARIABLE not in os.environ, reason=f"{ROMS_VARIABLE} names no folder")
def test_the_monitor_of_1976_does_as_well() -> None:
    held = Machine(image("mos"), (ROOM,))
    board = joined(BoardLine(held), load=True, known=False)
    assert on_board(board, OPENING) == locally(OPENING)


@pytest.mark.parametrize(
    ("expansions", "load", "told"),
    [
        ((ROOM,), False, "Janus is not in the board's memory"),
        ((), True, "Janus needs RAM at $2000-$27FF"),
    ],
    ids=["was not asked for", "has no room"],
)
def test_nothing_is_loaded_or_written_that(
    expansions: tuple[Expansion, ...], load: bool, told: str
) -> None:
    line = BoardLine(machine(*expansions))
    line.machine.scramble()
    line.machine.reset()
    spans = [(0x0000, 0xEF), (0x0100, 0xE0), (0x0200, 0x200), (0x1780, 0x67)]
    spans += [(0x2000, 0x800)] * len(expansions)
    before = [line.machine.read(*span) for span in spans]
    with pytest.raises(SerialError, match=re.escape(told)):
        joined(line, load=load, known=False)
    assert [line.machine.read(*span) for span in spans] == before


@pytest.mark.slow
def test_a_game_that_began_on_the_board_is_taken_over() -> None:
    line = with_janus()
    held = line.machine
    held.tty = False
    held.reset()
    held.run_until_waiting()
    held.jump(0x0000)
    held.run_until_waiting()
    for key in OPENING.split()[:-1]:
        held.press(key)
        held.run_until_waiting()
    held.tty = True
    held.reset()
    board = joined(BoardLine(held), known=False)
    begun = locally(OPENING)
    assert (board.cells.table.hex, board.cells.omove) == (begun[-2][3], begun[-2][2])
    board.press("C")
    assert board.cells.digits == b"\xcc\xcc\xcc"


@pytest.fixture(scope="module")
def thought() -> tuple[str, str]:
    """Digits and table after the first thought."""
    _, digits, _, table = locally(f"C @00DC={BOOK_CLOSED:02X} PC")[-1]
    return digits, table


def begin(board: SerialBoard) -> Iterator[None]:
    """Have the board think of its first move."""
    board.press("C")
    board.cells.omove, board.cells.level = BOOK_CLOSED, Level.NORMAL
    return board.think()


def end(board: SerialBoard, thinking: Iterator[None]) -> tuple[str, str]:
    """Digits and table when it has done so."""
    for _ in thinking:
        pass
    return board.cells.digits.hex().upper(), board.cells.table.hex


def test_a_cable_pulled_out_in_mid_thought_loses_nothing(
    plugged: Unplugged, thought: tuple[str, str]
) -> None:
    board = joined(plugged)
    thinking = begin(board)
    plugged.pulls = 1
    assert end(board, thinking) == thought
    assert [text.partition(";")[0] for text in board.told] == [  # type: ignore[attr-defined]
        "board: the line is gone",
        "board: the line is back",
    ]


@pytest.mark.slow
def test_a_board_reset_in_mid_thought_thinks_again(
    plugged: Unplugged, thought: tuple[str, str]
) -> None:
    board = joined(plugged)
    thinking = begin(board)
    next(thinking)
    plugged.machine.reset()
    assert end(board, thinking) == thought


def test_a_board_that_thinks_is_joined_and_waited_for(plugged: Unplugged) -> None:
    """What was set up goes in by the monitor."""
    board = joined(plugged)
    request = request_from_fen(HARD, Level.BLITZ)
    board.cells.table, board.cells.omove = request.table, BOOK_CLOSED
    board.cells.level = request.level
    machine = plugged.machine
    assert machine.read(0x50, 32) == request.table.data
    assert (machine.peek(0x02F2), machine.peek(0x018B)) == (0x00, 0xFB)
    next(board.think())
    later = joined(plugged)
    assert later.told == ["the board computes; waiting until it is done"]  # type: ignore[attr-defined]
    reply = choose("rom", monitor="ours").solver().solve(request)
    assert (later.cells.shown_move(), later.cells.table) == (reply.move, reply.after)


@pytest.mark.slow
def test_a_board_that_is_switched_off_in_mid_thought_is_told() -> None:
    line = with_janus()
    thinking = begin(joined(line))
    next(thinking)
    line.machine.load_bytes(0x2006, b"\x4c\x06\x20")
    line.machine.jump(0x2006)
    line.machine.board.terminal.echo = False
    with pytest.raises(SerialError, match="the board has become silent; is it on"):
        list(thinking)


@pytest.mark.slow
def test_an_address_that_becomes_go_runs_something_and_loses_nothing(plugged: Unplugged) -> None:
    board = joined(plugged)
    board.press("C")
    plugged.bends = 1
    assert board.cells.digits == b"\xcc\xcc\xcc"
    assert plugged.bends == 0
    assert on_board(board, "PC 6 3") == locally("C PC 6 3")[1:]


@pytest.mark.parametrize("seed", every_run([0, 3], 1))
def test_on_a_bad_line_a_session_ends_right_or_with_its_line(seed: int) -> None:
    assert "\n" not in session(seed, 400)


def test_keys_wired_to_the_board_are_refused(plugged: Unplugged) -> None:
    with pytest.raises(ScriptError, match="RS is wired to the board itself"):
        list(run_on_board(joined(plugged), ["RS"]))
