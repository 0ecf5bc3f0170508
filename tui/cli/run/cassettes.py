"""The cassette recorders and the loudspeaker of a run: what they play, and the files they make."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from emu.cassette import wav
from emu.cassette.audio import Audio, sound
from emu.cassette.decode import listen
from emu.cassette.tapes import RATE
from emu.chips.waveform import Waveform
from emu.machine import Machine
from emu.watch.speaker import Speaker, heard
from tui.cli.commands.tape import recording
from tui.cli.outfile import OutFile
from tui.cli.run.options import LOOPS


class Cassettes:
    """What `options.add_tape` declares.

    ``out`` are the files to be written; they are settled by whoever knows all files of a command.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._options = o = arguments
        self.tape: Waveform | None = None
        """What is to be played."""
        if o.play is not None:
            with recording(o.play) as audio:
                self.tape = listen(audio).line
        self.out: Mapping[str, OutFile] = {}

    @contextmanager
    def attached(self, machine: Machine) -> Iterator[None]:
        """Record and listen; in the end, however it comes, the files are written."""
        if self._options.loop:
            machine.tape_loop = LOOPS[self._options.loop]
        if "record" in self.out:
            machine.record_tape()
        speaker = Speaker(machine.board) if "sound" in self.out else None
        try:
            yield
        finally:
            if "record" in self.out:
                self._keep(machine.recorded_tape(), "record", lambda tape: sound(tape, RATE))
            if speaker:
                self._keep(speaker.waveforms()[self._options.speaker], "sound", heard)
                speaker.close()

    def _keep(self, recorded: Waveform, name: str, sounding: Callable[[Waveform], Audio]) -> None:
        if recorded.edges:
            self.out[name].write(wav.write(sounding(recorded)))
        else:
            print(f"nothing was recorded; {self.out[name].path} not written", file=sys.stderr)
