"""The panels that every front end shows. One more is one more name here, and its module."""

from __future__ import annotations

from importlib import import_module

from tui.panels.panel import Panel

NAMES = ("table", "thinking", "inside", "lenses", "terminal", "formula", "kilobyte")


def load(name: str) -> Panel:
    """A fresh panel: ``TablePanel`` of the module ``tui.panels.table``, say."""
    kind: type[Panel] = getattr(import_module(f"tui.panels.{name}"), f"{name.title()}Panel")
    return kind()
