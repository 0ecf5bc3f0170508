"""Source lines of a program, from the debug information that ca65 and ld65 write.

``ca65 -g`` and ``ld65 --dbgfile x.dbg`` make a file of lines ``kind<TAB>name=value,...``: *file*,
*line* (of a file, with the spans of code made from it), *span* (of a segment), *seg*, *sym*. Lines
of type 2 are those of a macro's body; the line that calls the macro covers the same code.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path, PurePosixPath

from emu.files import reading
from emu.units import ADDRESS_SPACE, Address
from emu.watch import labels
from emu.watch.labels import LabelError

_FIELD = re.compile(r'\b(\w+)=("[^"]*"|[^,]*)')
_MACRO = "2"
_LABEL = "lab"
_NO_LINE = 0
_MOST_ADDRESSES = 16 * ADDRESS_SPACE
"""Of all spans; those of one program overlap a little."""


@dataclass(frozen=True)
class SourceLine:
    """A line of a source file, counted from 1; ``text`` is empty where the file is not at hand."""

    file: str
    number: int
    text: str = ""

    def __str__(self) -> str:
        return f"{PurePosixPath(self.file).name}:{self.number}"


@dataclass(frozen=True)
class Sources:
    """``lines`` by each address of their code, ``labels`` by address; at ``data`` is no code. What
    is left out is told in ``notes``.
    """

    lines: dict[Address, SourceLine] = field(default_factory=dict)
    labels: dict[Address, str] = field(default_factory=dict)
    data: frozenset[Address] = frozenset()
    notes: tuple[str, ...] = ()

    def find(self, file: str, number: int) -> Address:
        """Where the code of a line begins; of a line without code, that of the next with some.

        Raises LabelError for a file without code, or a line behind the last with code.
        """
        wanted = PurePosixPath(file).name
        own = [
            (line.number, address)
            for address, line in self.lines.items()
            if file == line.file or wanted == PurePosixPath(line.file).name
        ]
        behind = [one for one in own if one[0] >= number]
        if not behind:
            last = f"; the last with code is {max(own)[0]}" if own else ""
            raise LabelError(f"there is no code at {file}:{number}{last}")
        return min(behind)[1]


def read_names(text: str, name: str, folder: Path | None = None) -> Sources:
    """The labels in *text*, a file called *name*: such a file, with source lines, or one of labels.

    Raises LabelError.
    """
    if text.startswith("version\tmajor="):
        return parse(text, name, folder)
    return _sources(name, labels.parse(text, name))


def parse(text: str, name: str, folder: Path | None = None) -> Sources:
    """What a ``.dbg`` file called *name* says; sources are looked for from *folder* on.

    Raises LabelError with *name* where a line cannot be read.
    """
    tables: dict[str, dict[str, dict[str, str]]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        kind, tab, rest = line.partition("\t")
        if not tab:
            raise LabelError(f"{name}: line {number}: expected debug information of ca65")
        fields = {key: value.strip('"') for key, value in _FIELD.findall(rest)}
        tables.setdefault(kind, {})[fields.get("id", "")] = fields
    try:
        names = {
            address: one["name"]
            for one in tables.get("sym", {}).values()
            if one.get("type") == _LABEL and (address := int(one["val"], 0)) >= 0
        }
        spans = tables.get("span", {}).values()
        data = [_place(one, tables) for one in spans if "type" in one]
        lines = list(_lines(tables, folder))
        if sum(map(len, chain(data, (place for place, _ in lines)))) > _MOST_ADDRESSES:
            raise ValueError("its spans overlap too often")
        found = {address: line for place, line in lines for address in place}
        return _sources(name, names, found, frozenset(chain.from_iterable(data)))
    except (KeyError, ValueError) as error:
        raise LabelError(f"{name}: debug information is damaged ({error})") from None


def _sources(
    name: str,
    names: dict[Address, str],
    lines: dict[Address, SourceLine] | None = None,
    data: frozenset[Address] = frozenset(),
) -> Sources:
    """Those of the file *name*, without labels beyond the last address."""
    beyond = {address: label for address, label in names.items() if address >= ADDRESS_SPACE}
    within = {address: label for address, label in names.items() if address not in beyond}
    notes: tuple[str, ...] = ()
    if beyond:
        address, label = next(iter(beyond.items()))
        more = f" and {len(beyond) - 1} more" if len(beyond) > 1 else ""
        notes = (f"{name}: {label} (${address:06X}){more} beyond $FFFF: left out",)
    return Sources(lines or {}, within, data, notes)


def _lines(
    tables: dict[str, dict[str, dict[str, str]]], folder: Path | None
) -> Iterator[tuple[range, SourceLine]]:
    """Each line and the addresses of one of its spans."""
    texts = {number: _text(one["name"], folder) for number, one in tables.get("file", {}).items()}
    for line in tables.get("line", {}).values():
        number = int(line["line"])
        if line.get("type") == _MACRO or not line.get("span"):
            continue
        file, text = tables["file"][line["file"]]["name"], texts[line["file"]]
        own = text[number - 1].strip() if _NO_LINE < number <= len(text) else ""
        for one in line["span"].split("+"):
            yield _place(tables["span"][one], tables), SourceLine(file, number, own)


def _place(span: dict[str, str], tables: dict[str, dict[str, dict[str, str]]]) -> range:
    """The addresses of a span, none where it goes beyond the last; one with a type is data."""
    start = int(tables["seg"][span["seg"]]["start"], 0) + int(span["start"])
    end = start + int(span["size"])
    return range(start, end) if 0 <= start <= end <= ADDRESS_SPACE else range(0)


def _text(file: str, folder: Path | None) -> list[str]:
    if folder is None:
        return []
    try:
        return reading.read_text(folder / file).splitlines()
    except OSError:
        return []
