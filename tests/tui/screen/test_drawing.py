"""Pictures made of strips: no application, no screen."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import chess
import pytest
from rich.segment import Segment
from textual.strip import Strip
from textual.theme import Theme

from emu.chips.keypad import LAYOUT
from emu.chips.leds import HEX_SEGMENTS, Readout
from tui.panels.blocks import (
    Mode,
    Number,
    NumbersBlock,
    OwnBlock,
    PaperBlock,
    TableBlock,
    TableCell,
    TableColumn,
    TableRow,
)
from tui.panels.kilobyte import NAMES, RUNS, KilobyteMap
from tui.panels.machine import KeypadState
from tui.screen.drawing.blocks import draw_block
from tui.screen.drawing.board import SCALES, TEXT_STYLE, BoardPicture, Scale, best_scale, glyph
from tui.screen.drawing.colors import MONO, THEMES, board_colors, led_color
from tui.screen.drawing.digits import LARGE, SMALL, draw_digits, draw_digits_ascii
from tui.screen.drawing.ink import Ink
from tui.screen.drawing.kilobyte import draw_kilobyte
from tui.screen.drawing.words import row_at
from tui.screen.widgets.keypad import KEYBOARD, KeypadWidget

START = "".join(
    piece.symbol() if (piece := chess.Board().piece_at(square)) else "." for square in range(64)
)
INK = Ink()


def cells(strip: Strip) -> list[Segment]:
    return [Segment(sign, one.style) for one in strip for sign in one.text.replace(TEXT_STYLE, "")]


def text(strips: list[Strip]) -> list[str]:
    return ["".join(segment.text for segment in strip) for strip in strips]


def lines_of(block: TableBlock | PaperBlock, width: int) -> list[str]:
    return ["".join(word.text for word in line) for line in draw_block(block, width)]


@pytest.mark.parametrize("scale", [*SCALES[:4], SCALES[-1]], ids=str)
@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("white", [False, True])
def test_every_cell_of_a_board_belongs_to_its_square(scale, flipped, white) -> None:  # type: ignore[no-untyped-def]
    picture = BoardPicture(START, white, flipped, scale)
    strips = picture.strips()
    assert len(strips) == scale.rows
    assert {strip.cell_length for strip in strips} == {scale.columns}
    found = [picture.square_at(x, y) for y in range(8 * scale.height) for x in range(scale.columns)]
    for square in chess.SQUARES:
        assert found.count(square) == scale.width * scale.height
    bottom = picture.square_at(2, 8 * scale.height - 1)
    assert bottom == (chess.A1 if picture.white_below else chess.H8)


def test_the_player_sits_below_until_the_board_is_turned() -> None:
    assert not BoardPicture(START, computer_white=True).white_below
    assert BoardPicture(START, computer_white=True, flipped=True).white_below
    assert BoardPicture(START, computer_white=False).white_below


def test_no_man_can_become_an_emoji_and_each_looks_different() -> None:
    signs = {glyph(letter) for letter in "KQRBNPkqrbnp"}
    assert len(signs) == 12
    assert all(sign.endswith(TEXT_STYLE) for sign in signs)


def test_what_is_special_is_seen_without_colours_too() -> None:
    def ranks(**what: Any) -> dict[str, str]:
        drawn = BoardPicture(START, False, **what).strips()
        return {line[0]: line for line in text(drawn)}

    last = chess.E2, chess.E4
    letters = ranks(ascii_only=True, last=last, targets=frozenset({chess.D4}), cursor=chess.A1)
    assert "*" in letters["4"]
    assert "[ ]" in letters["4"]
    marks = ranks(marks=True, last=last, cursor=chess.E3)
    assert "[ ]" in marks["4"]
    for rank in "23":
        assert (marks[rank][22], marks[rank][26]) == ("[", "]")
    assert "!\xa0K\xa0!" in ranks(marks=True, check=chess.E1)["1"]


def test_the_largest_board_that_fits_is_chosen() -> None:
    assert (best_scale(44, 19).width, best_scale(164, 55).width) == (5, 13)
    for columns in range(80, 251, 10):
        for lines in range(24, 71, 2):
            scale = best_scale(columns - 36, lines - 5)
            assert scale.height > 1
            assert lines - 5 - scale.rows < 8 or columns - 36 - scale.columns < 16
    assert best_scale(10, 5) is SCALES[0]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_each_segment_is_where_it_belongs(size) -> None:  # type: ignore[no-untyped-def]
    pictures = []
    for bit in range(7):
        readout = Readout.steady((1 << bit, 0, 0, 0, 0, 0), (0.17, 0, 0, 0, 0, 0))
        strips = draw_digits(readout, size)
        assert len(strips) == size.rows
        assert {strip.cell_length for strip in strips} == {size.columns}
        pictures.append(str(strips))
    assert len(set(pictures)) == 7


def test_the_digits_in_letters_are_those_of_a_pocket_calculator() -> None:
    readout = Readout.steady(
        tuple(HEX_SEGMENTS[digit] for digit in (0, 1, 2, 3, 4, 8)), (0.17,) * 6
    )
    assert text(draw_digits_ascii(readout)) == [
        "  _       _   _        _  ",
        " | |   |  _|  _|  |_| |_| ",
        " |_|   | |_   _|    | |_| ",
    ]


def test_less_duty_is_less_red() -> None:
    reds = [int(led_color(duty)[1:3], 16) for duty in (0, 0.02, 0.06, 0.12, 0.5)]
    assert reds == sorted(reds)
    assert reds[-1] == reds[-2]


def test_a_table_has_its_parts_side_by_side_while_there_is_room() -> None:
    rows = tuple(
        TableRow(key, (TableCell("♔ king's rook", "", "♔ KR"), TableCell(key))) for key in "abcd"
    )
    table = TableBlock(
        "men", "Men", (TableColumn("Man"), TableColumn("At")), rows, ("you", "it"), "c"
    )
    drawn = {width: lines_of(table, width) for width in (60, 16, 9)}
    assert drawn[60][1:3] == [
        "Man           At  Man           At ",
        "♔ king's rook a   ♔ king's rook c  ",
    ]
    assert drawn[16] == [
        "you      it      ",
        "Man  At  Man  At ",
        "♔ KR a   ♔ KR c  ",
        "♔ KR b   ♔ KR d  ",
    ]
    assert drawn[9] == ["you     ", "Man  At ", "♔ KR a  ", "♔ KR b  ", "it      ", *drawn[9][5:]]
    line = draw_block(table, 60)[2]
    assert [row_at(line, x) for x in (0, 17, 18, 60)] == ["a", "", "c", ""]
    assert {word.tone for word in line if word.row == "c"} == {"chosen"}


def test_there_is_a_blank_between_a_weight_and_its_value() -> None:
    weights = (Number("BCAP1", "captures", -1.25, -1.25, -10, 10, 0.25),)
    (drawn, about) = draw_block(NumbersBlock("weights", "Weights", weights, "BCAP1"), 36)
    assert [word.text for word in (*drawn, *about)] == ["captures -1.25 ", "BCAP1"]


def test_numbers_end_in_line_bars_are_drawn_and_what_is_spare_is_left_out() -> None:
    columns = TableColumn("Adds", right=True), TableColumn("For"), TableColumn("Name", spare=True)
    cells = (
        (TableCell("+8"), TableCell("own moves", short="WMOB"), TableCell("x")),
        (TableCell("-0.5"), TableCell("", bar=0.5), TableCell("")),
    )
    rows = tuple(TableRow(str(at), one) for at, one in enumerate(cells))
    table = TableBlock("parts", "Parts", columns, rows, ("a title to be folded",))
    drawn = {width: [line.rstrip() for line in lines_of(table, width)] for width in (24, 16, 11)}
    assert drawn[24] == [
        "a title to be folded",
        "Adds For       Name",
        "  +8 own moves x",
        "-0.5 ▇▇▇▇",
    ]
    assert lines_of(table, 8)[-2:] == ["  +8 W.. ", "-0.5 ▇.. "]
    assert drawn[16][1:] == ["folded", "Adds For", "  +8 own moves", "-0.5 ▇▇▇▇"]
    assert drawn[11][-3:] == ["Adds For", "  +8 WMOB", "-0.5 ▇▇▇▇"]
    empty = TableBlock("parts", "Parts", columns, (), ("",))
    assert lines_of(empty, 24) == ["Adds For Name "]


def test_a_log_is_folded_between_words_and_paper_where_the_carriage_stops() -> None:
    lines = ("pressed for a new game, sides exchanged: C E",)
    log = PaperBlock("log", "Log", lines)
    assert lines_of(log, 24) == ["pressed for a new game,", "sides exchanged: C E"]
    typed = replace(log, mode=Mode("TERMINAL", "", ""))
    assert lines_of(typed, 24) == ["pressed for a new game, ", "sides exchanged: C E"]


def test_every_key_of_the_kim_is_on_the_keyboard_and_under_the_mouse() -> None:
    keys = {key for row in LAYOUT for key in row}
    assert set(KEYBOARD.values()) == keys
    data = KeypadState(frozenset(), False, False)
    keypad = KeypadWidget(OwnBlock("keypad", "keypad", data), "keypad")
    assert {keypad.key_at(x, y) for x in range(40) for y in range(14)} == {None, *keys}


@pytest.mark.parametrize("scale", SCALES, ids=str)
def test_in_letters_men_are_written_not_painted(scale: Scale) -> None:
    picture = BoardPicture(START, True, False, scale, ascii_only=True, pointed=chess.E2)
    lines = "".join(text(picture.strips()))
    assert lines.isascii()
    assert all(lines.count(man) == START.count(man) for man in "KQRBNPkqrnp")
    assert "<P>" in lines


def luminance(color: str) -> float:
    """As the Web Content Accessibility Guidelines define it."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_words_stand_out_from_every_ground_of_a_theme(theme: Theme) -> None:
    ink = Ink.of(theme)
    styles = (ink.muted, ink.accent, ink.good, ink.warning, ink.error, ink.led)
    words = {theme.foreground, *(style.color.name for style in styles if style.color)}
    board = board_colors(theme.dark, theme is MONO)
    assert len(words) >= 2
    for ground in (theme.background, theme.surface, theme.panel, theme.boost):
        for word in (
            *words,
            *((board["label"], board["octal"]) if ground == theme.background else ()),
        ):
            assert word
            assert ground
            assert contrast(word, ground) >= 4.5, (word, ground)


