"""What the README and the pages in docs show is what happens, and their links lead somewhere."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles

import pytest

from emu.chips.uart import MHZ
from microchess.program.levels import Level
from tests.commands import run
from tests.golden import cycles_of_positions
from tests.sessions import replayed
from tui.cli.parser import build_parser

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
DOCS = ROOT / "docs"
PAGES = [README, *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("development/*.md"))]
BESIDE = [ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
TEXT = {page: page.read_text(encoding="utf-8") for page in [*PAGES, *BESIDE]}
SHOWN = "\n".join(text for page, text in TEXT.items() if page.name != "machineroom.md")
MOST_LINES = 60
MOST_WORDS = 27_800

COMMANDS = sorted(set(re.findall(r"^microchess (?=\w)(.+)$", SHOWN, re.MULTILINE)))
TYPED = [
    (module, *found)
    for module, command in (
        ("microchess.uci.main", r"microchess-uci \| tail -n 2"),
        ("tui.cli.main kim tty", "microchess kim tty"),
    )
    for found in re.findall(rf"^\$ printf '(.+)' \| {command}\n((?:(?!```).*\n)+)", SHOWN, re.M)
]
PYTHON = sorted(set(re.findall(r"```python\n(import rom\n.*?)```", SHOWN, re.DOTALL)))


def test_the_pages_are_short_and_there_is_something_to_check() -> None:
    """Words as ``wc -w`` counts them, bars of tables included."""
    assert all((COMMANDS, PYTHON))
    assert len({module for module, *_ in TYPED}) == 2
    assert len(TEXT[README].splitlines()) <= MOST_LINES
    assert sum(len(text.split()) for text in TEXT.values()) <= MOST_WORDS
    assert len(TEXT[ROOT / "CHANGELOG.md"].split()) <= 150


def test_commands_print_what_is_shown() -> None:
    pages = [text for text in TEXT.values() if "\n$ microchess " in text]
    assert len(pages) > 3
    assert [replayed(text) for text in pages] == pages


@pytest.mark.parametrize("level", Level, ids=lambda level: level.title)
def test_it_is_beaten_by_the_moves_that_are_named(level: Level) -> None:
    def played(told: str) -> str:
        command, *moves = re.findall(r"`(.+?)`", told)
        assert len(moves) == 5
        options = [*shlex.split(command)[1:], "--level", level.title]
        return run(*options, typed="\n".join(moves))[1]

    white = TEXT[README].split("win in five moves. ")[1].split("While its")[0]
    out = played(white)
    assert "1-0  checkmate; White (you) wins" in out
    answers = re.findall(r"N\w+", white.split("answers")[1])
    assert re.findall(r"MicroChess: (\S+) ", out) == answers
    black = TEXT[DOCS / "analysis.md"].split("So with Black, ")[1]
    wins = "0-1  checkmate; Black (you) wins" in played(black.split("This line fails at super")[0])
    assert wins is (level is not Level.SUPER_BLITZ)


@pytest.mark.parametrize(("module", "typed", "shown"), TYPED)
def test_what_is_typed_is_answered_as_shown(module: str, typed: str, shown: str) -> None:
    command = [sys.executable, "-m", *module.split()]
    typed = typed.replace("\\n", "\n") if "uci" in module else typed
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=True)
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert lines[-len(shown.splitlines()) :] == shown.splitlines()


def test_commands_are_ones_there_are() -> None:
    for command in COMMANDS:
        plain = re.sub(r"\$\(.*?\)", "C", command).partition(" > ")[0]
        words = shlex.split(plain, comments=True)
        parsed = build_parser(words[0]).parse_args(words)
        assert parsed.command == words[0], command


@pytest.mark.parametrize("level", Level)
def test_the_times_of_the_levels_are_those_of_the_original(level: Level) -> None:
    cycles = [cycles / MHZ for cycles in cycles_of_positions(level)]
    seconds = median(cycles), quantiles(cycles, n=10)[-1], max(cycles)
    shown = ", ".join(f"{one:.0f}" if one >= 10 else f"{one:.1f}" for one in seconds)
    rows = TEXT[DOCS / "play.md"].splitlines()
    (row,) = (one for one in rows if one.startswith(f"| {level.title} |"))
    assert row.endswith(f"| {shown} | {level.seconds} |")


@pytest.mark.parametrize("example", PYTHON)
def test_the_python_example_prints_its_comment(
    capsys: pytest.CaptureFixture[str], example: str
) -> None:
    exec(example, {})
    assert capsys.readouterr().out.strip() == example.rsplit("# ", 1)[1].strip()


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    for page, text in TEXT.items():
        for target in re.findall(r"\]\((?!\w+://)([^)]+)\)", text):
            name, _, anchor = target.partition("#")
            file = (page.parent / name).resolve() if name else page
            assert file.exists(), (page.name, target)
            assert not anchor or anchor in anchors(TEXT[file]), (page.name, target)


def test_the_index_names_every_page() -> None:
    linked = set(re.findall(r"\]\(([\w/-]+\.md)\)", TEXT[DOCS / "README.md"]))
    pages = {page.relative_to(DOCS).as_posix() for page in PAGES[1:]} - {"README.md"}
    assert linked == pages


def anchors(text: str) -> set[str]:
    """The anchors that the headings of a page get on a forge."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}
