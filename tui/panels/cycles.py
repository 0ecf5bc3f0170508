"""Where the cycles went: the routines of the program in the last second of thinking."""

from collections.abc import Iterator

from microchess.machine.labels import labels
from tui.panels.blocks import Block, SentenceBlock, TableBlock, TableCell, TableColumn, TableRow
from tui.panels.panel import Act, Panel
from tui.session.snapshot import Snapshot
from tui.session.thought_words import JANUS
from tui.session.timetravel import TimeTravel

_NOTHING = "nothing has been thought yet"
_MOVE = f"{_NOTHING}: make a move, and let MicroChess think"
_COUNT = "Count goes over the last second of thinking again, and counts the cycles of each routine."
_COLUMNS = (
    TableColumn("Routine"),
    TableColumn("Cycles", right=True, spare=True),
    TableColumn("Share", right=True),
    TableColumn(""),
)


class CyclesPanel(Panel):
    """Counts only when it is asked to: the machine is as fast as without it."""

    name = "cycles"
    help = """\
*Count* goes over the last second of thinking (1,000,000 cycles at most) again, exactly, and
says which routines these cycles went to, without those of what they called. A routine goes from an
address that was called to the next one. Names are those of Janus and of our monitor.
"""

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """The routines, most cycles first."""
        if view.thought is None:
            yield SentenceBlock("nothing", _MOVE, "muted")
        elif not view.thought.spent:
            yield SentenceBlock("nothing", _COUNT, "muted")
        else:
            rows = tuple(_rows(view, view.thought.spent))
            title = "The last second of thinking"
            yield TableBlock("routines", title, _COLUMNS, rows, ("",), shares=1)

    def actions(self, view: Snapshot) -> Iterator[Act]:
        """Count."""
        about = "the cycles of each routine in the last second of thinking"
        off = _NOTHING if view.thought is None else ""
        yield Act("count", "Count", TimeTravel.count, "", about, off)


def _rows(view: Snapshot, spent: tuple[tuple[int, int], ...]) -> Iterator[TableRow]:
    names = labels(view.machine.memory, view.game.program == JANUS)
    total, most = sum(cycles for _, cycles in spent), spent[0][1]
    for address, cycles in spent:
        yield TableRow(
            str(address),
            (
                TableCell(names.get(address, f"${address:04X}")),
                TableCell(f"{cycles:,}", "muted"),
                TableCell(f"{100 * cycles / total:.1f} %"),
                TableCell("", "accent", bar=cycles / most),
            ),
        )
