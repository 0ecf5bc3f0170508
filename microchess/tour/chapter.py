"""A chapter of the tour: a TOML file with settings, prose, and one thing to do or predict.

::

    title = "The board turned round"
    level = "super-blitz"           levels of play (default: normal)
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"   a position, the program to move and its book closed
    keys = "C @51=CC"               pressed and poked before the reader comes
    show = "digits table"           what stands below the prose, see `microchess.tour.views`
    light = "51 d1"                 bytes and squares in brackets
    source = ["reverse"]            methods of the literal engine that do what the chapter tells
    picture = "heat.svg A caption"  a picture for the page
    checks = ["peek 51 = 04"]       what must be so
    before = "Prose, in paragraphs. {peek 51} is answered by the live machine."

    [task]
    predict = "What will be at 51 after key E?"
    answer = "peek 51"              asked of the machine once the keys below are pressed
    hint = "$77 minus what is there now"
    here = "keys,table Press E under *Keys*."    in the page: parts to open, and what to do
    keys = "E"
    checks = ["peek 51 = 03"]
    after = "Prose for afterwards."

Instead of ``predict`` and ``answer`` there may be ``do = "Take the queen off the board."`` and
``until = "peek 51 = CC"``; its ``keys`` are one way to do it. What can be asked is in
`microchess.tour.questions`.
"""

from __future__ import annotations

import inspect
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from textwrap import dedent
from typing import Any

import chess

from emu.notation import Poke
from microchess.engine.literal import LiteralState
from microchess.machine import script
from microchess.program.levels import Level
from microchess.program.position import read_fen
from microchess.tour import views


@dataclass(frozen=True)
class Claim:
    """A question, and the answer it must have."""

    question: str
    answer: str

    @classmethod
    def read(cls, text: str) -> Claim:
        """``peek 51 = 04``."""
        question, _, answer = text.rpartition("=")
        return cls(question.strip(), answer.strip())


@dataclass(frozen=True)
class Task:
    """What is asked of the reader. With ``answer`` it is a prediction, with ``until`` a deed.

    ``here``: the parts of the page to open, by their names there, and what to do in them.
    """

    text: str
    keys: tuple[str | Poke, ...]
    answer: str | None
    until: Claim | None
    hint: str
    here: str
    checks: tuple[Claim, ...]

    @classmethod
    def read(cls, held: dict[str, Any]) -> Task:
        return cls(
            text=held["predict"] if "answer" in held else held["do"],
            keys=tuple(script.parse([held.get("keys", "")])),
            answer=held.get("answer"),
            until=None if "answer" in held else Claim.read(held["until"]),
            hint=held.get("hint", ""),
            here=held.get("here", ""),
            checks=tuple(map(Claim.read, held.get("checks", ()))),
        )


@dataclass(frozen=True)
class Chapter:
    """A chapter that was read; ``name`` is its file's without the suffix."""

    name: str
    title: str
    level: Level
    board: chess.Board | None
    keys: tuple[str | Poke, ...]
    show: tuple[str, ...]
    light: frozenset[str]
    source: tuple[str, ...]
    picture: str
    checks: tuple[Claim, ...]
    before: tuple[str, ...]
    task: Task
    after: tuple[str, ...]

    @classmethod
    def read(cls, name: str, text: str) -> Chapter:
        """The chapter that a file's *text* is."""
        held = tomllib.loads(text)
        return cls(
            name=name,
            title=held["title"],
            level=Level.named(held.get("level", Level.NORMAL.title)),
            board=read_fen(held["fen"]) if "fen" in held else None,
            keys=tuple(script.parse([held.get("keys", "")])),
            show=tuple(views.parse(held["show"])),
            light=frozenset(views.light(held.get("light", ""))),
            source=tuple(held.get("source", ())),
            picture=held.get("picture", ""),
            checks=tuple(map(Claim.read, held["checks"])),
            before=_paragraphs(held["before"]),
            task=Task.read(held["task"]),
            after=_paragraphs(held["task"]["after"]),
        )

    @property
    def python(self) -> str:
        """The methods of the literal engine that do what the chapter tells, as they stand there."""
        methods = (inspect.getsource(getattr(LiteralState, name)) for name in self.source)
        return "\n\n".join(map(dedent, methods))


def built_in() -> tuple[Chapter, ...]:
    folder = files("microchess.tour") / "chapters"
    found = sorted(folder.iterdir(), key=lambda one: one.name)
    return tuple(
        Chapter.read(Path(one.name).stem, one.read_text(encoding="utf-8")) for one in found
    )


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(block.split()) for block in text.split("\n\n"))
