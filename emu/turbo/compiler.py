"""Native code made in the background: by a process of its own, and kept from run to run.

A compilation takes seconds; the emulation goes on meanwhile, and ending it ends the compiler. The
compiler follows the program itself from the heads it is given, in a copy of memory, and puts what
it made into the cache; a later process finds it there by comparing dependencies with its memory.
"""

from __future__ import annotations

import atexit
import logging
import marshal
import os
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from emu.turbo.builder import Builder
from emu.turbo.cache import Folder, translator_fingerprint, user_folder
from emu.turbo.dependencies import Dependencies
from emu.turbo.layout import Layout
from emu.turbo.tree import Tree
from emu.units import Address, Cell

MAX_OBJECT_FILES = 16
"""Object files kept for one memory layout."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Order:
    """What to compile: what is reached from *heads* in a copy of memory, and where it stops."""

    heads: tuple[Address, ...]
    memory: bytes
    variable: frozenset[Cell]
    stops: frozenset[Address]


@dataclass(frozen=True)
class Compiled:
    """Native code, and what each of its trees depends on; ``host`` names compiler and processor.

    At an address of ``stops``, and only there, it returns to the driver wherever it comes from.
    """

    host: str
    code: bytes
    stops: frozenset[Address]
    dependencies: tuple[Dependencies, ...]

    def runs_past(self, stops: frozenset[Address]) -> bool:
        """Whether a computed jump may go past one of *stops*."""
        return any(d.head in stops and d.head not in self.stops for d in self.dependencies)

    def packed(self) -> bytes:
        """For a file."""
        dependencies = [each.packed() for each in self.dependencies]
        return marshal.dumps((self.host, self.code, self.stops, dependencies))

    @classmethod
    def unpacked(cls, data: bytes) -> Compiled:
        """What `packed` gave."""
        host, code, stops, dependencies = marshal.loads(data)
        return cls(host, code, stops, tuple(Dependencies.unpacked(each) for each in dependencies))


class NativeCompiler(Protocol):
    """Somebody who takes orders for native code, one at a time."""

    @property
    def busy(self) -> bool:
        """Whether an order is being worked on."""
        ...

    def kept(self) -> Iterable[Compiled]:
        """What earlier orders left, newest first."""
        ...

    def order(self, order: Order) -> None:
        """Start on an order; nothing happens while another is being worked on."""
        ...

    def finished(self, wait: bool = False) -> Compiled | None:
        """What the last order gave, once; None as long as there is nothing."""
        ...


class Compiler:
    """NativeCompiler in a process of its own, for machines of one layout."""

    def __init__(self, layout: Layout, folder: Folder | None = None) -> None:
        self._layout = layout
        self._private: tempfile.TemporaryDirectory[str] | None = None
        folder = folder or user_folder()
        if folder is None:
            self._private = tempfile.TemporaryDirectory(prefix="kim1-")
            folder = Folder(Path(self._private.name))
        self._folder = folder
        self._prefix = f"native-{translator_fingerprint()}-{layout.fingerprint}-"
        self._process: subprocess.Popen[bytes] | None = None
        self._name = ""
        self._orders = 0

    @property
    def busy(self) -> bool:
        """Whether an order is being worked on."""
        return self._process is not None and self._process.poll() is None

    def kept(self) -> Iterator[Compiled]:
        """What earlier orders left, newest first."""
        for name in self._folder.names(self._prefix):
            compiled = self._read(name)
            if compiled is not None:
                yield compiled

    def order(self, order: Order) -> None:
        """Start compiling; nothing happens while another order is being worked on."""
        if self.busy:
            return
        self._orders += 1
        self._name = f"{self._prefix}{os.getpid()}-{self._orders}"
        for surplus in self._folder.names(self._prefix)[MAX_OBJECT_FILES - 1 :]:
            self._folder.remove(surplus)
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(p or str(Path.cwd()) for p in sys.path),
            },
        )
        atexit.register(self._process.kill)
        assert self._process.stdin is not None
        with self._process.stdin as pipe:
            pipe.write(self._request(order))

    def finished(self, wait: bool = False) -> Compiled | None:
        """What the last order gave, once; None as long as there is nothing."""
        if self._process is None or (self.busy and not wait):
            return None
        status = self._process.wait()
        atexit.unregister(self._process.kill)
        self._process = None
        if status:
            _log.warning("the compiler of native code ended with status %d", status)
            return None
        return self._read(self._name)

    def _request(self, order: Order) -> bytes:
        layout = self._layout
        return marshal.dumps(
            (
                str(self._folder.path),
                self._name,
                (array("i", layout.read_cells).tobytes(), array("i", layout.write_cells).tobytes()),
                (order.heads, order.memory, order.variable, order.stops),
            )
        )

    def _read(self, name: str) -> Compiled | None:
        data = self._folder.read(name)
        try:
            return None if data is None else Compiled.unpacked(data)
        except (ValueError, TypeError, EOFError) as error:
            _log.warning("native code in the cache is not used: %s", error)
            return None


def trees_of(layout: Layout, order: Order) -> list[Tree]:
    """The trees of an order; none stores into the code of another without a guard."""
    code: set[Cell] = set()
    builder = Builder(
        layout, bytearray(order.memory), code.__contains__, order.variable, order.stops
    )
    heads: Collection[Address] = order.heads
    while True:
        trees = [tree for tree in map(builder.build, heads) if tree is not None]
        found = {cell for tree in trees for cell in tree.dependencies.code} - code
        if not any(tree.dependencies.stores & found for tree in trees):
            return trees
        code |= found


def main() -> None:
    """Work on the order on standard input."""
    from emu.turbo.native import compile_trees, host

    request: Any = marshal.loads(sys.stdin.buffer.read())
    folder, name, tables, order_parts = request
    order = Order(*order_parts)
    read_cells, write_cells = (array("i", table) for table in tables)
    layout = Layout(read_cells, write_cells, len(order.memory))
    trees = trees_of(layout, order)
    code = compile_trees(trees, order.stops, layout.size)
    compiled = Compiled(host(), code, order.stops, tuple(tree.dependencies for tree in trees))
    if not Folder(Path(folder)).write(name, compiled.packed()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
