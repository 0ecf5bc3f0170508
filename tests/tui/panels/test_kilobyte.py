"""The kilobyte: what each byte is for, and which have just changed."""

from dataclasses import replace

from tests.tui.panels.moments import changed, moment
from tui.panels.blocks import OwnBlock, SentenceBlock
from tui.panels.kilobyte import KilobyteMap, KilobytePanel
from tui.session.snapshot import Snapshot


def shown(panel: KilobytePanel, view: Snapshot) -> tuple[KilobyteMap, str]:
    own, remark = panel.shown(view)[0]
    assert isinstance(own, OwnBlock)
    assert isinstance(own.data, KilobyteMap)
    assert isinstance(remark, SentenceBlock)
    return own.data, remark.text


def test_every_byte_has_its_part_and_those_that_changed_are_told() -> None:
    panel, view = KilobytePanel(), moment()
    drawn, remark = shown(panel, view)
    parts = [drawn.names[number] for number, length in drawn.runs for _ in range(length)]
    assert len(parts) == 1024
    assert {*parts[0x50:0x70]} == {"the 32 pieces"}
    assert (drawn.changed, drawn.said) == ((), "")
    assert remark.startswith("These are the parts of the program of 1976")
    assert shown(panel, changed(view, program="MicroChess"))[1] == ""
    ram = view.machine.memory.regions[0]
    data = bytes(byte ^ (at in (0x50, 0x3FF)) for at, byte in enumerate(ram.data))
    regions = (replace(ram, data=data), *view.machine.memory.regions[1:])
    memory = replace(view.machine.memory, regions=regions)
    later = replace(view, machine=replace(view.machine, memory=memory))
    for _ in range(2):
        drawn, _remark = shown(panel, later)
        assert (drawn.changed, drawn.said) == ((0x50, 0x3FF), "the 32 pieces 1, free 1")
