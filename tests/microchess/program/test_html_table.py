"""What notebooks show: piece tables and replies as HTML, positions as SVG, true to the values."""

from collections import Counter
from xml.etree import ElementTree

import chess
import pytest

from microchess.engine.state import think
from microchess.game.game import Game
from microchess.program.html_table import html_table
from microchess.program.levels import Level
from microchess.program.memory_map import COUNTER_NAMES, TABLE
from microchess.program.position import Position
from microchess.program.reply import Candidate, Reply
from microchess.program.squares import on_board, to_chess
from microchess.program.table import HALF, INITIAL_TABLE, MEN, PieceTable, man_name
from microchess.shortcuts.starting import new_game

FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"


def read(html: str) -> tuple[str, list[str], list[list[str]]]:
    """Caption, head and rows."""
    root = ElementTree.fromstring(html)
    head, *rows = ([cell.text or "" for cell in row] for row in root.iter("tr"))
    return (root.text or "").strip(), head, rows


def bold(html: str) -> list[int]:
    """The rows, from 0, that stand out."""
    rows = list(ElementTree.fromstring(html).iter("tr"))[1:]
    return [number for number, row in enumerate(rows) if "bold" in row.get("style", "")]


def reply(fen: str) -> Reply:
    return think(Position.from_fen(fen).table, Level.NORMAL.check, Level.NORMAL.turn)


def test_any_text_stays_text() -> None:
    text = "<b>&amp;\"'\u00a0♔\u2028😀"
    caption, head, rows = read(html_table(f".{text}.", [text], [[text]]))
    assert (caption, head, rows) == (f".{text}.", [text], [[text]])


def test_a_table_shows_the_32_cells() -> None:
    data = PieceTable(INITIAL_TABLE).with_man(3, 0xCC).with_man(20, 0xAB).data
    _, _, rows = read(PieceTable(data)._repr_html_())
    assert [row[0] for row in rows] == list(MEN)
    cells = [row[1:4] for row in rows] + [row[4:7] for row in rows]
    for man, (address, byte, square) in enumerate(cells):
        assert (address, int(byte, 16)) == (f"${TABLE + man:02X}", data[man])
        if on_board(data[man]):
            names = [chess.parse_square(name) for name in square.split(" / ")]
            assert names == [to_chess(data[man], True), to_chess(data[man], False)]
        else:
            assert square == "captured"


def test_a_table_tells_what_is_wrong_with_it() -> None:
    sound = PieceTable(INITIAL_TABLE)
    kingless = sound.with_man(HALF, 0xCC)
    assert "king" not in read(sound._repr_html_())[0]
    assert kingless.problems()[0] in read(kingless._repr_html_())[0]


def test_a_reply_ranks_its_candidates_and_the_move_played_stands_out() -> None:
    given, before = reply(FEN), Position.from_fen(FEN).table
    caption, head, rows = read(given._repr_html_())
    values = [int(row[head.index("value")], 16) for row in rows]
    best = sorted((one.value for one in given.candidates), reverse=True)
    assert values == best[: len(values)]
    for row in rows:
        assert int(row[head.index("from")], 16) == before[MEN.index(row[0])]
    assert f"{len(rows)} of {len(given.candidates)}" in caption
    (number,) = bold(given._repr_html_())
    move = given.move
    assert move is not None
    assert rows[number][:3] == [man_name(move.man), f"{move.source:02X}", f"{move.target:02X}"]


def test_a_resignation_shows_no_move() -> None:
    given = reply("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")
    assert given.move is None
    assert read(given._repr_html_())[0].startswith("Resigns")
    assert bold(given._repr_html_()) == []


def test_a_candidate_shows_the_counters_that_count_and_none_while_the_program_thinks() -> None:
    one = reply(FEN).candidates[-1]
    _, head, (row,) = read(one._repr_html_())
    shown = dict(zip(head, row, strict=True))
    for name, count in zip(COUNTER_NAMES, one.counters, strict=True):
        assert shown.get(name, "0") == f"{count:X}"
    _, head, rows = read(Candidate(4, 0x46, 0xD1, b"")._repr_html_())
    assert (head, rows) == (["man", "to", "value"], [["KB", "46", "D1"]])


def drawn(shown: Position | Game) -> Counter[str]:
    """How often each piece is drawn, as ``white-king``."""
    uses = ElementTree.fromstring(shown._repr_svg_()).iter(f"{SVG}use")
    references = [one.get("href") or one.get(_HREF) or "" for one in uses]
    assert all(one.startswith("#") for one in references)
    return Counter(one[1:] for one in references)


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, "4k3/8/8/3q4/8/8/4PP2/4K3 w - - 0 1"])
def test_every_man_is_drawn_and_those_captured_are_not(fen: str) -> None:
    board = chess.Board(fen)
    expected = Counter(
        f"{chess.COLOR_NAMES[one.color]}-{chess.piece_name(one.piece_type)}"
        for one in board.piece_map().values()
    )
    for computer in chess.COLORS:
        assert drawn(Position.from_board(board, computer)) == expected
    without_king = Position(Position.from_fen(fen).table.with_man(0, 0xCC), True)
    assert sum(drawn(without_king).values()) == sum(expected.values()) - 1


@pytest.mark.parametrize("computer", chess.COLORS)
def test_a_game_is_drawn_with_its_last_move_the_players_side_below(computer: chess.Color) -> None:
    game = new_game(computer=computer, level=Level.SUPER_BLITZ)
    assert drawn(game) == drawn(game.position)
    if computer == chess.WHITE:
        game.answer()
    else:
        game.play(game.parse("e4"))
    heights = {
        one.get("class", "").split()[-1]: float(one.get("y", ""))
        for one in ElementTree.fromstring(game._repr_svg_()).iter(f"{SVG}rect")
        if "lastmove" in one.get("class", "")
    }
    assert set(heights) == {"e2", "e4"}
    assert (heights["e2"] > heights["e4"]) == (computer == chess.BLACK)
