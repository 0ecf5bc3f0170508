"""The cassette recorder on panel KIM-1, and what a speaker has played lately."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

from textual import work
from textual.app import ComposeResult
from textual.reactive import var
from textual.widgets import Button

from emu.chips.waveform import Waveform
from emu.errors import EmuError
from emu.files import reading, writing
from emu.machine import MHZ
from tui.screen.drawing.ink import line
from tui.screen.panels.panel import Asks
from tui.screen.screens.ask import AskScreen, PickScreen
from tui.screen.screens.dialog import ask
from tui.screen.screens.paths import browser_of, open_file, save_file
from tui.screen.screens.tape import Shown, TapeScreen
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.text import TextView
from tui.session import commands as c
from tui.session.recorder import (
    SUFFIX,
    WAITS,
    Recorder,
    RecorderRefusal,
    Tape,
    listened,
    played,
    recording,
)
from tui.session.snapshot import DeckView, Heard, Snapshot

T = TypeVar("T")


class CassetteDeck(ButtonRow, Asks):
    """Buttons of a recorder; everything else is on its list, `TapeScreen`."""

    DEFAULT_CSS = """
    CassetteDeck TextView { width: 1fr; height: 1; }
    """

    report = var[Shown]((None, "", False))

    def __init__(self, id: str | None = None) -> None:
        super().__init__(
            ("deck-list", "Tape", "list"),
            ("deck-play", "Play", "play"),
            ("deck-record", "Rec", "record"),
            ("deck-sound", "Save sound", "ask('KeepSound')"),
            id=id,
        )
        self.recorder = Recorder()

    def compose(self) -> ComposeResult:
        """Where the tape is, behind the buttons."""
        yield TextView(id="deck-at")

    @property
    def deck(self) -> DeckView:
        """What the machine's recorder does."""
        return self.snapshot.deck if self.snapshot else DeckView()

    @property
    def plays(self) -> bool:
        """Whether a tape runs."""
        return self.deck.length > 0

    @property
    def records(self) -> bool:
        """Whether it records."""
        return self.deck.recorded is not None

    @property
    def tape(self) -> Tape | None:
        """What is in it."""
        return self.recorder.tape

    @property
    def state(self) -> str:
        """What it does, in a line."""
        return self.recorder.state(self.deck)

    def show(self, snapshot: Snapshot) -> None:
        """A moment of the session."""
        self.snapshot = snapshot
        deck = snapshot.deck
        play, record = (self.query_one(f"#deck-{one}", Button) for one in ("play", "record"))
        play.label, play.variant = ("Stop", "primary") if self.plays else ("Play", "default")
        record.label, record.variant = ("End", "error") if self.records else ("Rec", "default")
        at = deck.recorded if deck.recorded is not None else deck.at
        words = f"{at / MHZ:.0f} s" if self.plays or self.records else ""
        self.query_one("#deck-at", TextView).set_content([line(words)])
        self._look()

    def _look(self) -> None:
        self.report = self.tape, self.state, self.deck.loop

    @property
    def target(self) -> CassetteDeck:
        """The buttons work the recorder, wherever it stands."""
        return self

    # The recorder

    def action_list(self) -> None:
        """What is on the tape, and what can be done."""
        ask(self.app, TapeScreen(self), self.run_action)

    def action_loop(self) -> None:
        """Wire its output to its input, or no longer."""
        self.ask(c.LoopTape(not self.deck.loop))

    def action_insert(self) -> None:
        """Ask for a recording, and listen to it."""
        from emu.cassette import wav

        def read(path: Path) -> tuple[str, bytes]:
            return path.name, reading.read_bytes(path, wav.limit)

        take = self.take
        open_file(self, "Insert a cassette", read, lambda found: take(*found), take, SUFFIX)

    def take(self, name: str, data: bytes) -> None:
        """A recording from elsewhere."""
        self._listen(name, lambda: data)

    def action_play(self) -> None:
        """Let the tape run from its beginning, or stop it."""
        if not self.plays and self.tape is None:
            self.action_insert()
        else:
            self.ask(self.recorder.play(self.deck))

    def action_record(self) -> None:
        """Record on an empty tape, or end that."""
        ends = self.records
        self.ask(self.recorder.record(self.deck))
        if ends:
            self.query_one("#deck-list").focus()
        else:
            self.app.notify(WAITS)

    def action_load(self) -> None:
        """Have the monitor read the tape."""
        if self.snapshot is not None:
            self._unless_refused(partial(self.recorder.load, self.snapshot), self._ask_all)

    def action_write(self) -> None:
        """Ask what, then record while the monitor writes it."""
        if (shown := self.snapshot) is not None:
            hint = "addresses and ID, e.g. 0200-02FF 01"
            write = partial(self.recorder.write, shown)
            ask(self.app, AskScreen("Write memory to tape", hint, write), self._ask_all)

    def _ask_all(self, commands: Iterable[c.Command]) -> None:
        for command in commands:
            self.ask(command)

    def _unless_refused(self, make: Callable[[], T], use: Callable[[T], None]) -> None:
        try:
            made = make()
        except RecorderRefusal as error:
            self.app.notify(str(error), severity="warning")
        else:
            use(made)

    # Sound

    def take_heard(self, came: Heard) -> None:
        """What was recorded is the tape now; of sounds one is kept."""
        if came.what == "tape":
            ((_, levels),) = came.lines
            if (button := self.query_one("#deck-record")).has_focus:
                button.screen.set_focus(self.query_one("#deck-list"))
            self._listen(self.recorder.named(), partial(recording, levels), levels)
            return
        lines = dict(came.lines)
        choices = [(pin, f"{pin}: {len(levels.edges):,} edges") for pin, levels in lines.items()]

        def chosen(pin: str) -> None:
            self._save(f"sound-{pin}", partial(played, lines[pin]))

        if len(choices) == 1:
            chosen(choices[0][0])
        else:
            ask(self.app, PickScreen("Which pin has the speaker?", choices), chosen)

    def action_keep(self) -> None:
        """The tape that was recorded, as a WAV file."""
        self._unless_refused(
            self.recorder.kept, lambda levels: self._save("tape", partial(recording, levels))
        )

    def _save(self, what: str, make: Callable[[], bytes]) -> None:
        name = time.strftime(f"kim1-{what}-%Y%m%d-%H%M%S{SUFFIX}")
        write = partial(self._write, name, make)
        save_file(self, "Keep as WAV", name, write, lambda _: write(None))

    @work(thread=True, group="deck")
    def _write(self, name: str, make: Callable[[], bytes], path: Path | None) -> None:
        try:
            data = make()
            if path is not None:
                writing.write_bytes(path, data)
        except OSError as error:
            self.app.call_from_thread(
                self.app.notify, f"{path}: {error.strerror}", severity="error"
            )
            return
        if path is None and (browser := browser_of(self)) is not None:
            self.app.call_from_thread(browser.give, name, data)
        else:
            self.app.call_from_thread(self.app.notify, f"written to {path}")

    @work(thread=True, group="deck")
    def _listen(
        self, name: str, load: Callable[[], bytes], recorded: Waveform | None = None
    ) -> None:
        self.recorder.listening = name
        tape = None
        try:
            tape = listened(name, load(), recorded)
        except EmuError as error:
            told = str(error)
        except OSError as error:
            told = f"{name}: {error.strerror}"
        else:
            told = ""
        self.app.call_from_thread(self._inserted, tape, told)

    def _inserted(self, tape: Tape | None, said: str) -> None:
        found = self.recorder.insert(tape)
        if tape is not None and tape.recorded is not None:
            found += "; button Tape loads or saves it"
        self._look()
        self.app.notify(said or found, severity="error" if said else "information")
