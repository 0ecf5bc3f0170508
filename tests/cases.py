r"""Tables of cases, in ``tests/data/cases``: a case a line, its cells between bars.

``\x20`` is a blank at the edge of a cell, ``\x7c`` a bar, ``\n`` the end of a line, as in Python.
"""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data" / "cases"


def cases(name: str) -> list[tuple[str, ...]]:
    """The cells of each line of a table."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [tuple(map(_cell, line.split("|"))) for line in lines]


def _cell(text: str) -> str:
    return text.strip().encode("ascii").decode("unicode_escape")


def put(data: Any, path: str, value: str) -> None:
    """Set what *path*, names and numbers between dots, leads to in *data* to a value in JSON; where
    that is a dash, take it away."""
    *parents, last = path.split(".")
    for name in parents:
        data = data[_key(data, name)]
    if value == "-":
        del data[_key(data, last)]
    else:
        data[_key(data, last)] = json.loads(value)


def _key(data: object, name: str) -> int | str:
    return int(name) if isinstance(data, list) else name
