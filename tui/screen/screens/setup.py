"""Set-up: men go anywhere; every one that does is a byte poked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import chess

from emu.notation import Poke, counted
from tui.screen.drawing.blocks import ButtonsBlock
from tui.screen.screens.ask import ChooseScreen
from tui.screen.screens.dialog import ask
from tui.screen.screens.study import Study
from tui.screen.screens.view import MainView
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.offboard import OffBoard
from tui.session.hand import Hand
from tui.session.placing import PlacingError, all_men, cleared, men_of, putting
from tui.session.play import Play
from tui.session.setting_up import SettingUp
from tui.session.snapshot import GameView
from tui.session.verbs import Asked
from tui.session.words import what_is_odd

SETUP_BUTTONS = (
    ("done", "Done", "s: Done"),
    ("cancel", "Cancel", "Cancel"),
    ("clear", "Clear", "c: Clear"),
    ("start", "Full", "0: Full"),
    ("turn", "Turn: {}", "Turn: {} (w)"),
    ("side", "You: {}", "You: {} (y)"),
)
"""Name, label, and that with its key."""
_ROOM_FOR_KEYS, _AROUND = 80, 3
"""Columns of a screen that has the keys, and of a button besides its label."""
SETUP_KEYS = frozenset(("setup_clear", "setup_start", "setup_turn", "setup_side"))
"""Actions that only set-up has."""
VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}


class SetUp:
    """Beginning, ending and giving up set-up on *view*, and what is done in it; the men off the
    board belong to it.
    """

    def __init__(self, view: MainView, study: Study) -> None:
        self._view, self._study = view, study
        self._state = SettingUp()
        self._panel_before = ""
        self._turn: chess.Color | None = None
        """Whose move it is after Done, if that was chosen."""
        self.buttons = BlockView(ButtonsBlock("setup", ()), self, "setup-buttons")

    async def begin_or_end(self) -> None:
        """Begin, with the game as it is; or end, as Done does."""
        view = self._view
        if view.looking is not None:
            self._study.look_at(None)
        if view.board.setup:
            await self.done()
            return
        self._panel_before, self._turn = view.entry.name, None
        self._ask(self._state.begin(view.shown))
        await view.show_panel("table")
        self._switch(True)

    def undo(self) -> None:
        """Take back; in set-up no more than was changed in it."""
        view, before = self._view, self._state.before
        if view.board.setup and before and view.shown.game.steps <= before.steps:
            view.say("no piece was moved in set-up; Cancel leaves it", "warning")
        else:
            view.ask(Play.undo())

    async def done(self) -> None:
        """The position stays as it is now, and the side that was chosen moves."""
        self._ask(self._state.end(self._turn, None))
        await self.end()

    async def cancel(self) -> None:
        """Everything is as it was before."""
        self.take_back()
        await self.end()

    def take_back(self) -> None:
        """The men are as they were before it, if this is set-up."""
        self._ask(self._state.cancel())

    def _ask(self, asked: Iterable[Asked]) -> None:
        for one in asked:
            self._view.ask(one)

    async def leave(self, then: Callable[[], Awaitable[None]] | None = None) -> None:
        """At once if nothing was changed; else ask what is to become of it. *Then* follows, unless
        one goes on setting up.
        """
        state = self._state
        turned = state.before is not None and self._turn not in (None, state.before.turn)
        if not (state.on and (turned or state.changed)):
            await self.cancel()
            if then is not None:
                await then()
            return
        text = "Done: play on from this position.\nCancel: back to the one before."
        choices = (("done", "Done"), ("cancel", "Cancel"), ("go", "Go on setting up"))
        answers = {"done": self.done, "cancel": self.cancel}

        async def chosen(answer: str) -> None:
            if answer in answers:
                await answers[answer]()
                if then is not None:
                    await then()

        ask(self._view.application, ChooseScreen("Set up", text, choices, "go"), chosen)

    async def end(self) -> None:
        """Back to the board and to the panel from before."""
        view, self._state.on = self._view, False
        if view.board.setup:
            self._switch(False)
            await view.show_panel(self._panel_before or view.entry.name, focus=False)

    def clear(self) -> None:
        """Every man but the two kings goes off the board."""
        self._poke_all(cleared())

    def fill(self) -> None:
        """All men stand as at the beginning of a game."""
        self._poke_all(all_men(self._view.shown.game.computer))

    def change_turn(self) -> None:
        """The other side is to move."""
        self._turn = not self._to_move(self._view.shown.game)
        self._show_sides()
        self._view.focus(self._view.board)
        self._view.say("")
        self._view.arrange_keys()

    def change_side(self) -> None:
        """MicroChess gets the other pieces: key E exchanges the sides."""
        self._state.changed = True
        self._view.focus(self._view.board)
        self._view.ask(Hand.press("E"))

    def _to_move(self, game: GameView) -> chess.Color:
        """Who moves after Done."""
        return game.turn if self._turn is None else self._turn

    def _show_sides(self) -> None:
        view, game = self._view, self._view.shown.game
        sides = {"turn": _side(self._to_move(game)), "side": _side(not game.computer)}
        keyed = view.screen.size.width >= _ROOM_FOR_KEYS
        labels = {one[0]: one[1 + keyed].format(sides.get(one[0])) for one in SETUP_BUTTONS}
        buttons = tuple((name, label, "button") for name, label in labels.items())
        self.buttons.show(ButtonsBlock("setup", buttons))
        self.buttons.styles.width = sum(len(label) + _AROUND for label in labels.values())

    def act(self, name: str) -> None:
        """The button of that name."""
        do = self._view.application.run_action
        self._view.screen.call_later(do, f"screen.setup_{name}")

    def _poke_all(self, pokes: tuple[Poke, ...]) -> None:
        """Poke the bytes of men; all of them, since pokes may be on their way."""
        self._view.focus(self._view.board)
        self._poke(pokes)

    def _poke(self, pokes: tuple[Poke, ...]) -> None:
        self._view.board.in_hand = ""
        self._state.changed = True
        self._view.ask(Play.poke(pokes))

    def _switch(self, on: bool) -> None:
        view = self._view
        view.board.setup = on
        view.screen.query_one("#line").set_class(on, "-placing")
        self._show_sides()
        view.focus(view.board)
        view.arrange_keys()
        self.show_off_board(view.shown.game)
        view.say("")

    @property
    def words(self) -> str:
        """What the program will make of the table, if it is an odd one, else who moves next."""
        game = self._view.shown.game
        its = self._to_move(game) == game.computer and not game.both
        moves = f"after Done {'MicroChess moves' if its else 'you move'}"
        return what_is_odd(game, self._to_move(game)) or moves

    def show(self, game: GameView) -> None:
        """The men that stand nowhere, and after every poke what is to be done."""
        self._state.follow(self._view.shown.game)
        self.show_off_board(game)
        if self._view.board.setup:
            self._show_sides()
            self._view.say("")

    def show_off_board(self, game: GameView) -> None:
        """The men above and below the board."""
        board, looking, men = self._view.board, self._view.looking, game.men
        if looking is None:  # two on one square are both there
            men = "".join(letter for _, letter in men_of(game, off=False))
        lead = sum(VALUES[m.upper()] * (1 if m.isupper() else -1) for m in men if m != ".")
        white_below = board.picture.white_below
        for selector, white_side in (("#above", not white_below), ("#below", white_below)):
            row = self._view.screen.query_one(selector, OffBoard)
            if board.setup:
                men_off = (letter for _, letter in men_of(game, off=True))
                off = "".join(one for one in men_off if one.isupper() == white_side)
                row.show_men(off, "to put down" if off else "", True, board.in_hand)
                continue
            mine = lead if white_side else -lead
            taken = captured_men(beginning(game, looking or 0), men, not white_side)
            side = "White" if white_side else "Black"
            ahead = f" +{mine}" if taken else f" {side} is {counted(mine, 'point')} ahead"
            word = ahead if mine > 0 else ""
            row.show_men(taken, word, False, "")

    def take(self, letter: str) -> None:
        """A man off the board is in hand: he goes to the next square chosen; empty: nobody is."""
        self._view.board.in_hand = letter
        self.show_off_board(self._view.shown.game)

    def drop(self, letter: str, square: chess.Square | None) -> None:
        """Where he was let go, if that is a square; else he is out of hand again."""
        if square is None:
            self.take("")
        else:
            self.put(letter, square)

    def put(self, source: chess.Square | str, target: chess.Square | None) -> None:
        """A man goes somewhere, and his byte with him."""
        try:
            pokes = putting(self._view.shown.game, source, target)
        except PlacingError as error:
            self._view.say(str(error), "error")
            return
        if pokes:
            self._poke(pokes)


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
