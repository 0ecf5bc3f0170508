"""What fits into the program's memory: numbers within bounds, and bytes of the right length."""

from operator import index

from microchess.errors import CellError

BYTE = range(0x100)


def whole(what: str, value: object, bounds: range = BYTE) -> int:
    """*value*, if it is a whole number within *bounds*. Raises CellError, naming *what* it is."""
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = bounds.stop
    if number not in bounds:
        expected = f"expected a number from {bounds[0]} to {bounds[-1]}"
        raise CellError(f"{what} {value!r}: {expected}")
    return number


def as_text(what: str, value: object, example: str) -> str:
    """*value*, if it is text. Raises TypeError, naming *what* it is, with an *example*."""
    if not isinstance(value, str):
        raise TypeError(f"{what} {value!r}: expected text, e.g. {example}")
    return value


def as_color(what: str, value: object) -> bool:
    """*value*, if it is True (White) or False. Raises TypeError, naming *what* it is."""
    if not isinstance(value, bool):
        raise TypeError(f"{what} {value!r}: expected True (White) or False (Black)")
    return value


def exactly(size: int, what: str, value: object) -> bytes:
    """*value*, if it is *size* bytes. Raises CellError, naming *what* they are."""
    if not isinstance(value, bytes | bytearray | memoryview):
        raise CellError(f"{what} {value!r}: expected {size} bytes")
    if len(value) != size:
        raise CellError(f"{what}: {len(value)} bytes; expected {size}")
    return bytes(value)
