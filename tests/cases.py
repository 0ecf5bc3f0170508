r"""Tables of cases, in ``tests/data/cases``: a case a line, its cells between bars.

``\x20`` is a blank at the edge of a cell, ``\x7c`` a bar, ``\n`` the end of a line, as in Python.
"""

from pathlib import Path

FOLDER = Path(__file__).parent / "data" / "cases"


def cases(name: str) -> list[tuple[str, ...]]:
    """The cells of each line of a table."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [tuple(map(_cell, line.split("|"))) for line in lines]


def _cell(text: str) -> str:
    return text.strip().encode("ascii").decode("unicode_escape")
