"""Why a part of a value is what it is: which moves changed a counter, and which instruction."""

from collections.abc import Iterable, Iterator

from microchess.engine.value import worked_out
from microchess.errors import MicroChessError
from microchess.machine.explain_counter import CounterHistory, explaining
from microchess.machine.player import Player
from microchess.program.levels import Level
from microchess.program.position import Position
from microchess.program.reply import Candidate
from tui.panels.blocks import Block, SentenceBlock, TableBlock, TableCell, TableColumn, TableRow
from tui.panels.value_parts import NO_COUNTERS, notes_on
from tui.session.thought import Thought

_HISTORY = (
    TableColumn("By the moves"),
    TableColumn("Counter"),
    TableColumn("Instruction"),
    TableColumn("Cycle", right=True, spare=True),
)
WAITS = SentenceBlock("asked", "the machine thinks once more ...", "muted")


def worked_out_for(part: str, thought: Thought, one: Candidate) -> tuple[Block, ...]:
    """How the value comes about, step by step, for a *part* that is no counter."""
    steps = worked_out(one.counters, one.man, thought.table[one.man], one.to)
    title, columns = "Step by step, as it is worked out", (TableColumn("Step"),)
    table = _table(title, ((step,) for step in steps), columns)
    return SentenceBlock("asked", f"{part}: {NO_COUNTERS[part]}"), table


def counted_for(
    counter: str, thought: Thought, one: Candidate, player: Player
) -> Iterator[tuple[Block, ...]]:
    """How a *counter* came to its value, at last; nothing after each candidate until then.

    Raises MicroChessError.
    """
    level = Level.of_bytes(*thought.level_bytes)
    if level is None:
        raise MicroChessError("the level bytes are none of the three levels")
    position = Position(thought.table, bool(thought.computer))
    work = explaining(position, level, one, counter, player)
    while True:
        yield ()
        try:
            next(work)
        except StopIteration as ended:
            yield tuple(_history(ended.value))
            return


def _history(history: CounterHistory) -> Iterator[Block]:
    counts, *notes = notes_on(history.name)
    yield SentenceBlock("asked", f"Why is {history.name} {history.value}? It counts: {counts}.")
    yield SentenceBlock("notes", "; ".join(notes), "muted", spare=True)
    where = f"The byte at ${history.address:02X}, in {history.player}"
    rows = list(_rows(history)) or [
        ("it is cleared before the count; no move changed it", "", "", "")
    ]
    yield _table(where, rows, _HISTORY)


def _rows(history: CounterHistory) -> Iterator[tuple[str, ...]]:
    for change in history.changes:
        changed = f"{change.before} → {change.after}", change.instruction, f"{change.cycle:,}"
        for by in change.by:
            line = f", after {' '.join(by.line)}" if by.line else ""
            yield f"{by.role}: {by.move}{line}", *changed
            changed = "", "", ""


def _table(
    title: str, rows: Iterable[tuple[str, ...]], columns: tuple[TableColumn, ...]
) -> TableBlock:
    made = (TableRow(str(at), tuple(map(TableCell, texts))) for at, texts in enumerate(rows))
    return TableBlock("history", title, columns, tuple(made), (title,), shares=2)