CROSSED = ("light", "dark", "last_light", "last_dark", "hint", "threat")


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize(
    ("drawn", "grounds", "least"),
    [
        (("white", "black"), (*CROSSED, "chosen", "pointed", "check", "candidate"), 3),
        (("hint_arrow", "threat_arrow"), CROSSED, 2.5),
    ],
    ids=["men", "arrows"],
)
def test_men_and_arrows_stand_out_from_every_square(
    theme: Theme, drawn: tuple[str, ...], grounds: tuple[str, ...], least: float
) -> None:
    board = board_colors(theme.dark, theme is MONO)
    for sign, ground in product(drawn, grounds):
        assert contrast(board[sign], board[ground]) >= least, (sign, ground)


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("scale", SCALES, ids=str)
def test_arrows_join_the_squares_of_a_move_and_hide_no_man(scale: Scale, flipped: bool) -> None:
    hint, threat = (chess.B1, chess.C3), (chess.H8, chess.H3)
    men = START.replace("P", ".").replace("p", ".")
    bare = BoardPicture(men, False, flipped, scale)
    drawn = replace(bare, hint=hint, threat=threat)
    crossed: dict[str, set[int | None]] = {drawn.colors["hint_arrow"]: set()}
    crossed[drawn.colors["threat_arrow"]] = set()
    for y, strips in enumerate(zip(bare.strips(), drawn.strips(), strict=True)):
        for x, (old, new) in enumerate(zip(*map(cells, strips), strict=True)):
            color = new.style.color.name if new.style and new.style.color else ""
            if color in crossed:
                assert old.text == " " or old.style.color == old.style.bgcolor
                crossed[color].add(drawn.square_at(x, y))
            else:
                assert new.text == old.text
    if scale.height == 1:
        assert not any(crossed.values())
        return
    over_knight, over_rook = crossed.values()
    assert chess.C3 in over_knight <= {chess.B1, chess.B2, chess.B3, chess.C1, chess.C2, chess.C3}
    assert set(chess.SquareSet.between(*threat)) | {chess.H3} <= over_rook


