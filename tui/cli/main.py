"""The ``microchess`` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

INTERRUPTED = 130
_ASKED = "_ARGCOMPLETE"
"""Environment variable: set when a shell asks how the line goes on."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code. Ctrl-C is quiet, even while modules are loaded."""
    try:
        if _ASKED in os.environ:
            from tui.cli.completion import answer

            answer()
        from tui.cli.parser import run

        return run(argv)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
