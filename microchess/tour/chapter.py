"""A chapter of the tour: a text file with a small header, prose, and one thing to do or predict.

::

    title: The board turned round
    level: super-blitz            levels of play (default: normal)
    fen: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1    a position, the program to move and its book closed
    keys: C @51=CC                pressed and poked before the reader comes
    show: digits table            what stands below the prose, see `microchess.tour.views`
    light: 51 d1                  bytes and squares in brackets
    source: reverse, generate     methods of the literal engine that do what the chapter tells
    picture: heat.svg A caption   a picture for the page
    check: peek 51 = 04           what must be so; as often as you like

    Prose, in paragraphs. {peek 51} is answered by the live machine.

    predict: What will be at 51 after key E?
    answer: peek 51               asked of the machine once the keys below are pressed
    hint: $77 minus what is there now
    here: keys,table Press E under *Keys*.    in the page: parts to open, and what to do
    keys: E
    check: peek 51 = 03

    Prose for afterwards.

Instead of ``predict`` and ``answer`` there may be ``do: Take the queen off the board.`` and
``until: peek 51 = CC``; its ``keys`` are one way to do it. A value goes on in lines that begin with
a space. What can be asked is in `microchess.tour.questions`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from textwrap import dedent

import chess

from emu.errors import EmuError
from emu.files import reading
from emu.notation import Poke
from microchess.engine.literal import LiteralState
from microchess.errors import MicroChessError
from microchess.machine import script
from microchess.program.levels import Level
from microchess.program.position import read_fen
from microchess.tour import questions, views

LARGEST = 64 * 1024
"""Bytes of a chapter."""
MOST_KEYS = 100
"""Keys and pokes in one place."""
MOST_QUESTIONS = 100
"""Questions in one place: checks, or those within the prose."""
_HEADER = ("title", "level", "fen", "keys", "show", "light", "source", "picture", "check")
_TASK = ("predict", "do", "answer", "until", "hint", "here", "keys", "check")


class ChapterError(MicroChessError, ValueError):
    """Text that is no chapter, or says what is not so; the message says what was expected."""


@dataclass(frozen=True)
class Claim:
    """A question, and the answer it must have."""

    question: str
    answer: str


@dataclass(frozen=True)
class Task:
    """What is asked of the reader. With ``answer`` it is a prediction, with ``until`` a deed.

    ``here``: the parts of the page to open, by their names there, and what to do in them.
    """

    text: str
    keys: tuple[str | Poke, ...]
    answer: str | None = None
    until: Claim | None = None
    hint: str = ""
    here: str = ""
    checks: tuple[Claim, ...] = ()


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

    @property
    def python(self) -> str:
        """The methods of the literal engine that do what the chapter tells, as they stand there."""
        methods = (inspect.getsource(getattr(LiteralState, name)) for name in self.source)
        return "\n\n".join(map(dedent, methods))


@dataclass
class _Fields:
    """The header of a chapter, or its task: values by name, and the checks."""

    values: dict[str, str] = field(default_factory=dict)
    checks: tuple[Claim, ...] = ()

    def required(self, name: str) -> str:
        if not (value := self.values.get(name)):
            raise ChapterError(f"no {name}; expected {name}: and a value")
        return value


def built_in() -> tuple[Chapter, ...]:
    """The chapters that come with the program, in order."""
    folder = files("microchess.tour") / "chapters"
    found = sorted(
        (one for one in folder.iterdir() if one.name.endswith(".txt")), key=lambda one: one.name
    )
    return tuple(parse(one.read_text(encoding="utf-8"), Path(one.name).stem) for one in found)


def read(path: Path) -> Chapter:
    """A chapter of somebody's own.

    Raises OSError, and ChapterError naming the file and what is wrong with it.
    """
    try:
        return parse(reading.read_text(path, LARGEST), path.stem)
    except ChapterError as error:
        raise ChapterError(f"{path}: {error}") from None


def parse(text: str, name: str) -> Chapter:
    """The chapter that *text* is. Raises ChapterError."""
    odd = next((c for c in text if c not in "\n\t" and not c.isprintable()), None)
    if odd is not None:
        raise ChapterError(f"the character U+{ord(odd):04X}; expected text")
    blocks = [block.strip("\n") for block in text.replace("\t", " ").split("\n\n")]
    blocks = [block for block in blocks if block.strip()]
    places = [n for n, block in enumerate(blocks) if block.startswith(("predict:", "do:"))]
    if len(places) != 1 or places[0] == 0:
        raise ChapterError(
            f"{len(places)} things to do; expected a header, prose, and one predict: or do:"
        )
    place = places[0]
    header = _fields(blocks[0], _HEADER)
    try:
        chapter = _chapter(name, header, blocks[1:place], blocks[place], blocks[place + 1 :])
    except ChapterError:
        raise
    except (MicroChessError, EmuError) as error:
        raise ChapterError(str(error)) from None
    _check_questions(chapter)
    return chapter


def _chapter(
    name: str, header: _Fields, before: Sequence[str], task: str, after: Sequence[str]
) -> Chapter:
    given = header.values.get
    fen = given("fen")
    return Chapter(
        name=name,
        title=header.required("title"),
        level=Level.named(given("level") or Level.NORMAL.title),
        board=read_fen(fen) if fen else None,
        keys=_keys(given("keys", "")),
        show=tuple(views.parse(given("show") or "board digits")),
        light=frozenset(views.light(given("light", ""))),
        source=_methods(given("source", "")),
        picture=given("picture", ""),
        checks=header.checks,
        before=tuple(" ".join(block.split()) for block in before),
        task=_task(_fields(task, _TASK)),
        after=tuple(" ".join(block.split()) for block in after),
    )


def _methods(text: str) -> tuple[str, ...]:
    names = tuple(text.replace(",", " ").split())
    for name in names:
        if not callable(getattr(LiteralState, name, None)):
            raise ChapterError(f"source {name!r}; expected methods of LiteralState")
    return names


def _task(fields: _Fields) -> Task:
    both = (("predict", "answer"), ("do", "until"))
    wanted, unwanted = both if "predict" in fields.values else reversed(both)
    if wrong := fields.values.keys() & set(unwanted):
        raise ChapterError(f"{', '.join(sorted(wrong))} beside {wanted[0]}: expected {wanted[1]}")
    asked = fields.required(wanted[1])
    return Task(
        text=fields.required(wanted[0]),
        keys=_keys(fields.required("keys") if wanted[0] == "do" else fields.values.get("keys", "")),
        answer=asked if wanted[0] == "predict" else None,
        until=_claim(asked) if wanted[0] == "do" else None,
        hint=fields.values.get("hint", ""),
        here=fields.values.get("here", ""),
        checks=fields.checks,
    )


def _fields(block: str, known: Sequence[str]) -> _Fields:
    fields = _Fields()
    for line in re.sub(r"\s*\n +", " ", block).split("\n"):
        name, colon, value = line.partition(":")
        if not colon or name not in known:
            raise ChapterError(f"{line[:40]!r}; expected one of {', '.join(known)} and a colon")
        if name == "check":
            fields.checks += (_claim(value.strip()),)
        elif name in fields.values:
            raise ChapterError(f"{name} stands there twice")
        else:
            fields.values[name] = value.strip()
    return fields


def _keys(text: str) -> tuple[str | Poke, ...]:
    found = tuple(script.parse([text]))
    if len(found) > MOST_KEYS:
        raise ChapterError(f"{len(found)} keys and pokes; expected at most {MOST_KEYS}")
    return found


def _claim(text: str) -> Claim:
    question, equals, answer = text.rpartition("=")
    if not equals or not question.strip() or not answer.strip():
        raise ChapterError(f"{text!r}; expected a question, =, and its answer")
    return Claim(question.strip(), answer.strip())


def _check_questions(chapter: Chapter) -> None:
    """See that everything asked is a question; it is asked of nobody yet."""
    task = chapter.task
    asked = [one.question for one in (*chapter.checks, *task.checks)]
    asked += [task.answer] if task.answer else []
    asked += [task.until.question] if task.until else []
    for text in (*chapter.before, task.text, task.hint, *chapter.after):
        asked += questions.inside(text)
    if len(asked) > MOST_QUESTIONS:
        raise ChapterError(f"{len(asked)} questions; expected at most {MOST_QUESTIONS}")
    for question in asked:
        try:
            questions.parse(question)
        except MicroChessError as error:
            raise ChapterError(str(error)) from None
