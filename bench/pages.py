"""The chapters of the tour as one Markdown page, in which the answers unfold."""

import re
from collections.abc import Iterator, Sequence
from textwrap import fill

from bench import drawing
from emu.notation import Poke
from microchess.machine.player import janus
from microchess.tour import questions, views
from microchess.tour.chapter import Chapter, Claim, built_in
from microchess.tour.live import LiveMachine

WIDTH = 118
TITLE = "How a kilobyte plays chess"
_DOCSTRING = re.compile(r'\n +""".*?"""', re.DOTALL)
"""Of a method; on a page the prose beside it says the same."""
_HEAD = re.compile(r"\b(QP|QN|MAXP|BCAP0)\b")
"""In a line above cells of the table or counters."""


def page(machine: LiveMachine | None = None, chapters: Sequence[Chapter] = ()) -> str:
    """The chapters, or the program's own, made by going through them, with Janus or in another
    *machine*. What looks the same as before the task is shown once; of the piece table and of
    counters, once they were shown, the rows with bytes that are lit. Boards are pictures in a
    folder, which `pictures` makes.

    Raises ValueError when a check fails.
    """
    chapters, machine = chapters or built_in(), machine or LiveMachine(janus())
    parts = [f"<!-- made of microchess/tour/chapters by python -m bench essay -->\n\n# {TITLE}"]
    parts += [
        f"{number}. [{one.title}](#{anchor(number, one)})" for number, one in enumerate(chapters, 1)
    ]
    text = "\n\n".join(parts[:1]) + "\n\n" + "\n".join(parts[1:])
    seen: set[str] = set()
    bodies = ["\n\n".join(_body(one, n, machine, seen)) for n, one in enumerate(chapters, 1)]
    return _linked("\n\n".join([text, *bodies]) + "\n", chapters)


def pictures() -> dict[str, str]:
    """The board of each chapter that shows one, as SVG, by the name of its file."""
    machine, drawn = LiveMachine(janus()), {}
    for number, one in enumerate(built_in(), 1):
        if "board" in one.show:
            machine.begin(one.level, one.board)
            machine.do(one.keys)
            board, white = machine.position.board(), machine.computer_white
            lit = views.marked(machine, one.light)
            drawn[_file(number)] = drawing.picture(board, white, lit)
    return drawn


def _file(number: int) -> str:
    return f"{number:02}.svg"


def anchor(number: int, chapter: Chapter) -> str:
    """The fragment under which a chapter's heading is found."""
    words = re.sub(r"[^\w\s-]", "", f"{number}. {chapter.title}".lower())
    return re.sub(r"\s", "-", words)


def _body(chapter: Chapter, number: int, machine: LiveMachine, seen: set[str]) -> Iterator[str]:
    yield f"## {number}. {chapter.title}"
    machine.begin(chapter.level, chapter.board)
    machine.do(chapter.keys)
    _see(machine, chapter, chapter.checks)
    yield from _prose(machine, chapter.before)
    dark = {"digits"} if machine.digits == "000000" else set()
    if "board" in chapter.show:
        yield f"![{drawing.words(machine.position.board())}](essay/{_file(number)})"
    shown = _views(machine, chapter, [view for view in chapter.show if view not in dark], seen)
    yield from shown
    verb = "Predict" if chapter.task.answer else "Do"
    yield _filled(f"**{verb}:** {questions.answered(machine, chapter.task.text)}")
    machine.do(chapter.task.keys)
    _see(machine, chapter, chapter.task.checks)
    if chapter.task.until is not None:
        _see(machine, chapter, (chapter.task.until,))
    now = [view for view in _views(machine, chapter, chapter.show, seen) if view not in shown]
    after = _prose(machine, chapter.after)
    yield "<details><summary>The answer</summary>"
    yield "\n\n".join([_solution(machine, chapter), *after[:1], *now, "</details>"])
    yield from after[1:]
    if chapter.picture:
        file, _, caption = chapter.picture.partition(" ")
        yield f"[![{caption}]({file})]({file})\n\n*{caption}.*"
    if chapter.source:
        methods = ", ".join(f"<code>{name}</code>" for name in chapter.source)
        yield f"<details><summary>The same in Python: {methods}</summary>"
        yield f"```python\n{_DOCSTRING.sub('', chapter.python)}```"
        yield "</details>"


def _linked(text: str, chapters: Sequence[Chapter]) -> str:
    """With links to the chapters and documents that it names."""

    def chapter(found: re.Match[str]) -> str:
        number = int(found[1])
        return f"[{found[0]}](#{anchor(number, chapters[number - 1])})"

    text = re.sub(r"\bchapter (\d+)\b", chapter, text)
    return re.sub(r"\b([Tt]he\s\w+)\s\(docs/(\w+\.md)\)", r"[\1](\2)", text)


def _see(machine: LiveMachine, chapter: Chapter, checks: Sequence[Claim]) -> None:
    for check in checks:
        answer = questions.ask(machine, check.question)
        if not questions.same(answer, check.answer):
            raise ValueError(
                f"{chapter.name}: {check.question} is {answer}; the chapter says {check.answer}"
            )


def _solution(machine: LiveMachine, chapter: Chapter) -> str:
    pressed = " ".join(
        f"@{step.address:02X}={step.value:02X}" if isinstance(step, Poke) else step
        for step in chapter.task.keys
    )
    if chapter.task.answer is None:
        return f"`{pressed}` does it."
    answer = f"`{questions.ask(machine, chapter.task.answer)}`."
    return f"After `{pressed}`: {answer}" if pressed else answer


def _prose(machine: LiveMachine, paragraphs: Sequence[str]) -> list[str]:
    return [_filled(questions.answered(machine, text)) for text in paragraphs]


def _views(
    machine: LiveMachine, chapter: Chapter, names: Sequence[str], seen: set[str]
) -> list[str]:
    """The blocks of these views, of which the kinds *seen* grow."""
    blocks = []
    for name in names:
        kind = name.split()[0]
        for lines in views.all_that_show(machine, [name] if name != "board" else [], chapter.light):
            if kind in seen and kind in ("table", "counters"):
                lines = list(_lit_rows(lines))
            seen.add(kind)
            blocks.append("\n".join(["```text", *(line.rstrip() for line in lines), "```"]))
    return blocks


def _lit_rows(lines: Sequence[str]) -> Iterator[str]:
    """The title, and the rows in which something is lit, each with the head above it."""
    head = ""
    for line in lines:
        if line.endswith(":") or "[" in line:
            yield from filter(None, (head, line))
            head = ""
        elif _HEAD.search(line):
            head = line


def _filled(text: str) -> str:
    text = re.sub(r"\bType (?=`)", "In the tour, type ", text)
    return fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)
