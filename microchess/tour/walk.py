"""A walk through chapters: what the reader says, and what is shown for it."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from emu.files import reading, writing
from emu.notation import parse_number
from microchess.machine import script
from microchess.machine.library import default_folder
from microchess.tour import questions, views
from microchess.tour.chapter import Chapter, Task
from microchess.tour.live import LiveMachine

_FORMS, _VIEWS = (
    "\n".join(f"  {form.expected(name)}" for name, form in forms.items())
    for forms in (questions.FORMS, views.VIEWS)
)
HELP = f"""\
an answer          the answer to the question, or the keys and pokes of the task
keys C PC          press keys; @51=CC or poke 51=CC stores a byte. You can leave
                   the word keys out if nothing is to be predicted
source             show the chapter's part of the engine in Python
hint               show a hint
again              start the chapter again
next, back, go 3   other chapters; list names them
quit               leave; the chapters you have done are remembered

ask the machine, of its last thought:
{_FORMS}
show something:
{_VIEWS}"""


class Kind(Enum):
    """What a piece of text is, for whoever prints it."""

    TITLE = "title"
    PROSE = "prose"
    VIEW = "view"
    TASK = "task"
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True)
class Piece:
    """Text to be shown: a paragraph, or with ``Kind.VIEW`` lines that stay as they are."""

    kind: Kind
    text: str


class Walk:
    """Chapters, one machine, and how far the reader has come.

    *finished* is told the name of each chapter whose task is done; ``over`` when the reader leaves.
    """

    def __init__(
        self,
        chapters: Sequence[Chapter],
        machine: LiveMachine,
        finished: Callable[[str], object] = lambda _: None,
        done: Sequence[str] = (),
    ) -> None:
        self._chapters = chapters
        self._machine = machine
        self._finished = finished
        self._names = set(done)
        self._number = 0
        self._done = False
        self.over = False
        self._words: dict[str, Callable[[str], list[Piece]]] = {
            "next": lambda _: self.go_to(self._number + 1),
            "back": lambda _: self.go_to(self._number - 1),
            "again": lambda _: self.go_to(self._number),
            "go": self._go,
            "list": self._list,
            "source": lambda _: [Piece(Kind.VIEW, self._chapter.python or "no source here")],
            "hint": lambda _: [self._prose(self._task.hint or "no hint here")],
            "help": lambda _: [Piece(Kind.VIEW, HELP)],
            "?": lambda _: [Piece(Kind.VIEW, HELP)],
            **dict.fromkeys(("quit", "exit", "q"), self._quit),
        }

    @property
    def prompt(self) -> str:
        """What stands before the reader's line."""
        if self._done:
            return f"{self._number + 1}, done; next or keys> "
        return f"{self._number + 1}, {'your guess' if self._predicting else 'keys'}> "

    def first_undone(self) -> int:
        """The first chapter that was not done, else the first."""
        numbers = range(len(self._chapters))
        return next((n for n in numbers if self._chapters[n].name not in self._names), 0)

    def go_to(self, number: int) -> list[Piece]:
        """Chapter *number* from 0, from its beginning; what to show of it."""
        if not 0 <= number < len(self._chapters):
            last = number >= len(self._chapters)
            text = "That was the last chapter." if last else "This is the first chapter."
            return [Piece(Kind.PROSE, f"{text} list names them all, quit leaves.")]
        self._number, self._done = number, False
        chapter = self._chapter
        self._begin()
        title = f"{number + 1} of {len(self._chapters)}: {chapter.title}"
        pieces = [Piece(Kind.TITLE, title)]
        pieces += map(self._prose, chapter.before)
        return [*pieces, *self._views(), self._asked()]

    def say(self, line: str) -> list[Piece]:
        """What comes of the reader's *line*. Raises MicroChessError or EmuError."""
        text = line.strip()
        word, _, rest = text.partition(" ")
        if not text:
            return self.go_to(self._number + 1) if self._done else [self._asked()]
        if word.lower() in self._words:
            return self._words[word.lower()](rest.strip())
        if word.lower() in ("keys", "poke", "press"):
            return self._press(rest if word.lower() != "poke" else f"@{rest.strip()}")
        if views.is_view(text) and not (word.lower() == "candidates" and rest):
            shown = [views.show(self._machine, one, ()) for one in views.parse(text)]
            return [Piece(Kind.VIEW, "\n".join(lines)) for lines in shown]
        if questions.is_question(text):
            return [Piece(Kind.VIEW, questions.ask(self._machine, text))]
        return self._predict(text) if self._predicting else self._press(text)

    @property
    def _chapter(self) -> Chapter:
        return self._chapters[self._number]

    @property
    def _task(self) -> Task:
        return self._chapter.task

    @property
    def _predicting(self) -> bool:
        return self._task.answer is not None and not self._done

    def _begin(self) -> None:
        self._machine.begin(self._chapter.level, self._chapter.board)
        self._machine.do(self._chapter.keys)

    def _asked(self) -> Piece:
        return Piece(Kind.TASK, questions.answered(self._machine, self._task.text))

    def _prose(self, text: str) -> Piece:
        return Piece(Kind.PROSE, questions.answered(self._machine, text))

    def _views(self) -> list[Piece]:
        shown = views.all_that_show(self._machine, self._chapter.show, self._chapter.light)
        return [Piece(Kind.VIEW, "\n".join(lines)) for lines in shown]

    def _predict(self, text: str) -> list[Piece]:
        """The machine does it, from the chapter's beginning, and is asked."""
        self._begin()
        self._machine.do(self._task.keys)
        answer = questions.ask(self._machine, self._task.answer or "")
        right = questions.same(text, answer)
        verdict = f"{answer}. Right." if right else f"The machine says {answer}, not {text}."
        return [Piece(Kind.RIGHT if right else Kind.WRONG, verdict), *self._views(), *self._end()]

    def _press(self, text: str) -> list[Piece]:
        self._machine.do(script.parse([text]))
        pieces = self._views()
        if self._done or self._task.until is None:
            return pieces
        wanted = self._task.until
        if not questions.same(questions.ask(self._machine, wanted.question), wanted.answer):
            return [*pieces, Piece(Kind.WRONG, "Not yet.")]
        return [Piece(Kind.RIGHT, "Done."), *pieces, *self._end()]

    def _end(self) -> list[Piece]:
        self._done = True
        if self._chapter.name not in self._names:
            self._names.add(self._chapter.name)
            self._finished(self._chapter.name)
        return [self._prose(text) for text in self._chapter.after]

    def _go(self, rest: str) -> list[Piece]:
        last = len(self._chapters)
        return self.go_to(parse_number(rest, 1, last, f"go 1 to go {last}") - 1)

    def _list(self, _: str) -> list[Piece]:
        lines = [
            f"{'*' if one.name in self._names else ' '} {number:>2}  {one.title}"
            for number, one in enumerate(self._chapters, 1)
        ]
        return [Piece(Kind.VIEW, "\n".join([*lines, "* done"]))]

    def _quit(self, _: str) -> list[Piece]:
        self.over = True
        return []


FILE = "tour.json"
_MOST = 64 * 1024


class Progress:
    """The chapters done, by name; *path* is the file, the user's own by default.

    A file that cannot be read is set aside. Of one that cannot be written a line tells, and the
    tour goes on.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = default_folder() / FILE if path is None else path
        self.done = self._read()

    def _read(self) -> list[str]:
        try:
            held = reading.read_json(self._path, _MOST)
        except FileNotFoundError:
            return []
        except (OSError, ValueError):
            held = None
        done = held.get("done") if isinstance(held, dict) else None
        if not isinstance(done, list):
            with suppress(OSError):
                writing.set_aside(self._path)
            return []
        return [one for one in done if isinstance(one, str)]

    def finish(self, name: str) -> None:
        """Note that the chapter *name* is done."""
        if name in self.done:
            return
        self.done.append(name)
        self._write()

    def forget(self) -> None:
        """Begin anew."""
        self.done.clear()
        self._write()

    def _write(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            writing.write_text(self._path, json.dumps({"done": self.done}) + "\n")
        except OSError as error:
            logging.getLogger(__name__).warning("the chapters done are not kept: %s", error)
