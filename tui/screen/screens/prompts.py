"""What the move line and some keys are for at a moment."""

from __future__ import annotations

from tui.screen.widgets.keysline import GO_ON
from tui.screen.widgets.moveinput import OVER, examples
from tui.session.snapshot import Activity, Snapshot


def prompt(snapshot: Snapshot | None, looking: int | None) -> str:
    """What the move line is for now."""
    if snapshot is None:
        return ""
    if looking is not None:
        return "Esc: back to now"
    game = snapshot.game
    if not snapshot.machine.listening:
        return "no moves: F3, Back to the game"
    if game.over:
        return OVER
    if snapshot.waits:
        return f"{snapshot.waits} waits; Esc forgets it"
    if not game.players_turn:
        return (
            "type your next move: it waits" if snapshot.can_break_off else "MicroChess is to move"
        )
    return "type a move, e.g. " + " ".join(examples(game.fen, game.playable, game.computer))


def key_labels(snapshot: Snapshot | None) -> dict[str, str]:
    """What keys do that have something to do only now and then; empty: nothing. In the last reply
    p does nothing that Escape does not.
    """
    thought = snapshot.thought if snapshot else None
    pause = GO_ON if snapshot and snapshot.activity is Activity.HELD else "Pause"
    judged = bool(thought and thought.candidates)
    return {
        "pause": "" if snapshot is None or snapshot.watching else pause,
        "undo": "Undo" if snapshot and snapshot.game.steps else "",
        "why": "Why?" if judged else "",
        "go(-1)": "Choose" if judged else "",
    }
