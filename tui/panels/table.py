"""The piece table at $50-$6F: who stands where, and what the program will make of it."""

from collections import Counter
from collections.abc import Iterator

import chess

from emu.notation import NotationError, Poke, parse_byte
from microchess.errors import MicroChessError
from microchess.program.memory_map import TABLE
from microchess.program.slots import TYPES
from microchess.program.squares import CAPTURED, on_board, reverse, to_chess
from microchess.program.table import HALF, MEN, SIZE, man_in_words
from tui.panels.blocks import (
    Block,
    Mode,
    SentenceBlock,
    TableBlock,
    TableCell,
    TableColumn,
    TableRow,
    Tone,
)
from tui.panels.panel import Act, Done, Effect, Focus, Panel
from tui.session.logwords import means, whose
from tui.session.play import Play
from tui.session.snapshot import GameView, Notice, Snapshot
from tui.session.timetravel import TimeTravel
from tui.session.words import explain_table

_OFF = CAPTURED, reverse(CAPTURED)
_EXCHANGED = f"{reverse(CAPTURED):02X}: {CAPTURED:02X}, off the board, after key E"
_CHOOSE = "choose a piece first"
_PAST = "an earlier position is looked at: go back to now first"
_COLUMNS = (
    TableColumn("At"),
    TableColumn("Piece"),
    TableColumn("Byte", "two hex digits"),
    TableColumn("Square"),
)
_POKE = Mode("POKE", "two hex digits change the byte of the chosen piece", "two hex digits: a byte")


class TablePanel(Panel):
    """The table; a byte typed there moves the man."""

    name = "table"
    help = """\
32 bytes are the whole game: who stands where. A byte of two hex digits is typed where it stands,
and the piece moves: rank and file, from 0, as the computer sees the board. *Take off* makes it
`CC`: off the board. In short names `KP` is the king's pawn, `QN` the queen's knight.

*Who wrote it?* goes back to the instruction that wrote the chosen byte last, *Who used it?* to the
one that read it. An exclamation mark: two pieces on one square.
"""

    def __init__(self) -> None:
        self._chosen: int | None = None
        self._begun: int | None = None
        self._digit = ""

    def follow(self, view: Snapshot) -> None:
        """Nobody is chosen in another game."""
        if self._begun != view.game.begun:
            self._begun, self._chosen, self._digit = view.game.begun, None, ""

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """The men, and what is odd about them."""
        game = view.game
        names = [chess.COLOR_NAMES[one].capitalize() for one in (game.computer, not game.computer)]
        chosen = "" if self._chosen is None else str(self._chosen)
        counts = Counter(game.table)
        yield TableBlock(
            "men",
            "The piece table",
            _COLUMNS,
            tuple(self._row(game, man, counts) for man in range(SIZE)),
            (f"computer: {names[0]}", f"you: {names[1]}"),
            chosen,
            _POKE,
        )
        for at, (text, grave) in enumerate(explain_table(game.table, game.computer)):
            yield SentenceBlock(f"odd-{at}", text, "error" if grave else "warning")
        if reverse(CAPTURED) in counts:
            yield SentenceBlock("exchanged", _EXCHANGED, "muted")

    def _row(self, game: GameView, man: int, counts: Counter[int]) -> TableRow:
        byte = game.table[man]
        color = game.computer if man < HALF else not game.computer
        sign = chess.Piece(TYPES[man % HALF], color).unicode_symbol()
        name = man_in_words(man).partition("'s ")[2]
        square, tone = "off" if byte in _OFF else "off?", _tone(byte, counts)
        if on_board(byte):
            square = chess.square_name(to_chess(byte, game.computer))
            square += "!" * (counts[byte] > 1)
        typed = f"{self._digit}_" if self._digit and man == self._chosen else f"{byte:02X}"
        cells = (
            TableCell(f"{TABLE + man:02X}", "muted"),
            TableCell(f"{sign} {name}", "", f"{sign} {MEN[man % HALF]}"),
            TableCell(typed, tone),
            TableCell(square, "muted"),
        )
        return TableRow(str(man), cells)

    def actions(self, view: Snapshot) -> Iterator[Act]:
        """What is done to the chosen man."""
        off = _PAST if view.game.past else _CHOOSE if self._chosen is None else ""
        address = TABLE + (self._chosen or 0)
        poke = Focus("men", engaged=True)
        yield Act("poke", "Poke", lambda: poke, "", "another byte for the chosen piece", off)
        yield Act(
            "capture",
            "Take off",
            lambda: self._take_off(view),
            "delete,backspace",
            f"the chosen piece off the board ({CAPTURED:02X})",
            off,
        )
        wrote, used = (TimeTravel.back_to_access(address, one) for one in (True, False))
        about = "back to when the byte of the chosen piece was last {}".format
        yield Act("written", "Who wrote it?", lambda: wrote, "W", about("written"), off, quiet=True)
        yield Act("read", "Who used it?", lambda: used, "U", about("used"), off, quiet=True)

    def clicked(self, view: Snapshot, block: str, row: str) -> None:
        """Choose a man."""
        self._chosen, self._digit = int(row), ""

    def moved(self, view: Snapshot, block: str, down: int) -> None:
        """Choose the one below, or above; the first if none was chosen."""
        self._chosen = 0 if self._chosen is None else (self._chosen + down) % SIZE
        self._digit = ""

    def typed(self, view: Snapshot, block: str, text: str) -> Done:
        """Two hex digits are a byte."""
        if self._chosen is None:
            raise MicroChessError(_CHOOSE)
        if text not in "0123456789abcdefABCDEF":
            raise NotationError(f"{text}: expected a hex digit, 0 to F")
        self._digit += text.upper()
        if len(self._digit) < 2:
            return None
        byte, self._digit = self._digit, ""
        return self._poke(view, self._chosen, int(byte, 16))

    def left(self, view: Snapshot, block: str) -> None:
        """One digit is no byte."""
        self._digit = ""

    def changed(self, view: Snapshot, block: str, row: str, text: str) -> Done:
        """Another byte for a man."""
        if not text.strip():
            raise MicroChessError("nothing is typed; expected a byte, hexadecimal 00 to FF")
        return self._poke(view, int(row), parse_byte(text))

    def _poke(self, view: Snapshot, man: int, byte: int) -> Iterator[Effect]:
        if view.game.past:
            raise MicroChessError(_PAST)
        poke = Poke(TABLE + man, byte)
        yield Play.poke((poke,))
        yield Notice(f"{byte:02X}: {means(poke, view.game.computer)}")

    def _take_off(self, view: Snapshot) -> Done:
        man, game = self._chosen or 0, view.game
        if game.table[man] == CAPTURED:
            who = whose(man, game.computer)
            return Notice(f"{who} ${TABLE + man:02X} is off the board already", "warning")
        return self._poke(view, man, CAPTURED)


def _tone(byte: int, counts: Counter[int]) -> Tone:
    if not on_board(byte):
        return "muted" if byte in _OFF else "warning"
    return "error" if counts[byte] > 1 else "led"
