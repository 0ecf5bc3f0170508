"""One key does one thing: what pauses what, who has the arrow keys, and keys of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.driver import running
from tests.tui.panels.moments import moment
from tui.panels.registry import NAMES, load
from tui.screen.keymap import KeymapError, read_keymap
from tui.screen.screens.look import KEYS
from tui.screen.widgets.moveinput import MOVE_STARTS
from tui.session.snapshot import Activity


@pytest.mark.asyncio
async def test_p_alone_pauses_the_machine_and_while_the_keypad_is_typed_on_it_is_a_key() -> None:
    async with running((80, 24)) as driver:
        await driver.pilot.press("f6", "p")
        await driver.until(lambda s: s.activity is Activity.HELD)
        await driver.pilot.press("space")
        await driver.seen(lambda: driver.said.startswith("p pauses the machine"))
        await driver.pilot.press("escape", "escape")
        assert driver.app.main.view.shown.activity is Activity.HELD
        assert driver.header.endswith(" p: go on")
        await driver.pilot.press("f3", "enter")
        assert driver.header.endswith(" Esc, then p: go on")
        await driver.pilot.press("p")
        await driver.hear("the machine is paused")
        assert driver.said == "the machine is paused: Esc, then p lets it go on"
        await driver.pilot.press("escape", "p")
        await driver.until(lambda s: s.activity is Activity.WAITING)


def test_a_letter_means_one_thing_whatever_panel_is_up() -> None:
    means = {key: one.action for one in KEYS for key in one.key.split(",")}  # type: ignore[union-attr]
    for name in NAMES:
        for act in load(name).actions(moment()):
            if len(act.key) == 1:
                assert act.key not in MOVE_STARTS, name
                assert means.setdefault(act.key, act.name) == act.name, name


def test_keys_are_read_from_a_file_and_a_wrong_one_is_named(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    assert read_keymap(path) == {}
    path.write_text('{"game.undo": "z"}')
    assert read_keymap(path) == {"game.undo": "z"}
    for wrong in ("[", "[]", '{"a": 1}'):
        path.write_text(wrong)
        with pytest.raises(KeymapError, match=r"keys\.json"):
            read_keymap(path)
