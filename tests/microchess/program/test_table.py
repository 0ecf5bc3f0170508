"""The 32 bytes as a value."""

import pytest

from microchess.errors import TableError
from microchess.program.table import PieceTable, man_name
from tests.golden import transcripts

INITIAL = PieceTable.from_hex("0304000702050106101711161215141373747077727571766067616662656463")


def test_reversed_is_what_key_e_does() -> None:
    exchange = next(t for t in transcripts() if t["name"] == "exchange")
    after = [PieceTable.from_hex(step["table"]) for step in exchange["steps"]]
    assert after[0].reversed() == after[1]
    assert after[1].reversed() == after[2] == INITIAL


def test_a_captured_man_is_cc_and_ab_once_the_table_is_reversed() -> None:
    table = INITIAL.moved(0x0F, 0x63)
    assert (table[0x0F], table[0x1F]) == (0x63, 0xCC)
    assert table.reversed()[0x0F] == 0xAB
    assert table.reversed().reversed() == table


def test_of_two_men_on_a_square_the_one_with_the_higher_number_is_found() -> None:
    table = INITIAL.with_man(0x1F, 0x13)
    assert table.standing_on(0x13) == 0x1F
    assert table.problems() == [
        "2 pieces stand on $13: computer's king's pawn and player's king's pawn"
    ]
    assert table.problems(computer_white=True)[0].startswith("2 pieces stand on e2 ($13): ")


def test_a_missing_king_is_a_problem_and_a_missing_queen_is_none() -> None:
    assert INITIAL.with_man(0x10, 0xCC).problems() == ["the player's king is not on the board"]
    assert INITIAL.with_man(0x01, 0xCC).problems() == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("03", "has 32 bytes, not 1"),
        ("zz" * 32, "'z' is no hex digit"),
        ("0" * 63, "63 hex digits"),
    ],
)
def test_text_that_is_no_table_is_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(TableError, match=complaint):
        PieceTable.from_hex(text)


def test_men_have_the_names_of_the_manual() -> None:
    assert [man_name(man) for man in (0x00, 0x0E, 0x0F, 0x1F, 0xFF)] == [
        "K", "QP", "KP", "opponent's KP", "nobody",
    ]  # fmt: skip
