"""The machine of a run as the options describe it, and what is done to it before it starts."""

import argparse

from emu.files import statefile
from emu.files.programs import read_file
from emu.notation import parse_pokes
from emu.watch.debug import DebugMachine
from tui.cli.machines import empty, load, monitor
from tui.cli.run import places


class Setup:
    """``known``: the labels by which its addresses are given."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._saved = statefile.read(options.state_in) if options.state_in else None
        self._rom = monitor(options.monitor, self._saved)
        self.known = places.known_labels(self._rom, options.labels)
        self._pokes = [
            poke for text in options.poke for poke in parse_pokes(text, self.known.address)
        ]

    def machine(self) -> DebugMachine:
        """The machine with its programs in memory, not started. Raises OSError and EmuError."""
        bare = self._options.bare
        self._programs = [read_file(text) for text in self._options.files]
        if self._saved is None:
            machine = empty(self._options, self._rom, preset=not bare)
            if bare:
                machine.scramble()
        else:
            only = self._options.documented_only
            machine = DebugMachine(self._rom, self._saved.state.expansions, documented_only=only)
            machine.restore(self._saved.on(self._rom))
        for program in self._programs:
            load(machine, program)
        return machine

    def prepare(self, machine: DebugMachine) -> None:
        """Into the monitor; a state stays where it was."""
        if self._saved is None and self._options.bare:
            machine.press("RS")
        elif self._saved is None:
            machine.begin(self._programs)
        if self._options.timer_wire:
            machine.timer_wire = self._options.timer_wire
        for poke in self._pokes:
            machine.poke(poke.address, poke.value)
