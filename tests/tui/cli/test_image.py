"""``microchess image``: the program of 1976 brought or fetched, told of, and played."""

from functools import partial
from pathlib import Path

import pytest

from microchess.machine import choose, library
from microchess.machine.published import ADDRESS, BY_HAND, GET_IT
from tests import synthetic
from tests.commands import run
from tests.web import serving
from tui.cli.commands import image

TEXT = synthetic.LISTING.read_text()


@pytest.fixture(autouse=True)
def synthetic_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in is what the manifest knows."""
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    own = partial(library.Library, manifest=synthetic.manifest())
    for module in (choose, image):
        monkeypatch.setattr(module, "Library", own)


def test_one_command_gets_the_program_and_it_is_what_plays() -> None:
    assert GET_IT in run("image", "list")[1]
    with serving({"/listing.txt": lambda r: r.send(TEXT.encode())}) as at:
        code, out, err = run("image", "fetch", "--from", f"{at}/listing.txt", "--yes")
    assert (code, err) == (0, "")
    assert f"Synthetic, its listing from {at}/listing.txt." in out
    assert "Peter Jennings's work. Its notice permits redistribution" in out
    assert f"microchess: added from {at}/listing.txt" in out
    for told in (out, run("image", "list")[1]):
        assert "1. Every copy keeps this notice." in told
    assert GET_IT not in run("image", "list")[1]
    code, out, err = run("reply", "--fen", "startpos")
    assert (code, err, out[:27]) == (0, "", "Synthetic, 1976, normal: e3")
    out = run("compare", "--random", "1", "--levels", "super-blitz")[1]
    assert "original" in out
    assert GET_IT not in out
    out = run("play", "--lines", typed="quit\n")[1]
    assert "Synthetic, 1976 on the KIM-1, level normal. You have White." in out
    assert GET_IT not in out


def test_whoever_meets_janus_is_told_how_to_get_the_program() -> None:
    asked = "reply", "--fen", "startpos"
    assert run(*asked)[2] == f"Janus answered; {GET_IT}\n"
    assert run(*asked, "--player", "rom")[2] == ""
    assert run(*asked, "--json")[2] == ""
    compared = "compare", "--random", "1", "--levels", "super-blitz"
    assert run(*compared)[1].count(GET_IT) == 1
    assert GET_IT not in run(*compared, "--players", "rom,python")[1]
    assert run("play", "--lines", typed="quit\n")[1].count(GET_IT) == 1
    assert GET_IT.split()[:3] == ["microchess", "image", "fetch"]
    assert "microchess image fetch gets it" in run(*asked, "--player", "original")[2]


def test_nothing_is_fetched_that_was_not_asked_for() -> None:
    asked = []
    with serving({"/": lambda r: asked.append(r)}) as at:
        code, out, err = run("image", "fetch", "--from", f"{at}/")
    assert code == 1
    assert f"its listing from {at}/" in out
    assert "nothing was fetched; nobody answered; --yes does not ask" in err
    assert not asked


def test_what_is_refused_is_told_in_a_line_with_what_to_do_by_hand() -> None:
    with serving({}) as at:
        code, _, err = run("image", "fetch", "--from", f"{at}/nothing", "--yes")
    assert code == 1
    assert err == f"microchess: {at}/nothing: 127.0.0.1 answers 404 Not Found; {BY_HAND}\n"
    assert ADDRESS in err


@pytest.mark.parametrize("source", ["letter.doc", "-"])
def test_the_listing_is_taken_as_a_file_and_on_standard_input(
    source: str,
) -> None:
    Path("letter.doc").write_text(TEXT)
    code, out, _ = run("image", "add", source, typed=TEXT)
    assert code == 0
    assert f"added from {'standard input' if source == '-' else source}" in out
    image = ("--image", "letter.doc", "--level", "super-blitz")
    assert run("reply", "--fen", "startpos", *image)[1].startswith("Synthetic, 1976, super-blitz: ")


def test_a_program_that_differs_is_told_by_its_part_and_runs_anyway(tmp_path: Path) -> None:
    file, keys = tmp_path / "listing.txt", ("keys", "C", "PC")
    file.write_text(TEXT.replace("#$0F", "#$0E", 1))
    for command in (("image", "add", file), (*keys, "--image", file)):
        code, _, err = run(*command)
        assert code == 1
        assert "is not Synthetic: $0200-$03F9 (THINK) differs; --anyway runs it all the same" in err
    assert run(*keys, "--image", file, "--anyway")[1].splitlines()[-1].endswith("0E 13 23")
    code, out, _ = run("image", "add", file, "--anyway")
    assert code == 0
    assert "not Synthetic: $0200-$03F9 (THINK) differs" in out
    assert "not recognised, from listing.txt" in run("image", "list")[1]
    assert run(*keys)[1].splitlines()[-1].endswith("0E 13 23")
    assert run(*keys, "--player", "rom")[1].splitlines()[-1].endswith("0F 13 33")
    assert run("image", "remove", "microchess")[0] == 0
    assert run(*keys)[1].splitlines()[-1].endswith("0F 13 33")
