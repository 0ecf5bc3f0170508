"""What a front end can ask of the live session. Frozen, so that threads may share them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import chess

from emu.chips.waveform import Waveform
from emu.files.programs import Program
from emu.files.statefile import Saved
from emu.notation import Poke
from microchess.program.levels import Level
from microchess.program.openings import Opening


@dataclass(frozen=True)
class Command:
    """Anything that can be asked. What has no fields of its own needs no decorator."""


class OnDisk(Command):
    """What reads or writes a file of this computer; nobody in a browser may ask it."""


@dataclass(frozen=True)
class NewGame(Command):
    """Start a game; ``computer`` is the program's colour. ``opening`` None: the book it comes with;
    without ``book`` it is closed. ``steady`` stays so for the games that follow.
    """

    computer: chess.Color = chess.WHITE
    level: Level = Level.NORMAL
    opening: Opening | None = None
    fen: str | None = None
    book: bool = True
    steady: bool = False


@dataclass(frozen=True)
class PlayMove(Command):
    """A move of the player in SAN, UCI or octal."""

    text: str


class LetItMove(Command):
    """The program moves now, whoever's turn it is."""


class Undo(Command):
    """Take back."""


@dataclass(frozen=True)
class TakeBack(Command):
    """Take back until only ``steps`` are left that can be (see ``GameView.steps``)."""

    steps: int


@dataclass(frozen=True)
class GoOnFrom(Command):
    """Go on from the position after so many of the ``GameView.moves``: see `Game.going_on`."""

    half_moves: int


class Redo(Command):
    """Do again."""


class Resign(Command):
    """The player gives up."""


@dataclass(frozen=True)
class SetLevel(Command):
    """Change the level bytes."""

    level: Level


@dataclass(frozen=True)
class PokeBytes(Command):
    """Put bytes into memory."""

    pokes: tuple[Poke, ...]


@dataclass(frozen=True)
class EndSetUp(Command):
    """The men stand as wanted, and ``turn`` moves (None: whose turn it is). ``steps``: how many
    could be taken back when set-up began.
    """

    turn: chess.Color | None
    steps: int


@dataclass(frozen=True)
class PressKey(Command):
    """Press a key of the KIM-1; ``how``: by whom or what for."""

    key: str
    how: str = "by hand"


@dataclass(frozen=True)
class SetStepSwitch(Command):
    """Slide the SST switch."""

    on: bool


class Recover(Command):
    """Back to the game's program from whatever else runs; men changed by hand stay so."""


@dataclass(frozen=True)
class LoadPgn(Command):
    """Go on from the end of a game in PGN."""

    text: str


@dataclass(frozen=True)
class LoadState(Command):
    """Put the machine into the state of the file ``name``."""

    name: str
    saved: Saved


class LineCommand(Command):
    """What is done at the terminal on the serial line."""


@dataclass(frozen=True)
class FitJumper(LineCommand):
    """The TTY jumper: the monitor talks to the terminal instead of keypad and digits."""

    on: bool


@dataclass(frozen=True)
class TypeText(LineCommand):
    """Type characters."""

    data: bytes


class SendBreak(LineCommand):
    """Hold the BREAK key."""


@dataclass(frozen=True)
class SetLine(LineCommand):
    """Speed of the line, and stop bits."""

    baud: float
    stop_bits: int


@dataclass(frozen=True)
class SendProgram(LineCommand):
    """Type L and send a program as paper tape."""

    program: Program


@dataclass(frozen=True)
class CapturePrint(LineCommand, OnDisk):
    """Keep all that is printed in a new file; None: no longer."""

    path: Path | None


class DeckCommand(Command):
    """What is done at the cassette recorder."""


@dataclass(frozen=True)
class PlayTape(DeckCommand):
    """Let a tape run from its beginning; ``levels`` as the board's input makes them of its tones.

    It runs as the machine does. ``loads``: the monitor's loader waits for it.
    """

    levels: Waveform
    loads: bool = False


class StopTape(DeckCommand):
    """Stop the tape that plays."""


