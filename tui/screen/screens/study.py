"""What chess players do beside playing: step through the moves, ask for advice, keep pictures."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import chess
from textual.binding import Binding

from tui.screen.panels.game import GamePanel
from tui.screen.screens.paths import save_file
from tui.screen.screens.transport import TRANSPORT_KEYS, TransportActions
from tui.session.autosave import Autosave
from tui.session.deck import LiveDeck
from tui.session.play import Play
from tui.session.snapshot import Activity, GameView
from tui.session.timetravel import TimeTravel

STUDY_KEYS = [
    *TRANSPORT_KEYS,
    Binding("t", "advice", "Hint", id="study.hint"),
    Binding("r", "review(True)", "Review", id="study.review"),
    Binding("pageup", "page(-1)", "Moves before", show=False, id="study.pageup"),
    Binding("pagedown", "page(1)", "Moves after", show=False, id="study.pagedown"),
]


class StudyActions(TransportActions):
    """Looking at the game."""

    show_captions: Callable[[bool], None]

    def seen(self, game: GameView) -> GameView:
        """The game as the board shows it."""
        if self.looking is None:
            return game
        start, sans = game.way_to(self.looking)
        board = chess.Board(start)
        for san in sans:
            board.push_san(san)
        last = board.peek() if sans else None
        men = (board.piece_at(square) for square in chess.SQUARES)
        return replace(
            game,
            men="".join(man.symbol() if man else "." for man in men),
            fen=board.fen(),
            last=(last.from_square, last.to_square) if last else None,
            check=board.king(board.turn) if board.is_check() else None,
            legal=(),
        )

    def look_at(self, half_moves: int | None) -> None:
        """Show the board after so many half-moves (see `GameView.way_to`); None, or the last one:
        as it is now.
        """
        if self.board.setup:
            self.say("the men are being set up: Done or Cancel first", "warning")
            return
        game = self.shown.game
        count = len(game.sans)
        wanted = count if half_moves is None else max(-game.before, half_moves)
        self.looking = wanted if wanted < count else None
        self.show(self.shown)
        if self.looking is None:
            self.say("")
        else:
            if self.shown.watching:
                self.ask(TimeTravel.watch(None))
            where = game.position_after(self.looking)
            self.say(f"{where}: Enter goes on from here, Esc is back to now")

    action_look_at = look_at

    def action_go_on_from_here(self) -> None:
        """Play on from the position that is looked at; the moves before it stay."""
        wanted = self.looking
        if wanted is not None:
            self.look_at(None)
            self.ask(Play.go_on_from(wanted))

    async def action_setup(self) -> None:
        """Begin, with the game as it is; or end, as Done does."""
        if self.shown.watching:
            self.ask(TimeTravel.watch(None))
        if self.looking is not None:
            self.look_at(None)
        await super().action_setup()

    @property
    def _view_to_leave(self) -> tuple[str, Callable[[], None]] | None:
        """What Escape leaves before anything else, with what that is called."""
        if self.captions.display:
            return "Close", self.action_captions
        if self.asking is not None and self.focused is not self.move_line:
            return "End question", partial(setattr, self.panels.top, "asking", None)
        if self.looking is not None and self.focused is not self.move_line:
            return "Back to now", partial(self.look_at, None)
        end = partial(self.query_one(GamePanel).show_review, ())
        return ("End review", end) if self._review_is_up else None

    @property
    def escape_does(self) -> str:
        """What Escape does now, beside giving the keys back to the board; empty: nothing."""
        if view := self._view_to_leave:
            return view[0]
        shown = self.snapshot
        if self.focused is self.move_line:
            return "Clear"
        if shown is None or shown.watching:
            return "Back to now" if shown else ""
        if shown.waits:
            return f"Forget {shown.waits}"
        if shown.can_break_off:
            return "Break off"
        if shown.activity is Activity.HELD:
            return "Go on"
        if shown.deck.recorded is not None:
            return "End the tape"
        return "Stop the tape" if shown.deck.length else ""

    async def action_escape(self) -> None:
        """Away with the captions; back from a move looked at, or a review; out of set-up; back from
        the move line; or forget a move that waits, break off the thinking, or a tape;
        else the keys are the panel's or the board's again.
        """
        self.stop_playing()
        if view := self._view_to_leave:
            view[1]()
            self.show_stops()
            return
        self.say("")
        self.board.advice = (None, None)
        if self.board.setup:
            await self.leave_set_up()
        elif self.move_line.has_focus:
            self.move_line.value = ""
            self.set_focus(self.home)
        elif self.shown.watching:
            self.ask(TimeTravel.watch(None))
        elif self.shown.busy:
            self.ask(Play.cancel())
        elif self.shown.deck.recorded is not None:
            self.ask(LiveDeck.end_recording())
        elif self.shown.deck.length:
            self.ask(LiveDeck.stop_tape())
        else:
            self.set_focus(self.home)

    @property
    def _review_is_up(self) -> bool:
        """Whether Escape has a review to leave and nothing more pressing."""
        panel, busy = self.query_one(GamePanel), self.snapshot is not None and self.snapshot.busy
        return panel.reviewing and panel.display and not (busy or self.board.setup)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The key of the review is a rook's until the game is over."""
        if (action, parameters) == ("review", (True,)):
            return self.snapshot is not None and self.snapshot.game.over
        if action == "transport":
            return self.check_transport(str(parameters[0]))
        if action == "go_on_from_here":
            return self.looking is not None and self.types_moves
        return super().check_action(action, parameters)

    def action_page(self, by: int) -> None:
        """Scroll the first panel that is seen and has more, else the moves or their review."""
        any(self.panels[name].page(by) for name in (*self.panels.up, "game"))

    def action_advice(self) -> None:
        """What MicroChess would play for you, and what it would take from you."""
        from microchess.analysis.advice import in_words
        from tui.session.review import advise

        game = self.shown.game
        if not game.players_turn:
            self.say("the game is over" if game.over else "a hint is for your move", "warning")
            return
        good, bad = advise(game)
        self.board.advice = (good.squares if good else None, bad.squares if bad else None)
        self.say(in_words(good, bad))

    async def action_review(self, by_key: bool = False) -> None:
        """Every move with what MicroChess would have played; *by_key* see ``check_action``."""
        from tui.session.review import review

        if not self.shown.game.sans:
            self.say("there are no moves to review yet", "warning")
            return
        await self.show_panel("game")
        self.say("")
        self.query_one(GamePanel).show_review(review(self.shown.game))

    def action_both(self) -> None:
        """Move for both sides, or have MicroChess answer again."""
        on = not self.shown.game.both
        self.ask(Play.set_both(on))
        both = "you move for both sides; Ctrl+G lets MicroChess move"
        self.say(both if on else "MicroChess answers again")

    def action_captions(self) -> None:
        """What one wonders about at first; or away with it."""
        if self.snapshot is not None:
            self.captions.show_snapshot(self.snapshot)
        self.show_captions(not self.captions.display)
        self.captions.redraw()
        self.arrange_keys()

    def action_bell(self) -> None:
        """A bell when MicroChess has moved, or none."""
        self.bell_on = not self.bell_on
        self.ask(Autosave.remember((("bell", "yes" if self.bell_on else "no"),)))
        self.say("the bell rings when MicroChess has moved" if self.bell_on else "no bell")

    bell_on = False

    def ring(self, before: GameView, after: GameView) -> None:
        """Ring if the program has just moved."""
        moved = len(after.sans) > len(before.sans) and after.players_turn and not after.both
        if self.bell_on and moved:
            self.app.bell()

    def action_save_position(self) -> None:
        """The position as a picture (SVG)."""
        import chess.svg

        game = self.seen(self.shown.game)
        last = chess.Move(*game.last) if game.last else None
        white_below = self.board.picture.white_below
        drawn = chess.svg.board(
            chess.Board(game.fen), orientation=white_below, lastmove=last, check=game.check
        )
        name = time.strftime("microchess-position-%Y%m%d-%H%M%S.svg")
        save_file(self, "Save the position as a picture", name, lambda: str(drawn))
