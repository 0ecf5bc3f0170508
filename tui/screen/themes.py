"""The looks of the application; all of Textual's own themes can be chosen too."""

from __future__ import annotations

from textual.theme import Theme

KIM = Theme(
    name="kim-1",
    primary="#5fb37a",
    secondary="#c9a24b",
    accent="#ff4b3a",
    warning="#e0a63c",
    error="#ff5f52",
    success="#7fce8d",
    foreground="#dfe6dc",
    background="#101612",
    surface="#161e19",
    panel="#1f2a23",
    boost="#24312a",
    dark=True,
    variables={"footer-key-foreground": "#c9a24b", "block-cursor-background": "#5fb37a"},
)
PAPER = Theme(
    name="paper-1976",
    primary="#2c6e49",
    secondary="#8a6414",
    accent="#b3261e",
    warning="#8f5b00",
    error="#b3261e",
    success="#2c6e49",
    foreground="#23281f",
    background="#f2ecdc",
    surface="#ebe4d0",
    panel="#ddd4ba",
    boost="#e3dac2",
    dark=False,
)
THEMES = (KIM, PAPER)
