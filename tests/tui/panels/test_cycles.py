"""The panel of cycles: which routines the last second of thinking went to."""

from dataclasses import replace

import rom
from microchess.engine.state import EngineState
from tests.tui.panels.moments import moment
from tui.panels.blocks import SentenceBlock, TableBlock
from tui.panels.cycles import CyclesPanel
from tui.session.snapshot import Snapshot
from tui.session.thought import Thought
from tui.session.timetravel import TimeTravel


def thought(view: Snapshot, *spent: tuple[int, int]) -> Snapshot:
    points = bytes(EngineState().zero_page[0xA0:0xB0])
    game = view.game
    found = Thought(game.table, points, game.fen, game.computer, shown="0F1333", spent=spent)
    return replace(view, thought=found)


def told(view: Snapshot) -> str:
    (block,) = CyclesPanel().blocks(view)
    assert isinstance(block, SentenceBlock)
    return block.text


def test_routines_stand_by_name_with_their_part_of_the_cycles() -> None:
    generate = rom.labels("janus")["generate"]
    view = thought(moment(), (generate, 600_000), (0x0200, 300_000), (0x0300, 100_000))
    (table,) = CyclesPanel().blocks(view)
    assert isinstance(table, TableBlock)
    rows = [[cell.text for cell in row.cells] for row in table.rows]
    assert rows == [
        ["generate", "600,000", "60.0 %", ""],
        ["$0200", "300,000", "30.0 %", ""],
        ["$0300", "100,000", "10.0 %", ""],
    ]
    assert [row.cells[-1].bar for row in table.rows] == [1, 0.5, 1 / 6]


def test_without_a_thought_it_says_so_and_with_one_it_offers_to_count() -> None:
    nothing = replace(moment(), thought=None)
    assert told(nothing).startswith("nothing has been thought yet")
    assert [one.off for one in CyclesPanel().actions(nothing)] == ["nothing has been thought yet"]
    (act,) = CyclesPanel().actions(thought(moment()))
    assert told(thought(moment())).startswith("Count goes over")
    assert (act.off, act.do()) == ("", TimeTravel.count())
