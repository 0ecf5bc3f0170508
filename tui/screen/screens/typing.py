"""Moves as they are typed, pasted, or made with mouse and cursor."""

from __future__ import annotations

import chess
from textual import events

from tui.screen.drawing.header import KEYS
from tui.screen.screens.ask import ChooseScreen
from tui.screen.screens.beginning import NewGames
from tui.screen.screens.dialog import ask
from tui.screen.screens.files import Files
from tui.screen.screens.keyboard import prompt
from tui.screen.screens.view import MainView
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.moveinput import MOVE_STARTS, SMALL_MEN, is_fen, is_pgn
from tui.session.play import Play
from tui.session.snapshot import Activity, GameView, Snapshot
from tui.session.words import EARLIER, with_controls

_AFTER_N = "abcdefghx"
"""With what a knight's move goes on."""
_EMPTY_RANK = "8"
"""Many a FEN begins with one."""
_PIECES = {chess.QUEEN: "Queen", chess.ROOK: "Rook", chess.BISHOP: "Bishop", chess.KNIGHT: "Knight"}
_EARLIER = with_controls(EARLIER, KEYS)


class MoveTyping:
    """What is typed on *view*. The rule: characters with which a move can begin go into the move
    line, whatever has the focus, but in a mode (see `tui.screen.widgets.mode`, and set-up), and
    digits for a byte that was clicked.
    """

    def __init__(self, view: MainView, games: NewGames, files: Files) -> None:
        self._view, self._games, self._files = view, games, files
        self._sent = ""
        """What was typed last, until it is taken."""
        self.knight = False
        """Key n, which was typed last, may have been the beginning of a knight's move."""
        self._made: tuple[str, ...] = ()
        """The moves that were made before it."""
        self._came_back = False
        """Whether what stands in the line was refused, and is as it was."""

    def begin(self, text: str) -> None:
        """A move begins to be typed."""
        view, entry, self._came_back = self._view, self._view.move_line, False
        view.say("" if view.looking is None else _EARLIER, "warning")
        entry.value = text
        entry.cursor_position = len(text)
        view.focus(entry)

    async def new_game(self, by_key: bool = False) -> None:
        """Its form; or key n was the beginning of a knight's move."""
        self.knight = by_key
        await self._games.offer()

    async def hear_key(self, event: events.Key) -> bool:
        """Take a key that is typed, before the next one is heard; whether it was one. A letter that
        means nothing goes into the move line, and what is expected beside it. What was refused
        gives way to any.
        """
        view, entry, app = self._view, self._view.move_line, self._view.application
        character = event.character or ""
        if self.knight and character and character in _AFTER_N:
            await self._games.leave()
            self.begin("n")
        self.knight = False
        if self._came_back and view.focused is entry and event.is_printable:
            self._came_back = False
            view.say("")
            if entry.selected_text == entry.value:
                view.clear_line()
        if view.focused is entry:
            if event.key == "enter":
                view.focus(view.home)
                if text := entry.taken():
                    self._play(text, text)
            elif event.is_printable:
                entry.replace(character, *entry.selection)
            else:
                handled = bool(await app._check_bindings(event.key))
                if event.key in ("backspace", "delete") and not entry.value:
                    view.say("")
                    view.focus(view.home)  # nothing is typed any more
                return handled
            return True
        if view.focused is view.board and view.board.setup and event.key != "escape":
            return view.board.type_man(event.character) or await app._check_bindings(event.key)
        if not (view.types_moves and character.isalnum()):
            return False
        if isinstance(view.focused, BlockView) and view.focused.begin_with(character):
            return False
        if character not in MOVE_STARTS and await app._check_bindings(event.key):
            return True
        self.begin(character)
        if character not in (*SMALL_MEN, *MOVE_STARTS, _EMPTY_RANK):
            view.say(f"no move begins with {character}; {prompt(view.snapshot, None)}", "warning")
        return True

    def paste(self, event: events.Paste) -> None:
        """Into the move line, where a FEN is taken as well; a game in PGN is loaded."""
        view, text = self._view, event.text.strip()
        if is_pgn(text) and (view.types_moves or view.focused is view.move_line):
            event.stop()
            self._files.take_pgn("clipboard", text)
        elif text and view.types_moves:
            event.stop()
            self.begin(text.splitlines()[0])
        elif text and view.focused is not view.move_line:
            view.say("nothing here takes what is pasted", "warning")

    def make(self, source: chess.Square, target: chess.Square) -> None:
        """A move by mouse or cursor; to the same square, a man that cannot be chosen."""
        view, game = self._view, self._view.shown.game
        if source != target:
            self._play(chess.square_name(source) + chess.square_name(target))
        elif view.looking is not None:
            view.say(_EARLIER, "warning")
        elif view.panels.top.panel.square is None:
            view.say(_why_not(game, source), "warning")

    def _play(self, text: str, typed: str = "") -> None:
        """A move, asking what a pawn is to become if it does not say; a FEN is a new game. What was
        *typed* comes back if it is refused.
        """
        if is_fen(text):
            self._games.begin_at(text)
            return
        self._sent, self._made = typed, self._view.shown.game.sans
        if self._view.looking is not None:
            self._view.say(_EARLIER, "warning")
            self.refused()
            return
        game = self._view.shown.game
        for uci in game.legal:
            if len(uci) == 5:
                san = chess.Board(game.fen).san(chess.Move.from_uci(uci)).split("=")[0]
                if text in (san, uci[:4]):
                    self._promote(uci[:4], game)
                    return
        self._view.ask(Play.play(text))

    def refused(self) -> None:
        """What was typed last comes back to be corrected, unless something else is typed, or there
        is room for nothing but the reason.
        """
        entry, text, self._sent = self._view.move_line, self._sent, ""
        roomy = self._view.said.has_lines and self._view.screen.is_current
        if text and not entry.value and roomy:
            entry.value, self._came_back = text, True
            self._view.focus(entry)
            entry.select_all()

    def taken(self, snapshot: Snapshot) -> None:
        """A move that is keyed in, or waits for another one, is not typed any more."""
        if snapshot.activity is Activity.KEYING or snapshot.game.sans != self._made:
            self._sent = ""

    def _promote(self, squares: str, game: GameView) -> None:
        view = self._view
        if not game.promotions:
            view.screen.notify(
                "no piece of yours is lost and the table has no room for more: "
                "the pawn cannot be promoted",
                severity="warning",
            )
            self.refused()
            return
        choices = [(chess.piece_symbol(kind), _PIECES[kind]) for kind in game.promotions]
        text = "A piece off the board takes the pawn's place;\nboth bytes are poked."
        if lacking := [name for kind, name in _PIECES.items() if kind not in game.promotions]:
            text += f"\nNot captured, so not offered: {', '.join(lacking).lower()}."
        self._sent = ""
        asks = ChooseScreen("Promotion", text, choices)
        ask(view.application, asks, lambda letter: view.ask(Play.play(squares + letter)))


def _why_not(game: GameView, square: chess.Square) -> str:
    """Why the man on *square* cannot be chosen."""
    if game.men[square].isupper() == game.mine:
        return f"no legal move from {chess.square_name(square)}"
    if game.both:
        return f"it is {chess.COLOR_NAMES[game.turn].capitalize()}'s turn"
    theirs, yours = (chess.COLOR_NAMES[one] for one in (game.computer, not game.computer))
    return f"the {theirs} pieces are MicroChess's; you have the {yours} ones"
