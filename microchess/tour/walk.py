"""A walk through chapters: what the reader says, and what is shown for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from emu.notation import parse_number
from microchess.machine import script
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
quit               leave; microchess tour 3 begins with chapter 3

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
    """Chapters, one machine, and where the reader is; ``over`` when the reader leaves."""

    def __init__(self, chapters: Sequence[Chapter], machine: LiveMachine) -> None:
        self._chapters = chapters
        self._machine = machine
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
            **dict.fromkeys(("help", "?"), lambda _: [Piece(Kind.VIEW, HELP)]),
            **dict.fromkeys(("quit", "exit", "q"), self._quit),
        }

    @property
    def prompt(self) -> str:
        """What stands before the reader's line."""
        if self._done:
            return f"{self._number + 1}, done; next or keys> "
        return f"{self._number + 1}, {'your guess' if self._predicting else 'keys'}> "

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
        if word in views.VIEWS and not (word == "candidates" and rest):
            shown = [views.show(self._machine, one, ()) for one in views.parse(text)]
            return [Piece(Kind.VIEW, "\n".join(lines)) for lines in shown]
        if word.lower() in questions.FORMS:
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
        return [self._prose(text) for text in self._chapter.after]

    def _go(self, rest: str) -> list[Piece]:
        last = len(self._chapters)
        return self.go_to(parse_number(rest, 1, last, f"go 1 to go {last}") - 1)

    def _list(self, _: str) -> list[Piece]:
        lines = (f"{number:>2}  {one.title}" for number, one in enumerate(self._chapters, 1))
        return [Piece(Kind.VIEW, "\n".join(lines))]

    def _quit(self, _: str) -> list[Piece]:
        self.over = True
        return []
