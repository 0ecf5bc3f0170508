"""The ``microchess`` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code. Ctrl-C is quiet, even while modules are loaded."""
    try:
        from tui.cli.parser import run

        return run(argv)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
