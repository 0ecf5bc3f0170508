"""Run by `compile.mjs` in the page's own Python: folders and archives of sources to bytecode."""

import importlib.util
import marshal
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

_UNUSED = (
    "ensurepip", "idlelib", "lib2to3", "pydoc_data", "sqlite3", "test", "tkinter", "turtledemo",
    "unittest", "venv", "wsgiref", "xmlrpc",
)  # fmt: skip
"""Folders of the standard library that nothing in the page imports."""
_MORE = ("wave.py", "tomllib/")
"""Modules and folders of the standard library that only panels import."""
_MOMENT = (2000, 1, 1, 0, 0, 0)
_UNCHECKED = (1).to_bytes(4, "little")


def compiled(name: str, source: bytes, optimize: int) -> bytes:
    """A ``.pyc`` whose source nobody looks for; *optimize* 2: without docstrings and asserts."""
    code = compile(source, f"/app/{name}", "exec", dont_inherit=True, optimize=optimize)
    head = importlib.util.MAGIC_NUMBER + _UNCHECKED + importlib.util.source_hash(source)
    return head + marshal.dumps(code)


def write(path: str, files: Iterator[tuple[str, bytes]], optimize: int = 2) -> None:
    """An archive that is the same whenever it is written."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files):
            if name.endswith(".py"):
                name, data = f"{name}c", compiled(name, data, optimize)
            info = zipfile.ZipInfo(name, _MOMENT)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)


def library(path: str) -> Iterator[tuple[str, bytes]]:
    """The standard library without what is unused."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if not name.endswith("/") and name.partition("/")[0] not in _UNUSED:
                yield name, archive.read(name)


def folder(path: str) -> Iterator[tuple[str, bytes]]:
    """All files of a folder."""
    for file in Path(path).rglob("*"):
        if file.is_file():
            yield file.relative_to(path).as_posix(), file.read_bytes()


if __name__ == "__main__":
    write("/site/python_stdlib.zip", library("/pyodide/python_stdlib.zip"))
    write("/site/desk.zip", folder("/stage/desk"))
    more = (one for one in library("/pyodide/python_stdlib.zip") if one[0].startswith(_MORE))
    write("/site/more.zip", chain(folder("/stage/more"), more), optimize=0)
