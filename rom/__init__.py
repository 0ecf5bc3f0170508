"""Our own 6502 programs: assembled images, with the sources they are built from beside them.

``make rom`` assembles them with ca65; the images are committed, so nobody needs an assembler.
"""

from pathlib import Path


def image(name: str) -> bytes:
    """The bytes of an assembled image, for example ``kim1-002.bin``."""
    return Path(__file__).with_name(name).read_bytes()


def monitor() -> bytes:
    """Our monitor, both halves: 2,048 bytes for $1800-$1FFF."""
    return image("kim1-003.bin") + image("kim1-002.bin")


def janus() -> bytes:
    """Our chess program: 2,048 bytes for $2000-$27FF; GO at $2003 installs and starts it."""
    return image("janus.bin")


def census() -> bytes:
    """A workload to measure with, for $0200; entered at ``start``, it ends at ``done``."""
    return image("census.bin")


def labels(name: str) -> dict[str, int]:
    """Addresses by label of ``kim1-002``, ``kim1-003``, ``janus`` or ``census``."""
    return {label[1:]: int(address, 16) for _, address, label in _lines(name, "al")}


def data(name: str) -> frozenset[int]:
    """The addresses in such an image that hold no code."""
    ranges = ((int(first, 16), int(last, 16)) for *_, first, last in _lines(name, ";"))
    return frozenset(address for first, last in ranges for address in range(first, last + 1))


def _lines(name: str, kind: str) -> list[list[str]]:
    lines = map(str.split, image(f"{name}.labels").decode("ascii").splitlines())
    return [line for line in lines if line[0] == kind]
