"""Measures what the documents show, and writes it there: ``python -m bench [--check] [NAME ...]``.

``--check`` writes nothing and fails where a page shows something else; it leaves out what shows
the moment (`play`) or this machine (`turbo`, `waits`), unless it is named.
"""

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from bench import (
    boards,
    gallery,
    janus,
    ladder,
    pages,
    screenshots,
    turbo,
    waits,
)
from bench.figures import Table, in_page

WIDTH = 100
DOCS = Path(__file__).parents[1] / "docs"


class Figure(NamedTuple):
    """A page, a picture or a folder in docs, and what it shows: tables of the page, a text, or the
    texts of the folder's files.
    """

    file: str
    measure: Callable[[], Iterable[Table] | str | dict[str, str]]
    checked: bool = True


FIGURES = {
    "janus": Figure("development/janus.md", janus.tables),
    "boards": Figure("boards.md", boards.tables),
    "strength": Figure("strength.md", ladder.tables),
    "essay": Figure("essay.md", pages.page),
    "essay-boards": Figure("essay", pages.pictures),
    "gallery": Figure("gallery.svg", gallery.draw),
    "turbo": Figure("development/turbo.md", turbo.tables, checked=False),
    "waits": Figure("development/waits.md", waits.tables, checked=False),
    "play": Figure("play.svg", screenshots.picture, checked=False),
}


def measured(figure: Figure) -> dict[Path, str]:
    """The files of a figure as they are once they show what is measured now."""
    file, found = DOCS / figure.file, figure.measure()
    if isinstance(found, dict):
        return {file / name: text for name, text in found.items()}
    return {file: found if isinstance(found, str) else in_page(shown_in(file), found)}


def shown_in(file: Path) -> str:
    """The text of a file, empty where there is none."""
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def main() -> int:
    """Write, or check, what is named, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(FIGURES))
    parser.add_argument("--check", action="store_true", help="only compare")
    asked = parser.parse_args()
    if unknown := [name for name in asked.names if name not in FIGURES]:
        parser.error(f"{unknown[0]!r} is no figure; expected {', '.join(FIGURES)}")
    wrong = 0
    for name in asked.names or FIGURES:
        figure = FIGURES[name]
        if asked.check and not (figure.checked or asked.names):
            continue
        for file, new in measured(figure).items():
            if not asked.check:
                file.write_text(new, encoding="utf-8")
            elif new != (old := shown_in(file)):
                print(f"{file} does not show what is measured now", file=sys.stderr)
                for one in sorted(set(new.splitlines()) - set(old.splitlines())):
                    print(one[:WIDTH], file=sys.stderr)
                wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
