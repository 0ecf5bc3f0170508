"""What is served."""

import json
import re
from itertools import chain
from pathlib import Path

from emu.files import reading
from microchess.errors import MicroChessError
from microchess.machine.library import FILES, INDEX, NOTICE, Library

BUILT = Path(__file__).parent.parent / "page" / "built"
"""The files of the page, which a release has from the beginning."""
_LIST, _LISTED = "service.js", re.compile(rb"const FILES = (.*);")
"""The file that names all others with their sizes, and where it does."""
_PAGE, _ROOT = "index.html", '<html lang="en">'


def page_files() -> dict[str, bytes]:
    """Every file of the page by its name, as it is now; the page itself, which asks for the user's
    programs here, is the empty one too. Raises MicroChessError when it is not there, or not whole.
    """
    files = {path.name: path.read_bytes() for path in BUILT.glob("*.*")}
    page = files.get(_PAGE, b"").decode(errors="replace")
    listed = _LISTED.search(files.get(_LIST, b""))
    if listed is None or _ROOT not in page:
        raise MicroChessError(
            "the page is not part of this installation; in a checkout, make page makes it, with "
            "node and npm"
        )
    for name, size, _ in chain(*json.loads(listed[1]).values()):
        if name != "./" and (found := len(files.get(name, b""))) != size:
            raise MicroChessError(
                f"the page is damaged: {name} has {found:,} bytes, expected {size:,}; "
                "install it again, or, in a checkout, make page"
            )
    here = page.replace(_ROOT, f'{_ROOT[:-1]} data-host="server">', 1).encode()
    return files | dict.fromkeys(("", _PAGE), here)


def images() -> dict[str, bytes]:
    """The files of the user's programs and ROMs, by name.

    Raises LibraryError when one is missing or damaged, OSError when it cannot be read.
    """
    library = Library()
    library.program(), library.monitor()
    names = (INDEX, NOTICE, *FILES.values()) if library.entries() else ()
    paths = [library.folder / name for name in names]
    return {path.name: reading.read_bytes(path) for path in paths if path.exists()}
