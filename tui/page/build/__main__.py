"""``python -m tui.page.build [--target FOLDER]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tui.page.build.site import ROOT, BuildError, build


def main() -> int:
    """Make the page; 1 if it cannot be made."""
    parser = argparse.ArgumentParser(prog="python -m tui.page.build", description=build.__doc__)
    parser.add_argument("--target", type=Path, default=ROOT / "build", metavar="FOLDER")
    target: Path = parser.parse_args().target.absolute()
    try:
        site = build(target)
    except BuildError as error:
        print(f"the page is not made: {error}", file=sys.stderr)
        return 1
    size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
    print(f"{site}: {size / 1e6:.1f} MB")
    print(f"to open it: python3 -m http.server --bind 127.0.0.1 --directory {site} 8000")
    return 0


if __name__ == "__main__":
    sys.exit(main())
