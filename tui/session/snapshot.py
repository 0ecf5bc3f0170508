"""What the front end sees: frozen pictures of the machine, the game and the thinking."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Literal

import chess

from emu.bus import ROM_START
from emu.chips.waveform import Waveform
from microchess.engine.formula import Formula
from microchess.game.record import Record
from microchess.program.levels import Level
from microchess.program.table import PieceTable
from tui.session.machine_view import DeckView, LineView, MachineView
from tui.session.thought import Thought


class Activity(Enum):
    """What the machine is doing."""

    WAITING = "waiting for a key"
    KEYING = "keys are pressed"
    BY_HAND = "a key is pressed"
    THINKING = "thinking"
    RUNNING = "running"
    HELD = "held"


@dataclass(frozen=True)
class Earlier:
    """Moves in SAN from the position ``start`` on, made before the position was changed by what is
    no move, for the reason ``why``; ``first_ply`` counts the half-moves before them.
    """

    start: str
    first_ply: int
    sans: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class GameView:
    """The game: from the position ``start`` by ``moves`` in UCI to ``fen``.

    ``men`` has 64 characters, a1 first, ``.`` where nobody stands; ``legal`` the moves of the side
    to move in UCI; ``boards`` the first field of a FEN, at the start and after each of the moves;
    ``said`` the last move in words, empty where there is none; ``steps`` how often one can take
    back; ``plies`` the half-moves made; ``both``: the person moves for both sides; ``log`` what was
    done to the machine, a line for each move; ``earlier`` what was played before ``start``;
    ``record`` and ``headers`` are what PGN has of it; ``begun`` tells one game of the session,
    begun or loaded, from another; ``looking``: it is shown as it was after so many half-moves.
    """

    SENT: ClassVar = (
        "fen", "men", "table", "computer", "turn", "mine", "both", "movable", "last", "check",
        "sans", "comments", "first_ply", "boards", "said", "verdict", "over", "level", "steps",
        "can_redo", "out_of_turn",
    )  # fmt: skip

    start: str
    moves: tuple[str, ...]
    fen: str
    men: str
    table: PieceTable
    problems: tuple[str, ...]
    computer: chess.Color
    turn: chess.Color
    legal: tuple[str, ...]
    promotions: tuple[chess.PieceType, ...]
    last: tuple[chess.Square, chess.Square] | None
    check: chess.Square | None
    result: str
    verdict: str
    sans: tuple[str, ...]
    boards: tuple[str, ...]
    said: str
    comments: tuple[str, ...]
    first_ply: int
    steps: int
    plies: int
    both: bool
    can_redo: bool
    level: Level | None
    level_bytes: tuple[int, int]
    program: str
    log: tuple[str, ...]
    earlier: tuple[Earlier, ...]
    record: Record = field(compare=False)
    headers: Mapping[str, str] = field(compare=False)
    begun: int = 0
    looking: int | None = None

    @property
    def past(self) -> bool:
        """Whether it is shown as it was at an earlier position."""
        return self.looking is not None

    @property
    def pgn(self) -> str:
        """The game so far; where a poke changed the position, a game for each part."""
        return "\n\n".join(str(one) for one in self.record.games(self.headers))

    @property
    def before(self) -> int:
        """How many positions there were before ``start``."""
        return sum(len(one.sans) + 1 for one in self.earlier)

    def way_to(self, half_moves: int) -> tuple[str, tuple[str, ...]]:
        """From which position (FEN), by which moves (SAN), the game came to where it was after so
        many half-moves from ``start``; below 0: to so many positions before that.
        """
        if half_moves >= 0:
            return self.start, self.sans[:half_moves]
        at = self.before + half_moves
        for one in self.earlier:
            if at <= len(one.sans):
                break
            at -= len(one.sans) + 1
        return one.start, one.sans[:at]

    def position_after(self, half_moves: int) -> str:
        """What the position of `way_to` is called: ``after Nf3``."""
        _, sans = self.way_to(half_moves)
        if sans:
            return f"after {sans[-1]}"
        return "the beginning" if half_moves == -self.before else "the position as changed"

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result != "*"

    @property
    def playable(self) -> tuple[str, ...]:
        """The legal moves that the table has room for: not every promotion."""
        room = "".join(map(chess.piece_symbol, self.promotions))
        return tuple(uci for uci in self.legal if uci[4:] in room)

    @property
    def movable(self) -> tuple[str, ...]:
        """The moves that the person can make now."""
        return self.playable if self.players_turn else ()

    @property
    def mine(self) -> chess.Color:
        """Whose men the person moves now."""
        return self.turn if self.both else not self.computer

    @property
    def players_turn(self) -> bool:
        """Whether the person is to move."""
        return not self.over and (self.both or self.turn != self.computer)

    @property
    def out_of_turn(self) -> bool:
        """Whether the program would move now where by the moves made it is not to."""
        known = self.sans or self.start == chess.STARTING_FEN
        return bool(known) and self.turn != self.computer


@dataclass(frozen=True)
class Snapshot:
    """All of it at one moment; ``speed`` times 1 MHz, ``halt`` why the machine is held.

    ``watching``: machine and table are those of a moment of the last reply, not of now.
    ``breakpoints`` have conditions, ``watchpoints`` what the byte must become (None: anything).
    ``under_way``: what the machine does or, where ``activity`` is HELD, goes on with. ``waits``:
    what will be done then, a move by itself. ``searched``: how much of the past was searched, 0 to
    1, None where it is not. ``formula``: the weights with which the Python engine
    replies, None where the program does.
    """

    SENT: ClassVar = (
        "machine", "game", "thought", "activity", "busy", "speed", "mirror", "watching", "reached",
        "waits",
    )  # fmt: skip

    machine: MachineView
    line: LineView
    game: GameView
    thought: Thought | None
    activity: Activity
    speed: float | None
    breakpoints: Mapping[int, str]
    watchpoints: Mapping[int, int | None]
    mirror: bool
    halt: str = ""
    watching: bool = False
    deck: DeckView = field(default_factory=DeckView)
    under_way: Activity = Activity.WAITING
    waits: str = ""
    formula: Formula | None = None
    searched: float | None = None

    @property
    def can_break_off(self) -> bool:
        """Whether a move is keyed in or thought of, paused or not."""
        by_hand = self.thinks and self.machine.listening
        return by_hand or self.under_way in (Activity.KEYING, Activity.THINKING)

    @property
    def thinks(self) -> bool:
        """Whether the program thinks of a reply, to the game or to a key pressed by hand."""
        if self.thought is None or self.thought.shown or self.under_way is Activity.WAITING:
            return False
        in_program = self.machine.listening or self.machine.registers.pc < ROM_START
        return self.under_way is Activity.THINKING or in_program

    @property
    def reached(self) -> int | None:
        """How many candidates of the last thinking had been judged at this moment."""
        if self.thought is None:
            return None
        return bisect_right(self.thought.judged_at, self.machine.cycles)

    @property
    def at_rest(self) -> bool:
        """Whether the program waits for the person, or nothing more is to come."""
        waiting = self.activity is Activity.WAITING
        return waiting and (self.game.players_turn or self.game.over)

    @property
    def busy(self) -> bool:
        """Whether the machine works for the game, so that no move can be made."""
        return self.activity not in (Activity.WAITING, Activity.RUNNING)


@dataclass(frozen=True)
class Handed:
    """A text file somebody asked for, by the name it should have."""

    name: str
    text: str


@dataclass(frozen=True)
class Heard:
    """What output pins did, by name, asked for as ``what``: "tape" or "sound"."""

    what: str
    lines: tuple[tuple[str, Waveform], ...]


BY_HAND = "by hand"
"""How keys of the keypad are noted that somebody pressed, each in a line of the log."""

BEWARE = "beware: "
"""Begins a notice that one of ``GameView.problems`` follows in."""

SET_UP = "set up: "
"""Begins a notice that is true until the next move."""


Severity = Literal["information", "warning", "error"]


@dataclass(frozen=True)
class Notice:
    """Something to tell; ``severity`` is ``information``, ``warning`` or ``error``."""

    text: str
    severity: Severity = "information"


@dataclass(frozen=True)
class Ended:
    """The machine has stopped by a fault of this program: ``why``."""

    why: str


Item = Snapshot | Notice | Handed | Heard | Ended
"""What a live session publishes."""
Publish = Callable[[Item], None]
Tell = Callable[..., None]
"""Publishes a notice, given what a `Notice` is made of."""
