"""The reference: py65 (as `emu.chips.mpu` puts it right), one instruction after another."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from emu.units import Address, Cycle

if TYPE_CHECKING:
    from emu.board import Board


class Interpreter:
    """Runs *board* one instruction at a time."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def run(
        self,
        until: Cycle,
        stops: Collection[Address],
        until_noticed: bool,
        exact: bool = True,
        ends_at: Callable[[Address], bool] | None = None,
    ) -> bool:
        """See `Board.run`; no interrupt is pending and SST is off. *ends_at* is asked wherever the
        program jumps back to, and may end it there.
        """
        board = self._board
        cpu = board.cpu
        memory, instruct = cpu.memory, cpu.handlers
        cycletime, extracycles = cpu.cycletime, cpu.extracycles
        count = 0
        board.begin_cycles()
        cpu.executing = True
        try:
            while True:
                cpu.excycles = 0
                pc = cpu.instruction = cpu.pc
                cpu.opcode = opcode = memory[pc]
                cpu.pc = pc + 1 & 0xFFFF
                cpu.addcycles = extracycles[opcode]
                instruct[opcode](cpu)
                cpu.pc &= 0xFFFF
                cpu.processorCycles += cycletime[opcode] + cpu.excycles
                count += 1
                if cpu.pc in stops or (until_noticed and board.noticed):
                    return True
                if cpu.processorCycles >= until:
                    return False
                if cpu.pc <= pc and ends_at is not None and ends_at(cpu.pc):
                    return False
        finally:
            cpu.executing = False
            board.instructions += count
