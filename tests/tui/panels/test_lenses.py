"""Lenses: the game in other memories, questions to them, and what the signs say."""

from dataclasses import replace
from typing import Any

import chess
import pytest

from microchess.boards.registry import EXHIBITS
from microchess.boards.tracker import MACHINE
from microchess.errors import BoardError
from microchess.program.memory_map import TABLE
from microchess.program.table import SIZE
from tests.tui.panels.moments import changed, done, moment
from tests.tui.panels.moments import shown as blocks_of
from tui.panels.blocks import BlockCell, CellsBlock
from tui.panels.lenses import LensesPanel
from tui.panels.panel import PlayBack
from tui.screen.drawing.blocks import draw_block
from tui.session.looking import looked_at
from tui.session.snapshot import Snapshot


def played(*ucis: str) -> Snapshot:
    """A game of two persons, so to say."""
    board = chess.Board()
    sans = []
    for uci in ucis:
        sans.append(board.san(chess.Move.from_uci(uci)))
        board.push_uci(uci)
    return changed(moment(), moves=ucis, sans=tuple(sans), fen=board.fen())


def shown(panel: LensesPanel, view: Snapshot) -> dict[str, Any]:
    panel.follow(view)
    return blocks_of(panel, view)


def signed(block: CellsBlock, sign: str) -> dict[str, BlockCell]:
    return {one.name: one for one in block.cells if one.sign == sign}


def of(key: str, *ucis: str) -> tuple[LensesPanel, Snapshot]:
    panel, view = LensesPanel(), played(*ucis)
    panel.restore({"lenses": f"{key},bell", "both lenses": "no"})
    shown(panel, played(*ucis[:-1]))
    return panel, view


def test_the_machines_own_bytes_come_first_and_the_cells_of_a_square_are_signed() -> None:
    panel, view = LensesPanel(), moment()
    blocks = shown(panel, view)
    block = blocks["first"]
    data = view.machine.memory.read(TABLE, SIZE)
    assert [int(one.text[-2:], 16) for one in block.cells[:SIZE]] == [*data]
    assert "no castling" in block.told
    assert not signed(block, ">")
    assert "Questions are about e4" in blocks["answer"].text
    panel.pointed(view, chess.E2)
    pawn = signed(shown(panel, view)["first"], ">")
    assert [one.tone for one in pawn.values()] == ["pointed"]
    (king,) = (one for one in block.cells if one.name.endswith("K") and one.key == "table:16")
    panel.clicked(view, "first", king.key)
    assert panel.square == chess.E1
    assert "> about the square" in shown(panel, view)["signs"].text


def test_what_a_move_wrote_is_told_and_signed_and_so_is_what_taking_it_back_restored() -> None:
    panel, view = of("0x88", "e2e4", "e7e5")
    blocks = shown(panel, view)
    block = blocks["first"]
    assert signed(block, "!")["e5"].tone == "strong chosen"
    assert signed(block, "-").keys() == {"e7"}
    assert blocks["first-last"].text.startswith("make e7e5: ")
    assert "! written" in blocks["signs"].text
    assert "## border" in blocks["signs"].text
    blocks = shown(panel, played("e2e4"))
    block = blocks["first"]
    assert {one.tone for one in block.cells if one.sign == "^"} == {"good watched"}
    assert {one.sign for one in block.cells} <= {"", "^", ">"}


def test_at_an_earlier_position_the_memory_goes_back_too() -> None:
    panel, view = of("0x88", "e2e4", "e7e5")
    now = shown(panel, view)["first"]
    past = replace(view, game=looked_at(view.game, 1))
    blocks = shown(panel, past)
    assert blocks["answer"].text.startswith("After ply 1 of 2. ")
    there = {one.name: one.text for one in blocks["first"].cells}
    assert (there["e4"], there["e5"], there["e7"]) == ("P", ".", "p")
    assert [one.text for one in shown(panel, view)["first"].cells] == [c.text for c in now.cells]


