"""Programs as people key them in: sums, timers, interrupts, patterns, decimal mode."""

from __future__ import annotations

import pytest

from emu.machine import Machine
from tests.rom import at
from tests.rom.kit import SHORT, code, enter

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


ROLL = code(
    "20 1F 1F     ; $0200 JSR SCANDS",
    "F0 FB        ;       BEQ $0200: no key",
    "AD 04 17     ;       LDA $1704: the timer that nobody started",
    "29 07 85 F9  ;       0-7 to the right-hand digits",
    "4C 00 02     ;       JMP $0200",
)


def test_the_free_running_timer_is_a_source_of_chance(machine: Machine) -> None:
    machine.load_bytes(0x0200, ROLL)
    machine.poke(at.PREG, 0)
    enter(machine, "AD 0200 GO")
    rolls = set()
    for n in range(24):
        machine.run(7_919 + 1_234 * n)
        machine.press("5", SHORT, SHORT)
        rolls.add(machine.peek(0xF9))
    assert rolls <= set(range(8))
    assert len(rolls) >= 5


PATTERNS = code(
    "A9 7F 8D 41 17 ; $0200 LDA #$7F, STA PADD",
    "A2 09        ; $0205 LDX #$09",
    "A0 00        ;       LDY #$00",
    "84 FC        ; $0209 STY TEMP",
    "B9 40 02     ;       LDA $0240,Y",
    "20 4E 1F     ;       JSR CONVD+6",
    "A4 FC C8     ;       LDY TEMP, INY",
    "C0 06 90 F1  ;       CPY #$06, BCC $0209",
    "4C 05 02     ;       JMP $0205",
)


def test_a_program_lights_patterns_of_its_own(machine: Machine) -> None:
    segments = bytes((0x40, 0x5C, 0x76, 0x01, 0x08, 0x63))
    machine.load_bytes(0x0200, PATTERNS)
    machine.load_bytes(0x0240, segments)
    machine.poke(at.PREG, 0)
    enter(machine, "AD 0200 GO")
    assert machine.settled_readout().segments == tuple(segments)
    machine.press("ST")
    page = machine.settled_readout().text[:2]
    assert page == "02" or "1C" <= page <= "1F", "in the program or in what it calls"
