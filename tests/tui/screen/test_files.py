"""File names in dialogs: the folder is shown, names are completed, mistakes keep what was typed."""

import os
from pathlib import Path

import pytest
from textual.widgets import Input, Label

from tests.tui.driver import running
from tui.screen.screens.paths import Names, PathScreen, here, writable

pytestmark = pytest.mark.asyncio


async def test_names_are_completed_with_what_fits(tmp_path: Path) -> None:
    unwanted = ".hidden.pgn", "club.wav", "c\x1b[2J.pgn", os.fsdecode(b"c\xff.pgn")
    for name in ("club.pgn", "Clara.pgn", *unwanted):
        (tmp_path / name).touch()
    (tmp_path / "clubs").mkdir()
    names = Names(".pgn")

    def found(text: str) -> list[str]:
        return [Path(one).name for one in names.beginning(f"{tmp_path}/{text}")]

    assert found("") == ["Clara.pgn", "club.pgn", "clubs"]
    assert found(".h") == [".hidden.pgn"]
    assert await names.get_suggestion(f"{tmp_path}/x") is None
    assert found("none/") == found("\0/") == names.beginning("~nobody-is-called-so/") == []
    assert here(f"{tmp_path}/cl", [f"{tmp_path}/club.pgn"]) == f"in {tmp_path}: club.pgn"
    assert writable(tmp_path / "a.pgn") == tmp_path / "a.pgn"
    for folder, why in (tmp_path, "choose another name"), (tmp_path / "no/a", "no such folder"):
        with pytest.raises(OSError, match=why):
            writable(folder)


async def test_the_dialog_names_folder_and_files_and_completes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "club.pgn").touch()
    monkeypatch.chdir(tmp_path)
    async with running() as driver:
        await driver.pilot.press("ctrl+o")
        await driver.seen(lambda: isinstance(driver.app.screen, PathScreen))
        dialog = driver.app.screen
        assert "club.pgn" in str(dialog.query_one("#told", Label).render())
        assert dialog.query_one(".box").border_subtitle == "Esc closes"
        await driver.pilot.press("c")
        field = dialog.query_one(Input)
        await driver.seen(lambda: field._suggestion == "club.pgn")
        await driver.pilot.press("right")
        assert field.value == "club.pgn"
        await driver.pilot.press("enter")
        assert "club.pgn" in driver.refused
        for wrong in ("~nobody-is-called-so/club.pgn", "club\0.pgn"):
            field.value = wrong
            await driver.pilot.press("enter")
            assert driver.app.screen is dialog
            assert repr(wrong) in driver.refused
        field.value = "club" * 2_500
        await driver.pilot.press("enter")
        assert driver.refused == f"cannot read '{'club' * 10}...': File name too long"
