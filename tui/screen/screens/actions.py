"""What can be done in a game: dialogs are shown, then the live session is asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

import chess
from textual import events
from textual.widget import Widget
from textual.widgets import Input

from emu.notation import parse_address
from microchess.program.levels import Level
from microchess.puzzles.puzzle import puzzle, puzzles
from tui.screen.drawing.header import SETUP
from tui.screen.panels.registry import PanelEntry
from tui.screen.screens.ask import ChooseScreen, PickScreen, confirm
from tui.screen.screens.dialog import ask
from tui.screen.screens.files import FileActions
from tui.screen.screens.prompts import prompt
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.captions import Captions
from tui.screen.widgets.mode import ModeWidget
from tui.screen.widgets.moveinput import MOVE_STARTS, SMALL_MEN, MoveInput, is_fen, is_pgn
from tui.session.autosave import Autosave
from tui.session.debugger import Debugger
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Activity, GameView
from tui.session.thought_words import JANUS

_EMPTY_RANK = "8"
"""Many a FEN begins with one."""
_PIECES = {chess.QUEEN: "Queen", chess.ROOK: "Rook", chess.BISHOP: "Bishop", chess.KNIGHT: "Knight"}


class GameActions(FileActions):
    """The actions behind keys, buttons and the palette.

    ``looking``: the board shows the game after so many half-moves; None: as it is now.
    """

    looking: int | None = None

    board: BoardWidget
    move_line: MoveInput
    captions: Captions
    show_off_board: Callable[[GameView], None]

    @property
    def entry(self) -> PanelEntry:
        """The panel on top."""
        return self.panels.entry

    @property
    def engaged(self) -> ModeWidget | None:
        """What takes the letters, if they are no moves."""
        focused = self.focused
        return focused if isinstance(focused, ModeWidget) and focused.engaged else None

    @property
    def mode(self) -> str:
        """What letters are then: a name, else empty."""
        if self.engaged is not None:
            return self.engaged.MODE
        return SETUP if self.board.setup else ""

    @property
    def types_moves(self) -> bool:
        """Letters are moves outside the modes; whoever takes text takes them himself."""
        return self.is_mounted and not self.mode and not isinstance(self.focused, Input)

    @property
    def home(self) -> Widget:
        """What has the keys when nothing else is typed."""
        target = self.entry.focus
        return self.panels.top.query_one(target) if target else self.board

    def action_help(self) -> None:
        """Explanations, and every key."""
        from tui.screen.screens.help import HelpScreen

        around = (self.focused or self).ancestors_with_self
        helps = (getattr(node, "HELP", None) for node in around)
        texts = [text for text in helps if isinstance(text, str)]
        about = getattr(self.panels.top, "HELP", "")
        if about and about not in texts:
            texts.insert(len(texts) if self.entry.name == "game" else 0, about)
        self.app.push_screen(HelpScreen(texts, self.active_bindings.values()))

    def action_new_game(self, by_key: bool = False) -> None:
        """Ask which, then start; or key n was the beginning of a knight's move."""
        self.offer_new_game(self._like_this, self._knight_moves if by_key else None)

    async def _knight_moves(self, event: events.Key) -> None:
        """Key n was its beginning, and *event* goes on with it."""
        if self.focused is not self.move_line:
            self.type_move("n")
        await self.hear_key(event)

    def action_paste_fen(self) -> None:
        """A new game from the position that was copied here last, else from the present one."""
        copied = self.app.clipboard
        fen = copied if is_fen(copied) else self.shown.game.fen
        self.offer_new_game(replace(self._like_this, fen=fen))

    def action_paste_pgn(self) -> None:
        """Go on from the end of a game that was copied here."""
        if is_pgn(self.app.clipboard):
            self.take_pgn("clipboard", self.app.clipboard)
        else:
            self.say("no game was copied here; paste another one on the board", "warning")

    def action_change_sides(self) -> None:
        """A new game from this position with the other men."""
        like = self._like_this
        self.offer_new_game(replace(like, fen=self.shown.game.fen, computer=not like.computer))

    def action_puzzle(self) -> None:
        """Ask which, then start a game from there."""

        def chosen(number: str) -> None:
            self.call_later(self.end_set_up)
            self.ask(Play.start_game(NewGame.of_puzzle(puzzle(number))))

        choices = [(str(one.number), str(one)) for one in puzzles()]
        ask(self.app, PickScreen("Beat it from here", choices, choices[0][0]), chosen)

    @property
    def _like_this(self) -> NewGame:
        """A game with the sides and the level of the present one."""
        game = self.shown.game
        level, formula = game.level or Level.NORMAL, self.shown.formula
        return NewGame(game.computer, level, both=game.both, formula=formula)

    def offer_new_game(
        self, like: NewGame, on_knight: Callable[[events.Key], Awaitable[None]] | None = None
    ) -> None:
        """The form, filled in as *like*; *on_knight* as in `NewGameScreen`."""
        from tui.screen.screens.new_game import NewGameScreen

        program = self.snapshot.game.program if self.snapshot else JANUS
        app = self.application
        other, kept = app.other, app.options.save_path is not None
        name = "" if other is None else other.program.name if other.program else JANUS
        form = NewGameScreen(like, program, self.shown.game.plies, on_knight, name, kept)

        async def start(setup: NewGame) -> None:
            if form.against_other:
                app.call_later(app.play_against, other, setup)
                return
            await self.end_set_up()
            self.ask(Play.start_game(setup))
            self.board.focus()

        ask(app, form, start)

    def action_get_original(self) -> None:
        """Fetch the program of 1976, after a question."""
        from tui.screen.screens.original import offer_original

        offer_original(self.application, self._like_this)

    def action_pace(self) -> None:
        """The pace of 1976, or full speed."""
        self.ask(Debugger.set_speed(None if self.shown.speed == 1.0 else 1.0))

    def action_flip(self) -> None:
        """Turn the board."""
        self.board.flipped = not self.board.flipped
        self.ask(Autosave.remember((("flipped", "yes" if self.board.flipped else "no"),)))
        self.show_off_board(self.shown.game)

    def action_halts(self) -> None:
        """The breakpoints and watched bytes: set, changed and removed."""
        from tui.screen.screens.halts import show_halts

        inside: Any = self.panels.get("inside")
        show_halts(
            self.app, self.shown, self.ask, inside.code.window.find if inside else parse_address
        )

    def action_type(self) -> None:
        """Type a move."""
        self.set_focus(self.move_line)

    def action_pause(self) -> None:
        """Hold the machine, or let it go on."""
        self.ask(Debugger.go_on() if self.shown.activity is Activity.HELD else Debugger.pause())

    def action_level(self, name: str) -> None:
        """Another level, now."""
        self.ask(Play.set_level(Level[name]))

    async def action_why(self) -> None:
        """Where a counter of the candidate taken apart has its value from."""
        await self.panels["thinking"].run_action("why")

    async def action_in_panel(self, name: str, action: str) -> None:
        """An action of a panel, which comes up."""
        await self.show_panel(name)
        await self.panels[name].run_action(action)

    def action_resign(self) -> None:
        """Give up, after a question."""
        resign = partial(self.ask, Play.resign())
        confirm(self.app, "Resign", "Give this game up?", "Play on", resign)

    def action_copy_fen(self) -> None:
        """The position into the clipboard."""
        self.app.copy_to_clipboard(self.shown.game.fen)
        self.notify(self.shown.game.fen, title="FEN copied")

    def action_copy_pgn(self) -> None:
        """The game into the clipboard."""
        self.app.copy_to_clipboard(self.shown.game.pgn)
        told = self.shown.game.record.as_games
        self.notify(f"the game is in the clipboard{told}", title="PGN copied")

    def type_move(self, text: str) -> None:
        """A move begins to be typed."""
        self.say("" if self.looking is None else self.earlier, "warning")
        self.move_line.value = text
        self.move_line.cursor_position = len(text)
        self.set_focus(self.move_line)

    async def hear_key(self, event: events.Key) -> bool:
        """Take a key that is typed, before the next one is heard; whether it was one. A letter that
        means nothing goes into the move line, and what is expected beside it.
        """
        character, entry, app = event.character or "", self.move_line, self.application
        if self.focused is entry:
            if event.key == "enter":
                self.enter_move(entry.taken())
            elif event.is_printable:
                entry.insert_text_at_cursor(character)
            else:
                return bool(await app._check_bindings(event.key))
            return True
        if self.focused is self.board and self.board.setup and event.key != "escape":
            return self.board.type_man(event.character) or await app._check_bindings(event.key)
        if not (self.types_moves and character.isalnum()):
            return False
        if character not in MOVE_STARTS and await app._check_bindings(event.key):
            return True
        self.type_move(character)
        if character not in (*SMALL_MEN, *MOVE_STARTS, _EMPTY_RANK):
            self.say(f"no move begins with {character}; {prompt(self.snapshot, None)}", "warning")
        return True

    def on_paste(self, event: events.Paste) -> None:
        """Into the move line, where a FEN is taken as well; a game in PGN is loaded."""
        text = event.text.strip()
        if is_pgn(text) and (self.types_moves or self.focused is self.move_line):
            event.stop()
            self.take_pgn("clipboard", text)
        elif text and self.types_moves:
            event.stop()
            self.type_move(text.splitlines()[0])
        elif text and self.focused is not self.move_line:
            self.say("nothing here takes what is pasted", "warning")

    def enter_move(self, text: str) -> None:
        """A move was typed."""
        self.set_focus(self.home)
        if text and self.looking is not None and not is_fen(text):
            self.say(self.earlier, "warning")
        elif text:
            self.play_typed(text)

    def play_typed(self, text: str) -> None:
        """A typed move, asking what a pawn is to become if it does not say; a FEN is a new game."""
        if is_fen(text):
            self.offer_new_game(replace(self._like_this, fen=text))
            return
        game = self.shown.game
        for uci in game.legal:
            if len(uci) == 5:
                san = chess.Board(game.fen).san(chess.Move.from_uci(uci)).split("=")[0]
                if text in (san, uci[:4]):
                    self._promote(uci[:4], game)
                    return
        self.ask(Play.play(text))

    def on_board_widget_move_wanted(self, event: BoardWidget.MoveWanted) -> None:
        """A move by mouse or cursor, asking what a pawn is to become."""
        if self.looking is not None:
            self.say(self.earlier, "warning")
            return
        game = self.shown.game
        if event.source == event.target:
            if not self.panels.top.points:
                self.say(_why_not(game, event.source), "warning")
            return
        self.play_typed(chess.square_name(event.source) + chess.square_name(event.target))

    earlier = "an earlier position: Enter goes on from here, Esc is back to now"
    """Why no move is made while one is looked at."""

    def _promote(self, squares: str, game: GameView) -> None:
        if not game.promotions:
            self.notify(
                "no piece of yours is lost and the table has no room for more: "
                "the pawn cannot be promoted",
                severity="warning",
            )
            return
        choices = [(chess.piece_symbol(kind), _PIECES[kind]) for kind in game.promotions]
        text = "A man off the board takes the pawn's place;\nboth bytes are poked."
        if lacking := [name for kind, name in _PIECES.items() if kind not in game.promotions]:
            text += f"\nNot captured, so not offered: {', '.join(lacking).lower()}."
        asks = ChooseScreen("Promotion", text, choices)
        ask(self.app, asks, lambda letter: self.ask(Play.play(squares + letter)))


def _why_not(game: GameView, square: chess.Square) -> str:
    """Why the man on *square* cannot be chosen."""
    if game.men[square].isupper() == game.mine:
        return f"no legal move from {chess.square_name(square)}"
    if game.both:
        return f"it is {chess.COLOR_NAMES[game.turn].capitalize()}'s turn"
    theirs, yours = (chess.COLOR_NAMES[one] for one in (game.computer, not game.computer))
    return f"the {theirs} men are MicroChess's; you have the {yours} ones"
