"""The README's picture: a real session, drawn as SVG. ``python -m bench.picture FILE``."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

MOVES = "e5\nNc6\nBc5\nBxf2+\nkeys\n"
COMMAND = [sys.executable, "-m", "tui.main", "play", "--player", "rom"]


def main(arguments: list[str]) -> int:
    """Play the moves, keep the end of what was printed."""
    (file,) = arguments
    done = subprocess.run(COMMAND, input=MOVES, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    first = max(i for i, line in enumerate(lines) if "your move> Bc5" in line)
    console = Console(record=True, width=82, file=io.StringIO(), force_terminal=True)
    for line in [*lines[:2], "...", *lines[first:]]:
        text = Text(line)
        text.highlight_regex(r"^\d+\. your move> .*", "bold cyan")
        text.highlight_regex(r"LEDs [0-9A-F ]{8}", "bold red")
        text.highlight_regex(r"\[.\]", "bold yellow")
        console.print(text)
    console.save_svg(file, title="microchess play")
    # the page is shown as an image: nothing may be fetched from elsewhere
    svg = Path(file).read_text(encoding="utf-8")
    start, end = svg.index("@font-face"), svg.rindex("@font-face")
    end = svg.index("}", end) + 1
    Path(file).write_text(svg[:start] + svg[end:], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
