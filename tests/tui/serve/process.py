"""`microchess serve` as a process of its own, and its children."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.needs import unavailable
from tests.patience import PATIENCE
from tui.serve.static import BUILT

BROWSER = "0123456789abcdef" * 2


@dataclass(frozen=True)
class Served:
    """A running server: the address it printed, its process, and where it keeps sessions."""

    url: str
    process: subprocess.Popen[bytes]
    folder: Path

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def childrens_folder(self) -> Path:
        """Where the programs it starts find themselves."""
        (found,) = (self.folder / "tmp").glob("microchess-*")
        return found

    @property
    def origin(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def port(self) -> int:
        port = urlsplit(self.url).port
        assert port is not None
        return port

    @property
    def token(self) -> str:
        return urlsplit(self.url).path.strip("/").rpartition("/")[2]

    def ws(self, browser: str = BROWSER, tab: str = "") -> str:
        """The address of the line."""
        return f"{self.url}ws?browser={browser}&tab={tab}"


def needs_page() -> None:
    """Skips, or fails where tools are required, where the page is not made."""
    if not (BUILT / "index.html").exists():
        unavailable("the page is not built: make page")


@contextmanager
def serving(folder: Path, *options: str, level: str = "super-blitz") -> Iterator[Served]:
    """A server that keeps its sessions in *folder*; skips where the page is not made."""
    needs_page()
    (folder / "tmp").mkdir()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "tui.cli.main", "serve", "--port", "0", "--player", "rom",
         "--monitor", "ours", "--level", level, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env={**os.environ, "MICROCHESS_DATA": str(folder), "TMPDIR": str(folder / "tmp")},
    )  # fmt: skip
    assert process.stdout is not None
    said = ""
    started: list[int] = []
    try:
        while "Ctrl-C" not in said:
            line = process.stdout.readline().decode()
            assert line, said
            said += line
        yield Served(said.split()[1], process, folder)
        started = applications(process.pid)
    finally:
        for pid in [process.pid, *started]:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def applications(server: int) -> list[int]:
    """The processes the server has started, and theirs."""
    found = []
    try:
        children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    except OSError:
        return []
    for child in map(int, children):
        found += [child, *applications(child)]
    return found


def alive(pid: int) -> bool:
    """Whether the process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def gone(pids: Sequence[int], patience: float = PATIENCE) -> bool:
    """Whether all of them end before patience does."""
    until = time.monotonic() + patience
    while any(map(alive, pids)):
        if time.monotonic() > until:
            return False
        await asyncio.sleep(0.05)
    return True
