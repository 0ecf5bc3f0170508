"""The names of the library and the keys of ``--json`` are those of the last release, unless the
changelog names what is new or gone.

``tests/data/promised.txt`` has those of the last release; it is written anew at a release alone:
``PYTHONPATH=. python tests/test_promise.py``.
"""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from microchess import __version__
from tests.cases import cases
from tests.commands import run
from tests.test_library_docs import PROMISED

ROOT = Path(__file__).parent.parent
LIST = ROOT / "tests" / "data" / "promised.txt"
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
QUICK = "--level super-blitz --json"
COMMANDS = [one for (one,) in cases("json_of_commands")]
"""Commands whose objects are looked at, in this order, in a folder with a program."""
FREE = re.compile(r"\$?[0-9A-F]{2,4}(-[0-9A-F]{2,4})?|rom|python|microchess")
"""Keys that are addresses or the names of what was asked."""


def keys(value: Any, path: str = "") -> Iterator[str]:
    """The path of each key in *value*."""
    if isinstance(value, list):
        for one in value:
            yield from keys(one, f"{path}[]")
    elif isinstance(value, dict):
        for name, one in value.items():
            below = f"{path}.{'*' if FREE.fullmatch(name) else name}".removeprefix(".")
            yield below
            yield from keys(one, below)


def promised(folder: Path) -> list[str]:
    """A line for each name and key there is; *folder* is the current one, and empty."""
    (folder / "add.dump").write_text("0200: 18 A5 10 65 11 85 F9 20 1F 1F 4C 07 02\n")
    found = {
        f"{subject}: {member}".replace("`", "")
        for subject, belongs in PROMISED.items()
        for member in (
            ["a name"] if "(" in subject else re.findall(r"`(\w+)`", belongs) or ["a name"]
        )
    }
    for command in COMMANDS:
        code, out, err = run(*shlex.split(command))
        assert code == 0, (command, err)
        name = " ".join(re.match(r"(kim |tape )?(state )?\w+", command)[0].split())  # type: ignore[index]
        objects = [json.loads(line) for line in out.splitlines() if line[:1] in "{["]
        found |= {f"{name} --json: {key}" for one in objects for key in keys(one)}
    return sorted(found)


def unnamed(before: list[str], now: list[str], changelog: str) -> list[str]:
    """What is new or gone, and is not named in what the changelog has of the next version."""
    news = changelog.partition("## Unreleased\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"[\w-]+", " ".join(re.findall(r"`([^`]+)`", news))))
    changed = set(before) ^ set(now)
    return sorted(one for one in changed if re.findall(r"[\w-]+", one)[-1] not in named)


def test_a_change_of_a_public_name_or_key_is_in_the_changelog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    head, *before = LIST.read_text("utf-8").splitlines()
    now = promised(tmp_path)
    assert len(now) > 200
    assert unnamed(before, now, CHANGELOG) == [], f"{head}: name these in the changelog"
    news = "## Unreleased\n- `steps` is gone\n## 1.0.0\n- `stages`"
    assert unnamed(["keys: steps"], ["keys: stages"], news) == ["keys: stages"]


if __name__ == "__main__":
    import os

    with TemporaryDirectory() as place:
        os.environ["MICROCHESS_DATA"] = place
        os.chdir(place)
        lines = [f"names and keys of {__version__}", *promised(Path(place))]
    LIST.write_text("".join(f"{line}\n" for line in lines), "utf-8")
