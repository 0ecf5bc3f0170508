"""Every example of a help or a page is a command there is, with options it takes, and a position
that can be played."""

import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from microchess.errors import MicroChessError
from microchess.game.given import GivenPosition
from microchess.program.position import read_fen
from tui.cli.commands.kim import SUBCOMMANDS
from tui.cli.parser import _EXAMPLES, COMMANDS, build_parser, is_play
from tui.cli.position import is_position

ROOT = Path(__file__).parents[3]
FEN = re.compile(
    r"(?:[KQRBNPkqrbnp1-8]+/){7}[KQRBNPkqrbnp1-8]+ [wb] [-KQkq]+ [-a-h36]+(?: \d+ \d+)?"
)
HELPS = [f"tui.cli.commands.{name}" for name in COMMANDS] + [
    f"tui.cli.commands.kim.{name}" for name in SUBCOMMANDS
]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def _commands(text: str) -> Iterator[str]:
    """The lines that begin with ``microchess``, after a pipe too; none made of another's output."""
    for line in re.sub(r" *\\\n\s*", " ", text).splitlines():
        if "$(" not in line and (
            found := re.match(
                r"\s*(?:\$ )?(?:[^`]*\| )?(?:\.venv/bin/)?(microchess(?: .*)?)$", line
            )
        ):
            yield re.split(r"  +|\s[|<>]|\s#", found[1])[0]


def _sources() -> Iterator[str]:
    yield _EXAMPLES
    for module in HELPS:
        yield getattr(import_module(module), "HELP", "")
    for page in PAGES:
        blocks = re.findall(
            r"^```(?:sh|bash|console|)\n(.*?)^```", page.read_text("utf-8"), re.M | re.S
        )
        yield "\n".join(blocks)


EXAMPLES = sorted({line for text in _sources() for line in _commands(text)})


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_is_a_command_line(line: str) -> None:
    words = shlex.split(line)[1:]
    if not words or is_play(words[0]):
        words.insert(0, "play")
    if words[0].startswith("--"):
        return
    arguments = build_parser(words[0]).parse_args(words)
    given = getattr(arguments, "fen", None) or []
    for text in [given] if isinstance(given, str) else given:
        if is_position(text) and text != "board":
            GivenPosition.of_text(text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_positions_of_a_page_can_be_played(page: Path) -> None:
    for fen in FEN.findall(page.read_text("utf-8")):
        try:
            read_fen(fen)
        except MicroChessError as error:
            pytest.fail(str(error))
