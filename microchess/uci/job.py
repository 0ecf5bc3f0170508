"""A ``go`` on its way from the thread that reads to the one that thinks."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event

from microchess.game.game_line import GameLine
from microchess.uci.clock import ClockStart
from microchess.uci.options import Settings
from microchess.uci.protocol import Limits


@dataclass
class Job:
    """What to think about (None: the position was refused), and how. ``stop`` ends the thought at
    the best move so far, ``hurry`` only its pacing; ``release`` starts the clock and lets a
    bestmove out.
    """

    line: GameLine | None
    settings: Settings
    limits: Limits = field(default_factory=Limits)
    new_game: bool = False
    hurry: Event = field(default_factory=Event)
    stop: Event = field(default_factory=Event)
    release: ClockStart = field(default_factory=ClockStart)
    done: Event = field(default_factory=Event)
