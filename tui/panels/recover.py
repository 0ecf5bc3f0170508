"""The way back from the monitor, on each panel from which one gets there."""

from collections.abc import Iterator

from tui.panels.panel import Act
from tui.session.play import Play
from tui.session.snapshot import Snapshot


def back_to_game(view: Snapshot) -> Iterator[Act]:
    """An action while the keypad is not the game's."""
    if not view.machine.listening:
        about = "the program has the keypad; pieces changed by hand stay so"
        also = "return resume recover"
        yield Act("recover", "Back to the game", Play.recover, "", about, also=also)
