"""What the keys and commands of the main screen do, by the names of their actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tui.screen.screens.beginning import FORM
from tui.screen.screens.escape import Escape
from tui.session.play import Play


def actions(main: Any, escape: Escape) -> Mapping[str, Callable[..., object]]:
    """Each with what of *main*, a `tui.screen.screens.main.MainScreen`, does it."""
    controls, files, games, set_up = main.controls, main.files, main.games, main.set_up
    return {
        "new_game": main.typing.new_game,
        "board": games.leave,
        "escape": escape.press,
        "redo": lambda: main.view.ask(Play.redo()),
        "let_it_move": lambda: main.view.ask(Play.let_it_move()),
        "resign": controls.resign,
        "reset_level": lambda: main.view.ask(Play.reset_level()),
        "pace": controls.change_pace,
        "pause": controls.pause,
        "bell": controls.change_bell,
        "flip": controls.flip,
        "suspend": controls.suspend,
        "type": controls.type,
        "why": controls.ask_why,
        "help": controls.help,
        "in_panel": controls.do_in_panel,
        "panel": main.show_panel,
        "page": controls.turn_page,
        "paste_fen": partial(controls.do_in_panel, FORM, "act('position')"),
        "get_original": games.get_original,
        "save_pgn": files.save_pgn,
        "load_pgn": files.load_pgn,
        "paste_pgn": files.paste_pgn,
        "copy_pgn": files.copy_pgn,
        "copy_fen": files.copy_fen,
        "save_position": files.save_position,
        "save_state": files.save_state,
        "load_state": files.load_state,
        "setup": set_up.begin_or_end,
        "undo": set_up.undo,
        "setup_done": set_up.done,
        "setup_cancel": set_up.cancel,
        "setup_clear": set_up.clear,
        "setup_start": set_up.fill,
        "setup_turn": set_up.change_turn,
        "setup_side": set_up.change_side,
        "transport": main.replayer.press,
        "watch_reply": main.replayer.watch_reply,
        "look_at": main.study.look_at,
        "captions": main.study.captions,
        "go_on_from_here": main.study.go_on_from_here,
        "advice": main.study.advise,
        "review": partial(controls.do_in_panel, "game", "act('review')"),
    }
