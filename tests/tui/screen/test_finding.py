"""What is typed into the command palette finds what is meant, in whatever form of the word."""

from __future__ import annotations

import pytest

from tests.tui.panels.moments import moment
from tui.panels.registry import NAMES as PANELS
from tui.panels.registry import load
from tui.screen.commands import found, worth
from tui.screen.palette import Entry, entries

EVERYTHING = list(entries((panel, *panel.shown(moment())) for panel in map(load, PANELS)))


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("hints", "Game: Hint"),
        ("louder", "Bell"),
        ("faster", "Speed: full"),
        ("slower", "Speed: 1/10 MHz"),
        ("give up", "Game: Resign"),
        ("take back", "Game: Undo"),
        ("castling", "Type a move"),
        ("colours", "Theme"),
        ("other side", "New game: Change sides"),
        ("pauses", "Pause or go on"),
        ("breakpoints", "Inside: Breakpoint"),
        ("terminal", "Panel: Terminal"),
        ("tapes", "Tape: Insert"),
        ("screenshot of the board", "Save the position as a picture"),
        ("easier", "Level: super-blitz"),
        ("flipping", "Flip the board"),
        ("1/10", "Speed: 1/10 MHz"),
        ("open a file", "Load PGN"),
        ("compare", "Why?: Compare"),
        ("explain a value", "Why?"),
        ("python", "Game: New"),
        ("rewind", "Look back"),
        ("play on", "Formula: Play on"),
        ("who wrote", "Inside: Who wrote it?"),
        ("reset", "Terminal: RS"),
    ],
)
def test_what_a_chess_player_types_finds_it_first(typed: str, name: str) -> None:
    assert max(EVERYTHING, key=lambda entry: worth(typed, entry))[0] == name


def test_who_types_a_group_and_a_name_finds_what_has_them_first() -> None:
    named = [one for one in EVERYTHING if ": " in one.name]
    assert [found(one.name.lower(), EVERYTHING)[0] for one in named] == named


def test_who_types_all_words_behind_a_group_finds_what_has_them_first() -> None:
    undo = Entry("Game: Undo", "", "undo", "take back a move of the game")
    back = Entry("KIM-1: Back to the game", "", "recover")
    assert found("back to the game", [undo, back]) == [back, undo]


@pytest.mark.parametrize("typed", ["", "the", "zugzwang", "save zugzwang", "ground"])
def test_every_word_has_to_be_found(typed: str) -> None:
    assert not any(worth(typed, entry) for entry in EVERYTHING)


def test_no_entry_says_one_name_twice() -> None:
    names = [entry.name for entry in EVERYTHING]
    assert len({*names}) == len(names)
    assert not any(group == name for group, _, name in (one.partition(": ") for one in names))
