"""Lines of words that know which row of a block they are of."""

from typing import NamedTuple

from rich.cells import cell_len


class BlockWord(NamedTuple):
    """A text, what it means (a `tui.panels.blocks.Tone`, or a style of the drawing itself), and the
    row of the block that it is of.
    """

    text: str
    tone: str = ""
    row: str = ""


BlockLine = tuple[BlockWord, ...]


def row_at(line: BlockLine, x: int) -> str:
    """The row that column *x* of a line is of, empty: none."""
    for word in line:
        if (x := x - cell_len(word.text)) < 0:
            return word.row
    return ""
