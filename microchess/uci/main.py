"""``microchess-uci``: what chess GUIs start."""

import os
import signal
import sys
from typing import BinaryIO, TextIO


def main() -> int:
    """Speak UCI on standard input and output until told to quit."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from emu.errors import FileRefused
    from emu.files.reading import raw_lines
    from microchess.errors import MicroChessError
    from microchess.machine.choose import choose
    from microchess.uci.engine import UciEngine
    from microchess.uci.options import Settings

    try:
        settings = Settings(player=choose().name)
    except MicroChessError as error:
        print(f"microchess-uci: {error}", file=sys.stderr)
        settings = Settings()
    try:
        with _raw(sys.stdin, "rb") as heard, _raw(sys.stdout, "wb") as out:
            UciEngine(out, settings).run(raw_lines(heard, "standard input"))
    except FileRefused as error:
        print(f"microchess-uci: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def _raw(stream: TextIO | None, mode: str) -> BinaryIO:
    """A stream's bytes, written unbuffered; an empty one where the shell closed it."""
    source: int | str = os.devnull if stream is None else os.dup(stream.fileno())
    buffering = 0 if mode == "wb" else -1
    return open(source, mode, buffering)  # type: ignore[return-value]  # noqa: PTH123


if __name__ == "__main__":
    sys.exit(main())
