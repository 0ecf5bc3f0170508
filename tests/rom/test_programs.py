"""Programs as people key them in: sums, interrupts of the timer, decimal mode."""

from __future__ import annotations

import pytest

from emu.machine import Machine
from tests.rom import at
from tests.rom.kit import code, enter

ADD_TWO_NUMBERS = code(
    "D8     ; $0002 CLD",
    "18     ;       CLC",
    "A5 00  ;       LDA $00",
    "65 01  ;       ADC $01",
    "85 FA  ;       STA POINTL",
    "A9 00  ;       LDA #$00",
    "85 FB  ;       STA POINTH",
    "4C 4F 1C ;     JMP START",
)


def test_a_first_program_is_keyed_in_checked_run_and_run_again(machine: Machine) -> None:
    enter(machine, "AD 0002 DA")
    for offset, byte in enumerate(ADD_TWO_NUMBERS):
        assert enter(machine, f"{byte:02X}") == f"{2 + offset:04X}{byte:02X}"
        shown = enter(machine, "+")
        assert shown[:4] == f"{3 + offset:04X}"
    enter(machine, "AD 00F1 DA 00")
    assert enter(machine, "AD 0000 DA 02 + 03 +") == "0002D8"
    assert enter(machine, "GO")[:4] == "0005"
    assert enter(machine, "DA")[:4] == "0005", "as the open address, with its byte beside it"
    enter(machine, "AD 0000 DA F7 + 0A + GO")
    assert machine.settled_readout().text[:4] == "0001", "the carry is lost"


COUNT_HUNDREDTHS = code(
    "A9 00 85 80  ; $0200 LDA #$00, STA $80",
    "A9 9C 8D 0D 17 ;     LDA #156, STA $170D: 8 * 156 cycles, with interrupt",
    "58           ;       CLI",
    "4C 0A 02     ; $020A JMP $020A",
)
SERVE = code(
    "48           ; $0300 PHA",
    "A9 9C 8D 0D 17 ;     LDA #156, STA $170D",
    "F8 18        ;       SED, CLC",
    "A5 80 69 01 85 80 ;  one more, in decimal",
    "D8 68 40     ;       CLD, PLA, RTI",
)


@pytest.mark.parametrize(("wire", "vector"), [("NMI", 0x17FA), ("IRQ", 0x17FE)])
def test_the_timer_counts_by_interrupt(machine: Machine, wire: str, vector: int) -> None:
    machine.load_bytes(0x0200, COUNT_HUNDREDTHS)
    machine.load_bytes(0x0300, SERVE)
    machine.load_bytes(vector, b"\x00\x03")
    machine.poke(at.PREG, 0)
    machine.timer_wire = "NMI" if wire == "NMI" else "IRQ"
    enter(machine, "AD 0200 GO")
    machine.run_until({0x020A}, budget=100_000)
    start, before = machine.cycles, int(f"{machine.peek(0x80):02X}")
    machine.run(60_000)
    counted = int(f"{machine.peek(0x80):02X}") - before
    assert counted == pytest.approx((machine.cycles - start) / (8 * 156 + 25), abs=1.5)
