"""Exhibits against what the programs themselves did: moves, captures, legality, cells, lines."""

from __future__ import annotations

import pytest

from microchess.boards.gnuthreads import NEXTDIR, NEXTPOS
from microchess.boards.registry import exhibit
from tests.microchess.boards.record import FILES, differences, rows


@pytest.mark.parametrize("key", FILES)
def test_positions_and_lines_agree_as_sequences(key: str) -> None:
    recorded = rows(FILES[key])
    found: dict[str, list[str]] = {row["id"]: differences(exhibit(key), row) for row in recorded}
    wrong = [text for texts in found.values() for text in texts]
    same = sum(not texts for texts in found.values())
    assert not wrong, f"{key}: {same} of {len(recorded)} rows agree\n" + "\n".join(wrong[:6])


def test_gnu_chess_threads_are_the_programs() -> None:
    """All 448: seven types from 64 squares, every entry."""
    recorded = rows("gnuchess4_threads")
    assert len(recorded) == 448
    for row in recorded:
        kind, square = row["type"], row["from"]
        assert list(NEXTPOS[kind][square]) == row["nextpos"], (kind, square)
        assert list(NEXTDIR[kind][square]) == row["nextdir"], (kind, square)
