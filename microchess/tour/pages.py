"""Chapters as Markdown pages: what the machine says stands in them, and the solution at the end."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from emu.notation import Poke
from microchess.tour import questions, views
from microchess.tour.chapter import Chapter, ChapterError, Claim
from microchess.tour.live import LiveMachine

WIDTH = 118


def page(chapter: Chapter, machine: LiveMachine, number: int, others: Sequence[Chapter]) -> str:
    """One chapter as a page, made by going through it; *number* counts from 1. The board
    is shown once, and so is what looks the same after the task.

    Raises ChapterError when a check fails.
    """
    machine.begin(chapter.level, chapter.board)
    machine.do(chapter.keys)
    _see(machine, chapter, chapter.checks)
    source = f"microchess/tour/chapters/{chapter.name}.txt"
    verb = "Predict" if chapter.task.answer else "Do"
    shown = _views(machine, chapter, chapter.show)
    parts = [
        f"<!-- made of {source} -->",
        f"# {number}. {chapter.title}",
        *_prose(machine, chapter.before),
        *shown,
        _filled(f"**{verb}:** {questions.answered(machine, chapter.task.text)}"),
        "<details><summary>What the machine says</summary>",
    ]
    machine.do(chapter.task.keys)
    _see(machine, chapter, chapter.task.checks)
    if chapter.task.until is not None:
        _see(machine, chapter, (chapter.task.until,))
    parts.append(_solution(machine, chapter))
    names = [view for view in chapter.show if view != "board"]
    parts += [view for view in _views(machine, chapter, names) if view not in shown]
    parts += [*_prose(machine, chapter.after), "</details>", _links(number, others)]
    return "\n\n".join(parts) + "\n"


def _see(machine: LiveMachine, chapter: Chapter, checks: Sequence[Claim]) -> None:
    for check in checks:
        answer = questions.ask(machine, check.question)
        if not questions.same(answer, check.answer):
            raise ChapterError(
                f"{chapter.name}: {check.question} is {answer}; the chapter says {check.answer}"
            )


def _solution(machine: LiveMachine, chapter: Chapter) -> str:
    pressed = " ".join(
        f"@{step.address:02X}={step.value:02X}" if isinstance(step, Poke) else step
        for step in chapter.task.keys
    )
    if chapter.task.answer is None:
        return f"`{pressed}` does it."
    return f"After `{pressed}`: `{questions.ask(machine, chapter.task.answer)}`."


def _prose(machine: LiveMachine, paragraphs: Sequence[str]) -> list[str]:
    return [_filled(questions.answered(machine, text)) for text in paragraphs]


def _views(machine: LiveMachine, chapter: Chapter, names: Sequence[str]) -> list[str]:
    shown = views.all_that_show(machine, names, chapter.light)
    return ["\n".join(["```text", *(line.rstrip() for line in lines), "```"]) for lines in shown]


def _links(number: int, others: Sequence[Chapter]) -> str:
    links = ["[the tour](README.md)"]
    if number > 1:
        links.insert(0, f"[back]({others[number - 2].name}.md)")
    if number < len(others):
        links.append(f"[next]({others[number].name}.md)")
    return " · ".join(links)


def _filled(text: str) -> str:
    return fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)
