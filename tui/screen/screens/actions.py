"""What can be done in a game: dialogs are shown, then the live session is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import chess
from textual.widget import Widget
from textual.widgets import Input

from emu.notation import parse_address
from microchess.program.levels import Level
from tui.screen.drawing.thinking import JANUS
from tui.screen.panels.panel import Panel
from tui.screen.panels.registry import PanelEntry
from tui.screen.panels.stack import PanelStack
from tui.screen.screens.ask import ChooseScreen
from tui.screen.screens.files import FileActions
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.moveinput import is_fen, is_pgn
from tui.session import commands as c
from tui.session.snapshot import Activity, GameView

_PIECES = {chess.QUEEN: "Queen", chess.ROOK: "Rook", chess.BISHOP: "Bishop", chess.KNIGHT: "Knight"}


class GameActions(FileActions):
    """The actions behind keys, buttons and the palette.

    ``looking``: the board shows the game after so many half-moves; None: as it is now.
    """

    looking: int | None = None

    panels: PanelStack

    @property
    def entry(self) -> PanelEntry:
        """The panel on top."""
        return self.panels.entry

    def panel(self, name: str) -> Panel:
        """A panel that has been shown, by name."""
        return self.panels[name]

    @property
    def types_moves(self) -> bool:
        """Letters are moves now: no mode, nor a line that takes text."""
        raise NotImplementedError

    def action_type_move(self, character: str, late: bool = False) -> None:
        """A move begins to be typed; *late*: other keys were heard before this one."""
        raise NotImplementedError

    async def show_panel(self, name: str, focus: bool = True) -> None:
        """Bring a panel up."""
        raise NotImplementedError

    def action_help(self) -> None:
        """Explanations, and every key."""
        from tui.screen.screens.help import HelpScreen, helps_for

        active = [*self.active_bindings.values()]
        texts = helps_for(self.focused or self)
        about = getattr(self.panel(self.entry.name), "HELP", "")
        if about and about not in texts:
            texts.insert(len(texts) if self.entry.name == "game" else 0, about)
        self.app.push_screen(HelpScreen(texts, active))

    async def action_panel(self, name: str) -> None:
        """Another panel."""
        await self.show_panel(name)

    def action_new_game(self, by_key: bool = False) -> None:
        """Ask which, then start; or key n was the beginning of a knight's move."""
        if by_key and self.focused is self.query_one("#entry"):
            self.action_type_move("n", late=True)
        else:
            self.offer_new_game(self._like_this, self.action_type_move if by_key else None)

    def action_paste_fen(self) -> None:
        """A new game from the position that was copied here last, else from the present one."""
        copied = self.app.clipboard
        self.offer_new_game(replace(self._like_this, fen=copied if is_fen(copied) else self._fen))

    def action_paste_pgn(self) -> None:
        """Go on from the end of a game that was copied here."""
        if is_pgn(self.app.clipboard):
            self.take_pgn("clipboard", self.app.clipboard)
        else:
            self.say("no game was copied here; paste another one on the board", "warning")

    def action_change_sides(self) -> None:
        """A new game from this position with the other men."""
        like = self._like_this
        self.offer_new_game(replace(like, fen=self._fen, computer=not like.computer))

    @property
    def _fen(self) -> str:
        return self._latest.game.fen if self._latest else ""

    @property
    def _like_this(self) -> c.NewGame:
        """A game with the sides and the level of the present one."""
        if self._latest is None:
            return c.NewGame()
        game = self._latest.game
        return c.NewGame(game.computer, game.level or Level.NORMAL)

    def offer_new_game(
        self, like: c.NewGame, on_knight: Callable[[str], None] | None = None
    ) -> None:
        """The form, filled in as *like*; *on_knight* as in `NewGameScreen`."""
        from tui.screen.screens.new_game import NewGameScreen

        game = self._latest.game if self._latest else None
        program = game.program if game else JANUS

        async def start(setup: c.NewGame | None) -> None:
            if setup is not None:
                await self.end_set_up()
                self.ask(c.StartGame(setup))
                self.query_one(BoardWidget).focus()

        form = NewGameScreen(like, program, self.lost_if_left, on_knight)
        self.app.push_screen(form, start)

    def action_undo(self) -> None:
        """Take back."""
        self.ask(c.Undo())

    def action_redo(self) -> None:
        """Do again."""
        self.ask(c.Redo())

    def action_flip(self) -> None:
        """Turn the board."""
        board = self.query_one(BoardWidget)
        board.flipped = not board.flipped
        self.ask(c.Remember((("flipped", "yes" if board.flipped else "no"),)))
        if self._latest is not None:
            self.show_off_board(self._latest.game)

    def show_off_board(self, game: GameView) -> None:
        """The men that stand nowhere."""
        raise NotImplementedError

    def action_let_it_move(self) -> None:
        """The program moves now."""
        self.ask(c.LetItMove())

    def action_halts(self) -> None:
        """The breakpoints and watched bytes: set, changed and removed."""
        from tui.screen.screens.halts import show_halts

        if self._latest is not None:
            show_halts(self.app, self._latest, self.ask, self.find_address)

    def find_address(self, text: str) -> int:
        """As panel Inside knows it, where that was shown; else by number. Raises EmuError."""
        inside: Any = self.panels.get("inside")
        address: int = inside.find(text) if inside is not None else parse_address(text)
        return address

    @property
    def home(self) -> Widget:
        """What has the keys when nothing else is typed."""
        raise NotImplementedError

    @property
    def escape_does(self) -> str:
        """What Escape does now, beside giving the keys back to the board; empty: nothing."""
        shown = self._latest
        if self.focused is self.query_one("#entry"):
            return "Clear"
        if shown is None or shown.watching:
            return "Back to now" if shown else ""
        if shown.waits:
            return f"Forget {shown.waits}"
        if shown.can_break_off:
            return "Break off"
        if shown.activity is Activity.HELD:
            return "Go on"
        return "Stop the tape" if shown.deck.length else ""

    async def action_escape(self) -> None:
        """Out of set-up; back from the move line; or forget a move that waits, break off the
        thinking, or a tape that plays; else the keys are the panel's or the board's again.
        """
        board = self.query_one(BoardWidget)
        entry = self.query_one("#entry", Input)
        self.say("")
        board.advice = (None, None)
        if board.setup:
            await self.leave_set_up()
        elif entry.has_focus:
            entry.value = ""
            self.set_focus(self.home)
        elif self._latest is not None and self._latest.watching:
            self.ask(c.EndWatch())
        elif self._latest is not None and self._latest.busy:
            self.ask(c.Cancel())
        elif self._latest is not None and self._latest.deck.length:
            self.ask(c.StopTape())
        else:
            self.set_focus(self.home)

    async def leave_set_up(self) -> None:
        """Leave set-up, asking what is to become of it."""
        raise NotImplementedError

    def action_type(self) -> None:
        """Type a move."""
        self.set_focus(self.query_one("#entry", Input))

    def action_pause(self) -> None:
        """Hold the machine, or let it go on."""
        if self._latest is not None:
            held = self._latest.activity is Activity.HELD
            self.ask(c.Continue() if held else c.Pause())

    def action_level(self, name: str) -> None:
        """Another level, now."""
        self.ask(c.SetLevel(Level[name]))

    def action_speed(self, megahertz: float | None) -> None:
        """Another speed; None: full."""
        self.ask(c.SetSpeed(megahertz))

    async def action_press(self, key: str) -> None:
        """A key of the KIM-1."""
        await self.show_panel("machine")
        self.ask(c.PressKey(key))

    def action_step_switch(self) -> None:
        """The SST switch."""
        if self._latest is not None:
            on = not self._latest.machine.single_step
            self.ask(c.SetStepSwitch(on))
            self.say("SST on: the monitor stops after each instruction" if on else "SST off")

    async def action_why(self) -> None:
        """Where a counter of the candidate taken apart has its value from."""
        await self.panel("thinking").run_action("why")

    def action_steady_book(self) -> None:
        """The steady book on or off."""
        self.ask(c.ToggleSteady())

    async def action_mirror(self) -> None:
        """The Python engine beside the program, or not."""
        await self.show_panel("thinking")
        if self._latest is not None:
            self.ask(c.SetMirror(not self._latest.mirror))

    async def action_in_panel(self, name: str, action: str) -> None:
        """An action of a panel, which comes up."""
        await self.show_panel(name)
        await self.panel(name).run_action(action)

    def action_resign(self) -> None:
        """Give up, after a question."""

        def sure(answer: str | None) -> None:
            if answer == "yes":
                self.ask(c.Resign())

        choices = (("no", "Play on"), ("yes", "Resign"))
        self.app.push_screen(ChooseScreen("Resign", "Give this game up?", choices, "no"), sure)

    async def action_ask_memories(self) -> None:
        """One question to every memory."""
        from tui.screen.panels.lenses import LensesPanel

        await self.show_panel("lenses")
        self.query_one(LensesPanel).action_question()

    def action_copy_fen(self) -> None:
        """The position into the clipboard."""
        if self._latest is not None:
            self.app.copy_to_clipboard(self._latest.game.fen)
            self.notify(self._latest.game.fen, title="FEN copied")

    def action_copy_pgn(self) -> None:
        """The game into the clipboard."""
        if self._latest is not None:
            self.app.copy_to_clipboard(self._latest.game.pgn)
            told = self._latest.game.record.as_games
            self.notify(f"the game is in the clipboard{told}", title="PGN copied")

    def play_typed(self, text: str) -> None:
        """A typed move, asking what a pawn is to become if it does not say; a FEN is a new game."""
        if is_fen(text):
            self.offer_new_game(replace(self._like_this, fen=text))
            return
        game = self._latest.game if self._latest else None
        promotions = [uci for uci in game.legal if len(uci) == 5] if game else []
        if game and promotions:
            board = chess.Board(game.fen)
            sans = {uci: board.san(chess.Move.from_uci(uci)).split("=")[0] for uci in promotions}
            for uci, san in sans.items():
                if text in (san, uci[:4]):
                    self._promote(uci[:4], game)
                    return
        self.ask(c.PlayMove(text))

    def on_board_widget_move_wanted(self, event: BoardWidget.MoveWanted) -> None:
        """A move by mouse or cursor, asking what a pawn is to become."""
        if self._latest is None:
            return
        if self.looking is not None:
            self.say(self.earlier, "warning")
            return
        game = self._latest.game
        if event.source == event.target:
            if not self.panel(self.entry.name).points:
                self.say(_why_not(game, event.source), "warning")
            return
        squares = chess.square_name(event.source) + chess.square_name(event.target)
        if any(len(uci) == 5 and uci.startswith(squares) for uci in game.legal):
            self._promote(squares, game)
        else:
            self.ask(c.PlayMove(squares))

    earlier = "an earlier position: Enter goes on from here, Esc shows the game as it is"
    """Why no move is made while one is looked at."""

    def _promote(self, squares: str, game: GameView) -> None:
        if not game.promotions:
            self.notify(
                "no piece of yours is lost and the table has no room for more: "
                "the pawn cannot be promoted",
                severity="warning",
            )
            return

        def promote(letter: str | None) -> None:
            if letter:
                self.ask(c.PlayMove(squares + letter))

        choices = [(chess.piece_symbol(kind), _PIECES[kind]) for kind in game.promotions]
        text = "A man off the board takes the pawn's place;\nboth bytes are poked."
        if lacking := [name for kind, name in _PIECES.items() if kind not in game.promotions]:
            text += f"\nNot captured, so not offered: {', '.join(lacking).lower()}."
        self.app.push_screen(ChooseScreen("Promotion", text, choices), promote)


def _why_not(game: GameView, square: chess.Square) -> str:
    """Why the man on *square* cannot be chosen."""
    if game.men[square].isupper() == game.mine:
        return f"no legal move from {chess.square_name(square)}"
    if game.both:
        return f"it is {chess.COLOR_NAMES[game.turn].capitalize()}'s turn"
    theirs, yours = (chess.COLOR_NAMES[one] for one in (game.computer, not game.computer))
    return f"the {theirs} men are MicroChess's; you have the {yours} ones"