def test_every_memory_is_asked_and_the_cells_read_come_one_after_the_other() -> None:
    panel, view = of("loop", "e2e4")
    done(panel, view, "both")
    shown(panel, view)
    assert done(panel, view, "on") == [PlayBack("steps")]
    blocks = shown(panel, view)
    answer = blocks["answer"].text
    assert answer.startswith("what is on e4? a white pawn. Cells read: ")
    asking = panel.asking
    assert asking is not None
    assert {*asking.answers} >= {one.key for one in EXHIBITS if not one.ours}
    for step in range(1, asking.longest + 1):
        panel.clicked(view, "steps", str(step))
        blocks = shown(panel, view)
        steps = blocks["steps"]
        assert (steps.at, steps.last) == (step, asking.longest)
        second = blocks["second"]
        last = [one.key for one in signed(second, "@").values()]
        assert len(last) == (step < len(asking.answers["bell"].accesses))
        assert second.chosen == "".join(last)
        read = len(asking.answers["loop"].accesses[:step])
        assert blocks["first"].told == f"{read} of {asking.answers['loop'].reads} read"
    done(panel, view, "end")
    assert "steps" not in shown(panel, view)
    done(panel, view, "question", "how many rooks have I")
    assert "? 2." in shown(panel, view)["answer"].text
    shown(panel, played("e2e4", "e7e5"))
    assert panel.asking is None
    panel.square = chess.E5
    with pytest.raises(BoardError, match="no piece stands on e5"):
        done(panel, view, "moves")


def test_the_last_move_is_gone_through_from_the_memory_before_it() -> None:
    panel, view = of("0x88", "e2e4", "e7e5")
    shown(panel, view)
    done(panel, view, "watch")
    assert panel.asking is not None
    seen = []
    for step in range(panel.asking.longest + 1):
        panel.clicked(view, "steps", str(step))
        cells = {one.name: one.text for one in shown(panel, view)["first"].cells}
        seen.append(cells["e7"] + cells["e5"])
    assert (seen[0], seen[-1]) == ("p.", ".p")
    fresh = LensesPanel()
    shown(fresh, moment())
    with pytest.raises(BoardError, match="no move has been made"):
        done(fresh, moment(), "watch")


def test_what_a_memory_cannot_hold_is_said_in_its_place() -> None:
    panel = LensesPanel()
    panel.restore({"lenses": "loop,bell"})
    board = chess.Board("8/8/8/8/8/8/8/4K3 w - - 0 1")
    blocks = shown(panel, changed(moment(), start=board.fen(), moves=(), fen=board.fen()))
    assert "no black king" in blocks["first-remark"].text


def test_memories_are_chosen_and_come_back() -> None:
    panel, view = LensesPanel(), moment()
    shown(panel, view)
    done(panel, view, "first", "loop")
    assert panel.keys == ["loop", MACHINE]
    done(panel, view, "both")
    shown(panel, view)
    done(panel, view, "second", "tscp")
    assert (panel.keys, panel.both) == (["loop", "tscp"], True)
    panel.restore({"lenses": "linked,piece-sets", "both lenses": "no"})
    assert (panel.keys, panel.both) == (["scorpio", "knightcap-completed"], False)
    panel.restore({"lenses": "bell,nonsense"})
    assert panel.keys == ["scorpio", "knightcap-completed"]


@pytest.mark.parametrize("key", [one.key for one in EXHIBITS])
def test_every_memory_is_drawn_in_few_columns(key: str) -> None:
    panel, view = of(key, "e2e4", "e7e5")
    block = shown(panel, view)["first"]
    assert sum(one.size for one in block.groups) == len(block.cells)
    for width in (36, 50):
        drawn = draw_block(block, width)
        lines = ("".join(word.text for word in line).rstrip() for line in drawn)
        assert max(map(len, lines)) <= width
        rows = [word.row for line in drawn for word in line if word.row]
        assert rows == [one.key for one in block.cells]
