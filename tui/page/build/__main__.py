"""``python -m tui.page.build [--target FOLDER]``."""

import argparse
import sys
from pathlib import Path

from tui.page.build.npm import ROOT, BuildError
from tui.page.build.site import BUILT, build


def main() -> int:
    """Make the page; 1 if it cannot be made."""
    parser = argparse.ArgumentParser(prog="python -m tui.page.build", description=build.__doc__)
    parser.add_argument("--target", type=Path, default=ROOT / "build", metavar="FOLDER")
    given = parser.parse_args()
    target: Path = given.target.absolute()
    try:
        target.mkdir(parents=True, exist_ok=True)
        build(target)
    except (BuildError, OSError) as error:
        print(f"the page is not made: {error}", file=sys.stderr)
        return 1
    size = sum(file.stat().st_size for file in BUILT.iterdir())
    print(f"{BUILT}: {size / 1e6:.1f} MB; microchess serve opens it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
