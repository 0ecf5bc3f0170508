"""The game: its moves, what was done to the machine for them, its level; and its review."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from microchess.program.levels import Level
from tui.panels.blocks import (
    Block,
    BlockCell,
    CellGroup,
    CellsBlock,
    ChoiceBlock,
    ChoiceOption,
    OwnBlock,
    PaperBlock,
    SentenceBlock,
    TableBlock,
    TableCell,
    TableColumn,
    TableRow,
    Tone,
)
from tui.panels.panel import Act, Done, Effect, FrontEnd, LookBack, Panel
from tui.session.play import Play
from tui.session.snapshot import Earlier, GameView, Snapshot
from tui.session.thought_words import describe_level

if TYPE_CHECKING:
    from tui.session.review import ReviewedMove

_LOGGED = 60
"""Entries of the log that are shown."""
_LOWEST, _HIGHEST = 120, 216
"""The values of the shortest and the longest bar."""
_POSITION = re.compile(": [^,]*")
"""What follows the reason in short: the position that was set up."""
_REVIEW = (
    "The longer a bar, the better the best move there was. Numbers, 0 to 255: how good a move is "
    "for the side that makes it, by MicroChess's formula."
)
_COLUMNS = (TableColumn("Move"), TableColumn("Value", right=True), TableColumn(""))
_NEW = (
    "start begin restart play white black both opening book player opponent python janus original"
)
_EASIER = "level difficulty difficult strength harder easier skill"
_LEVELS = {
    Level.SUPER_BLITZ: f"{_EASIER} easy weak",
    Level.BLITZ: _EASIER,
    Level.NORMAL: f"{_EASIER} hard strong",
}
"""What else people call them."""


class GamePanel(Panel):
    """Moves, and the keys and pokes behind them; or what the review says of each."""

    name = "game"
    help = """\
A click on a move shows the board as it was; the arrow keys step from there, Enter goes on from
there. *Log* shows what was done to the machine for each move: the keys that were pressed, and
bytes that were poked (`poked $51 = CC`). *Hint* is what MicroChess would play for you, *Review*
what it would have played at every move. Where there is room, the line under the board is its last
reply, mark by mark: after an undo that of the move which is last then, after a poke still the one
before it.

