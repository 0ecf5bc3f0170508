"""Anything may be pressed, clicked, dragged and resized on the page: no error, no hang."""

from __future__ import annotations

import asyncio
import os
import random

import pytest

from tests.patience import PATIENCE
from tests.tui.page.visitor import MARKS, Person, visiting

pytestmark = MARKS

KEYS = (
    *"abcdefgh12345678NBRQKO0+-? ",
    *("Escape", "Enter", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight") * 2,
    *("Tab", "Shift+Tab") * 6,
    *("Home", "End", "PageUp", "PageDown", "Backspace", "Delete", "Control+z"),
)
PASTED = ("e4", "no move", "8/8/8/8/8/8/8/8", "1. e4 e5 *", "\N{SNOWMAN}")
SIZES = ((1280, 800), (390, 844), (640, 400), (1920, 1080), (320, 480))
STAYS = """
addEventListener("click", (event) => {
  if (event.target.closest?.("a[href]:not([href^='#'])")) event.preventDefault();
}, true);
"""
"""No link is followed: what is there is not for a monkey."""


async def go_wild(person: Person, seed: int, count: int) -> None:
    """So many events at random."""
    chance, size = random.Random(seed), SIZES[0]
    for number in range(count):
        try:
            async with asyncio.timeout(PATIENCE):
                size = await _event(person, chance, size)
        except TimeoutError:
            pytest.fail(f"event {number} of seed {seed} has no end")


async def _event(person: Person, chance: random.Random, size: tuple[int, int]) -> tuple[int, int]:
    """One of them; returns the size of the window after it."""
    page, (width, height) = person.page, size
    keys, mouse = page.keyboard, page.mouse
    what = chance.random()
    x, y = chance.randrange(width), chance.randrange(height)
    if what < 0.55:
        await keys.press(chance.choice(KEYS))
    elif what < 0.85:
        await mouse.click(x, y)
    elif what < 0.93:
        await mouse.move(x, y)
        await mouse.down()
        await mouse.move(chance.randrange(width), chance.randrange(height), steps=2)
        await mouse.up()
    elif what < 0.96:
        await mouse.wheel(0, chance.randrange(-height, height))
    elif what < 0.98:
        await keys.insert_text(chance.choice(PASTED))
    else:
        size = chance.choice(SIZES)
        await page.set_viewport_size({"width": size[0], "height": size[1]})
    return size


LONG = [pytest.param(2, 10_000 if "REPEATS" in os.environ else 1000, marks=pytest.mark.slow)]


@pytest.mark.parametrize(("seed", "count"), [(1, 200), *LONG])
async def test_a_monkey_at_keyboard_and_mouse(address: str, seed: int, count: int) -> None:
    width, height = SIZES[0]
    async with visiting(address, viewport={"width": width, "height": height}) as person:
        await person.page.add_init_script(STAYS)
        await person.open()
        await go_wild(person, seed, count)
        person.calm()
        await person.reload()
        person.calm()
