"""The ``microchess`` command."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

INTERRUPTED = 130
_ASKED = "_ARGCOMPLETE"
"""Environment variable: set when a shell asks how the line goes on."""
_BETWEEN_COLLECTIONS = 50_000
"""New objects after which garbage is looked for; Python's 700 costs a tenth of a short command."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code. Ctrl-C is quiet, even while modules are loaded."""
    gc.set_threshold(_BETWEEN_COLLECTIONS)
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
