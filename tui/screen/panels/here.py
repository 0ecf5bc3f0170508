"""Which blocks, and which actions, the screen has something for."""

from collections.abc import Iterable, Iterator

from tui.panels.blocks import Block, OwnBlock, ProgressBlock
from tui.panels.panel import Act
from tui.screen.drawing.blocks import OWN, DrawnBlock
from tui.screen.widgets.keypad import KeypadWidget

OWN_WIDGETS = {"keypad": KeypadWidget}
"""Widgets of the screen for blocks of a front end's own."""


def _is_here(block: Block) -> bool:
    return not isinstance(block, OwnBlock) or block.widget in {*OWN, *OWN_WIDGETS}


def drawn(blocks: Iterable[Block]) -> Iterator[DrawnBlock]:
    """Those of which there is a drawing here."""
    for one in blocks:
        if isinstance(one, OwnBlock):
            if _is_here(one):
                yield one
        elif not isinstance(one, ProgressBlock):
            yield one


def offered(blocks: Iterable[Block], acts: Iterable[Act]) -> list[Act]:
    """Those that are not about a widget that the screen does not have."""
    away = {one.name for one in blocks if not _is_here(one)}
    return [one for one in acts if one.at not in away]
