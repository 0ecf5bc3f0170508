"""Getting the program of 1976: where it comes from, a question, and then it plays."""

from threading import Thread
from typing import Any

from textual.app import App

from microchess.errors import MicroChessError
from microchess.machine.library import PROGRAM, Library
from microchess.machine.published import ADDRESS, AUTHOR, TERMS
from tui.screen.screens.ask import ChooseScreen, confirm
from tui.screen.screens.dialog import ask
from tui.session.new_game import NewGame

TITLE = "Get the program of 1976"


def offer_original(app: App[Any], like: NewGame) -> None:
    """Fetch it after a question, in the background; a game like *like* begins with it if wanted.

    Where it is already there is said how it comes to play.
    """
    try:
        library = Library()
        there = any(entry.name == PROGRAM for entry in library.entries())
    except MicroChessError as error:
        app.notify(str(error), severity="error")
        return
    if there:
        app.notify("it is here: n, New game, then MicroChess of 1976")
        return
    text = f"From {ADDRESS}\nIt is {AUTHOR}'s work. {TERMS}\nKept in {library.folder}."
    confirm(app, TITLE, text, "Not now", lambda: _fetch(app, library, like))


def _fetch(app: App[Any], library: Library, like: NewGame) -> None:
    from microchess.machine.fetching import get_original

    def work() -> None:
        try:
            get_original(library)
        except MicroChessError as error:
            app.call_later(_failed, app, str(error))
        else:
            app.call_later(_came, app, library, like)

    app.notify("the program of 1976 is fetched ...")
    Thread(target=work, name="fetch", daemon=True).start()


def _failed(app: App[Any], why: str) -> None:
    why = why.replace("; ", ".\n")
    ask(app, ChooseScreen("It did not come", why, (("ok", "OK"),), "ok"), lambda _: None)


def _came(app: App[Any], library: Library, like: NewGame) -> None:
    """Show its author's notice, and let it play; a real board goes on with what it has."""
    opponents: Any = app
    other = opponents.other
    kept = opponents.options.save_path is not None
    game = "is kept" if kept else "is not kept: save it first (Ctrl+S)"
    text = f"It is here. The game at hand {game}.\n\n{library.notice()}".rstrip()

    async def chosen(answer: str) -> None:
        if answer == "play" and other is not None:
            await opponents.play_against(other, like)

    choices = (("play", "Play against it"), ("later", "Later"))
    asked = ChooseScreen(library.manifest.name, text, choices if other else choices[1:], "later")
    ask(app, asked, chosen)
