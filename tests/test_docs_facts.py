"""What the pages say of the program, its speed and its memory is what the program does and has."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from statistics import mean

import chess
import pytest

from emu.chips.uart import MHZ
from emu.turbo.contract import LONGEST
from microchess import Level, ask
from microchess.analysis.explain import explain
from microchess.boards.registry import EXHIBITS, SHOWN
from microchess.engine.literal import LiteralState
from microchess.engine.value import BASE
from microchess.machine.manifest import MICROCHESS_1976
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.table import MEN
from tests import lights, parsers
from tests.commands import run
from tests.golden import cycles_of_positions, sound_replies
from tests.tui.panels.moments import moment
from tui.cli.commands.kim import SUBCOMMANDS
from tui.cli.parser import COMMANDS
from tui.panels import registry as panels
from tui.screen.panels.registry import PANELS

ROOT = Path(__file__).parent.parent
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
}
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
SOURCES = ("emu", "microchess", "tui", "rom", "bench")
REFERENCE = " ".join(PAGES["docs/reference.md"].split())


def test_the_value_with_all_counters_zero_is_the_one_named() -> None:
    assert f"the value is 208 (`${BASE:02X}`) plus" in REFERENCE
    assert f"`${BASE:02X}` is the value with all counters zero." in REFERENCE
    said = "is a move that changes nothing"
    assert not [page for page, text in PAGES.items() if said in " ".join(text.split())]


def test_the_first_move_without_a_book_is_no_tie() -> None:
    values = {
        (MEN[one.man], f"{one.to:02X}"): (
            f"`${one.value:02X}`",
            dict(zip(COUNTER_NAMES, one.counters, strict=True))["WMOB"],
        )
        for one in ask("startpos", Level.NORMAL, "python").candidates
    }
    (e4, next_e4), (d4, next_d4) = values["KP", "33"], values["QP", "34"]
    assert f"e4 is worth {e4} and d4 {d4}" in REFERENCE
    assert f"(WMOB {next_e4} and {next_d4})" in REFERENCE


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


def test_key_f_twice_leaves_the_bytes_named() -> None:
    chess_program = LiteralState(Level.SUPER_BLITZ)
    for key in ("C", *"6343", "F", "F"):
        chess_program.press(key)
    pawn, before = chess_program.zero_page[0x6F], chess_program.zero_page[0x4F]
    said = f"After C, 6343, F, F the king's pawn is `{pawn:02X}`, and `$4F` holds `{before:02X}`"
    assert said in REFERENCE


def test_the_seconds_of_a_reply_add_up() -> None:
    """What a question costs is measured by bench/janus.py, which looks at janus.md."""
    fast, blitz, normal = (
        mean(cycles_of_positions(level)) for level in (Level.SUPER_BLITZ, Level.BLITZ, Level.NORMAL)
    )
    checking, following = re.findall(
        r"^\| (?:does|what) .*\? .*\| ([\d,]+) \| [\d,]+ \|$",
        PAGES["docs/development/janus.md"],
        re.M,
    )
    tests = (normal - blitz) / int(checking.replace(",", ""))
    follows = (blitz - fast) / int(following.replace(",", ""))
    rows = [
        f"| 1 | {fast:,.0f} | {fast / MHZ:.1f} |",
        f"| {follows:.0f} | {following} | {(blitz - fast) / MHZ:.1f} |",
        f"| {tests:.0f} | {checking} | {(normal - blitz) / MHZ:.1f} |",
        f"| | | {normal / MHZ:.1f} |",
    ]
    shown = PAGES["docs/reference.md"].splitlines()
    assert all(any(line.endswith(row) for line in shown) for row in rows), rows


def test_the_bytes_of_the_program_add_up() -> None:
    parts = {(part.first, part.last) for part in MICROCHESS_1976.parts}
    ((code, size),) = re.findall(r"^- (.*): code, (\d+) bytes", PAGES["docs/reference.md"], re.M)
    spans = re.findall(r"\$(\w{4})-\$(\w{4})", code)
    ranges = {(int(first, 16), int(last, 16)) for first, last in spans}
    assert ranges == parts - {(0x70, 0xAF)}
    assert int(size) == sum(last - first + 1 for first, last in ranges)
    (book,) = MICROCHESS_1976.optional.values()
    whole = int(size) + 0xAF - 0x70 + 1 + len(book)
    assert f"Code, tables and book are {whole} bytes" in REFERENCE
    assert whole < 1000
    assert "a chess program of less than a thousand bytes" in " ".join(PAGES["README.md"].split())


def test_extras_are_installed_from_a_checkout() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = dict(PAGES)
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*.py"):
            texts[path.relative_to(ROOT).as_posix()] = path.read_text(encoding="utf-8")
    from_index = f"{project['name']}["
    assert not [name for name, text in texts.items() if from_index in text]
    named = {
        extra
        for text in texts.values()
        for extras in re.findall(r"install '\.\[([\w,]+)\]'", text)
        for extra in extras.split(",")
    }
    extras = project["optional-dependencies"]
    assert named == {name for name, brings in extras.items() if brings} - {"dev"}


def test_the_ids_of_keys_are_ones_that_can_be_changed() -> None:
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tui" / "screen").rglob("*.py")
    )
    text = PAGES["docs/interface.md"]
    rows = re.findall(r"\| ([a-z]+\.[a-z]+(?:, [a-z]+\.[a-z]+)*) \|$", text, re.M)
    named = {one for row in rows for one in row.split(", ")}
    assert len(named) > 30
    ids = {
        f"{panel.title.lower()}.{act.name}"
        for panel in map(panels.load, panels.NAMES)
        for act in panel.actions(moment())
    }
    assert not [one for one in named - ids if f'"{one}"' not in source]


def test_the_page_of_commands_names_every_command_and_variable() -> None:
    page = PAGES["docs/commands.md"]
    rows = [line.split(": ")[0] for line in page.splitlines() if line.startswith("- `")]
    named = {word for row in rows for word in re.findall(r"[\w-]+", row)}
    assert {*COMMANDS, *SUBCOMMANDS} - named == set()
    source = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("emu", "microchess", "tui/screen")
        for path in (ROOT / folder).rglob("*.py")
    )
    variables = set(re.findall(r'"((?:KIM1|MICROCHESS)_[A-Z]+)"', source))
    assert variables == {one for one in named if "_" in one and one != "NO_COLOR"}


def test_the_commands_that_use_a_cluster_are_those_named() -> None:
    row = PAGES["docs/install.md"].partition("the option `--scheduler`")[2].partition("\n-")[0]
    found = {name for name in COMMANDS if "--scheduler" in options_of_command(name)}
    assert set(re.findall(r"`(\w+)`", row)) == found


def options_of_command(name: str) -> set[str]:
    return set(parsers.options_of(name)) if name in parsers.commands() else set()


def test_the_panels_have_the_keys_that_the_pages_name() -> None:
    titles = ", ".join(one.title for one in PANELS)
    assert f"| F2 to F9 | panel {titles} |" in PAGES["docs/interface.md"]
    keys = [one.key.upper() for one in PANELS]
    assert keys == [f"F{number}" for number in range(2, 10)]
    sheet = PAGES["docs/cheatsheet.md"]
    assert not [one for one in PANELS if f"| {one.key.upper()} | {one.title}" not in sheet]
    (lenses,) = (one for one in PANELS if one.title == "Lenses")
    assert f"{lenses.key.upper()} shows one or two beside your game" in " ".join(
        PAGES["docs/boards.md"].split()
    )


def test_the_monitor_leaves_what_opens_the_book_by_half() -> None:
    code, out, _ = run("keys", "--json", *["C", "PC", "ST", "PC", "GO", "PC"])
    *_, go, last = json.loads(out)["steps"]
    left = go["display"]
    assert code == 0
    assert f"GO leave `{left[:2]} {left[2:4]} {left[4:]}` on the display" in REFERENCE
    assert f"the next PC sets the pointer to `${last['omove']}`" in REFERENCE


@pytest.mark.parametrize("page", ["docs/troubleshooting.md", "docs/hardware.md"])
def test_the_messages_explained_are_ones_there_are(page: str) -> None:
    rows = re.findall(r"^- `([a-z0-9][^`|]+)`: ", PAGES[page], re.M)
    source = " ".join(
        re.sub(r'"\s*\n\s*f?"', "", path.read_text(encoding="utf-8"))
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*.py")
    )
    assert [row for row in rows if row.split(" `")[0] not in source] == []


def test_the_ratings_of_the_readme_are_those_of_the_ladder() -> None:
    ladder = dict(re.findall(r"^\| ([\w-]+) \| (\d+) ", PAGES["docs/strength.md"], re.M))
    fast, blitz, normal = (ladder[name] for name in ("super-blitz", "blitz", "normal"))
    assert f"{fast}, {blitz} or {normal} Elo" in " ".join(PAGES["README.md"].split())


def test_the_recorded_replies_are_as_many_as_told() -> None:
    assert f"recordings of {len(sound_replies())} of its replies" in " ".join(
        PAGES["README.md"].split()
    )


def test_the_number_of_boards_is_the_same_everywhere() -> None:
    gallery = PAGES["docs/boards.md"]
    shown, all_of_them = len(SHOWN), len(EXHIBITS)
    words = {21: "twenty-one", 26: "twenty-six"}
    assert f"{words[shown]} representations from the history of chess programming, " in gallery
    assert f"{words[all_of_them]} with variants" in gallery
    assert f"{words[shown]} board representations" in PAGES["docs/README.md"]
    assert f"all {words[shown]} representations" in " ".join(PAGES["docs/essay.md"].split())
    assert f"{shown} board representations" in CHANGELOG
    rows = re.findall(r"^\| ([\w-]+) \|", gallery, re.M)
    assert {one.key for one in SHOWN} <= {key for key in rows if rows.count(key) == 2}


def test_the_program_of_the_machine_room_is_the_one_of_the_tests() -> None:
    page = PAGES["docs/machineroom.md"]
    assert lights.LABELS in page
    assert lights.CODE[:24].hex().upper() in page


def test_the_longest_path_of_translated_code_is_the_one_named() -> None:
    assert f"at most {LONGEST:,} cycles" in PAGES["docs/development/turbo.md"]
