"""A program on its way to a board: a paper tape for the monitor's L, and all of it read back."""

from collections.abc import Callable, Sequence

from emu.files.formats import papertape
from emu.files.formats.image import Program, Segment
from emu.teletype.emulated_line import in_the_way
from emu.teletype.monitor import NO_TAPE, RECORD, TRIES, MonitorClient, Progress
from emu.teletype.paper import readable
from emu.teletype.serial_port import GarbledLine, NotStored, SerialError
from emu.teletype.talk import PATIENCE

_BESIDE = 0xFF
_DIGITS = "0123456789ABCDEF"
_REPORT = 60
"""Characters within which the monitor has said whether a tape arrived."""


def upload(client: MonitorClient, program: Program, progress: Progress | None = None) -> None:
    """Load *program* through L, and read all of it back.

    Raises SerialError; with nothing sent for a program with bytes where the monitor works as it
    loads.
    """
    if (address := in_the_way(program)) is not None:
        raise SerialError(
            f"{program.name} has a byte for ${address:04X}, where the monitor works while it "
            "loads; leave that out"
        )
    total, done = 2 * len(program.memory), 0

    def more(now: int, _: int = 0) -> None:
        if progress:
            progress(done + now, total)

    left = list(program.chunks(RECORD))
    for _ in range(TRIES):
        arrived = _send(client, left, lambda sent: more(RECORD * (sent - 1)))
        done += sum(len(chunk.data) for chunk in left[:arrived])
        del left[:arrived]
        if not left:
            break
    else:
        raise SerialError(f"{client.line.port}: the tape does not arrive; use a lower speed")
    for segment in program.segments:
        try:
            client.check(segment.address, segment.data, more)
        except NotStored:
            client.write(segment.address, segment.data)
        done += len(segment.data)


def _send(
    client: MonitorClient,
    chunks: Sequence[Segment],
    told: Callable[[int], object],
) -> int:
    """Type L and a tape of *chunks*; how many of them have arrived for certain."""
    cells = {one.address + i: byte for one in chunks for i, byte in enumerate(one.data)}
    sent = 0
    try:
        client.type("L")
        for record in papertape.write(Program.from_bytes_map("", cells)).split():
            _send_header(client, record[:7])
            client.typed = ""
            client.type(record[7:])
            sent += 1
            told(sent)
        if "ERR" not in client.prompt(_REPORT):
            return len(chunks)
    except GarbledLine as fault:
        if sent < len(chunks) and fault.heard and fault.heard not in _DIGITS:
            client.doubts.append(chunks[sent].address + len(client.typed) // 2 + _BESIDE)
    client.faults += 1
    _leave(client)
    return max(0, sent - 1)


def _send_header(client: MonitorClient, header: str) -> None:
    """Count and address of a record. When they go wrong nobody knows where the monitor would store,
    and nothing more is sent.
    """
    client.type(header[0])
    try:
        client.type(header[1:])
    except GarbledLine as fault:
        raise SerialError(
            f"{client.line.port}: the line garbled the address ${header[3:]} of the tape "
            f"({fault}); press RS, then try again"
        ) from None


def _leave(client: MonitorClient) -> None:
    """Bring L to its end: what may be missing of a record, then a tape whose sum is wrong. All are
    digits: what is none would be stored elsewhere.
    """
    client.cell = None
    for digit in b"0" * (2 * RECORD + 4) + NO_TAPE:
        client.line.write(bytes((digit,)))
        if set("RK") & set(readable(client.line.read(PATIENCE)).decode("ascii")):
            break
    client.call_back()
