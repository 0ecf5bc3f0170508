"""Makes the page, in a checkout, with npm at hand: ``python -m tui.page.build``.

Python's side comes from the virtual environment that runs this, which make fills by the lock; npm
fetches the rest by the hashes in ``.ci/npm/package-lock.json``.
"""

import shutil
from pathlib import Path

from tui.page.build import ROOT, run
from tui.page.build.about import write_about
from tui.page.build.front import page
from tui.page.build.site import collect, name_files, source

BUILT = ROOT / "tui" / "page" / "built"
"""Where the page is."""


def build(target: Path) -> None:
    """Make the page in `BUILT`, the same to the byte from the same sources; *target* is for what is
    fetched and made for it. The page that was there stays until the new one is whole.
    """
    site = target / "page"
    shutil.rmtree(site, ignore_errors=True)
    site.mkdir(parents=True)
    modules = fetched(target / "npm")
    source(site / "source.zip")
    snapshot = Path(__file__).parent / "snapshot.mjs"
    run("node", snapshot, modules / "pyodide", site / "source.zip", site)
    collect(site, modules / "pyodide")
    page(site, modules)
    write_about(site, modules)
    name_files(site)
    shutil.rmtree(BUILT, ignore_errors=True)
    shutil.move(site, BUILT)


def fetched(folder: Path) -> Path:
    """What npm installs by the lock, in *folder*; the folder of the modules."""
    lock, same = ROOT / ".ci" / "npm" / "package-lock.json", folder / "node_modules" / ".lock"
    if not same.exists() or same.read_bytes() != lock.read_bytes():
        shutil.copytree(lock.parent, folder, dirs_exist_ok=True)
        quiet = ("--no-audit", "--no-fund", "--loglevel=error")
        run("npm", "ci", "--ignore-scripts", *quiet, folder=folder)
        shutil.copy(lock, same)
    return same.parent


if __name__ == "__main__":
    build(ROOT / "build")
    size = sum(file.stat().st_size for file in BUILT.iterdir())
    print(f"{BUILT}: {size / 1e6:.1f} MB; microchess serve opens it")
