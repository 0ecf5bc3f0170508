"""The cassette recorder on panel KIM-1."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from textual import work
from textual.widgets import Button

from emu.bus import RAM
from emu.chips.waveform import Waveform
from emu.errors import EmuError
from emu.files import reading
from tui.screen.drawing.header import KEYS
from tui.screen.panels.panel import Asks
from tui.screen.screens.ask import AskScreen, ChooseScreen
from tui.screen.screens.dialog import ask
from tui.screen.screens.paths import open_file, save_file
from tui.screen.widgets.buttonrow import ButtonRow
from tui.session.recorder import (
    HEAD,
    SUFFIX,
    WAITS,
    Recorder,
    RecorderRefusal,
    Tape,
    listened,
    read_back,
    recording,
    row,
)
from tui.session.snapshot import DeckView, Heard, Snapshot
from tui.session.verbs import Asked
from tui.session.words import with_controls

T = TypeVar("T")
_MEANING = """\
Load: the machine reads the tape into memory (monitor: LOADT).
Write: the monitor writes memory onto an empty tape (DUMPT)."""


class CassetteDeck(ButtonRow, Asks):
    """Buttons of a recorder; *Tape* lists everything else."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(
            ("deck-list", "Tape", "list"),
            ("deck-play", "Play", "play"),
            ("deck-record", "Rec", "record"),
            id=id,
        )
        self.recorder = Recorder()

    @property
    def deck(self) -> DeckView:
        """What the machine's recorder does."""
        return self.snapshot.deck if self.snapshot else DeckView()

    @property
    def state(self) -> str:
        """What it does, in a line."""
        return self.recorder.state(self.deck)

    def show(self, snapshot: Snapshot) -> None:
        """A moment of the session."""
        self.snapshot = snapshot
        play, record = (self.query_one(f"#deck-{one}", Button) for one in ("play", "record"))
        play.label, play.variant = ("Stop", "primary") if self.deck.length else ("Play", "default")
        ends = self.deck.recorded is not None
        record.label, record.variant = ("End", "error") if ends else ("Rec", "default")

    @property
    def target(self) -> CassetteDeck:
        """The buttons work the recorder, wherever it stands."""
        return self

    # The recorder

    def action_list(self) -> None:
        """What is on the tape, and what can be done."""
        tape = self.recorder.tape
        records = tape.cassette.records if tape else []
        rows = [HEAD, *map(row, records)] if records else []
        choices = [("insert", "Insert"), ("load", "Load"), ("write", "Write")]
        if tape and tape.recorded is not None:
            choices.append(("keep", "Save WAV"))
        text = "\n".join((self.state, *rows, "", _MEANING))
        ask(self.app, ChooseScreen("Cassette recorder", text, choices), self.run_action)

    def action_insert(self) -> None:
        """Ask for a recording, and listen to it."""
        from emu.cassette import wav

        def read(path: Path) -> tuple[str, bytes]:
            return path.name, reading.read_bytes(path, wav.limit)

        open_file(self, "Insert a cassette", read, lambda found: self.take(*found), SUFFIX)

    def take(self, name: str, data: bytes) -> None:
        """A recording from elsewhere."""
        self._listen(name, partial(listened, name, data))

    def action_play(self) -> None:
        """Let the tape run from its beginning, or stop it."""
        if not self.deck.length and self.recorder.tape is None:
            self.action_insert()
        else:
            self.ask(self.recorder.play(self.deck))

    def action_record(self) -> None:
        """Record on an empty tape, or end that."""
        ends = self.deck.recorded is not None
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
            player = self.application.options.player
            hint = "addresses and ID, e.g. 0200-02FF 01"
            parts = [(player.title, one.address, one.size) for one in player.expansions]
            for id, (what, first, size) in enumerate([*parts, ("the game", 0, len(RAM))], 1):
                hint += f"\n{what}: type {first:04X}-{first + size - 1:04X} {id:02X}"
            write = partial(self.recorder.write, shown)
            ask(self.app, AskScreen("Write memory to tape", hint, write), self._write)

    def _write(self, commands: Iterable[Asked]) -> None:
        self._ask_all(commands)
        self.app.notify(with_controls(self.recorder.writes, KEYS))

    def _ask_all(self, commands: Iterable[Asked]) -> None:
        for command in commands:
            self.ask(command)

    def _unless_refused(self, make: Callable[[], T], use: Callable[[T], None]) -> None:
        try:
            made = make()
        except RecorderRefusal as error:
            self.app.notify(str(error), severity="warning")
        else:
            use(made)

    def take_heard(self, came: Heard) -> None:
        """What was recorded is the tape now."""
        ((_, levels),) = came.lines
        if (button := self.query_one("#deck-record")).has_focus:
            button.screen.set_focus(self.query_one("#deck-list"))
        name = self.recorder.named()
        self._listen(name, partial(read_back, name, levels))

    def action_keep(self) -> None:
        """The tape that was recorded, as a WAV file."""
        name = time.strftime(f"kim1-tape-%Y%m%d-%H%M%S{SUFFIX}")

        def save(levels: Waveform) -> None:
            save_file(self, "Keep as WAV", name, partial(recording, levels))

        self._unless_refused(self.recorder.kept, save)

    @work(thread=True, group="deck")
    def _listen(self, name: str, listen: Callable[[], Tape]) -> None:
        self.recorder.listening = name
        tape = None
        try:
            tape = listen()
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
        panel: Any = self.parent
        panel.again()
        self.app.notify(said or found, severity="error" if said else "information")
