"""What the page is told besides snapshots."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Hello:
    """The first message: which program plays, the keys of the KIM-1 in rows, and words about this
    session.
    """

    program: str
    keys: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Link:
    """A link that was asked for: the fragment of the page's address."""

    fragment: str


@dataclass(frozen=True, kw_only=True)
class PanelFocus:
    """A block of a panel gets the keys."""

    panel: str
    block: str


@dataclass(frozen=True, kw_only=True)
class PanelPlay:
    """The steps of a block of a panel, or of the last reply, are gone through from the first."""

    panel: str
    block: str


@dataclass(frozen=True, kw_only=True)
class Keep:
    """A file of the session has changed, or is gone; its bytes come beside this."""

    name: str


@dataclass(frozen=True, kw_only=True)
class Again:
    """The page should be loaded again: another program plays."""
