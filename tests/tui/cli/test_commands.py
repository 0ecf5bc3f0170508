"""The command line: what it prints, and what it says when something is wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from emu.files.formats.papertape import write as write_paper_tape
from microchess.machine.solver import NAMES
from microchess.program.openings import OPENINGS
from microchess.puzzles.puzzle import puzzles
from tests import synthetic
from tests.commands import interrupted, run
from tests.golden import sound_replies, transcripts
from tests.patience import PATIENCE

TABLE = "0304000702050106101711161215141373747077727571766067616662656463"


def tape(tmp_path: Path) -> str:
    path = tmp_path / "mine.ptp"
    path.write_text(write_paper_tape(synthetic.program()))
    return str(path)


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["frob"], 2, "invalid choice: 'frob'"),
        (["keys"], 2, "the following arguments are required: KEY"),
        (["keys", "C", "X"], 1, "no key 'X' on the KIM-1"),
        (["keys", "C", "--level", "hard"], 2, "no level 'hard'; the levels are super-blitz"),
        (["reply"], 2, "one of the arguments --fen --table --batch is required"),
        (["reply", "--fen", "nonsense"], 1, "no FEN: 'nonsense'"),
        (["reply", "--fen", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"], 1, "White has 2 queens"),
        (["reply", "--table", "00"], 1, "a piece table has 32 bytes, not 1"),
        (["reply", "--fen", "startpos", "--jobs", "0"], 2, "'0'; expected 1 to 1024"),
        (["reply", "--fen", "startpos", "--player", "original"], 1, "microchess image add FILE"),
        (["play", "--opening", "sicilian"], 1, "no opening 'sicilian'"),
        (["play", "--side", "green"], 2, "invalid choice: 'green'"),
        (["image", "add", "no/such/file"], 1, "no/such/file: No such file"),
        (["play", "--fen", ""], 1, "no FEN: ''"),
        (["play", "--opening", ""], 1, "no opening ''"),
        (["keys", ""], 1, "no keys given"),
        (["image", "remove", "x"], 1, "no image 'x'; there are: none"),
    ],
)
def test_an_error_is_one_line_on_stderr_and_an_exit_code(
    arguments: list[str], code: int, complaint: str
) -> None:
    got, out, err = run(*arguments)
    assert (got, out) == (code, "")
    assert err.count("\n") == 1
    assert complaint in err


@pytest.mark.parametrize("command", ["reply", "annotate", "compare", "match"])
def test_every_player_is_named_by_the_help_of_who_takes_one(command: str) -> None:
    said = run(command, "--help")[1]
    assert not [name for name in NAMES if name not in said]


def test_keys_json_is_a_golden_transcript_but_for_the_cycles() -> None:
    golden = next(t for t in transcripts() if t["name"] == "from-empty")
    keys = [step["key"] for step in golden["steps"]]
    code, out, err = run(
        "keys", *keys, "--json", "--name", golden["name"], "--level", golden["level"]
    )
    assert (code, err) == (0, "")
    done = json.loads(out)
    for step in [*done["steps"], *golden["steps"]]:
        assert step.pop("cycles") > 0
    assert done == golden


def test_reply_json_has_the_golden_fields() -> None:
    golden = sound_replies()[0]
    _, out, _ = run("reply", "--table", golden["table"], "--level", golden["level"], "--json")
    done = json.loads(out)
    assert done.keys() == golden.keys() - {"kind", "fen"}
    for name in ("table", "level", "reply", "after", "candidates"):
        assert done[name] == golden[name]


def test_reply_in_words_gives_san_for_a_fen_and_digits_for_a_table() -> None:
    _, out, _ = run("reply", "--fen", "startpos", "--level", "blitz", "--trace")
    assert out.startswith("Janus, blitz: ")
    assert out.count("\n") == 2 + 1 + 20 + 1
    _, out, _ = run("reply", "--table", TABLE, "--level", "super-blitz")
    assert "Janus, super-blitz: " in out


def test_a_batch_answers_in_order_and_tells_of_bad_lines(tmp_path: Path) -> None:
    golden = [g for g in sound_replies() if g["level"] == "super-blitz"][:6]
    lines = [json.dumps({"table": g["table"], "level": g["level"]}) for g in golden]
    lines[3:3] = ["", "{}", "nonsense", '{"fen": "startpos", "level": "hard"}', "[" * 200_000]
    file = tmp_path / "batch.jsonl"
    file.write_text("\n".join(lines))
    code, out, err = run("reply", "--batch", str(file), "--jobs", "2")
    answers = [json.loads(line) for line in out.splitlines()]
    errors = [answer["error"] for answer in answers if "error" in answer]
    assert code == 1
    assert [a["after"] for a in answers if "error" not in a] == [g["after"] for g in golden]
    assert [answers.index({"error": error}) for error in errors] == [3, 4, 5, 6]
    assert errors[3].startswith("line 8: '[[[")
    assert errors[0] == 'line 5: neither "table" nor "fen" given'
    assert errors[1].startswith("line 6: 'nonsense'; expected e.g.")
    assert errors[2].startswith("line 7: no level 'hard'")
    assert err.count("\n") == 4


def test_an_image_not_recognised_runs_only_with_anyway(tmp_path: Path) -> None:
    file = tape(tmp_path)
    code, _, err = run("keys", "C", "PC", "--image", file)
    assert code == 1
    assert "$0000-$004D differs" in err
    assert "--anyway" in err
    code, out, _ = run("keys", "C", "PC", "--image", file, "--anyway")
    assert (code, out.splitlines()[-1].split(maxsplit=1)) == (0, ["PC", "0F 13 23"])


def test_an_image_once_added_is_the_one_that_runs(tmp_path: Path) -> None:
    code, out, _ = run("image", "add", tape(tmp_path), "--anyway")
    assert code == 0
    assert "not MicroChess (Peter Jennings, 1976)" in out
    assert "not recognised, from mine.ptp" in run("image", "list")[1]
    assert run("keys", "C", "PC")[1].splitlines()[-1].endswith("0F 13 23")
    assert run("keys", "C", "PC", "--player", "rom")[1].splitlines()[-1].endswith("33")
    assert run("image", "remove", "microchess")[0] == 0
    assert run("keys", "C", "PC")[1].splitlines()[-1].endswith("0F 13 33")


def play(lines: str, *options: str) -> str:
    level = () if "--puzzle" in options else ("--level", "super-blitz")
    side = () if {"--puzzle", "--fen", "--side", "--table"} & {*options} else ("--side", "black")
    code, out, _ = run("play", *level, *side, *options, typed=lines)
    assert code == 0
    return out


def test_a_game_can_be_played_through_a_pipe() -> None:
    out = play("e5\nNc6\nfen\nkeys\nflip\nlevel blitz\ntable\nhelp\nquit\ne4\n")
    assert "MicroChess: Bc4   LEDs 04 02 35   from the book" in out
    assert "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3" in out
    assert "Nc6: 7 6 5 5 F" in out
    assert "level blitz ($02F2=00, $018B=FB)" in out
    assert out.rstrip().endswith("quit")


WRONG_LINES = (
    ("e7e4", "e7e4 is not legal: a pawn on e7 cannot go to e4"),
    ("frob", "'frob' is no move"),
    ("level hard", "no level 'hard'"),
    ("poke 51", "'51' is no poke; expected ADDR=BYTE"),
    ("poke", "poke what?"),
    ("poke 2000=00", "cannot poke $2000: there is ROM, not RAM"),
    ("undo", "no move to take back"),
    ("keys maybe", "expected keys, keys on or keys off"),
    ("pgn ~nosuchuser/x", "cannot write '~nosuchuser/x'"),
    ("undo 3", "undo takes nothing after it, not '3'"),
    ("--", "'--' is no move"),
    ("pgn no/such/folder/x.pgn", "cannot write 'no/such/folder/x.pgn': No such file"),
)


def test_a_wrong_line_is_answered_and_the_game_goes_on() -> None:
    out = play("\n".join([*(line for line, _ in WRONG_LINES), "e5"]))
    for line, answer in WRONG_LINES:
        assert answer in out.partition(f"move> {line}\n")[2].partition("move>")[0]
    assert "MicroChess: Nf3" in out


def test_pokes_show_the_board_and_undo_takes_them_back() -> None:
    out = play("poke 51=CC 5F=43\nfen\nundo\nundo\nfen\n")
    assert "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNB1KBNR b KQkq - 0 1" in out
    assert "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" in out


def test_a_pgn_is_written_with_the_result_of_a_resignation(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    out = play(f"e5\nresign\ne6\npgn {file}\npgn {file}\n")
    assert "exists already" in play(f"pgn {file}\n")
    assert "Black (you) gives up; White (MicroChess) wins" in out
    assert "the game is over" in out
    assert '[Result "1-0"]' in file.read_text()


def test_a_puzzle_is_beaten_from_there() -> None:
    one = next(one for one in puzzles() if one.mate == 1)
    number, mate = str(one.number), one.board.san(one.solutions[0])
    out = run("play", "--puzzle", number, typed=f"{mate}\n")[1]
    assert out.startswith(f"{one}\n")
    assert "checkmate" in out
    assert f"level {one.level.title} " in run("play", "--puzzle", number, typed="level\n")[1]
    for wrong, options, complaint in (
        (1, ["--puzzle", "0"], "no puzzle '0'; expected a number from 1 to 100"),
        (2, ["--puzzle", "1", "--fen", "startpos"], "--fen has no effect with --puzzle"),
        (2, ["--puzzle", "1", "--level", "blitz"], "--level has no effect with --puzzle"),
    ):
        code, _, err = run("play", *options, typed="")
        assert (code, complaint in err) == (wrong, True)


def test_the_book_asked_for_is_played_and_its_misprints_told() -> None:
    out = play("e4\n", "--side", "white", "--opening", "french")
    assert "$CB is printed 04, meant 01" in out
    assert "MicroChess: e6" in out
    assert len({one.key for one in OPENINGS}) == 5


def test_streams_that_are_closed_or_cannot_say_it_are_no_traceback() -> None:
    command = f"{sys.executable} -m tui.cli.main"
    for line in (
        f"{command} reply --batch - <&-",
        f"{command} openings >&-",
        f"printf '\\377\\n' | PYTHONIOENCODING=ascii {command} play --unicode --side white",
        f"{command} kim dis --range 1C00-1FFF | head -1",
    ):
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr + done.stdout, line


def test_ctrl_c_during_a_batch_is_quiet(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text('{"fen": "startpos"}\n' * 500)
    code, err = interrupted("reply", "--jobs", "2", "--batch", str(file))
    assert code == 130
    assert "Traceback" not in err


def test_a_program_that_crashes_takes_the_players_move_back(tmp_path: Path) -> None:
    """Its key PC runs into $02, an opcode that is none."""
    cells = synthetic.memory() | {0x0200: 0x02}
    file = tmp_path / "crash.ptp"
    file.write_text(write_paper_tape(synthetic.program(cells)))
    out = play("Kd1\nfen\n", "--image", str(file), "--anyway",
        "--side", "white", "--fen", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
    )  # fmt: skip
    assert "undocumented opcode $02 at $0200: JAM, until RS; your move is taken back" in out
    assert "4k3/8/8/8/8/8/P7/4K3 w - - 0 1" in out


@pytest.mark.bash
def test_a_batch_on_processes_reads_an_image_once(tmp_path: Path) -> None:
    """It may come out of a pipe, which cannot be read again."""
    file = tmp_path / "batch.jsonl"
    file.write_text('{"fen": "startpos"}\n' * 3)
    line = (
        f"{sys.executable} -m tui.cli.main reply --batch {file} --jobs 2 --anyway "
        f"--image <(cat {tape(tmp_path)})"
    )
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 3


def test_our_own_rom_can_be_asked_for() -> None:
    assert run("keys", "C", "--monitor", "ours")[0] == 0
    assert "both halves of the KIM-1's ROM" in run("keys", "C", "--monitor", "kim")[2]


HARD = "0322000713144325101711161215443373637077615752562067513662656453"
"""Many captures: more than two million cycles at normal."""
SHARED = "47042247225446001417112207514313736170770223674247cc6173cc773763"


def test_a_reply_that_spends_its_budget_is_undecided() -> None:
    command = ("reply", "--table", HARD, "--level", "super-blitz", "--budget")
    code, out, err = run(*command, "20000", "--player", "rom")
    assert (code, out) == (3, "")
    assert err == ("undecided: Janus has no reply after 20,000 cycles; --budget can give it more\n")
    assert run(*command, "200000000", "--player", "rom")[0] == 0
    assert run(*command, "1", "--player", "python")[0] == 2
    assert run(*command, "0")[0] == 2


def test_a_line_of_a_batch_can_be_undecided(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    lines = [{"table": HARD, "level": level} for level in ("super-blitz", "normal")]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = ("reply", "--player", "rom", "--batch", str(file))
    code, out, err = run(*command, "--budget", "2000000")
    first, second = (json.loads(line) for line in out.splitlines())
    assert code == 3
    assert first["reply"]
    assert (second["table"], second["level"], second["cycles"]) == (HARD, "normal", 2_000_000)
    assert err == f"microchess: {second['undecided']}\n"
    assert "line 2: Janus has no reply after 2,000,000 cycles" in err
    file.write_text(json.dumps({"table": HARD}) + "\nnonsense\n")
    assert run(*command, "--budget", "9")[0] == 1


def test_janus_says_once_what_it_promises_where_men_share_a_square(tmp_path: Path) -> None:
    promise = "on sound boards only"
    command = ("reply", "--level", "super-blitz")
    code, out, err = run(*command, "--player", "rom", "--table", SHARED)
    assert (code, err.count(promise), err.count("\n")) == (0, 1, 1)
    assert out.startswith("Janus")
    assert run(*command, "--player", "python", "--table", SHARED)[2] == ""
    assert run(*command, "--player", "rom", "--table", HARD)[2] == ""
    file = tmp_path / "some.jsonl"
    file.write_text("".join(json.dumps({"table": one}) + "\n" for one in (HARD, SHARED, SHARED)))
    code, out, err = run(*command, "--player", "rom", "--batch", str(file))
    assert (code, len(out.splitlines()), err.count(promise)) == (0, 3, 1)


@pytest.mark.bash
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("boards >/dev/full", "microchess: standard output: No space left on device\n"),
        ("--help >/dev/full", "microchess: standard output: No space left on device\n"),
        ("kim info nofile 2>/dev/full", ""),
    ],
)
def test_output_that_nobody_takes_is_a_failure_in_one_line(words: str, told: str) -> None:
    command = f"{sys.executable} -m tui.cli.main {words}"
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=False, env=environment
    )
    assert (done.returncode, done.stderr) == (1, told)


def test_output_whose_reader_is_gone_is_a_failure_without_a_word() -> None:
    near, far = os.pipe()
    os.close(near)
    command = [sys.executable, "-m", "tui.cli.main", "--version"]
    done = subprocess.run(command, stdout=far, stderr=subprocess.PIPE, check=False)
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
