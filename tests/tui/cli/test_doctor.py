"""`microchess doctor`: what it tells, and what it keeps to itself."""

import importlib.metadata
import re
import sys
from pathlib import Path

import pytest

import microchess
from microchess.machine.library import FOLDER_VARIABLE
from tests import synthetic
from tests.commands import run
from tui.serve import files

VERSION = "tui.cli.commands.doctor.version"


def report() -> dict[str, str]:
    """The lines by their names."""
    code, out, err = run("doctor")
    assert (code, err) == (0, "")
    return {line[:12].strip(): line[13:] for line in out.splitlines()}


def test_it_fits_on_a_page_names_every_part_and_keeps_home_and_secrets_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "mine"))
    monkeypatch.setenv("API_TOKEN", "s3cret")
    told = report()
    assert len(told) < 25
    assert told["microchess"].startswith(f"{microchess.__version__} in ")
    assert re.match(r"3\.\d+\.\d+ \(CPython\) in ", told["Python"])
    assert re.search(r"\bchess 1\.", told["packages"])
    assert {"[dask]", "[serial]", "[lab]", "terminal", "colours", "data", "keys"} <= set(told)
    whole = "\n".join(told.values())
    assert str(tmp_path) not in whole
    assert "s3cret" not in whole
    assert f"{FOLDER_VARIABLE}={Path('~') / 'mine'}" in whole


def test_images_are_told_and_what_is_wrong_with_them(own_data_folder: Path) -> None:
    assert (report()["1976"], report()["ROMs"]) == ("none; Janus plays", "our own")
    synthetic.keep()
    assert report()["1976"] == "not recognised"
    (own_data_folder / "microchess.ptp").write_text("damaged")
    assert report()["1976"] == "damaged"
    (own_data_folder / "index.json").write_text("{")
    assert report()["images"].endswith("is damaged; delete it and add your images again")


def test_what_does_not_work_is_a_line_and_not_the_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def absent(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    (tmp_path / "file").touch()
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file" / "data"))
    monkeypatch.setenv("KIM1_ENGINE", "z80")
    monkeypatch.setattr(files, "BUILT", tmp_path)
    monkeypatch.setattr(VERSION, lambda _: "0.0.9")
    told = report()
    assert told["data"].endswith("cannot be written")
    assert told["engine"].startswith("there is no engine 'z80'; expected one of auto,")
    assert told["page"].startswith("the page is not part of this installation; ")
    assert told[""] == "but what is installed is 0.0.9: install this version again"
    monkeypatch.setattr(VERSION, absent)
    monkeypatch.setattr("tui.cli.commands.doctor.requires", absent)
    assert report()[""].startswith("but what is installed is nothing")


def test_a_package_that_an_older_installation_lacks_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    monkeypatch.delenv(FOLDER_VARIABLE)
    code, out, err = run("image", "list")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "platformdirs" in err
    assert err.endswith("this installation is damaged or of two versions; install again\n")
