"""Completion in the shell: nothing that can be typed is left out."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from argcomplete.finders import CompletionFinder

from emu.files.programs import FORMATS
from microchess.boards.registry import EXHIBITS
from microchess.program.levels import Level
from microchess.program.openings import OPENINGS
from tests import synthetic
from tests.commands import run
from tests.parsers import commands
from tests.patience import PATIENCE
from tui.cli.completion import parser_for
from tui.cli.parser import COMMANDS

LEVELS = {level.title for level in Level}


def offered(line: str) -> set[str]:
    """The words that the last one of *line* can become."""
    parser = parser_for(line.split(" "))
    finder = CompletionFinder(parser, append_space=False)
    words: set[str] = set()
    while (whole := finder.rl_complete(line, len(words))) is not None:
        words.add(whole[line.rfind(" ") + 1 :])
    return words


@pytest.mark.parametrize("name", commands())
def test_every_command_has_examples_and_every_option_of_its_help_is_offered(name: str) -> None:
    epilog = commands()[name].epilog or ""
    assert f"microchess {name}" in epilog or name in ("image list", "image remove")
    shown = re.findall(r"^  (-.+?)(?:  |$)", run(*name.split(), "--help")[1], re.MULTILINE)
    options = {one.split()[0] for line in shown for one in line.split(", ") if one[0] == "-"}
    assert "--help" in options
    assert options <= offered(f"{name} -")


@pytest.mark.parametrize("name", ["bash", "fish"])
def test_every_command_is_offered(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("_ARGCOMPLETE_SHELL", name)
    assert offered("") == {*COMMANDS, "-h", "--help", "--version"}
    assert {"run", "tty", "convert"} <= offered("kim ")
    assert {"all", *(exhibit.key for exhibit in EXHIBITS)} <= offered("boards ")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("play --level ", LEVELS),
        ("--level ", LEVELS),
        ("reply --player ", {"rom", "original", "python", "literal"}),
        ("play --player ", {"rom", "original"}),
        ("play --opening ", {opening.key for opening in OPENINGS}),
        ("perft --board ", {exhibit.key for exhibit in EXHIBITS}),
        ("tape save --speed ", {"1", "2", "3", "6"}),
        ("kim convert --format ", set(FORMATS)),
        ("completion ", {"-h", "--help", "bash", "zsh", "fish"}),
    ],
)
def test_values_are_offered(line: str, words: set[str]) -> None:
    assert offered(line) == words


def test_images_of_ones_own_are_offered() -> None:
    assert "microchess" not in offered("image remove ")
    synthetic.keep()
    assert "microchess" in offered("image remove ")


def test_files_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tapes").mkdir()
    (tmp_path / "tapes" / "a.wav").touch()
    (tmp_path / "tune.ptp").touch()
    (tmp_path / ".hidden").touch()
    (tmp_path / "loop").symlink_to("loop")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert offered("kim run t") == {"tapes/", "tune.ptp"}
    assert offered("kim tty --load ") == {"loop", "tapes/", "tune.ptp"}
    assert offered("tape info tapes/") == {"tapes/a.wav"}
    assert offered("tape info ~/tu") == {"~/tune.ptp"}
    assert offered("kim run --monitor ") == {"ours", "kim", "tapes/"}
    assert offered("tape info nowhere/") == set()
    assert offered("kim info .h") == {".hidden"}


@pytest.fixture
def shell_environment(tmp_path: Path) -> dict[str, str]:
    """Where the ``microchess`` command of this checkout is found, and no one's own settings."""
    command = tmp_path / "bin" / "microchess"
    command.parent.mkdir()
    root = Path(__file__).parents[3]
    command.write_text(
        f"#!/bin/sh\nPYTHONPATH={shlex.quote(str(root))} "
        f'exec {shlex.quote(sys.executable)} -m tui.cli.main "$@"\n'
    )
    command.chmod(0o755)
    path = f"{command.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return {"PATH": path, "HOME": str(tmp_path), "TERM": "dumb", "LC_ALL": "C.UTF-8"}


BASH = """\
eval "$(microchess completion bash)"
ask() {
    COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9 COMPREPLY=()
    function=$(complete -p microchess | sed 's/.* -F \\([^ ]*\\) .*/\\1/')
    $function microchess
    printf '%s\\n' "${COMPREPLY[*]}"
}
"""


def shell(words: list[str], environment: dict[str, str]) -> list[str]:
    """The lines that a shell prints."""
    done = subprocess.run(
        words, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.bash
def test_bash_completes(shell_environment: dict[str, str]) -> None:
    lines = ["microchess ", "microchess --opening ru"]
    script = BASH + "".join(f"ask {shlex.quote(line)}\n" for line in lines)
    told = shell(["bash", "--norc", "--noprofile", "-c", script], shell_environment)
    first, opening = (set(line.split()) for line in told)
    assert first >= set(COMMANDS)
    assert opening == {"ruy-lopez"}


@pytest.mark.fish
def test_fish_completes(shell_environment: dict[str, str]) -> None:
    script = "microchess completion fish | source; complete -C 'microchess play --'"
    script += "; complete -C 'microchess play --level '"
    told = shell(["fish", "--no-config", "-c", script], shell_environment)
    shown = dict(line.partition("\t")[::2] for line in told)
    assert set(shown) == offered("play --") | LEVELS
    assert shown["--puzzle"] == "start from a puzzle; microchess puzzles lists them"


@pytest.mark.zsh
def test_zsh_completes(shell_environment: dict[str, str]) -> None:
    typed_at = pexpect.spawn(
        "zsh", ["-f", "-i"], env=shell_environment, timeout=PATIENCE, encoding="utf-8"
    )
    typed_at.sendline('autoload -U compinit; compinit -D; eval "$(microchess completion zsh)"')
    typed_at.sendline("print rea''dy")
    typed_at.expect("ready")
    typed_at.send("microchess --stead\t")
    typed_at.expect("--steady-book")
    typed_at.send("--opening ruy\t")
    typed_at.expect("ruy-lopez")
    typed_at.close(force=True)


@pytest.mark.parametrize(
    "given", [{"_ARGCOMPLETE": "1"}, {"_ARGCOMPLETE": "x", "COMP_POINT": "1", "COMP_LINE": "m"}]
)
def test_what_no_shell_asks_is_not_answered(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str]
) -> None:
    for name, text in given.items():
        monkeypatch.setenv(name, text)
    code, out, _ = run("--version")
    assert (code, out[:11]) == (0, "microchess ")
