"""``microchess doctor``: what is here, for a report."""

import argparse
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

HELP = """\
Show what is installed and which files are used, to paste into a report.

Your home folder is shown as ~. Of the environment only the variables of this program are shown.

example: microchess doctor
"""
_PROJECT = "kim1-microchess"
_REQUIREMENT = re.compile(r"([\w.-]+)(?:.*extra == ['\"](\w+)['\"])?")
_NOT_FOR_USERS = ("dev", "web")
_LITTLE = 10
"""Megabytes: less are named."""


def add(parser: argparse.ArgumentParser) -> None:
    """There are no options."""


def run(_: argparse.Namespace) -> int:
    from emu.plain import plain_line

    home = re.compile(re.escape(str(Path.home())) + r"(?!\w)", re.IGNORECASE * (os.name == "nt"))
    for name, text in _lines():
        print(plain_line(f"{name:<12} {home.sub('~', text)}"))
    return 0


def _lines() -> Iterator[tuple[str, str]]:
    yield from _program()
    yield "engine", _engine()
    yield "page", _page()
    yield from _packages()
    yield from _images()
    yield from _places()
    yield from _terminal()
    given = (f"{name}={os.environ[name]}" for name in sorted(os.environ) if _is_ours(name))
    yield "environment", ", ".join(given) or "nothing set for this program"


def _is_ours(name: str) -> bool:
    return name.startswith(("KIM1_", "MICROCHESS_"))


def _program() -> Iterator[tuple[str, str]]:
    import microchess

    yield "microchess", f"{microchess.__version__} in {Path(microchess.__file__).parent}"
    try:
        installed = version(_PROJECT)
    except PackageNotFoundError:
        installed = "nothing"
    if installed != microchess.__version__:
        yield "", f"but what is installed is {installed}: install this version again"
    yield "command", shutil.which("microchess") or "not on the PATH"
    python = f"{platform.python_version()} ({platform.python_implementation()})"
    yield "Python", f"{python} in {sys.prefix}"
    yield "system", platform.platform()


def _engine() -> str:
    from emu import engines
    from emu.errors import EmuError

    used, fastest = "", engines.NAMES[-1]
    try:
        used = f"{engines.check()}; "
        engines.check(fastest)
    except EmuError as error:
        return f"{used}{error}"
    return f"{used}{fastest} works here"


def _page() -> str:
    from microchess.errors import MicroChessError
    from tui.serve.files import page_files

    try:
        size = sum(map(len, page_files().values()))
    except (MicroChessError, OSError) as error:
        return str(error)
    return f"{size / 1e6:.1f} MB"


def _packages() -> Iterator[tuple[str, str]]:
    """What is needed, and each extra, with its versions."""
    found: dict[str, list[str]] = {"packages": []}
    try:
        wanted = requires(_PROJECT) or []
    except PackageNotFoundError:
        wanted = []
    for one in wanted:
        if part := _REQUIREMENT.match(one):
            name, extra = part.groups()
            try:
                there = f"{name} {version(name)}"
            except PackageNotFoundError:
                there = f"{name} is not installed"
            found.setdefault(f"[{extra}]" if extra else "packages", []).append(there)
    for extra in _NOT_FOR_USERS:
        found.pop(f"[{extra}]", None)
    yield from ((name, ", ".join(versions)) for name, versions in found.items())


def _images() -> Iterator[tuple[str, str]]:
    from microchess.errors import LibraryError
    from microchess.machine.library import PROGRAM, Library

    library = Library()
    try:
        known = {
            one.name: library.fault(one) or ("recognised" if one.recognised else "not recognised")
            for one in library.entries()
        }
    except LibraryError as error:
        yield "images", str(error)
        return
    yield "1976", known.pop(PROGRAM, "none; Janus plays")
    yield "ROMs", ", ".join(f"{name} {state}" for name, state in known.items()) or "our own"


def _places() -> Iterator[tuple[str, str]]:
    """The folders for files, and what keeps from writing there."""
    from microchess.machine.library import default_folder
    from tui.screen import keymap

    yield "data", _place(default_folder())
    yield "keys", _place(keymap.default_path())


def _place(path: Path) -> str:
    there = next(one for one in (path, *path.parents) if one.exists())
    if not os.access(there, os.W_OK) or (there != path and not there.is_dir()):
        return f"{path} cannot be written"
    free = shutil.disk_usage(there).free // 1_000_000
    return f"{path}, where {free} MB are free" if free < _LITTLE else str(path)


def _terminal() -> Iterator[tuple[str, str]]:
    from rich.console import Console

    size = shutil.get_terminal_size()
    names = [os.environ[name] for name in ("TERM", "TERM_PROGRAM") if os.environ.get(name)]
    kind = " ".join(names) if sys.stdout.isatty() else "the output is no terminal"
    yield "terminal", f"{kind or 'no TERM'}, {size.columns} x {size.lines}, {sys.stdout.encoding}"
    yield "colours", Console(file=sys.stdout).color_system or "none"
