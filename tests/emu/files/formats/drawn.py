"""Small files, their records, and programs as hypothesis draws them."""

from types import SimpleNamespace

from hypothesis import strategies as st

from emu.files.programs import Program, Segment

TEXTS = ("ptp", "hex", "srec", "dump")
CHECKSUMMED = ("ptp", "hex", "srec")
TAPE = b";040200010203A900B5\r\n;0202048500008D\r\n;0000020002\r\n"
HEX = SimpleNamespace(data=":02020000A90053", end=":00000001FF")
SREC = SimpleNamespace(header="S00600004844521B", data="S1050200A9004F", end="S9030000FC")

_PLACES = st.one_of(st.integers(0, 0xFFFF), st.sampled_from([0, 0xC0, 0x200, 0xFFF0, 0xFFFF]))


def intel_record(address: int, kind: int, data: str = "") -> str:
    """A record of Intel HEX with its checksum."""
    body = bytes.fromhex(f"{len(data) // 2:02X}{address:04X}{kind:02X}{data}")
    return f":{body.hex()}{-sum(body) & 0xFF:02x}"


def s_record(kind: int, body: str) -> str:
    """An S-record with its count and checksum."""
    counted = bytes.fromhex(f"{len(body) // 2 + 1:02X}{body}")
    return f"S{kind}{counted.hex()}{~sum(counted) & 0xFF:02x}"


def programs() -> st.SearchStrategy[Program]:
    """Programs of a few segments anywhere in memory, its first and last byte among the likely."""
    runs = st.lists(st.tuples(_PLACES, st.binary(min_size=1, max_size=70)), min_size=1, max_size=5)

    def assemble(drawn: list[tuple[int, bytes]]) -> Program:
        memory = {
            address + i: byte
            for address, data in drawn
            for i, byte in enumerate(data)
            if address + i <= 0xFFFF
        }
        return Program.from_bytes_map("game", memory)

    return runs.map(assemble)


def segments() -> st.SearchStrategy[Segment]:
    """One segment anywhere in memory."""
    return st.tuples(_PLACES, st.binary(min_size=1, max_size=300)).map(
        lambda drawn: Segment(drawn[0], drawn[1][: 0x10000 - drawn[0]])
    )
