"""What a front end can ask of the live session. Frozen, so that threads may share them.

``PlayMove("e4")`` is a command of the verb `PlayMove`; each verb has the types of its values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Generic, TypeVarTuple

import chess

from emu.chips.waveform import Waveform
from emu.files.formats.image import Program
from emu.files.statefile import Saved
from emu.notation import Poke
from microchess.program.levels import Level
from microchess.program.openings import Opening
from microchess.program.table import PieceTable
from microchess.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from microchess.engine.formula import Formula

Values = TypeVarTuple("Values")


class Area(Enum):
    """Who carries a command out, and when."""

    GAME = auto()
    """In its turn; what becomes of it meanwhile is in `tui.session.policy`."""
    LINE = auto()
    """At the terminal on the serial line."""
    DECK = auto()
    """At the cassette recorder."""
    CONTROL = auto()
    """At once, even while the machine is busy."""
    SETTING = auto()
    """At once: speed and places to halt, as they are kept with the session."""
    TIME = auto()
    """At once: another moment is shown, or gone back to."""


@dataclass(frozen=True)
class Verb(Generic[*Values]):
    """Something that can be asked. None writes a file: it may be asked from a browser."""

    area: Area
    meaning: str

    def __call__(self, *values: *Values) -> Command:
        """Ask it."""
        return Command(self, values)


@dataclass(frozen=True)
class Command:
    """A verb with its values."""

    verb: Verb[*tuple[Any, ...]]
    values: tuple[Any, ...]


@dataclass(frozen=True)
class NewGame:
    """How a game starts; ``computer`` is the program's colour. ``opening`` None: the book it comes
    with; without ``book`` it is closed. ``steady`` stays so for the games that follow. ``both``:
    the person moves for both sides. ``formula``: as for `SetFormula`. ``about`` is told of a game
    that begins in a session. ``table`` has the men of ``fen`` in their slots, None: the usual ones.
    """

    computer: chess.Color = chess.WHITE
    level: Level = Level.NORMAL
    opening: Opening | None = None
    fen: str | None = None
    book: bool = True
    steady: bool = False
    both: bool = False
    formula: Formula | None = None
    about: str = ""
    table: PieceTable | None = None

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle) -> NewGame:
        """The person is to solve it."""
        fen = puzzle.board.fen()
        return cls(not puzzle.board.turn, puzzle.level, fen=fen, about=str(puzzle))


StartGame = Verb[NewGame](Area.GAME, "start a game")
PlayMove = Verb[str](Area.GAME, "a move of the player in SAN, UCI or octal")
LetItMove = Verb[()](Area.GAME, "the program moves now, whoever's turn it is")
Undo = Verb[()](Area.GAME, "take back")
TakeBack = Verb[int](Area.GAME, "take back until so many of `GameView.steps` are left")
GoOnFrom = Verb[int](Area.GAME, "go on from after so many `GameView.moves`: `Game.going_on`")
Redo = Verb[()](Area.GAME, "do again")
Resign = Verb[()](Area.GAME, "the player gives up")
LoadPgn = Verb[str, str](
    Area.GAME, "go on from the end of a game in PGN; what else is to be said of it, a warning"
)
SetLevel = Verb[Level](Area.GAME, "change the level bytes")
SetBoth = Verb[bool](Area.GAME, "the person moves for both sides; the program when it is let")
PokeBytes = Verb[tuple[Poke, ...]](Area.GAME, "put bytes into memory")
EndSetUp = Verb[chess.Color | None, int, chess.Color | None](
    Area.GAME,
    "the men stand as wanted; who moves (None: as it is), the steps back before that, and the side "
    "that the person has then (None: as it is)",
)
PressKey = Verb[str](Area.GAME, "press a key of the KIM-1 by hand")
PressForTape = Verb[str](Area.GAME, "press a key of the KIM-1 for the tape")
SetStepSwitch = Verb[bool](Area.GAME, "slide the SST switch")
Recover = Verb[()](Area.GAME, "back to the game's program; men changed by hand stay so")
LoadState = Verb[str, Saved, chess.Board | None](
    Area.GAME, "put the machine into the state of the file of that name; the position, if known"
)

FitJumper = Verb[bool](Area.LINE, "TTY jumper: the monitor talks to the terminal, not the keypad")
TypeText = Verb[bytes](Area.LINE, "type characters")
PasteText = Verb[str](Area.LINE, "type a text, a carriage return for each line end")
SendBreak = Verb[()](Area.LINE, "hold the BREAK key")
SetLine = Verb[float, int](Area.LINE, "speed of the line in baud, and stop bits")
SendProgram = Verb[Program](Area.LINE, "type L and send a program as paper tape")

PlayTape = Verb[Waveform, bool](
    Area.DECK, "play a tape, as the board's input hears it; whether the monitor's loader waits"
)
StopTape = Verb[()](Area.DECK, "stop the tape that plays")
RecordTape = Verb[bool](
    Area.DECK, "record on an empty tape; True: until the monitor that writes it is done"
)
EndRecording = Verb[()](Area.DECK, "stop recording, and send the tape as `snapshot.Heard`")
LoopTape = Verb[bool](Area.DECK, "a wire from the cassette output to the input, or none")

Pause = Verb[()](Area.CONTROL, "hold the machine")
Continue = Verb[()](Area.CONTROL, "let it run on")
StepInstruction = Verb[()](Area.CONTROL, "one instruction")
StepOver = Verb[()](Area.CONTROL, "one instruction, or a subroutine call as a whole")
StepOut = Verb[()](Area.CONTROL, "run on until the present subroutine has returned")
RunTo = Verb[int](Area.CONTROL, "run on until the processor comes to an address")
SetFormula = Verb["Formula | None"](
    Area.CONTROL, "the Python engine replies, with these weights; None: the program itself"
)
SetMirror = Verb[bool](Area.CONTROL, "whether the Python engine thinks beside the program")
HandState = Verb[str](Area.CONTROL, "hand the machine over as a state file of that name")
KeepSound = Verb[()](Area.CONTROL, "send what the output pins did lately as `snapshot.Heard`")
Remember = Verb[tuple[tuple[str, str], ...]](Area.CONTROL, "settings to save with the session")
Cancel = Verb[()](Area.CONTROL, "give up what the machine is doing for the game")
Quit = Verb[()](Area.CONTROL, "end the session")

SetSpeed = Verb[float | None](Area.SETTING, "times 1 MHz; None: as fast as can be")
SetBreakpoints = Verb[Mapping[int, str]](
    Area.SETTING, "addresses where to halt, each with what must hold: `emu.watch.conditions`"
)
SetWatchpoints = Verb[Mapping[int, int | None]](
    Area.SETTING, "addresses of bytes that halt when they become that; None: at any change"
)

Watch = Verb[int | None](
    Area.TIME, "show the last reply as it was at a cycle, the game waits meanwhile; None: as it is"
)
WatchStep = Verb[int, bool](
    Area.TIME,
    "show it at the next (1) of its keys and candidates, or at the one before; keys alone",
)
Back = Verb[int | None](Area.TIME, "go back by so many cycles, or all the way (None), and hold")
StepBack = Verb[()](Area.TIME, "go back by one instruction, and hold")
BackToAccess = Verb[int, bool](
    Area.TIME, "go back to what last wrote the byte at an address (True) or read it, and hold"
)
BackToHalt = Verb[()](Area.TIME, "go back to the last breakpoint or watched change, and hold")
