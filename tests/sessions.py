"""The sessions shown in a page of documentation: what each command prints, run and compared.

python -m tests.sessions docs/machineroom.md    # write into the page what they print now
"""

import contextlib
import io
import re
import shlex
import sys
import tempfile
from pathlib import Path

from tui.cli.main import main as microchess

_FILE = re.compile(r"^`(?P<name>[\w.-]+)`:\n\n```\n(?P<text>.*?)```", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"^```console\n(?P<text>.*?)^```", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(
    r"^\$ microchess (?P<words>(?!kim tty --pty).+)\n(?:(?!\$ ).*\n)*", re.MULTILINE
)
"""A command and what it prints, but for one that runs for ever."""


def replayed(page: str) -> str:
    """*page* with what its commands print now, in its order, beside the files it names."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for match in _FILE.finditer(page):
            Path(match["name"]).write_text(match["text"], encoding="utf-8")
        return _BLOCK.sub(lambda block: _COMMAND.sub(_again, block[0]), page)


def _again(match: re.Match[str]) -> str:
    printed = io.StringIO()
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        contextlib.suppress(SystemExit),
    ):
        microchess(shlex.split(match["words"]))
    return f"$ microchess {match['words']}\n{printed.getvalue()}"


def main(paths: list[str]) -> None:
    """Bring pages up to date."""
    for path in map(Path, paths):
        path.write_text(replayed(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
