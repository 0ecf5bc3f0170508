"""A published source text of a 6502 program, assembled as another edition of it was.

A statement is named by the last label above it and its number from there: ``WAIT+0`` is the first
one of ``WAIT``. An `Edition` says by such names what the other edition had in another way. A line
is a label, an instruction or ``DB`` with bytes, an operand, and a comment behind ``;``; a symbol is
``NAME = $HEX``. Operands are hexadecimal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from emu.units import ADDRESS_SPACE, Address, Byte

if TYPE_CHECKING:
    from py65.assembler import Assembler

MOST = 1 << 18
"""Characters of a text that is read as one."""
_LINE = re.compile(r"(?P<label>\w+)?(?:\s+(?P<word>[A-Za-z]{2,3})(?:\s+(?P<operand>\S.*))?)?")
_SYMBOL = re.compile(r"(\w+)\s*=\s*\$0*([0-9A-Fa-f]{1,4})")
_DIRECTIVE = re.compile(r"\s*[*.]|[^;]*=")
_NAME = re.compile(r"[A-Z]\w*")
_BYTE = re.compile(r"\s*\$?([0-9A-F]{1,2})\s*")
_DATA = "DB"
_BRANCH, _FARTHEST = 0x10, range(-0x80, 0x80)
"""The lower five bits of the opcode of every branch, and how far it goes."""
_LONGEST = 40
"""Characters of an operand, but of data."""
_UNKNOWN = 0xFFFF
_PASSES = 3
"""What lies in page zero is known after the first."""


@dataclass(frozen=True)
class Section:
    """The statements from the label *first* to the one *behind* them (None: to the end), and their
    address; where two parts meet, the later one stands. Without *kept* its labels alone count.
    """

    first: str
    behind: str | None
    address: Address
    kept: bool = True


@dataclass(frozen=True)
class Edition:
    """The *parts* of a program, and what its text has in another way: other *operands* and *words*
    of statements, statements that were *added* to it, and *restored* ones that it has as comments,
    by the beginning of such a line, which is taken for a blank.
    """

    parts: tuple[Section, ...]
    operands: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    added: frozenset[str] = frozenset()
    restored: re.Pattern[str] | None = None

    def wrote(self, text: str) -> bool:
        """Whether *text* is one of its program: two of the labels it names stand there."""
        named = {name.partition("+")[0] for name in (*self.operands, *self.words, *self.added)}
        for part in self.parts:
            named |= {part.first, part.behind or part.first}
        return len(text) <= MOST and len(named & _Text(text, self).places.keys()) > 1


class Fault(NamedTuple):
    """What is wrong in a part, which its first label names, and on which line."""

    part: str
    why: str


@dataclass(frozen=True)
class Assembled:
    """Bytes by address, and what could not be assembled: labels that are missing, then the rest."""

    memory: Mapping[Address, Byte]
    faults: tuple[Fault, ...]


class _Statement(NamedTuple):
    name: str
    word: str
    operand: str
    line: int

    @property
    def shown(self) -> str:
        """As it stands there, in quotes."""
        return repr(f"{self.word} {self.operand}".strip()[:_LONGEST])


class _Text:
    """Symbols with a value, statements, and between which of them lines say nothing known."""

    def __init__(self, text: str, edition: Edition) -> None:
        self.symbols: dict[str, int] = {}
        self.statements: list[_Statement] = []
        self.unread: list[tuple[int, int]] = []
        label, number = "", 0
        for at, line in enumerate(text.splitlines(), 1):
            if edition.restored is not None and (shut := edition.restored.match(line)):
                line = f" {line[shut.end() :]}"
            line = line.partition(";")[0].rstrip()
            if given := _SYMBOL.fullmatch(line):
                self.symbols[given[1].upper()] = int(given[2], 16)
            elif match := _LINE.fullmatch(line):
                if match["label"]:
                    label, number = match["label"].upper(), 0
                if match["word"]:
                    word, operand = match["word"].upper(), (match["operand"] or "").upper()
                    self.statements.append(_Statement(f"{label}+{number}", word, operand, at))
                    number += 1
            elif not _DIRECTIVE.match(line):
                self.unread.append((len(self.statements), at))
        self.places = {
            one.name[:-2]: index
            for index, one in enumerate(self.statements)
            if one.name.endswith("+0")
        }


class _Pass:
    """One time through all parts, with the values of the names that are *known* so far."""

    def __init__(self, by: Assembler, text: _Text, edition: Edition, known: dict[str, int]) -> None:
        self._assembler, self._text, self._edition, self._known = by, text, edition, known
        self.memory: dict[Address, Byte] = {}
        self.missing: list[Fault] = []
        self.faults: list[Fault] = []
        for part in edition.parts:
            self._take(part)

    def _take(self, part: Section) -> None:
        places, statements = self._text.places, self._text.statements
        if missing := [name for name in (part.first, part.behind) if name and name not in places]:
            self.missing.append(Fault(part.first, f"the label {missing[0]} is missing"))
            return
        first, end = places[part.first], places[part.behind] if part.behind else len(statements)
        address, wrong = part.address, list[str]()
        for one in statements[first:end]:
            if one.name.endswith("+0"):
                self._known[one.name[:-2]] = address
            if one.name in self._edition.added:
                continue
            data, fault = self._bytes_of(one, address)
            if fault:
                wrong.append(f"line {one.line}, {one.shown}: {fault}")
            if part.kept:
                self.memory.update(zip(range(address, ADDRESS_SPACE), data, strict=False))
            address += len(data)
        unread = (line for index, line in self._text.unread if first < index < end)
        wrong += (f"line {line} is no statement" for line in unread)
        self.faults += (Fault(part.first, why) for why in wrong if part.kept)

    def _bytes_of(self, one: _Statement, address: Address) -> tuple[Sequence[Byte], str]:
        """What it is assembled to, and what is wrong with it; empty: nothing."""
        if one.word == _DATA:
            return _data(one.operand)
        operand = self._edition.operands.get(one.name, one.operand)
        value, fault = None, ""
        if (name := _NAME.match(operand)) and operand != "A":
            value = self._known.get(name[0])
            if value is None:
                fault, value = f"{name[0]} is not defined", _UNKNOWN
            operand = f"${value:0{4 if value > 0xFF else 2}X}{operand[name.end() :]}"
        word = self._edition.words.get(one.name, one.word)
        try:
            data = self._assembler.assemble(f"{word} {operand[:_LONGEST]}".strip(), address)
        except (SyntaxError, LookupError, ArithmeticError, ValueError):
            return (), fault or "it cannot be assembled"
        if data[0] & 0x1F == _BRANCH and value is not None and not fault:
            away = value - address - len(data)
            fault = "" if away in _FARTHEST else f"a branch of {abs(away)} bytes; 128 are the most"
        return data, fault


def assemble(text: str, edition: Edition) -> Assembled:
    """The program in *text*, of which *edition* `wrote` one."""
    from py65.assembler import Assembler
    from py65.devices.mpu6502 import MPU

    by, read = Assembler(MPU()), _Text(text, edition)
    known = dict(read.symbols)
    last = [_Pass(by, read, edition, known) for _ in range(_PASSES)][-1]
    return Assembled(last.memory, (*last.missing, *last.faults))


def _data(operand: str) -> tuple[Sequence[Byte], str]:
    found = [(one, _BYTE.fullmatch(one)) for one in operand.split(",")]
    for one, byte in found:
        if byte is None:
            return (), f"{one.strip()[:_LONGEST]!r} is no byte"
    return [int(byte[1], 16) for _, byte in found if byte], ""
