"""What ``make site`` has put together."""

from __future__ import annotations

import re
import tarfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.node


def test_it_is_small_and_names_no_other_place_to_load_from(site: Path) -> None:
    assert sum(file.stat().st_size for file in site.iterdir()) < 20_000_000
    for name in ("index.html", "full.html"):
        page = (site / name).read_text("utf-8")
        for address in re.findall(r'(?:src|href)="([^"]*)"', page):
            assert address == "./" or (site / address).is_file(), address


def test_every_part_has_its_licence_and_the_source_is_offered(site: Path) -> None:
    about = (site / "about.html").read_text("utf-8")
    rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td>", about)
    assert {
        "CPython",
        "pyodide",
        "Roboto",
        "@xterm/xterm",
        "textual",
        "@lichess-org/chessground",
    } <= {name.split()[0] for name, _ in rows}
    for name, licence in rows:
        found = re.match(r'<a href="(.*?)">', licence)
        assert found is not None, name
        assert (site / found[1]).stat().st_size > 500, name
    with tarfile.open(site / "source.tar.gz") as source:
        names = set(source.getnames())
    for name in ("LICENSE", "Makefile", "tui/page/front/page.ts", ".ci/npm/package.json"):
        assert f"kim1-microchess/{name}" in names