@pytest.mark.parametrize("scale", [SCALES[1], SCALES[3], SCALES[-1]], ids=str)
def test_a_capture_on_the_next_square_is_seen_on_the_square_of_any_man(scale: Scale) -> None:
    for man in "qrbnp":
        men = START.replace("P", ".", 1).replace("R", man, 1)
        drawn = BoardPicture(men, False, False, scale, threat=(chess.B1, chess.A1))
        color = drawn.colors["threat_arrow"]
        found = [
            x
            for y, strip in enumerate(drawn.strips())
            for x, cell in enumerate(cells(strip))
            if cell.style and cell.style.color and cell.style.color.name == color
            if drawn.square_at(x, y) == chess.A1
        ]
        assert len(found) >= scale.height
        assert len(set(found)) > 1


def corner(man: str, scale: Scale, **how: Any) -> list[Strip]:
    """Square a1, where nobody but *man* stands."""
    strips = BoardPicture(man + 63 * ".", True, True, scale, **how).strips()
    return [strip.crop(2, 2 + scale.width) for strip in strips[7 * scale.height : -1]]


@pytest.mark.parametrize("scale", [scale for scale in SCALES if scale.sprites], ids=str)
def test_every_man_has_a_picture_of_his_own_that_does_not_touch_the_square_above(
    scale: Scale,
) -> None:
    assert len({str(corner(man, scale)) for man in "KQRBNP"}) == 6
    for man in "KQRBNPkqrbnp":
        color = BoardPicture(START, True).colors["white"] if man.isupper() else "#120c06"
        for cell in cells(corner(man, scale)[0]):
            assert cell.style
            drawn = cell.style.color and cell.style.color.name == color
            filled = cell.style.color == cell.style.bgcolor
            assert not drawn or cell.text in " ▖▗▄" or filled, man


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("scale", SCALES[:2], ids=str)
def test_where_there_is_little_room_a_man_is_a_letter_on_his_colour(
    scale: Scale, ascii_only: bool, theme: Theme
) -> None:
    colors = board_colors(theme.dark, theme is MONO)
    for man in "KQRBNPkqrbnp":
        drawn = corner(man, scale, ascii_only=ascii_only, colors=colors)
        (letter,) = (cell for strip in drawn for cell in cells(strip) if cell.text.isalpha())
        assert letter.text == (man if ascii_only else man.upper())
        assert letter.style
        assert letter.style.color
        assert letter.style.bgcolor
        own, ground = letter.style.color.name, letter.style.bgcolor.name
        assert ground == (colors["white"] if man.isupper() else colors["black"])
        assert contrast(own, ground) >= 4.5


@pytest.mark.parametrize("width", [36, 80])
def test_every_byte_of_the_kilobyte_has_a_sign_and_what_changed_another(width: int) -> None:
    data = KilobyteMap(NAMES, RUNS, (0, 0x3FF), "free 2")
    lines = ["".join(word.text for word in one) for one in draw_kilobyte(data, width)]
    cells = "".join(line[5:] for line in lines if re.match("[0-9A-F]{4} ", line))
    assert (len(cells), cells[0], cells[-1], cells.count("#")) == (1024, "#", "#", 2)
    (pieces,) = re.findall(r"(\S) the 32 pieces", " ".join(lines))
    assert [at for at, sign in enumerate(cells) if sign == pieces] == [*range(0x50, 0x70)]
    assert all(any(name in line for line in lines) for name in NAMES)
    assert max(map(len, lines)) <= width
