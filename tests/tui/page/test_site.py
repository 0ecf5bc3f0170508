"""What ``make site`` has put together."""

import gzip
import json
import os
import re
import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

from microchess.machine.published import ADDRESS
from tests.tui.page.conftest import FIRST, PYODIDE, ROOT

pytestmark = pytest.mark.node


def test_it_is_small_and_names_no_other_place_to_load_from(site: Path) -> None:
    listed = re.search(r"const FILES = (.*);", (site / "service.js").read_text("utf-8"))
    assert listed is not None
    files = json.loads(listed[1])
    assert sum(size for name, size, _ in files["first"] if name != "./") < FIRST
    assert sum(file.stat().st_size for file in site.iterdir()) < 20_000_000
    page = (site / "index.html").read_text("utf-8")
    for tag, address in re.findall(r'<(\w+)[^>]*?(?:src|href)="([^"]*)"', page):
        led = tag == "a" and address == ADDRESS
        assert led or (site / address).is_file(), address


def test_every_part_has_its_licence_and_the_source_is_offered(site: Path) -> None:
    about = (site / "about.html").read_text("utf-8")
    rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td>", about)
    assert {
        "CPython",
        "pyodide",
        "@lichess-org/chessground",
    } <= {name.split()[0] for name, _ in rows}
    for name, licence in rows:
        found = re.match(r'<a href="(.*?)">', licence)
        assert found is not None, name
        assert (site / found[1]).stat().st_size > 500, name
    names = ZipFile(site / "source.zip").namelist()
    for name in ("LICENSE", "Makefile", "tui/page/front/page.ts", ".ci/npm/package.json"):
        assert name in names


def test_pythons_memory_is_the_same_wherever_it_is_made(site: Path, tmp_path: Path) -> None:
    script = ROOT / "tui" / "page" / "build" / "snapshot.mjs"
    elsewhere = {**os.environ, "TZ": "Asia/Kolkata", "LANG": "C", "PYTHONHASHSEED": "5"}
    subprocess.run(
        ["node", script, PYODIDE, site / "source.zip", tmp_path], check=True, env=elsewhere
    )
    memory = gzip.decompress((site / "memory.bin.gz").read_bytes())
    assert (tmp_path / "memory.bin").read_bytes() == memory
    for name in ("desk.zip", "python_stdlib.zip"):
        assert (tmp_path / name).read_bytes() == (site / name).read_bytes(), name