class RecordTape(DeckCommand):
    """Record on an empty tape."""


class EndRecording(DeckCommand):
    """Stop recording; what is on the tape is sent as `snapshot.Heard`."""


@dataclass(frozen=True)
class LoopTape(DeckCommand):
    """A wire from the cassette output to the input, or none."""

    on: bool


class Control(Command):
    """What is obeyed at once, even while the machine is busy."""


class Setting(Control):
    """How fast the machine runs and where it halts, as it is kept with the session."""


@dataclass(frozen=True)
class SetSpeed(Setting):
    """Times 1 MHz; None: as fast as can be."""

    factor: float | None


class Pause(Control):
    """Hold the machine."""


class Continue(Control):
    """Let it run on."""


@dataclass(frozen=True)
class StepInstruction(Control):
    """One instruction; ``over``: a subroutine counts as one."""

    over: bool = False


class StepOut(Control):
    """Run on until the present subroutine has returned."""


@dataclass(frozen=True)
class PauseAtCandidates(Control):
    """Whether the machine is held after each candidate the program has judged."""

    on: bool


class TimeCommand(Control):
    """Another moment is shown, or gone back to."""


@dataclass(frozen=True)
class Watch(TimeCommand):
    """Show the last reply as it was at ``cycle``; the game waits meanwhile."""

    cycle: int


@dataclass(frozen=True)
class WatchStep(TimeCommand):
    """Show the last reply at the next of ``Thought.marks``, or (-1) at the one before."""

    by: int = 1


class EndWatch(TimeCommand):
    """Show the present again."""


@dataclass(frozen=True)
class Back(TimeCommand):
    """Go back by ``cycles``, or as far as there is a way (None: all the way), and hold."""

    cycles: int | None


class StepBack(TimeCommand):
    """Go back by one instruction, and hold."""


@dataclass(frozen=True)
class BackToAccess(TimeCommand):
    """Go back to the instruction that wrote the byte at ``address`` last, or read it, and hold."""

    address: int
    written: bool = True


class BackToHalt(TimeCommand):
    """Go back to the last time that it would have halted: at a breakpoint, or where a watched byte
    changed; and hold.
    """


@dataclass(frozen=True)
class RunTo(Control):
    """Run on until the processor comes to ``address``."""

    address: int


@dataclass(frozen=True)
class SaveState(Control, OnDisk):
    """Write the machine as it stands into a new state file."""

    path: Path


@dataclass(frozen=True)
class HandState(Control):
    """Hand the machine as it stands over, as a state file called ``name``."""

    name: str


class KeepSound(Control):
    """Send what the output pins did lately as `snapshot.Heard`."""


@dataclass(frozen=True)
class SetBreakpoints(Setting):
    """Where to halt."""

    addresses: frozenset[int]


@dataclass(frozen=True)
class SetWatchpoints(Setting):
    """Bytes whose change halts."""

    addresses: frozenset[int]


@dataclass(frozen=True)
class SetCondition(Setting):
    """What must hold for the breakpoint at ``address`` to halt: see `emu.watch.conditions`; empty:
    nothing.
    """

    address: int
    text: str


@dataclass(frozen=True)
class SetWatchedValue(Setting):
    """The byte at ``address`` halts only when it becomes ``value``; None: whenever it changes."""

    address: int
    value: int | None


@dataclass(frozen=True)
class SetSteady(Command):
    """Keep to the book after an unexpected reply, or not (None: the other way round)."""

    on: bool | None = None


@dataclass(frozen=True)
class SetBoth(Command):
    """Whether the person moves for both sides; the program answers only when it is let."""

    on: bool


@dataclass(frozen=True)
class SetMirror(Control):
    """Whether the Python engine thinks beside the program."""

    on: bool


@dataclass(frozen=True)
class Remember(Control):
    """Settings of the front end, to be saved with the session."""

    settings: tuple[tuple[str, str], ...]


class Cancel(Control):
    """Give up what the machine is doing for the game."""


class Quit(Control):
    """End the session."""
