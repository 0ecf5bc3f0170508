"""The KIM-1's own symbols: its ports, the monitor's cells, and the labels in its ROM."""

import rom
from emu.units import Address

BOARD = {
    0x00EF: "PCL", 0x00F0: "PCH", 0x00F1: "PREG", 0x00F2: "SPUSER", 0x00F3: "ACC",
    0x00F4: "YREG", 0x00F5: "XREG", 0x00F6: "CHKHI", 0x00F7: "CHKSUM", 0x00F8: "INL",
    0x00F9: "INH", 0x00FA: "POINTL", 0x00FB: "POINTH", 0x00FC: "TEMP", 0x00FD: "TMPX",
    0x00FE: "CHAR", 0x00FF: "MODE",
    0x1700: "PAD", 0x1701: "PADD", 0x1702: "PBD", 0x1703: "PBDD",
    0x1740: "SAD", 0x1741: "SADD", 0x1742: "SBD", 0x1743: "SBDD",
    0x17E7: "CHKL", 0x17E8: "CHKH", 0x17E9: "SAVX", 0x17EC: "VEB", 0x17F2: "CNTL30",
    0x17F3: "CNTH30", 0x17F4: "TIMH", 0x17F5: "SAL", 0x17F6: "SAH", 0x17F7: "EAL",
    0x17F8: "EAH", 0x17F9: "ID", 0x17FA: "NMIV", 0x17FE: "IRQV",
}  # fmt: skip
"""Ports and the monitor's cells, as the KIM-1 documents call them."""

ENTRY_POINTS = {
    0x1800: "DUMPT", 0x1873: "LOADT", 0x1932: "INTVEB", 0x194C: "CHKT", 0x195E: "OUTBTC",
    0x1961: "OUTBT", 0x196F: "HEXOUT", 0x197A: "OUTCHT", 0x199E: "ONE", 0x19C4: "ZRO",
    0x19EA: "INCVEB", 0x19F3: "RDBYT", 0x1A00: "PACKT", 0x1A24: "RDCHT", 0x1A41: "RDBIT",
    0x1A6B: "PLLCAL", 0x1C00: "SAVE", 0x1C22: "RST", 0x1C4F: "START", 0x1E1E: "PRTPNT",
    0x1E2F: "CRLF", 0x1E31: "PRTST", 0x1E3B: "PRTBYT", 0x1E4C: "HEXTA", 0x1E5A: "GETCH",
    0x1E88: "INITS", 0x1E8C: "INIT1", 0x1E9E: "OUTSP", 0x1EA0: "OUTCH", 0x1ED4: "DELAY",
    0x1EEB: "DEHALF", 0x1EFE: "AK", 0x1F19: "SCAND", 0x1F1F: "SCANDS", 0x1F40: "KEYIN",
    0x1F48: "CONVD", 0x1F63: "INCPT", 0x1F6A: "GETKEY", 0x1F91: "CHK", 0x1F9D: "GETBYT",
    0x1FAC: "PACK", 0x1FCC: "OPEN", 0x1FE7: "TABLE",
}  # fmt: skip
"""The monitor's documented routines, at the same addresses in every KIM-1 ROM."""
_HALVES = "kim1-003", "kim1-002"


def of_board(monitor: bytes) -> dict[Address, str]:
    """The KIM-1's labels with *monitor* in its ROM; of ours all there are."""
    labels = dict(ENTRY_POINTS)
    if monitor == rom.monitor():
        for half in _HALVES:
            for label, address in rom.labels(half).items():
                labels.setdefault(address, label)
    return BOARD | labels


def data_of_board(monitor: bytes) -> frozenset[Address]:
    """Where no code is in *monitor*, if it is ours."""
    ours = monitor == rom.monitor()
    return frozenset().union(*(rom.data(half) for half in _HALVES if ours))
