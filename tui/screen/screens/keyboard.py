"""What the move line and some keys are for at a moment."""

from __future__ import annotations

from textwrap import shorten

from tui.screen.screens.escape import Escape
from tui.screen.screens.transport import Replayer
from tui.screen.screens.view import MainView
from tui.screen.widgets.keysline import GO_ON
from tui.screen.widgets.moveinput import OVER
from tui.session.examples import examples
from tui.session.snapshot import Activity, Snapshot
from tui.session.thought_words import not_watched

_SETTING_UP = "drag, click or type K, k; Enter lifts; Del off; ^Q quits"
"""What letters and others are in set-up."""


class Keyboard:
    """Says on *view* what the keys do."""

    def __init__(self, view: MainView, replayer: Replayer, escape: Escape) -> None:
        self._view, self._replayer, self._escape = view, replayer, escape
        self._told: tuple[object, ...] = ()

    @property
    def has_changed(self) -> bool:
        """Whether something else is to be said than was."""
        return self._told != (self._labels, self._prompt)

    def explain(self) -> None:
        """In the move line, the frame of the panel and the last line."""
        view, mode, engaged = self._view, self._view.mode, self._view.engaged
        view.board.picking = engaged is not None and engaged.PICKS
        means = _SETTING_UP if engaged is None else engaged.MEANS
        words = f"{mode} (Esc leaves): {means}" if mode else ""
        self._told = self._labels, self._prompt
        told = (engaged.prompt if engaged is not None else "") or self._prompt
        room = view.move_line.size.width
        view.move_line.placeholder = shorten(told, room, placeholder=" ...") if room else told
        active = view.screen.active_bindings.values()
        view.keys_line.show_keys(active, words, self._labels)
        view.panels.top.set_class(bool(mode), "-mode")

    @property
    def _prompt(self) -> str:
        return prompt(self._view.snapshot, self._view.looking)

    @property
    def _labels(self) -> dict[str, str]:
        """What keys do that have something to do only now and then; empty: nothing. In the last
        reply p does nothing that Escape does not.
        """
        view, shown = self._view, self._view.snapshot
        escape = self._escape.does
        if shown is None:
            return {"escape": escape, "now": escape}
        pause = "" if shown.watching else GO_ON if shown.activity is Activity.HELD else "Pause"
        thought, now = shown.thought, view.looking is None
        judged = thought is not None and bool(thought.candidates)
        chess = now and not shown.watching and shown.activity is not Activity.HELD
        known = not not_watched(shown)
        there = bool(self._replayer.tape(shown).stops)
        escape = "" if escape == pause else escape
        return {
            **view.panels.top.labels,
            "pause": pause if now and self._runs else "",
            "escape": escape,
            "now": escape,
            "undo": "Undo" if chess else "",
            "advice": "Hint" if chess and shown.game.players_turn else "",
            "why": "Why?" if chess else "",
            "new_game(True)": "New" if chess else "",
            "go(-1)": "Choose" if judged else "",
            "watch_reply": "Watch" if known and now and self._replayer.stops == "moves" else "",
            "transport('back')": "Step" if there else "",
            "transport('play')": self._replayer.space_does if there else "",
        }

    @property
    def _runs(self) -> bool:
        """Whether there is something to pause, or a machine to step through."""
        shown, panel = self._view.shown, self._view.entry
        return shown.activity is not Activity.WAITING or panel.stops in ("instructions", "keys")


def prompt(snapshot: Snapshot | None, looking: int | None) -> str:
    """What the move line is for now."""
    if snapshot is None:
        return ""
    if looking is not None:
        return "Enter: play on from here"
    game = snapshot.game
    if not snapshot.machine.listening:
        return "no moves: F3, Back to the game"
    if game.over:
        return OVER
    if snapshot.waits:
        return f"{snapshot.waits} waits"
    if not game.players_turn:
        return (
            "type your next move: it waits" if snapshot.can_break_off else "MicroChess is to move"
        )
    return "type a move, e.g. " + " ".join(examples(game.fen, game.playable, game.computer))
