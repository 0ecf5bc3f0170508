"""Set-up: men go anywhere; every one that does is a byte poked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import chess
from textual.widgets import Button

from emu.notation import Poke
from microchess.program.memory_map import TABLE
from tui.screen.screens.actions import GameActions
from tui.screen.screens.ask import ChooseScreen
from tui.screen.screens.dialog import ask
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.offboard import OffBoard
from tui.session.hand import Hand
from tui.session.placing import NobodyLeft, all_men, cleared, men_of, putting
from tui.session.play import Play
from tui.session.snapshot import GameView, Snapshot
from tui.session.words import explain_table

SETUP_BUTTONS = (
    ("done", "Done", "s: Done"),
    ("cancel", "Cancel", "Cancel"),
    ("clear", "Clear", "c: Clear"),
    ("start", "Full", "0: Full"),
    ("turn", "Turn: {}", "Turn: {} (w)"),
    ("side", "You: {}", "You: {} (y)"),
)
"""Name, label, and that with its key."""
_ROOM_FOR_KEYS = 80
SETUP_KEYS = frozenset(("setup_clear", "setup_start", "setup_turn", "setup_side"))
"""Actions that only set-up has."""
VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}


class SetUpActions(GameActions):
    """Beginning, ending and giving up set-up, and what is done in it."""

    _before_setup: GameView | None = None
    _panel_before_setup = ""
    _poked = False
    """Something was changed in set-up, even if that is not to be seen yet."""
    _turn_after_setup: chess.Color | None = None

    show: Callable[[Snapshot], None]
    arrange_keys: Callable[[], None]

    async def action_setup(self) -> None:
        """Begin; or end, as Done does."""
        if self.board.setup:
            await self.action_setup_done()
        else:
            self._panel_before_setup, self._poked = self.entry.name, False
            self._before_setup = self.shown.game
            self._turn_after_setup = None
            await self.show_panel("table")
            if not self.query("#setup-buttons"):
                keys = (
                    (f"do-setup-{name}", text, f"screen.setup_{name}")
                    for name, text, _ in SETUP_BUTTONS
                )
                row = ButtonRow(*keys, id="setup-buttons")
                await self.query_one("#line").mount(row, after="#entry")
            self._set_up(True)

    def action_undo(self) -> None:
        """Take back; in set-up no more than was changed in it."""
        before, steps = self._before_setup, self.shown.game.steps
        if self.board.setup and before and steps <= before.steps:
            self.say("no man was moved in set-up; Cancel leaves it", "warning")
        else:
            self.ask(Play.undo())

    def action_suspend(self) -> None:
        """Ctrl+Z suspends a program in a shell: here it does nothing."""
        self.say("u takes back; Ctrl+Q leaves", "warning")

    async def action_setup_done(self) -> None:
        """The position stays as it is now, and the side that was chosen moves."""
        await self.end_set_up()
        if self._before_setup is not None:
            self.ask(Play.end_set_up(self._turn_after_setup, self._before_setup.steps, None))

    async def action_setup_cancel(self) -> None:
        """Everything is as it was before."""
        self.take_set_up_back()
        await self.end_set_up()

    def take_set_up_back(self) -> None:
        """The men are as they were before it, if this is set-up."""
        if self.board.setup and self._before_setup is not None:
            self.ask(Play.take_back(self._before_setup.steps))

    async def leave_set_up(self) -> None:
        """At once if nothing was changed; else ask what is to become of it."""
        before, turn = self._before_setup, self._turn_after_setup
        turned = before is not None and turn not in (None, before.turn)
        if not (turned or self._poked):
            await self.end_set_up()
            return

        text = "Done: play on from this position.\nCancel: back to the one before."
        choices = (("setup_done", "Done"), ("setup_cancel", "Cancel"), ("go", "Go on setting up"))
        asks = ChooseScreen("Set up", text, choices, "go")
        ask(self.app, asks, lambda answer: self.run_action(answer) if answer != "go" else None)

    async def end_set_up(self) -> None:
        """Back to the board and to the panel from before."""
        if self.board.setup:
            self._set_up(False)
            await self.show_panel(self._panel_before_setup or self.entry.name, focus=False)

    def action_setup_clear(self) -> None:
        """Every man but the two kings goes off the board."""
        self._poke_table(cleared())

    def action_setup_start(self) -> None:
        """All men stand as at the beginning of a game."""
        self._poke_table(all_men(self.shown.game.computer))

    def action_setup_turn(self) -> None:
        """The other side is to move."""
        self._turn_after_setup = not self._to_move(self.shown.game)
        self._show_sides()
        self.set_focus(self.board)
        self.say("")
        self.arrange_keys()

    def action_setup_side(self) -> None:
        """MicroChess gets the other men: key E exchanges the sides."""
        self._poked = True
        self.set_focus(self.board)
        self.ask(Hand.press("E"))

    def _to_move(self, game: GameView) -> chess.Color:
        """Who moves after Done."""
        return game.turn if self._turn_after_setup is None else self._turn_after_setup

    def _show_sides(self) -> None:
        game = self.shown.game
        sides = {"turn": _side(self._to_move(game)), "side": _side(not game.computer)}
        for name, text, keyed in SETUP_BUTTONS:
            form = keyed if self.size.width >= _ROOM_FOR_KEYS else text
            self.query_one(f"#do-setup-{name}", Button).label = form.format(sides.get(name))

    def _poke_table(self, wanted: Mapping[int, int]) -> None:
        """Poke the bytes of men; all of them, since pokes may be on their way."""
        self.board.in_hand = ""
        self.set_focus(self.board)
        self._poke(*(Poke(TABLE + man, byte) for man, byte in wanted.items()))

    def _poke(self, *pokes: Poke) -> None:
        self._poked = True
        self.ask(Play.poke(pokes))

    def _set_up(self, on: bool) -> None:
        self.board.setup = on
        self.query_one("#line").set_class(on, "-placing")
        self._show_sides()
        self.set_focus(self.board)
        self.arrange_keys()
        self.show_off_board(self.shown.game)
        self.say("")

    @property
    def setup_words(self) -> str:
        """What the program will make of the table, if it is an odd one, else who moves next."""
        game = self.shown.game
        told = explain_table(game.table, game.computer)
        odd = [f"{text}; drag one away" if grave else text for text, grave in told]
        its = self._to_move(game) == game.computer and not game.both
        moves = f"after Done {'MicroChess moves' if its else 'you move'}"
        board = chess.Board(game.fen)
        board.turn = self._to_move(game)
        if board.king(not board.turn) is not None and board.was_into_check():
            odd.append(f"{_side(board.turn)} moves and can take the king")
        return "; ".join(odd) or moves

    def show_setup(self) -> None:
        """After every poke."""
        if self.board.setup:
            self._show_sides()
            self.say("")

    def show_off_board(self, game: GameView) -> None:
        """The men above and below the board."""
        men = game.men
        if self.looking is None:  # two on one square are both there
            men = "".join(letter for _, letter in men_of(game, off=False))
        lead = sum(VALUES[m.upper()] * (1 if m.isupper() else -1) for m in men if m != ".")
        white_below = self.board.picture.white_below
        for selector, white_side in (("#above", not white_below), ("#below", white_below)):
            row = self.query_one(selector, OffBoard)
            if self.board.setup:
                men_off = (letter for _, letter in men_of(game, off=True))
                off = "".join(one for one in men_off if one.isupper() == white_side)
                row.show_men(off, "to put down" if off else "", True, self.board.in_hand)
                continue
            mine = lead if white_side else -lead
            begun = beginning(game, 0 if self.looking is None else self.looking)
            taken = captured_men(begun, men, not white_side)
            points = "" if taken else " point" if mine == 1 else " points"
            word = f" +{mine}{points}" if mine > 0 else ""
            row.show_men(taken, word, False, "")

    def on_off_board_taken(self, event: OffBoard.Taken) -> None:
        """He goes to the next square chosen."""
        self.board.in_hand = event.letter
        self.show_off_board(self.shown.game)

    def on_off_board_dropped(self, event: OffBoard.Dropped) -> None:
        """Where he was let go, if that is a square; else he is out of hand again."""
        square = self.board.square_on_screen(event.x, event.y)
        if square is not None:
            self._put(event.letter, square)
        else:
            self.board.in_hand = ""
            self.show_off_board(self.shown.game)

    def on_board_widget_man_put(self, event: BoardWidget.ManPut) -> None:
        """A man goes somewhere, and his byte with him."""
        self._put(event.source, event.target)

    def _put(self, source: chess.Square | str, target: chess.Square | None) -> None:
        game = self.shown.game
        try:
            pokes = putting(game, source, target)
        except NobodyLeft as error:
            self.say(str(error), "error")
            return
        if pokes:
            self.board.in_hand = ""
            self._poke(*pokes)


def _side(color: chess.Color) -> str:
    return chess.COLOR_NAMES[color].capitalize()


def beginning(game: GameView, half_moves: int) -> str:
    """The position from which men have been lost when so many half-moves have been made (see
    `GameView.way_to`): pokes do not begin another game.
    """
    start, at = game.start, -1
    for one in reversed(game.earlier):
        begun = "set up" in one.why or "key C" in one.why
        if begun and half_moves > at:
            break
        start, at = one.start, at - len(one.sans) - 1
    return start


def captured_men(begun: str, men: str, white: bool) -> str:
    """The men of a side that stood on the board when the game began, or was set up, as *begun*
    (FEN), and are not among *men*, most valuable first; a promoted pawn is not told of.
    """
    before = chess.Board(begun)
    found, promoted = "", 0
    for letter in "QRBNP":
        man = letter if white else letter.lower()
        piece = chess.Piece.from_symbol(man)
        gone = len(before.pieces(piece.piece_type, piece.color)) - men.count(man)
        promoted += max(0, -gone)
        found += man * max(0, gone - promoted if letter == "P" else gone)
    return found
