"""A position as an SVG board."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import chess
import pytest

from microchess.program.position import Position

_HREF = "{http://www.w3.org/1999/xlink}href"


def drawn(position: Position) -> Counter[str]:
    """How often each piece is drawn, as ``white-king``."""
    uses = ElementTree.fromstring(position._repr_svg_()).iter("{http://www.w3.org/2000/svg}use")
    references = [one.get("href") or one.get(_HREF) or "" for one in uses]
    assert all(one.startswith("#") for one in references)
    return Counter(one[1:] for one in references)


@pytest.mark.parametrize("computer", chess.COLORS)
@pytest.mark.parametrize("fen", [chess.STARTING_FEN, "4k3/8/8/3q4/8/8/4PP2/4K3 w - - 0 1"])
def test_every_man_is_drawn(fen: str, computer: chess.Color) -> None:
    pieces = chess.Board(fen).piece_map().values()
    expected = Counter(
        f"{chess.COLOR_NAMES[one.color]}-{chess.piece_name(one.piece_type)}" for one in pieces
    )
    assert drawn(Position.from_fen(fen, computer)) == expected


def test_captured_men_are_not() -> None:
    position = Position.from_fen("startpos")
    poked = Position(position.table.with_man(1, 0xCC), position.computer_white)
    assert drawn(position) - drawn(poked) == Counter({"white-queen": 1})
