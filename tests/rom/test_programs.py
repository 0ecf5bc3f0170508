"""A program as people key it in."""

from emu.machine import Machine
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
