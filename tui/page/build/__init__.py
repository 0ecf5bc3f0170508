"""Makes the page's files, in a checkout."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FRONT = ROOT / "tui" / "page" / "front"


def run(command: str | Path, *arguments: str | Path, folder: Path = ROOT) -> None:
    """Run a program. SystemExit where it is missing or fails."""
    if shutil.which(command) is None:
        sys.exit(f"{command} is missing: Debian's nodejs and npm, or those of nodejs.org")
    if code := subprocess.run([command, *arguments], cwd=folder, check=False).returncode:
        sys.exit(f"the page is not made: {command} failed with exit code {code}")
