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
from dataclasses import dataclass
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


class _Fields(dict[str, str]):
    """The header of a chapter, or its task: values by name, and the ``checks``."""

    def __init__(self, block: str, known: Sequence[str]) -> None:
        super().__init__()
        self.checks: tuple[Claim, ...] = ()
        for line in re.sub(r"\s*\n +", " ", block).split("\n"):
            name, colon, value = line.partition(":")
            if not colon or name not in known:
                raise ChapterError(f"{line[:40]!r}; expected one of {', '.join(known)} and a colon")
            if name in self:
                raise ChapterError(f"{name} stands there twice")
            if name == "check":
                self.checks += (_claim(value),)
            else:
                self[name] = value.strip()

    def required(self, name: str) -> str:
        if not (value := self.get(name)):
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
    header = _Fields(blocks[0], _HEADER)
    prose = [" ".join(block.split()) for block in blocks]
    try:
        chapter = Chapter(
            name=name,
            title=header.required("title"),
            level=Level.named(header.get("level") or Level.NORMAL.title),
            board=read_fen(header["fen"]) if header.get("fen") else None,
            keys=_keys(header.get("keys", "")),
            show=tuple(views.parse(header.get("show") or "board digits")),
            light=frozenset(views.light(header.get("light", ""))),
            source=_methods(header.get("source", "")),
            picture=header.get("picture", ""),
            checks=header.checks,
            before=tuple(prose[1 : places[0]]),
            task=_task(_Fields(blocks[places[0]], _TASK)),
            after=tuple(prose[places[0] + 1 :]),
        )
        _check_questions(chapter)
    except (MicroChessError, EmuError) as error:
        raise ChapterError(str(error)) from None
    return chapter


def _methods(text: str) -> tuple[str, ...]:
    names = tuple(text.replace(",", " ").split())
    for name in names:
        if not callable(getattr(LiteralState, name, None)):
            raise ChapterError(f"source {name!r}; expected methods of LiteralState")
    return names


def _task(fields: _Fields) -> Task:
    verb, asked = ("predict", "answer") if "predict" in fields else ("do", "until")
    if wrong := sorted(fields.keys() & ({"predict", "answer", "do", "until"} - {verb, asked})):
        raise ChapterError(f"{', '.join(wrong)} beside {verb}: expected {asked}")
    question = fields.required(asked)
    return Task(
        text=fields.required(verb),
        keys=_keys(fields.required("keys") if verb == "do" else fields.get("keys", "")),
        answer=question if verb == "predict" else None,
        until=_claim(question) if verb == "do" else None,
        hint=fields.get("hint", ""),
        here=fields.get("here", ""),
        checks=fields.checks,
    )


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
        questions.parse(question)
