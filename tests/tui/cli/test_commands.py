"""Commands as a script calls them: their streams, how they end, and what short ones print."""

import io
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread, Timer

import pytest

from emu.files.programs import read_program
from microchess.machine.solver import NAMES
from microchess.program.openings import DEFAULT, OPENINGS
from microchess.tour.chapter import built_in
from tests.cases import cases
from tests.commands import run
from tests.patience import PATIENCE
from tui.cli.main import main

COMMAND = [sys.executable, "-m", "tui.cli.main"]


@pytest.mark.parametrize("command", ["reply", "annotate", "compare", "match"])
def test_every_player_is_named_by_the_help_of_who_takes_one(command: str) -> None:
    said = run(command, "--help")[1]
    assert not [name for name in NAMES if name not in said]


def test_all_openings_are_listed_with_their_misprints_and_a_pgn_line_becomes_a_book(
    tmp_path: Path,
) -> None:
    code, out, _ = run("openings")
    assert (code, out.count(" --side ")) == (0, 10)
    assert not [slip for one in OPENINGS for slip in one.slips if str(slip) not in out]
    pgn, tape = tmp_path / "mine.pgn", tmp_path / "mine.ptp"
    pgn.write_text(f"{DEFAULT.moves} *")
    assert run("openings", pgn, "--as", "ptp", "--out", tape)[0] == 0
    assert read_program(tape.read_bytes(), "mine").segments[0].data == DEFAULT.book
    assert run("openings", pgn)[1] == (
        "00C0: 99 25 0B 25 01 00 33 25 07 36 34 0D 34 34 0E 52\n"
        "00D0: 25 0D 45 35 04 55 22 06 43 33 0F CC\n"
    )


def test_the_tour_leads_a_reader_from_chapter_to_chapter() -> None:
    typed = "0F1333\n\npeek zz\n@51=CC\nquit\nnot read\n"
    code, out, err = run("tour", "--player", "rom", typed=typed)
    assert (code, err) == (0, "")
    assert "1 of 13: A kilobyte, six digits, 23 keys" in out
    assert "0F1333. Right." in out
    assert "2, keys> peek zz\n'peek zz'; expected peek ADDR" in out
    assert "There are 31 pieces left" in out
    assert "not read" not in out
    lines = run("tour", "--list")[1].splitlines()
    assert all(one.title in line for one, line in zip(built_in(), lines, strict=True))


# Streams


def test_a_stream_that_the_shell_closed_is_an_empty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert main(["reply", "--batch", "-"]) == 0
    assert main(["keys", "X"]) == 1
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()


def test_what_a_stream_cannot_encode_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n")))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="ascii"))
    assert main(["play", "--unicode", "--side", "white"]) == 0
    assert b"'?' is no move" in out.getvalue()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_nobody_takes_is_a_failure_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Path("/dev/full").open("w") as full, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        assert main(["boards"]) == 1
    assert capsys.readouterr().err == "microchess: standard output: No space left on device\n"
    command = [*COMMAND, "kim", "info", "nofile"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, check=False)
    assert (done.returncode, done.stdout) == (1, b"")


def test_output_whose_reader_is_gone_is_a_failure_without_a_word() -> None:
    near, far = os.pipe()
    os.close(near)
    done = subprocess.run([*COMMAND, "--version"], stdout=far, stderr=subprocess.PIPE, check=False)
    os.close(far)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(("sent", "code"), [(KeyboardInterrupt(), 130), (SystemExit(143), 143)])
def test_what_ends_the_making_of_a_class_ends_the_command(
    sent: BaseException, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Ends:
        def __set_name__(self, *_: object) -> None:
            raise sent

    monkeypatch.setattr("tui.cli.parser.run", lambda _: type("One", (), {"field": Ends()}))
    assert run("boards") == (code, "", "\n" * (code == 130))


@pytest.mark.parametrize("talk", cases("talks_through_pipes"), ids=lambda talk: talk[0])
def test_each_answer_comes_at_once(talk: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever keeps an answer in a buffer hears no more, and has not said it by then."""
    (near_in, far_in), (near_out, far_out) = os.pipe(), os.pipe()
    command, *lines = talk
    missing = lines[1::2]

    def other_end() -> None:
        with os.fdopen(far_in, "w") as say, os.fdopen(near_out) as heard:
            given_up = Timer(PATIENCE, say.close)
            given_up.start()
            for said, answer in zip(lines[::2], lines[1::2], strict=True):
                print(said, file=say, flush=True)
                if any(answer in line for line in iter(heard.readline, "")):
                    missing.remove(answer)
            given_up.cancel()
            say.close()
            heard.read()

    other = Thread(target=other_end)
    other.start()
    with os.fdopen(near_in) as stdin, os.fdopen(far_out, "w") as stdout:
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", stdout)
        assert main(command.split()) == 0
        monkeypatch.undo()
    other.join()
    assert not missing
