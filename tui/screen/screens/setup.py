"""Set-up: men go anywhere; every one that does is a byte poked."""

from __future__ import annotations

import chess

from emu.notation import Poke
from microchess.program.memory_map import TABLE
from microchess.program.slots import TYPES
from microchess.program.squares import CAPTURED, from_chess, on_board
from microchess.program.table import HALF
from tui.screen.drawing.ink import Ink
from tui.screen.drawing.table import explain_table
from tui.screen.screens.actions import GameActions
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.offboard import OffBoard
from tui.session import commands as c
from tui.session.snapshot import GameView, Snapshot

VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}


class SetUpActions(GameActions):
    """Beginning, ending and giving up set-up, and what is done in it."""

    _steps_before_setup = 0

    @property
    def ink(self) -> Ink:
        """Styles of the present theme."""
        return Ink.of(self.app.current_theme)

    def show(self, snapshot: Snapshot) -> None:
        """Show a moment of the session."""
        raise NotImplementedError

    def arrange_keys(self) -> None:
        """Header, frame and footer say which mode the keyboard is in."""
        raise NotImplementedError

    async def action_setup(self) -> None:
        """Begin; or end, as Done does."""
        board = self.query_one(BoardWidget)
        if board.setup:
            self.action_setup_done()
        elif self._latest is not None:
            self._steps_before_setup = len(self._latest.game.steps)
            await self.show_panel("table")
            self._set_up(True)

    def action_setup_done(self) -> None:
        """The position stays as it is now."""
        self._set_up(False)

    def action_setup_cancel(self) -> None:
        """Everything is as it was before."""
        self.ask(c.TakeBack(self._steps_before_setup))
        self._set_up(False)

    def _set_up(self, on: bool) -> None:
        board = self.query_one(BoardWidget)
        board.setup = on
        self.query_one("#entry").display = not on
        self.query_one("#setup-buttons").display = on
        self.set_focus(board)
        self.arrange_keys()
        if self._latest is not None:
            self.show_off_board(self._latest.game)
        self.say(self._setup_words() if on else "")

    def _setup_words(self) -> str:
        """What the program will make of the table, if it is an odd one."""
        if self._latest is None:
            return ""
        game = self._latest.game
        odd = explain_table(game.table, game.computer, self.ink)
        return "; ".join(strip.text for strip in odd) or "a table as any game may have it"

    def show_setup(self) -> None:
        """After every poke."""
        if self.query_one(BoardWidget).setup:
            self.say(self._setup_words())

    def show_off_board(self, game: GameView) -> None:
        """The men above and below the board."""
        board = self.query_one(BoardWidget)
        lead = sum(VALUES[m.upper()] * (1 if m.isupper() else -1) for m in game.men if m != ".")
        white_below = board.picture.white_below
        for selector, white_side in (("#above", not white_below), ("#below", white_below)):
            row = self.query_one(selector, OffBoard)
            if board.setup:
                row.show_men(unplaced_men(game, white_side), "", self.ink, True, board.in_hand)
                continue
            mine = lead if white_side else -lead
            word = f" +{mine}" if mine > 0 else ""
            row.show_men(captured_men(game, not white_side), word, self.ink, False, "")

    def on_off_board_taken(self, event: OffBoard.Taken) -> None:
        """He goes to the next square chosen."""
        self.query_one(BoardWidget).in_hand = event.letter
        if self._latest is not None:
            self.show_off_board(self._latest.game)

    def on_off_board_dropped(self, event: OffBoard.Dropped) -> None:
        """Where he was let go, if that is a square."""
        square = self.query_one(BoardWidget).square_on_screen(event.x, event.y)
        if square is not None:
            self._put(event.letter, square)

    def on_board_widget_man_put(self, event: BoardWidget.ManPut) -> None:
        """A man goes somewhere, and his byte with him."""
        self._put(event.source, event.target)

    def _put(self, source: chess.Square | str, target: chess.Square | None) -> None:
        if self._latest is None:
            return
        game = self._latest.game
        if isinstance(source, str):
            man = _free_man(game, source)
            if man is None:
                name = chess.piece_name(chess.Piece.from_symbol(source).piece_type)
                side = chess.COLOR_NAMES[source.isupper()]
                self.say(f"every {side} {name} of the table stands on the board", "error")
                return
        else:
            man = game.table.standing_on(from_chess(source, game.computer))
            if man is None:
                return
        byte = CAPTURED if target is None else from_chess(target, game.computer)
        self.query_one(BoardWidget).in_hand = ""
        self.ask(c.PokeBytes((Poke(TABLE + man, byte),)))


def _letter(game: GameView, man: int) -> str:
    color = game.computer if man < HALF else not game.computer
    return chess.Piece(TYPES[man % HALF], color).symbol()


def _free_man(game: GameView, letter: str) -> int | None:
    """The first man of that kind who stands nowhere."""
    for man, byte in enumerate(game.table):
        if not on_board(byte) and _letter(game, man) == letter:
            return man
    return None


def unplaced_men(game: GameView, white: bool) -> str:
    """The men of a side that the table has off the board."""
    men = (_letter(game, man) for man, byte in enumerate(game.table) if not on_board(byte))
    return "".join(man for man in men if man.isupper() == white)


def captured_men(game: GameView, white: bool) -> str:
    """The men of a side that stood on the board when the game began and do no more, most valuable
    first; a pawn that was promoted is not among them.
    """
    before = chess.Board(game.start)
    found, promoted = "", 0
    for letter in "QRBNP":
        man = letter if white else letter.lower()
        piece = chess.Piece.from_symbol(man)
        gone = len(before.pieces(piece.piece_type, piece.color)) - game.men.count(man)
        promoted += max(0, -gone)
        found += man * max(0, gone - promoted if letter == "P" else gone)
    return found
