"""Files are opened, written and moved by emu.files.reading, writing and locks alone."""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("emu", "microchess", "tui")
DOORS = {"emu/files/reading.py", "emu/files/writing.py", "emu/files/locks.py"}
BUILDERS = ("tui/page/build/",)
"""What makes files of the checkout, for its developers."""
ALLOWED = {
    ("tui/cli/parser.py", "open"): "the empty file in place of a stream the shell closed",
    ("tui/cli/parser.py", "os.open"): "the same",
    ("microchess/uci/main.py", "open"): "standard input and output, which are open already",
    ("microchess/tour/chapter.py", "read_text"): "the chapters that come with the program",
    ("microchess/puzzles/puzzle.py", "read_text"): "the puzzles that come with the program",
    ("microchess/cluster.py", "read_bytes"): "our own source, for its fingerprint",
    ("tui/page/links.py", "zlib.decompressobj"): "a link, up to a size",
    ("emu/cassette/wav.py", "wave.open"): "writes into memory",
    ("emu/teletype/serial_port.py", "open"): "a serial port",
    ("tui/serve/files.py", "read_bytes"): "the page that comes with the program",
    ("microchess/machine/fetching.py", "open"): "an address of the web",
}
"""File and function, and why that is no file of a user's."""
METHODS = {
    *("open", "read_bytes", "read_text", "write_bytes", "write_text", "touch", "rename"),
    *("link_to", "hardlink_to"),
}
MODULES = {
    "os": {"open", "fdopen", "replace", "rename", "renames", "truncate", "link", "mkfifo"},
    "io": {"open", "FileIO", "open_code"},
    "shutil": {"copy", "copy2", "copyfile", "copytree", "move"},
    "tempfile": {"mkstemp", "NamedTemporaryFile"},
    "json": {"load"},
    "zlib": {"decompress", "decompressobj"},
    "gzip": {"open", "decompress", "GzipFile"},
    "bz2": {"open", "decompress", "BZ2File"},
    "lzma": {"open", "decompress", "LZMAFile"},
    "wave": {"open"},
    "codecs": {"open"},
}

WORTH_A_LOOK = re.compile(rf"\b({'|'.join({'replace', *METHODS, *chain(*MODULES.values())})})\(")


def calls_of(tree: ast.AST) -> Iterator[str]:
    """The calls in *tree* by which files are opened, read, written or moved."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        if isinstance(function, ast.Name) and function.id == "open":
            yield "open"
        if not isinstance(function, ast.Attribute):
            continue
        owner = function.value
        name = owner.id if isinstance(owner, ast.Name) else ""
        if name in MODULES:
            if function.attr in MODULES[name]:
                yield f"{name}.{function.attr}"
        elif name in ("reading", "writing") or _is_package_data(owner):
            continue
        elif function.attr in METHODS or (
            function.attr == "replace" and len(node.args) == 1 and not node.keywords
        ):
            yield function.attr


def _is_package_data(node: ast.AST) -> bool:
    """``files("package")...``: a resource that comes with the program."""
    return any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "files"
        for one in ast.walk(node)
    )


def test_no_other_module_opens_writes_or_moves_files() -> None:
    found = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            place = path.relative_to(ROOT).as_posix()
            if place not in DOORS and not place.startswith(BUILDERS):
                text = path.read_text(encoding="utf-8")
                if WORTH_A_LOOK.search(text):
                    found |= {(place, call) for call in calls_of(ast.parse(text))}
    assert found == set(ALLOWED)


def test_the_scan_sees_what_it_forbids() -> None:
    text = """
open("x"); Path("x").open(); path.read_text(); os.replace(a, b); path.replace(b)
shutil.move(a, b); json.load(f); zlib.decompress(d); text.replace("a", "b"); json.loads(t)
files("p").joinpath("x").read_text(); replace(state, x=1); zlib.compress(d); reading.read_text(p)
"""
    assert sorted(calls_of(ast.parse(text))) == [
        *("json.load", "open", "open", "os.replace", "read_text", "replace", "shutil.move"),
        "zlib.decompress",
    ]
