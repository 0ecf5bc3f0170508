"""``python -m tui.page.build [--target FOLDER] [--page]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tui.page.build import npm
from tui.page.build.front import page
from tui.page.build.npm import ROOT, BuildError
from tui.page.build.site import build


def main() -> int:
    """Make the page; 1 if it cannot be made."""
    parser = argparse.ArgumentParser(prog="python -m tui.page.build", description=build.__doc__)
    parser.add_argument("--target", type=Path, default=ROOT / "build", metavar="FOLDER")
    parser.add_argument("--page", action="store_true", help="only what microchess serve needs")
    given = parser.parse_args()
    target: Path = given.target.absolute()
    target.mkdir(parents=True, exist_ok=True)
    try:
        made = page(npm.fetch(target / "npm")) if given.page else build(target)
    except BuildError as error:
        print(f"the page is not made: {error}", file=sys.stderr)
        return 1
    size = sum(file.stat().st_size for file in made.rglob("*") if file.is_file())
    print(f"{made}: {size / 1e6:.1f} MB")
    if not given.page:
        print(f"to open it: python3 -m http.server --bind 127.0.0.1 --directory {made} 8000")
    return 0


if __name__ == "__main__":
    sys.exit(main())
