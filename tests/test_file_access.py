"""Files are opened, written and moved by emu.files.reading, writing and locks alone."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.cases import cases

ROOT = Path(__file__).parent.parent
PACKAGES = ("emu", "microchess", "tui")
DOORS = {"emu/files/reading.py", "emu/files/writing.py", "emu/files/locks.py"}
BUILDERS = ("tui/page/build/",)
"""What makes files of the checkout, for its developers."""
ALLOWED = {(file, function) for file, function, _ in cases("files_opened_elsewhere")}
"""Files and functions; the table says why these are no files of a user's."""
METHODS = {
    *("open", "read_bytes", "read_text", "write_bytes", "write_text", "touch", "rename"),
    *("link_to", "hardlink_to"),
}
FUNCTIONS = re.compile(
    r"os\.(open|fdopen|replace|renames?|truncate|link|mkfifo)|io\.(open|FileIO|open_code)"
    r"|shutil\.(copy|copy2|copyfile|copytree|move)|tempfile\.(mkstemp|NamedTemporaryFile)"
    r"|json\.load|zlib\.decompress(obj)?|(gzip|bz2|lzma|wave|codecs)\.(open|decompress|\w+File)"
)


WORTH_A_LOOK = re.compile(
    rf"\b({'|'.join(METHODS)}|replace|load|\w*(decompress|copy|link|trunc|mk|File)\w*|move)\("
)


def calls_of(text: str) -> Iterator[str]:
    """The calls in *text* by which files are opened, read, written or moved."""
    for node in ast.walk(ast.parse(text)) if WORTH_A_LOOK.search(text) else ():
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            owner, _, method = name.rpartition(".")
            moves = method == "replace" and len(node.args) == 1 and not node.keywords
            if FUNCTIONS.fullmatch(name):
                yield name
            elif owner.rpartition(".")[2] in ("reading", "writing") or owner.startswith("files("):
                continue
            elif name == "open" or (owner and (method in METHODS or moves)):
                yield method


def test_no_other_module_opens_writes_or_moves_files() -> None:
    found = {
        (place, call)
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if (place := path.relative_to(ROOT).as_posix()) not in DOORS
        if not place.startswith(BUILDERS)
        for call in calls_of(path.read_text(encoding="utf-8"))
    }
    assert found == ALLOWED


def test_the_scan_sees_what_it_forbids() -> None:
    text = """
open("x"); Path("x").open(); path.read_text(); os.replace(a, b); path.replace(b)
shutil.move(a, b); json.load(f); zlib.decompress(d); text.replace("a", "b"); json.loads(t)
files("p").joinpath("x").read_text(); replace(state, x=1); zlib.compress(d); reading.read_text(p)
"""
    assert sorted(calls_of(text)) == [
        *("json.load", "open", "open", "os.replace", "read_text", "replace", "shutil.move"),
        "zlib.decompress",
    ]
