"""The looks of the application; all of Textual's own themes can be chosen too.

Every colour of words has at least 4.5:1 on every ground of its theme.
"""

from __future__ import annotations

from textual.theme import Theme

MUTED = "muted"
"""The variable of a theme for words of less weight."""

KIM = Theme(
    name="kim-1",
    primary="#5fb37a",
    secondary="#c9a24b",
    accent="#ff6a5a",
    warning="#e0a63c",
    error="#ff7166",
    success="#7fce8d",
    foreground="#dfe6dc",
    background="#101612",
    surface="#161e19",
    panel="#1f2a23",
    boost="#24312a",
    dark=True,
    variables={"block-cursor-background": "#5fb37a", MUTED: "#8fa394"},
)
PAPER = Theme(
    name="paper-1976",
    primary="#1f5c3a",
    secondary="#6b4300",
    accent="#9c1f18",
    warning="#6b4300",
    error="#9c1f18",
    success="#1f5c3a",
    foreground="#23281f",
    background="#f2ecdc",
    surface="#ebe4d0",
    panel="#ddd4ba",
    boost="#e3dac2",
    dark=False,
    variables={MUTED: "#58563f"},
)
MONO = Theme(
    name="no-color",
    primary="#ffffff",
    secondary="#ffffff",
    accent="#ffffff",
    warning="#ffffff",
    error="#ffffff",
    success="#ffffff",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    boost="#262626",
    dark=True,
    variables={MUTED: "#b4b4b4"},
)
THEMES = (KIM, PAPER, MONO)
