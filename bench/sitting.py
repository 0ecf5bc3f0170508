"""What is waited for in a session: a tape of 1 KB, and *Who wrote it?*"""

import json
import resource
import time
from collections.abc import Generator
from itertools import chain, repeat
from types import coroutine

from emu.cassette.decode import reading_back
from emu.chips.waveform import Waveform
from emu.machine import MHZ
from emu.passing import result_of
from microchess.machine.player import janus
from microchess.program.levels import Level
from tui.session.host import Host
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.recorder import Recorder, Tape
from tui.session.session import Session
from tui.session.snapshot import Heard, Item, Snapshot
from tui.session.timetravel import TimeTravel
from tui.session.verbs import Asked


class Sitting(Host):
    """A session that goes on whenever it is asked for something, until nothing is left to do."""

    shown: Snapshot
    tape: Waveform

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(janus(), None, self._hear, NewGame(level=Level.NORMAL), host=self)
        self._life = self.session.life()
        self._life.send(None)

    @coroutine
    def next(self, patience: float | None) -> Generator[float | None, Asked | None, Asked | None]:
        return (yield patience)

    def _hear(self, item: Item) -> None:
        if isinstance(item, Snapshot):
            self.shown = item
        elif isinstance(item, Heard):
            ((_, self.tape),) = item.lines

    def ask(self, *asked: Asked) -> tuple[float, float]:
        """Seconds of the processor, and of the machine, that it takes."""
        machine = self.session.runner.machine
        begun, before = time.process_time(), machine.cycles
        for one in chain(asked, repeat(None)):
            if self._life.send(one) is None and one is None:
                return time.process_time() - begun, (machine.cycles - before) / MHZ
        raise AssertionError


def measured() -> dict[str, tuple[float, float]]:
    """Seconds that it takes to write, read and load a tape of 1 KB, and those of the machine, but
    MB for what is read; then *Who wrote it?* over a whole reply.
    """
    session, recorder = Sitting(), Recorder()
    session.ask()
    kilobyte = recorder.write(session.shown, "0000-03FF 01")
    found = {"written, not compiled yet": session.ask(*kilobyte)}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found["written"] = session.ask(*kilobyte)
    begun = time.process_time()
    recorder.insert(Tape("tape", result_of(reading_back(session.tape))))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    found["read"] = time.process_time() - begun, grown
    found["loaded"] = session.ask(*recorder.load(session.shown))
    session = Sitting()
    session.ask()
    _, replied = session.ask(Play.play("e5"))
    found["asked"] = session.ask(TimeTravel.back_to_access(0x03F0, True))[0], replied
    return found


if __name__ == "__main__":
    print(json.dumps(measured()))
