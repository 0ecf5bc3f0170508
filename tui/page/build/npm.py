"""What npm brings, and how its programs are run."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


class BuildError(Exception):
    """The page cannot be made; the reason is for the person who builds it."""


def fetch(folder: Path) -> Path:
    """What npm installs by the lock, in *folder*; the folder of the modules."""
    folder.mkdir(exist_ok=True)
    lock = ROOT / ".ci" / "npm"
    same = folder / "node_modules" / ".lock"
    wanted = (lock / "package-lock.json").read_bytes()
    if not same.exists() or same.read_bytes() != wanted:
        for file in lock.iterdir():
            shutil.copy(file, folder)
        quiet = ("--no-audit", "--no-fund", "--loglevel=error")
        run("npm", "ci", "--ignore-scripts", *quiet, folder=folder)
        same.write_bytes(wanted)
    return folder / "node_modules"


def run(command: str | Path, *arguments: str | Path, folder: Path = ROOT) -> None:
    """Run a program; raises BuildError."""
    if shutil.which(command) is None:
        raise BuildError(f"{command} is missing: Debian's nodejs and npm, or those of nodejs.org")
    if (
        code := subprocess.run([command, *map(str, arguments)], cwd=folder, check=False).returncode
    ) != 0:
        raise BuildError(f"{command} failed with exit code {code}")
