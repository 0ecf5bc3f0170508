"""The cassette recorder and the last sounds in the live session."""

from collections.abc import Callable

from emu.chips.waveform import Waveform
from emu.machine import MHZ, Machine
from emu.watch.speaker import Speaker
from tui.session.machine_view import DeckView
from tui.session.snapshot import Heard, Tell
from tui.session.verbs import control, part

SOUND = 30
"""Seconds of sound that are kept, of the machine's time."""

_HARDLY_BEGUN = MHZ // 2
_POINT = 0xFA
"""The monitor's address, low byte first; its loader ends with one of these there."""
_LOADED = {b"\0\0": True, b"\xff\xff": False}
_READ = {
    True: "the tape was read: the digits show 0000",
    False: "the tape was not read, its checksum is wrong: the digits show FFFF",
    None: "the tape has run through",
}
_WAITS = "the tape waits with the program, for a key; <load> has the monitor read it"


class LiveDeck:
    """The recorder of the machine given to :meth:`attach`; *tell* hears what a person should know,
    *send* gets what was recorded.
    """

    machine: Machine

    def __init__(self, tell: Tell, send: Callable[[Heard], None]) -> None:
        self._tell, self._send = tell, send
        self._sounds: Speaker | None = None
        self._loads = self._writes = False
        self._loaded: bool | None = None

    def attach(self, machine: Machine) -> None:
        """Another machine: nothing is in its recorder; what was recorded before is sent."""
        if self._sounds is not None:
            self._sounds.close()
            deck = self.view()
            if deck.recorded is not None:
                self.end_recording()
            if deck.length:
                self._tell("the tape is taken out: the game begins in another machine")
        self.machine = machine
        self._sounds = Speaker(machine.board, SOUND * 1_000_000)

    @part
    def play_tape(self, levels: Waveform, loads: bool) -> None:
        """Play a tape; *loads*: the monitor's loader waits for it."""
        self.machine.play_tape(levels)
        self._loads, self._loaded = loads, None

    @part
    def stop_tape(self) -> None:
        """Stop the tape that plays."""
        deck = self.view()
        self.machine.stop_tape()
        if deck.length:
            where = f"{deck.at / MHZ:.1f} of {deck.length / MHZ:.1f} s"
            self._tell(
                f"the tape is stopped at {where}; key RS stops a program that waits for more of it"
            )

    @part
    def record_tape(self, writes: bool) -> None:
        """Record on an empty tape; what the monitor *writes* ends with it."""
        self.machine.record_tape()
        self._writes = writes

    @part
    def end_recording(self) -> None:
        """Stop recording, and send the tape as `snapshot.Heard`."""
        levels = self.machine.recorded_tape()
        if levels.edges:
            self._send(Heard("tape", (("PB7", levels),)))
        else:
            self._tell("nothing was recorded: no program wrote to the tape", "warning")

    def end(self) -> None:
        """Whatever the recorder does."""
        deck = self.view()
        if deck.recorded is not None:
            self.end_recording()
        elif deck.length:
            self.stop_tape()

    @part
    def set_tape_loop(self, on: bool) -> None:
        """A wire from the cassette output to the input, or none."""
        self.machine.tape_loop = on

    def rest(self) -> bool:
        """The machine has come to rest, and the tape with it: one that has run through, but for the
        pause at its end, is out. Whether one was heard.
        """
        deck, view = self.machine.board.deck, self.view()
        heard = deck.playing is not None and view.at >= _HARDLY_BEGUN
        if heard and self._loads:
            self._loads = False
            self._loaded = _LOADED.get(self.machine.read(_POINT, 2))
        if deck.playing is not None and view.length - view.at < min(MHZ, view.at):
            self.machine.stop_tape()
            self._tell(_READ[self._loaded], "error" if self._loaded is False else "information")
        elif view.length and not heard:
            self._tell(_WAITS)
        if deck.state.recorded and self._writes:
            self.end_recording()
        elif deck.state.recorded:
            self._tell("the tape is written: button End keeps it")
        return heard

    @control
    def keep_sound(self) -> None:
        """Send what the output pins did lately as `snapshot.Heard`."""
        assert self._sounds is not None
        lines = tuple(one for one in self._sounds.waveforms().items() if one[1].edges)
        if lines:
            self._send(Heard("sound", lines))
        else:
            self._tell(f"no sound: no output pin was switched in the last {SOUND} s", "warning")

    def view(self) -> DeckView:
        """The recorder as it stands."""
        deck, now = self.machine.board.deck, self.machine.cycles
        started, played = deck.playing or (now, None)
        since = deck.recording
        return DeckView(
            at=min(now - started, played.length) if played else 0,
            length=played.length if played else 0,
            recorded=None if since is None else now - since,
            loop=bool(deck.loop),
            loaded=self._loaded,
        )
