"""The panels there are: one more is one more line here, and its module."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from tui.panels.panel import Panel


class PanelWords(NamedTuple):
    """A panel: its ``name`` in settings and ids of keys, its ``title``, its key on a full keyboard,
    empty: it is seen only while it is used, what it is ``about``, and what else people call it.
    """

    name: str
    title: str
    key: str
    about: str
    also: str = ""


PANELS = (
    PanelWords("game", "Game", "f2", "the moves of the game, and its review"),
    PanelWords(
        "beginning", "New game", "", "White, Black or both, player, level, opening, position"
    ),
    PanelWords("machine", "KIM-1", "f3", "keypad and digits, speed"),
    PanelWords(
        "table", "Table", "f4", "who stands where: 32 bytes, a square for each piece, to be changed"
    ),
    PanelWords("thinking", "Why?", "f5", "the moves it considers, and why it plays one of them"),
    PanelWords(
        "inside",
        "Inside",
        "f6",
        "the processor at work, to be paused and stepped through",
        "registers memory code disassembly debugger",
    ),
    PanelWords(
        "lenses",
        "Boards",
        "f7",
        "this board in the memory of other chess programs, cell by cell",
        "lenses bitboard mailbox representation",
    ),
    PanelWords(
        "terminal",
        "Terminal",
        "f8",
        "a teletype on the serial line: Connect, then RS and RUBOUT",
        "terminal tty teletype serial",
    ),
    PanelWords(
        "formula",
        "Formula",
        "f9",
        "the weights of the value, to be changed",
        "weights workbench tune value",
    ),
    PanelWords(
        "deck",
        "Tape",
        "f10",
        "a tape keeps bytes as sound; a speaker can be heard",
        "cassette deck recorder sound speaker wav",
    ),
    PanelWords("cycles", "Cycles", "f11", "the routines that the last second of thinking went to"),
    PanelWords("kilobyte", "Memory", "f12", "every byte of the kilobyte, by what it is for"),
)
NAMES = tuple(one.name for one in PANELS)
FILES = {".wav": ("deck", "insert")}
"""What is done with a file that nobody asked for, by the end of its name: a panel, an action."""


def words_of(name: str) -> PanelWords:
    """The panel so called, in words."""
    return next(one for one in PANELS if one.name == name)


def load(name: str) -> Panel:
    """A fresh panel: ``TablePanel`` of the module ``tui.panels.table``, say."""
    kind: type[Panel] = getattr(import_module(f"tui.panels.{name}"), f"{name.title()}Panel")
    return kind()
