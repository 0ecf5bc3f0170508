"""What is known of a disassembly of the machine while MicroChess runs in it."""

import rom
from emu.watch.kim1_symbols import data_of_board, of_board
from emu.watch.memory import ROM, MemoryImage
from microchess.program.memory_map import NAMES


def labels(memory: MemoryImage, janus: bool) -> dict[int, str]:
    """Names of cells and of code: the monitor's, and with *janus* our chess program's."""
    ours = {address: name for name, address in rom.labels("janus").items()} if janus else {}
    return {**of_board(_monitor(memory)), **NAMES, **ours}


def data(memory: MemoryImage, janus: bool) -> frozenset[int]:
    return data_of_board(_monitor(memory)) | (rom.data("janus") if janus else frozenset())


def _monitor(memory: MemoryImage) -> bytes:
    return memory.read(ROM.start, len(ROM))
