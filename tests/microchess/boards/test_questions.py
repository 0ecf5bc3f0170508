"""The same question: one answer, and the reads it takes."""

import chess
import pytest

from microchess.boards.questions import QUESTIONS as FORMS
from microchess.boards.questions import ask
from microchess.boards.registry import EXHIBITS, exhibit
from microchess.errors import BoardError
from tests.cases import cases

BOARD = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
QUESTIONS = [form.replace("SQUARE", square) for form in FORMS for square in ("f7", "d8")]


def reads(key: str, question: str) -> int:
    return ask(exhibit(key), BOARD, question).reads


@pytest.mark.parametrize("question", dict.fromkeys(QUESTIONS))
def test_all_give_the_same_answer(question: str) -> None:
    answers = {
        " ".join(sorted(ask(one, BOARD, question).text.replace(",", "").split()))
        for one in EXHIBITS
        if (question != "what are my moves" or one.key != "tscp")
        and (one.rules.double_step or ("go" not in question.split() and "moves" not in question))
    }
    assert len(answers) == 1
    if question == "what are my moves":
        castling_too = ask(exhibit("tscp"), BOARD, question).text
        assert int(castling_too) == 2 + int(*answers), "it counts castling from the rights alone"


@pytest.mark.parametrize(("question", "answer"), cases("answers_of_boards"))
def test_the_answers(question: str, answer: str) -> None:
    given = ask(exhibit("loop"), BOARD, question).text
    assert sorted(given.split(", ")) == sorted(answer.split(", "))


def test_each_memory_is_an_index_for_some_question() -> None:
    for key, question, number in (
        ("microchess", "where is my king", 1),
        ("microchess", "what is on e2", 32),
        ("microchess", "what is on e1", 16),
        ("tscp", "what is on f7", 2),
        ("banksia", "what is on f7", 1),
        ("loop", "how many rooks have I", 1),
        ("loop", "where are my pieces", 16 + 7),
        ("rustic-without-list", "what is on e2", 12),
        ("dorpsgek", "what is on e2", 1),
        ("dorpsgek-in-c", "what is on f7", 1 + 1),
        ("dorpsgek-in-c", "what is on c6", 1 + 2),
        ("dorpsgek-in-c", "what is on e8", 1 + 6),
    ):
        assert reads(key, question) == number, (key, question)
    assert reads("rustic-with-lists", "what are my moves") > reads("rustic", "what are my moves")
    attackers = ask(exhibit("piece-sets"), BOARD, "who attacks f7").accesses
    assert [access.bank for access in attackers] == ["topieces", "squares"]
    assert min(reads(one.key, "who attacks f7") for one in EXHIBITS) == 2


def test_what_is_no_question() -> None:
    for question, complaint in (
        ("who am I", "no question 'who am I'; ask: what is on SQUARE"),
        ("what is on z9", "'z9' is no square"),
        ("where can e5e4 go", "'e5e4' is no square"),
        ("where can e2 go", "no piece stands on e2"),
    ):
        with pytest.raises(BoardError, match=complaint):
            ask(exhibit("tscp"), BOARD, question)
