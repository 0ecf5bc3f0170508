"""What the pages say of the program, its speed and its memory is what the program does and has."""

import re
from pathlib import Path

import chess
import pytest

from emu.turbo.contract import LONGEST
from microchess import Level
from microchess.analysis.explain import explain
from microchess.boards.registry import EXHIBITS, SHOWN
from microchess.engine.value import BASE
from microchess.program.memory_map import COUNTER_NAMES
from tests import lights
from tests.golden import sound_replies
from tests.tui.panels.moments import moment
from tui.cli.commands.kim import SUBCOMMANDS
from tui.cli.parser import COMMANDS
from tui.panels import registry as panels
from tui.screen.panels.registry import PANELS

ROOT = Path(__file__).parent.parent
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md"))
}
LADDER = dict(re.findall(r"^\| ([\w-]+) \| (\d+) ", PAGES["docs/strength.md"], re.M))
WORDS = {21: "twenty-one", 26: "twenty-six"}


def source_of(*folders: str) -> str:
    """The text of all modules in *folders*, a string in several parts in one."""
    return " ".join(
        re.sub(r'"\s*\n\s*f?"', "", path.read_text(encoding="utf-8"))
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
    )


KEYED = [one for one in PANELS if one.key]
FACTS = [
    ("docs/reference.md", f"the value is 208 (`${BASE:02X}`) plus"),
    ("README.md", "{super-blitz}, {blitz} or {normal} Elo".format(**LADDER)),
    ("README.md", f"recordings of {len(sound_replies())} of its replies"),
    ("docs/boards.md", f"{WORDS[len(SHOWN)]} representations from the history of chess"),
    ("docs/boards.md", f"{WORDS[len(EXHIBITS)]} with variants"),
    ("docs/README.md", f"{WORDS[len(SHOWN)]} board representations"),
    ("CHANGELOG.md", f"{len(SHOWN)} board representations"),
    ("docs/machineroom.md", lights.CODE[:24].hex().upper()),
    ("docs/development/turbo.md", f"at most {LONGEST:,} cycles"),
    (
        "docs/interface.md",
        f"| F2 to {KEYED[-1].key.upper()} | panel {', '.join(one.title for one in KEYED)} |",
    ),
    *(("docs/cheatsheet.md", f"| {one.key.upper()} | {one.title}") for one in KEYED),
]
"""Page, and what it says."""


@pytest.mark.parametrize(("page", "said"), FACTS)
def test_the_page_says_what_is_so(page: str, said: str) -> None:
    assert said in " ".join(PAGES[page].split())


def test_the_numbers_of_the_annotated_game_are_the_programs() -> None:
    board, rows = chess.Board(), {}
    page = PAGES["docs/game.md"]
    for white, black in re.findall(r"^\*\*\d\. (\S+) (\S+)\.\*\*", page, re.M):
        board.push_san(white)
        for rank, one in enumerate(explain(board.copy(), Level.NORMAL).judgements):
            counters = dict(zip(COUNTER_NAMES, one.candidate.counters, strict=True))
            rows[white, one.san] = one.candidate.value, counters
            assert rank or one.san == black
        board.push_san(black)
    for part in page.split("|---|")[:-1]:
        head = part.splitlines()[-1].strip("| ").split(" | ")
        table = page.partition(part + "|---|")[2].partition("\n\n")[0].splitlines()[1:]
        assert len(table) > 2
        for san, value, *cells in (line.strip("| ").split(" | ") for line in table):
            found, counters = rows[head[0].split()[1], san]
            assert value == f"`${found:02X}`"
            assert [int(cell) for cell in cells] == [counters[name] for name in head[2:]], san
    board.push_san(page.partition("**5. ")[2].partition(".**")[0])
    assert board.is_checkmate()


def test_the_ids_of_keys_are_ones_that_can_be_changed() -> None:
    source = source_of("tui/screen")
    text = PAGES["docs/interface.md"]
    rows = re.findall(r"\| ([a-z]+\.[a-z]+(?:, [a-z]+\.[a-z]+)*) \|$", text, re.M)
    named = {one for row in rows for one in row.split(", ")}
    assert len(named) > 30
    ids = {
        f"{panel.name}.{act.name}"
        for panel in map(panels.load, panels.NAMES)
        for act in panel.actions(moment())
    }
    assert not [one for one in named - ids if f'"{one}"' not in source]


def test_the_page_of_commands_names_every_command_and_variable() -> None:
    page = PAGES["docs/commands.md"]
    rows = [line.split(": ")[0] for line in page.splitlines() if line.startswith("- `")]
    named = {word for row in rows for word in re.findall(r"[\w-]+", row)}
    assert {*COMMANDS, *SUBCOMMANDS} - named == set()
    source = source_of("emu", "microchess", "tui/screen")
    variables = set(re.findall(r'"((?:KIM1|MICROCHESS)_[A-Z]+)"', source))
    assert variables == {one for one in named if "_" in one and one != "NO_COLOR"}


@pytest.mark.parametrize("page", ["docs/troubleshooting.md", "docs/hardware.md"])
def test_the_messages_explained_are_ones_there_are(page: str) -> None:
    rows = re.findall(r"^- `([a-z0-9][^`|]+)`: ", PAGES[page], re.M)
    source = source_of("emu", "microchess", "tui", "rom", "bench")
    assert [row for row in rows if row.split(" `")[0] not in source] == []
