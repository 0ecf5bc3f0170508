"""Native code made in the background: by a process of its own, and kept from run to run.

A compilation takes seconds; the emulation goes on meanwhile. The compiler follows the program
itself from the heads it is given, in a copy of memory, and puts what it made into the cache: first
a draft, made soon and half as fast, then the code that takes its place. A later process finds them
there by comparing dependencies with its memory; where it finds only a draft, it orders again. So a
command that ends before its compiler leaves it at work, at low priority and not for long, one for
each memory layout.
"""

from __future__ import annotations

import marshal
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from emu.turbo import child
from emu.turbo.cache import Folder, translator_fingerprint, user_folder, warn_once
from emu.turbo.child import Child, ChildError
from emu.turbo.layout import Layout
from emu.turbo.translations import Dependencies
from emu.units import Address, Cell

MAX_OBJECT_FILES = 16
"""Object files kept for one memory layout."""
PATIENCE = 600.0
"""Seconds one order may take; a few are usual."""
COMPILATION = "emu.turbo.compilation"
"""The module whose ``main`` makes native code."""
DRAFT = ".draft"
"""How the name of a file ends that something better will take the place of."""
AT_WORK = 75
"""How a compiler ends that finds another one at work for the same memory layout."""


class Order(NamedTuple):
    """What to compile: what is reached from *heads* in a copy of memory, and where it stops.

    ``unsteady`` are cells whose code keeps changing; only *heads* are made of them.
    """

    heads: tuple[Address, ...]
    memory: bytes
    variable: frozenset[Cell]
    stops: frozenset[Address]
    unsteady: frozenset[Cell] = frozenset()


@dataclass(frozen=True)
class Compiled:
    """Native code, and what each of its trees depends on; ``host`` names compiler and processor.
    A ``draft`` is right, but slow.

    At an address of ``stops``, and only there, it returns to the driver wherever it comes from.
    """

    host: str
    code: bytes
    stops: frozenset[Address]
    dependencies: tuple[Dependencies, ...]
    draft: bool = False

    def runs_past(self, stops: frozenset[Address]) -> bool:
        """Whether a computed jump may go past one of *stops*."""
        return any(d.head in stops and d.head not in self.stops for d in self.dependencies)

    def packed(self) -> bytes:
        """For a file."""
        dependencies = list(map(tuple, self.dependencies))
        return marshal.dumps((self.host, self.code, self.stops, dependencies))

    @classmethod
    def unpacked(cls, data: bytes, draft: bool = False) -> Compiled:
        """What `packed` gave; ValueError for anything else."""
        try:
            host, code, stops, dependencies = marshal.loads(data)
            unpacked = tuple(Dependencies(*each) for each in dependencies)
        except (ValueError, TypeError, EOFError) as error:
            raise ValueError(f"it is damaged ({error})") from None
        if (type(host), type(code), type(stops)) != (str, bytes, frozenset):
            raise ValueError("it is damaged")
        return cls(host, code, stops, unpacked, draft)


class Compiler:
    """Makes native code in a process of its own, one order at a time, for machines of one layout.

    The process is started by *command*. When it dies, does not answer within *patience* seconds, or
    answers rubbish, that is said once in the log, and there is no native code from then on.
    ``work`` is what compilers for the layout lock (`emu.files.locks`).
    """

    def __init__(
        self,
        layout: Layout,
        folder: Folder | None = None,
        command: Sequence[str] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._layout = layout
        self._command = command or child.command(COMPILATION)
        self._patience = patience
        self._private: tempfile.TemporaryDirectory[str] | None = None
        folder = folder or user_folder()
        if folder is None:
            self._private = tempfile.TemporaryDirectory(prefix="kim1-")
            folder = Folder(Path(self._private.name))
        self._folder = folder
        self.work = folder.path / f"native-{translator_fingerprint()}-{layout.fingerprint}"
        self._prefix = f"{self.work.name}-"
        self._known: dict[str, Compiled] = {}
        self._child: Child | None = None
        self._name = ""
        self._orders = 0
        self._failed = False

    @property
    def busy(self) -> bool:
        """Whether an order is being worked on, or its answer not fetched."""
        if self._child is not None:
            self._ended(self._child)
        return self._child is not None

    def kept(self) -> Iterator[Compiled]:
        """What orders have left so far, newest first, drafts last."""
        for name in sorted(self._folder.names(self._prefix), key=lambda name: name.endswith(DRAFT)):
            try:
                compiled = self._known.get(name) or self._read(name)
            except ValueError as error:
                warn_once(f"native code in the cache is not used: {error}")
                continue
            if compiled is not None:
                self._known[name] = compiled
                yield compiled

    def order(self, order: Order) -> None:
        """Start compiling; nothing happens while another order is being worked on, or after one
        has failed.
        """
        if self.busy or self._failed:
            return
        self._orders += 1
        self._name = f"{self._prefix}{os.getpid()}-{self._orders}"
        for surplus in self._folder.names(self._prefix)[MAX_OBJECT_FILES - 1 :]:
            self._folder.remove(surplus)
        folder, work = str(self._folder.path.absolute()), str(self.work.absolute())
        layout = self._layout.packed()
        request: Any = folder, self._name, work, layout, tuple(order), os.getpid()
        try:
            kept = self._private is None
            self._child = Child(self._command, marshal.dumps(request), self._patience, kept)
        except ChildError as error:
            self._give_up(str(error))

    def finished(self, wait: bool = False) -> Compiled | None:
        """What the last order gave, once; None as long as there is nothing."""
        if self._child is None or not self._ended(self._child, wait) or self._child is None:
            return None
        self._child = None
        try:
            compiled = self._read(self._name)
        except ValueError as error:
            self._folder.remove(self._name)
            self._give_up(f"has left code that cannot be used: {error}")
            return None
        if compiled is None:
            self._give_up("has left no code")
        return compiled

    def _ended(self, one: Child, wait: bool = False) -> bool:
        try:
            return one.ended(wait)
        except ChildError as error:
            if error.status == AT_WORK:
                self._child = None
            else:
                self._give_up(str(error))
            return True

    def _give_up(self, why: str) -> None:
        """Say so once; the emulation goes on in Python."""
        self._child, self._failed = None, True
        warn_once(f"no native code is made: the compiler {why}")

    def _read(self, name: str) -> Compiled | None:
        """Raises ValueError when it is damaged."""
        data = self._folder.read(name)
        return None if data is None else Compiled.unpacked(data, name.endswith(DRAFT))
