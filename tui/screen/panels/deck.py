"""The cassette recorder on panel KIM-1."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from textual import work
from textual.widgets import Button

from emu.chips.waveform import Waveform
from emu.errors import EmuError
from emu.files import reading
from emu.machine import MHZ
from emu.notation import counted, parse_address, parse_byte
from tui.screen.panels.panel import Asks
from tui.screen.panels.tape import Tape, listened, recording
from tui.screen.screens.ask import AskScreen, ChooseScreen
from tui.screen.screens.dialog import ask
from tui.screen.screens.paths import open_file, save_file
from tui.screen.widgets.buttonrow import ButtonRow
from tui.session import commands as c
from tui.session.snapshot import Activity, DeckView, Heard, Snapshot

_SUFFIX = ".wav"
_MEANING = """\
Load: the machine reads the tape into memory (monitor: LOADT).
Write: the monitor writes memory onto an empty tape (DUMPT)."""
_WAITS = "waits for a program that writes: Tape, Write has the monitor do so; End keeps the tape"


class CassetteDeck(ButtonRow, Asks):
    """Buttons of a recorder; *Tape* lists everything else."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(
            ("deck-list", "Tape", "list"),
            ("deck-play", "Play", "play"),
            ("deck-record", "Rec", "record"),
            id=id,
        )
        self.tape: Tape | None = None
        self._listening_to = self._recording = ""
        self._playing = "a tape"
        self._loading: Tape | None = None
        self._recordings = 0

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
    def state(self) -> str:
        """What it does, in a line."""
        if self._listening_to:
            return f"listening to {self._listening_to} ..."
        deck = self.deck
        where = f"plays, {deck.at / MHZ:.1f} of {deck.length / MHZ:.1f} s"
        if deck.at == deck.length:
            where = "is at its end; RS stops a program that waits for more"
        does = [f"{self._playing} {where}"] * self.plays
        if deck.recorded is not None:
            does.append(f"records, {deck.recorded / MHZ:.1f} s")
        if does:
            return "; ".join(does)
        if self.tape is None:
            return "no tape"
        loaded = deck.loaded if self.tape is self._loading else None
        if loaded:
            from emu.cassette.tapes import span, titled

            first = self.tape.cassette.records[0]
            return f"{self.tape.name} loaded: ID {titled(first)}, {span(first)}"
        fault = " not loaded: its checksum is wrong" if loaded is False else ""
        return f"{self.tape.name}{fault}, {self.tape.seconds:.1f} s"

    def show(self, snapshot: Snapshot) -> None:
        """A moment of the session."""
        self.snapshot = snapshot
        play, record = (self.query_one(f"#deck-{one}", Button) for one in ("play", "record"))
        play.label, play.variant = ("Stop", "primary") if self.plays else ("Play", "default")
        record.label, record.variant = ("End", "error") if self.records else ("Rec", "default")

    @property
    def target(self) -> CassetteDeck:
        """The buttons work the recorder, wherever it stands."""
        return self

    # The recorder

    def action_list(self) -> None:
        """What is on the tape, and what can be done."""
        rows = self.tape.rows if self.tape else []
        choices = [("insert", "Insert"), ("load", "Load"), ("write", "Write")]
        if self.tape and self.tape.recorded is not None:
            choices.append(("keep", "Save WAV"))
        text = "\n".join((self.state, *rows, "", _MEANING))
        ask(self.app, ChooseScreen("Cassette recorder", text, choices), self.run_action)

    def action_insert(self) -> None:
        """Ask for a recording, and listen to it."""
        from emu.cassette import wav

        def read(path: Path) -> tuple[str, bytes]:
            return path.name, reading.read_bytes(path, wav.limit)

        take = self.take
        open_file(self, "Insert a cassette", read, lambda found: take(*found), take, _SUFFIX)

    def take(self, name: str, data: bytes) -> None:
        """A recording from elsewhere."""
        self._listen(name, lambda: data)

    def action_play(self) -> None:
        """Let the tape run from its beginning, or stop it."""
        if self.plays:
            self.ask(c.StopTape())
        elif self.tape is None:
            self.action_insert()
        else:
            self._begin(self.tape)

    def _begin(self, tape: Tape, loads: bool = False) -> None:
        self._playing, self._loading = tape.name, tape if loads else None
        self.ask(c.PlayTape(tape.cassette.line, loads))

    def action_record(self) -> None:
        """Record on an empty tape, or end that."""
        if self.records:
            self.ask(c.EndRecording())
            self.query_one("#deck-list").focus()
        else:
            self._recording = ""
            self.ask(c.RecordTape(False))
            self.app.notify(_WAITS)

    def action_load(self) -> None:
        """Have the monitor read the tape: the keys for LOADT, then play."""
        from emu.cassette.keying import loading

        if self.tape is None:
            self.app.notify(f"nothing to load: {self.state}", severity="warning")
        elif self._press(loading()):
            self._begin(self.tape, loads=True)

    def action_write(self) -> None:
        """Ask what, then record while the monitor writes it: the keys for DUMPT."""
        from emu.cassette.keying import saving

        def read(text: str) -> tuple[str, Sequence[str]]:
            addresses, _, id = text.partition(" ")
            first, _, last = addresses.partition("-")
            number = parse_byte(id.strip() or "01")
            return addresses, saving(parse_address(first), parse_address(last), number)

        def chosen(found: tuple[str, Sequence[str]]) -> None:
            addresses, (*setting, go) = found
            if self._press(setting):
                self._recording = f"memory {addresses}"
                self.ask(c.RecordTape(True))
                self.ask(c.PressForTape(go))

        hint = "addresses and ID, e.g. 0200-02FF 01"
        ask(self.app, AskScreen("Write memory to tape", hint, read), chosen)

    def _press(self, keys: Sequence[str]) -> bool:
        """Press *keys* after ST; False, and why not, where nobody would take them."""
        shown = self.snapshot
        if shown is None:
            return False
        held = shown.activity is Activity.HELD
        if held or shown.line.fitted:
            why = "the machine is paused" if held else "the TTY jumper is in"
            self.app.notify(f"{why}: the monitor takes no keys", severity="warning")
            return False
        if shown.machine.single_step:
            self.ask(c.SetStepSwitch(False))
        for key in ("ST", *keys):
            self.ask(c.PressForTape(key))
        return True

    def take_heard(self, came: Heard) -> None:
        """What was recorded is the tape now."""
        if (button := self.query_one("#deck-record")).has_focus:
            button.screen.set_focus(self.query_one("#deck-list"))
        self._recordings += 1
        name, self._recording = self._recording or f"recording {self._recordings}", ""
        self._listen(name, partial(recording, came.levels), came.levels)

    def action_keep(self) -> None:
        """The tape that was recorded, as a WAV file."""
        levels = self.tape.recorded if self.tape else None
        if levels is None:
            self.app.notify("nothing was recorded", severity="warning")
        else:
            name = time.strftime(f"kim1-tape-%Y%m%d-%H%M%S{_SUFFIX}")
            save_file(self, "Keep as WAV", name, partial(recording, levels))

    @work(thread=True, group="deck")
    def _listen(
        self, name: str, load: Callable[[], bytes], recorded: Waveform | None = None
    ) -> None:
        self._listening_to = name
        tape = None
        try:
            tape = listened(name, load(), recorded)
        except EmuError as error:
            told = str(error)
        except OSError as error:
            told = f"{name}: {error.strerror}"
        else:
            count = len(tape.cassette.records)
            found = counted(count, "record") if count else "no record on it"
            kept = "; button Tape loads or saves it" if recorded is not None else ""
            told = f"{name}: {found}{kept}"
        self.app.call_from_thread(self._inserted, tape, told)

    def _inserted(self, tape: Tape | None, said: str) -> None:
        self._listening_to = ""
        self.tape = tape or self.tape
        panel: Any = self.parent
        panel.again()
        self.app.notify(said, severity="information" if tape else "error")
