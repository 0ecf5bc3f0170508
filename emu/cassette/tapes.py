"""Programs on cassettes: the records a program is written as, the program that records make."""

from collections.abc import Sequence
from dataclasses import replace

from emu.cassette import wav
from emu.cassette.audio import pieces
from emu.cassette.decode import decode
from emu.cassette.record_reader import Found
from emu.cassette.records import TapeRecord
from emu.cassette.signal import edges_of
from emu.errors import TapeError
from emu.files.formats.image import Program
from emu.files.formats.recording import CASSETTE

DEFAULT_ID = 0x01
RATE = 44_100
_LEAST_RATE = {1: 8_000, 2: 8_000, 3: 8_000, 6: 11_025}


def records_of(program: Program, id: int | None = None) -> list[TapeRecord]:
    """A record for each segment, all with the same ID: the given, else the program's, else $01.

    So the loader takes them one after the other without a new ID. Raises TapeError for an ID that
    no record can have.
    """
    number = id if id is not None else program.tape_id
    number = DEFAULT_ID if number is None else number
    return [TapeRecord(number, one.address, one.data) for one in program.segments]


def record_wav(
    program: Program,
    id: int | None = None,
    rate: int = RATE,
    bits: int = 16,
    speed: int = 1,
) -> bytes:
    """A WAV file with the program, as the KIM-1 would have saved it.

    Raises TapeError for an ID, a rate, a number of bits or a speed that cannot be.
    """
    if rate < _LEAST_RATE.get(speed, 0):
        raise TapeError(
            f"speed {speed} needs {_LEAST_RATE[speed]} samples a second or more, not {rate}"
        )
    edges = edges_of(records_of(program, id), speed)
    return wav.written(pieces(0, edges, rate), rate, bits)


def program_of(found: Sequence[Found], name: str, anyway: bool = False) -> Program:
    """The records together as one program; ``name`` names the recording in messages.

    A bad record is passed over, with a note, when a good one has the same ID and start; otherwise
    it is refused, or taken as far as it was read ``anyway``. Raises TapeError then, for records
    that disagree about a byte, and when there is nothing to take.
    """
    if not found:
        raise TapeError(f"{name}: no tape record found")
    notes: list[str] = []
    memory: dict[int, int] = {}
    for one in found:
        where = f"the record {titled(one)} at {one.position:.1f} s"
        again = any(o.good and (o.id, o.start) == (one.id, one.start) for o in found)
        if not one.good and again:
            notes.append(f"{where} is bad and passed over; there is a good copy")
            continue
        if not one.good and not anyway:
            raise TapeError(f"{name}: {where}: {'; '.join(one.complaints)}")
        notes += [f"{where}: {complaint}" for complaint in one.complaints]
        for address, byte in enumerate(one.data, one.start or 0):
            if memory.setdefault(address, byte) != byte:
                raise TapeError(
                    f"{name}: {where} has ${byte:02X} at ${address:04X}, "
                    f"a record before it ${memory[address]:02X}"
                )
    if not memory:
        raise TapeError(f"{name}: no byte could be read from its records")
    program = Program.from_bytes_map(name, memory, CASSETTE, tuple(notes))
    ids = {one.id for one in found}
    return replace(program, tape_id=ids.pop() if len(ids) == 1 else None)


def titled(one: Found) -> str:
    """The ID of a record in two digits, ``??`` where it could not be read."""
    return "??" if one.id is None else f"{one.id:02X}"


def span(one: Found) -> str:
    """The addresses of a record, in nine characters."""
    if one.start is None:
        return "????     "
    last = f"-{one.start + len(one.data) - 1:04X}" if one.data else "     "
    return f"{one.start:04X}{last}"


def sum_read(one: Found) -> str:
    """What its checksum says: ok, wrong or none."""
    return "ok" if one.good else "none" if one.checksum_read is None else "wrong"


def read(name: str, blob: bytes) -> Program:
    """The program in the contents of a WAV file, all of its records together, all good.

    Raises TapeError.
    """
    audio = wav.read(blob, name)
    program = program_of(decode(audio), name)
    return replace(program, notes=(*audio.notes, *program.notes))