The program knows no castling, no en passant and no promotion; they are done for it and for you as
the manual of 1976 says.
"""

    def __init__(self) -> None:
        self._logs = False
        self._review: tuple[ReviewedMove, ...] = ()
        self._reviewed: tuple[str, ...] = ()
        """The moves that the review is of."""

    def look(self, view: Snapshot) -> None:
        """A review is over with the next move."""
        if view.game.sans != self._reviewed:
            self._review = ()

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """The moves, or their review; the log; the level."""
        game = view.game
        if self._review:
            at = game.looking if game.looking is not None and game.looking > 0 else 0
            yield SentenceBlock("about", _REVIEW, "muted", spare=True)
            yield self._table(at)
            yield SentenceBlock("comment", self._review[at - 1].comment if at else "")
        else:
            yield _moves(game)
            yield OwnBlock("steps", "moves")
        if self._logs and not self._review:
            lines = game.log[-_LOGGED:] or ("nothing yet",)
            yield PaperBlock("log", "F ends your move, PC begins its", lines)
        levels = (
            ChoiceOption(one.title, one.title, describe_level(one, game.program), _LEVELS[one])
            for one in Level
        )
        now = game.level.title if game.level else ""
        yield ChoiceBlock("level", "Level", tuple(levels), now, spare=True)

    def _table(self, at: int) -> TableBlock:
        rows = []
        for index, one in enumerate(self._review):
            value = one.value or _LOWEST
            bar = max(0.0, min(1.0, (value - _LOWEST) / (_HIGHEST - _LOWEST)))
            cells = (
                TableCell(one.name),
                TableCell(str(one.value or "")),
                TableCell("", "accent", "", bar),
            )
            rows.append(TableRow(str(index + 1), cells))
        chosen = str(at or "")
        return TableBlock("review", "Review", _COLUMNS, tuple(rows), ("",), chosen, shares=1)

    def actions(self, view: Snapshot) -> Iterator[Act]:
        """What a game has beside its moves."""
        game = view.game
        about = "White, Black or both, level, opening, position"
        yield Act("new_game", "New", lambda: FrontEnd("new game"), "", about, also=_NEW)
        about = "take back your last move; the computer's memory goes back too"
        off = "" if game.steps else "there is nothing to take back"
        also = "takeback take back retract mistake former previous"
        yield Act("undo", "Undo", lambda: FrontEnd("undo"), "", about, off, at="board", also=also)
        off = "" if game.can_redo else "nothing was taken back"
        about = "do again what was taken back"
        yield Act("redo", "Redo", Play.redo, "", about, off, at="board", also="forward")
        about = "what MicroChess would play for you, and what it threatens"
        also = "advice suggest best tip"
        yield Act("advice", "Hint", lambda: FrontEnd("advice"), "", about, at="board", also=also)
        if not game.over:
            also = "give up surrender abandon"
            about = "give the game up"
            yield Act("resign", "Resign", lambda: FrontEnd("resign"), "", about, also=also)
        if self._review:
            yield Act("end", "End review", self._end, "escape", "only the moves")
            return
        also = "analyse analyze analysis annotate mistake"
        about = "every move with what MicroChess would have played"
        yield Act("review", "Review", lambda: self._begin(game), "", about, also=also)
        about = "the keys that were pressed and the bytes that were poked for each move"
        yield Act("log", "Log", self._fold, "", about, on=self._logs)
        about = "you move for both sides, or MicroChess answers again"
        yield Act("both", "Both", lambda: Play.set_both(not game.both), "", about, on=game.both)

    def _begin(self, game: GameView) -> None:
        from tui.session.review import reviewed

        self._review, self._reviewed = reviewed(game), game.sans

    def _end(self) -> Effect:
        self._review = ()
        return LookBack(None)

    def _fold(self) -> None:
        self._logs = not self._logs

    def clicked(self, view: Snapshot, block: str, row: str) -> Done:
        """The board as it was after a move; another level."""
        if block == "level":
            return Play.set_level(next(one for one in Level if one.title == row))
        return LookBack(int(row)) if row else None

    def moved(self, view: Snapshot, block: str, down: int) -> Done:
        """The next move of the review."""
        looking = view.game.looking
        at = len(view.game.sans) if looking is None else looking
        return LookBack(max(0, at + down))


def _moves(game: GameView) -> CellsBlock:
    """Two to a row; before them what was played until the position was changed, and why it was. A
    cell's key is how many half-moves were made with it, as counted for `GameView.way_to`.
    """
    last = len(game.sans) if game.looking is None else game.looking
    tone: Tone = "accent" if game.looking is None else "strong chosen"
    cells: list[BlockCell] = []
    groups = []
    title, made = "", -game.before
    parts: tuple[Earlier | GameView, ...] = (*game.earlier, game)
    for one in parts:
        before = len(cells)
        if one.sans and one.first_ply % 2:
            cells.append(BlockCell("", f"{one.first_ply // 2 + 1}.", "...", "muted"))
        for ply, san in enumerate(one.sans, one.first_ply):
            made += 1
            shown = tone if made == last else "strong"
            cells.append(BlockCell(str(made), f"{ply // 2 + 1}.", san, shown))
        groups.append(CellGroup(title, len(cells) - before, 2, "first"))
        if isinstance(one, Earlier):
            reasons = dict.fromkeys(_POSITION.sub("", one.why).split(", "))
            why = ", ".join(reasons).replace("poked ", "changed by hand: ")
            title, made = f"- {why} -", made + 1
    told = "" if cells or title else "no moves yet"
    return CellsBlock("moves", "", told, tuple(groups), tuple(cells), str(last))
