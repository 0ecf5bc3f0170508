"""A position to compare on, and the results: values that go to JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from emu.files.codec import decode
from microchess.program.levels import Level
from microchess.program.reply import Reply
from microchess.program.request import Request
from microchess.program.table import PieceTable

STATUSES = AGREE, DIFFER, UNDECIDED = "agree", "differ", "undecided"


@dataclass(frozen=True)
class CompareCase:
    """One table and level. ``kind`` says where it came from, ``game`` and ``ply`` which game."""

    id: int
    kind: str
    level: str
    table: str
    fen: str | None = None
    game: int | None = None
    ply: int | None = None

    @property
    def request(self) -> Request:
        return Request(PieceTable.from_hex(self.table), Level.named(self.level), self.fen)

    def as_json(self) -> dict[str, Any]:
        """Without the fields that are None."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class Summary:
    """One player's answer in short; ``reply`` is piece, from, to, None for a resignation."""

    reply: tuple[int, int, int] | None
    value: int | None
    candidates: int
    cycles: int | None

    @classmethod
    def of(cls, reply: Reply) -> Summary:
        shown = reply.move
        move = None if shown is None else (shown.man, shown.source, shown.target)
        best = max((one.value for one in reply.candidates), default=None)
        return cls(move, best, len(reply.candidates), reply.cycles)


@dataclass(frozen=True)
class Difference:
    """Where two players first part.

    ``what`` is ``candidate`` (number ``index``, from 0, differs), ``count`` (one judged more),
    ``reply``, ``after`` or ``error`` (``detail`` says which). ``counters`` has those that differ by
    name, ``values`` both values. ``evidence`` is for finding the weight that differs, when all
    counters agree: per term of the value the sum of its counts squared and of count times
    difference in value, over all candidates; ``spread`` is the sum of the differences squared.
    """

    players: tuple[str, str]
    what: str
    index: int | None = None
    move: tuple[int, int, int] | None = None
    values: tuple[int, int] | None = None
    counters: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    evidence: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    spread: int = 0
    detail: str = ""


@dataclass(frozen=True)
class CaseResult:
    """A case and what came of it. ``spent`` has the players without an answer because their cycle
    budget was used up, and that budget; all others are compared.
    """

    case: CompareCase
    answers: Mapping[str, Summary]
    difference: Difference | None = None
    spent: Mapping[str, int] = field(default_factory=dict)

    @property
    def status(self) -> str:
        """``agree``, ``differ``, or ``undecided``: no difference seen, but a budget spent."""
        if self.difference is not None:
            return DIFFER
        return UNDECIDED if self.spent else AGREE

    @property
    def agree(self) -> bool:
        """Whether all players have answered, and gave the same."""
        return self.status == AGREE

    @property
    def budget(self) -> int:
        """Cycles that did not suffice for an answer; 0 when all have answered."""
        return max(self.spent.values(), default=0)

    def as_json(self) -> dict[str, Any]:
        """One line of ``results.jsonl``."""
        return {
            **self.case.as_json(),
            "status": self.status,
            "agree": None if self.status == UNDECIDED else self.agree,
            "answers": {name: asdict(one) for name, one in self.answers.items()},
            "difference": None if self.difference is None else asdict(self.difference),
            "spent": dict(self.spent),
        }

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> CaseResult:
        """A result from its line; SnapshotError when it is none."""
        found = decode(fields, dict[str, Any], "result")
        own, cases = cls.__dataclass_fields__, CompareCase.__dataclass_fields__
        known = {name: value for name, value in found.items() if name in own}
        case = {name: value for name, value in found.items() if name in cases}
        return decode({**known, "case": case}, cls, "result")
