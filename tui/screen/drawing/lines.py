"""Lines of words that say what they mean: terminal and page each have their own looks for it."""

from __future__ import annotations

Word = tuple[str, str]
"""A text, and the names of styles of `tui.screen.drawing.ink.Ink` with blanks between, or none."""
Line = tuple[Word, ...]
