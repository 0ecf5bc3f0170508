"""Banks of cells of a memory: plain lists, or, to be counted, wrappers that tell of every access.

A memory asks for its cells by name and uses them like a list. Unwatched they *are* lists and cost
nothing more; watched, they are wrappers that know only what :class:`Cells` names, so that no read
or write can slip past the recorder.
"""

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from microchess.boards.view import BankPanel, Show, cells


class CellAccess(NamedTuple):
    """One cell read or written."""

    bank: str
    cell: int
    written: bool


class Watched:
    """What was done to a memory: ``accesses`` are all cells read and written, in order."""

    accesses: Sequence[CellAccess]

    @property
    def reads(self) -> int:
        """Cells read; one read twice counts twice."""
        return sum(not access.written for access in self.accesses)

    @property
    def writes(self) -> int:
        """Cells written, those that got the value they had included."""
        return len(self.accesses) - self.reads


@dataclass
class CellRecorder(Watched):
    """Every access, while it is not paused."""

    accesses: list[CellAccess] = field(default_factory=list)
    listening: bool = True

    def clear(self) -> None:
        self.accesses.clear()

    @contextmanager
    def paused(self) -> Iterator[None]:
        before, self.listening = self.listening, False
        try:
            yield
        finally:
            self.listening = before


class Cells(Protocol):
    """What a memory may do with a bank of cells."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[int]: ...


class ByteCells(Cells, Protocol):
    """Cells of a byte each, which can be searched from the end."""

    def rfind(self, byte: int, start: int, end: int, /) -> int: ...


class RecordedCells:
    """Cells that tell *recorder* of every access. Reading a bank through reads it cell by cell."""

    def __init__(self, bank: str, raw: MutableSequence[int], recorder: CellRecorder) -> None:
        self._raw, self._recorder = raw, recorder
        self._read = [CellAccess(bank, cell, False) for cell in range(len(raw))]
        self._written = [CellAccess(bank, cell, True) for cell in range(len(raw))]

    def __len__(self) -> int:
        return len(self._raw)

    def __getitem__(self, index: int, /) -> int:
        if self._recorder.listening:
            self._recorder.accesses.append(self._read[index % len(self._read)])
        return self._raw[index]

    def __setitem__(self, index: int, value: int, /) -> None:
        self._raw[index] = value
        if self._recorder.listening:
            self._recorder.accesses.append(self._written[index % len(self._written)])

    def __iter__(self) -> Iterator[int]:
        return (self[index] for index in range(len(self)))

    def rfind(self, byte: int, start: int, end: int, /) -> int:
        """The last index between *start* and *end* that holds *byte*, else -1; read downwards."""
        raw = self._raw
        found = next((i for i in range(end - 1, start - 1, -1) if raw[i] == byte), -1)
        if self._recorder.listening:
            self._recorder.accesses += reversed(self._read[max(found, start) : end])
        return found


@dataclass(frozen=True)
class Bank:
    """A named run of cells and how to show each by index and value."""

    name: str
    raw: MutableSequence[int]
    show: Show
    columns: int
    note: str = ""

    def panel(self) -> BankPanel:
        """Every cell as it is shown."""
        return BankPanel(self.name, self.columns, cells(self.name, self.raw, self.show), self.note)


class CellBanks:
    """All banks of a memory, watched if there is a recorder."""

    def __init__(self, recorder: CellRecorder | None = None) -> None:
        self.recorder = recorder
        self.banks: dict[str, Bank] = {}

    def cells(
        self, name: str, values: Iterable[int], show: Show, columns: int = 8, note: str = ""
    ) -> Cells:
        bank = self.banks[name] = Bank(name, list(values), show, columns, note)
        return bank.raw if self.recorder is None else RecordedCells(name, bank.raw, self.recorder)

    def byte_cells(self, name: str, values: Iterable[int], show: Show, columns: int) -> ByteCells:
        """A bank of cells of one byte each."""
        raw = bytearray(values)
        self.banks[name] = Bank(name, raw, show, columns)
        return raw if self.recorder is None else RecordedCells(name, raw, self.recorder)

    def unwatched(self) -> AbstractContextManager[None]:
        """Reads and writes in this context are not recorded."""
        return nullcontext() if self.recorder is None else self.recorder.paused()

    def raw(self) -> dict[str, tuple[int, ...]]:
        """The value of every cell, by bank."""
        return {name: tuple(bank.raw) for name, bank in self.banks.items()}

    def load_raw(self, values: dict[str, tuple[int, ...]]) -> None:
        """Put back what :meth:`raw` gave."""
        for name, bank in values.items():
            self.banks[name].raw[:] = bank

    def panels(self) -> tuple[BankPanel, ...]:
        """Every cell there is, as it is shown."""
        with self.unwatched():
            return tuple(bank.panel() for bank in self.banks.values())
