"""`microchess serve`: who gets what, in what words it refuses, and how it ends."""

from __future__ import annotations

import base64
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import chess
import pytest

from microchess.game import pgn
from microchess.game import session as save
from microchess.game.game import Game
from microchess.game.session import Session
from microchess.machine.player import janus
from tests import synthetic
from tests.patience import PATIENCE
from tests.tui.page.conftest import ROOT
from tui.cli.main import main
from tui.serve import files
from tui.serve.server import PageServer

FILES = {"": b"<html>", "page.js": b"1", "memory.bin.gz": b"\x1f\x8b"}


@pytest.fixture
def server() -> Iterator[PageServer]:
    with PageServer("127.0.0.1", 0, FILES) as running:
        thread = Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def answer(
    server: PageServer, path: str, method: str = "GET", **headers: str
) -> tuple[int, bytes, http.client.HTTPMessage]:
    """Status, contents and headers."""
    line = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=PATIENCE)
    line.request(method, path, headers=headers)
    got = line.getresponse()
    found = got.status, got.read(), got.headers
    line.close()
    return found


def test_who_knows_the_key_gets_the_files_and_nobody_else_anything(server: PageServer) -> None:
    key, port = server.key, server.server_address[1]
    assert server.address == f"http://127.0.0.1:{port}/{key}/"
    status, data, headers = answer(server, f"/{key}/page.js")
    assert (status, data, headers["Cache-Control"]) == (200, b"1", "no-store")
    assert "/javascript" in headers["Content-Type"]
    assert answer(server, f"/{key}/memory.bin.gz")[2]["Content-Encoding"] is None
    assert answer(server, f"/{key}/", Host=f"LOCALHOST:{port}")[0] == 200
    assert answer(server, f"/{key}")[2]["Location"] == f"/{key}/"
    for path in ("/", "/page.js", f"/{'x' * len(key)}/", f"/%2e/{key}/", f"/{key}%00/"):
        assert answer(server, path)[:2] == (403, b"Forbidden\n")
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1:1", "0.0.0.0", ""):
        assert answer(server, f"/{key}/", Host=host)[0] == 403, host
    for name in ("../server.py", "%2e%2e/x", "/etc/passwd", "index.html/", "page.js/.."):
        assert answer(server, f"/{key}/{name}")[0] == 404, name
    assert answer(server, f"/{key}/", "POST")[0] == 501


def test_the_users_images_go_with_the_page_as_they_are_now(
    server: PageServer, own_data_folder: Path
) -> None:
    def offered() -> tuple[int, bytes]:
        return answer(server, f"/{server.key}/images.json")[:2]

    assert offered() == (200, b"{}")
    synthetic.keep()
    status, text = offered()
    files = {name: base64.b64decode(data) for name, data in json.loads(text).items()}
    tape = own_data_folder / "microchess.ptp"
    assert (status, files["microchess.ptp"]) == (200, tape.read_bytes())
    assert json.loads(files["index.json"])[0]["name"] == "microchess"
    tape.write_bytes(b"damaged")
    status, text = offered()
    assert (status, text.endswith(b"is damaged; add the image again")) == (500, True)


def test_clients_that_never_end_their_requests_keep_nobody_waiting(
    server: PageServer, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as stack:
        for _ in range(200):
            here = "127.0.0.1", server.server_address[1]
            line = stack.enter_context(socket.create_connection(here))
            line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert answer(server, f"/{server.key}/")[0] == 200
    assert capsys.readouterr().err == ""


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of a page, whether or not that was made."""
    (tmp_path / "index.html").write_text('<html lang="en">')
    (tmp_path / "worker.js").touch()
    monkeypatch.setattr(files, "BUILT", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("page")
@pytest.mark.parametrize("host", ["no such host", "ex..ample", "999.0.0.1"])
def test_a_host_that_is_none_is_told_in_one_line(
    host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--host", host]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert f"cannot listen on {host}:8000: " in err


@pytest.mark.usefixtures("page")
def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 1
    assert f"cannot listen on 127.0.0.1:{port}: Address already" in capsys.readouterr().err


def test_a_page_that_is_not_made_is_told(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (page / "worker.js").unlink()
    assert main(["serve", "--port", "0"]) == 1
    assert re.fullmatch(r".*make page makes it, with node and npm\n", capsys.readouterr().err)


def test_sessions_that_servers_kept_become_pgn_files_once(own_data_folder: Path) -> None:
    kept = own_data_folder / "visitors" / "rom-ours-0.json"
    game = Game(janus(), chess.BLACK)
    game.play("e4")
    save.write(kept, Session.of(game, "ours", {}))
    (own_data_folder / "visitors" / "damaged.json").write_text("{}")
    told, damaged = sorted(files.kept_games())
    assert told == f"1 kept games are PGN files now, for Open a file in the page: {kept.parent}"
    assert damaged.startswith("a kept game is left as it is: damaged.json is no saved session")
    loaded = pgn.load(kept.with_suffix(".pgn")).entries[0].game
    assert (loaded.headers["White"], str(loaded.mainline_moves())) == ("You", "1. e4")
    assert files.kept_games() == [damaged]


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_with_its_number_and_no_more_words(number: int, page: Path) -> None:
    program = f"""import pathlib, sys; from tui.serve import files; from tui.cli.main import main
files.BUILT = pathlib.Path({str(page)!r}); sys.exit(main(["serve", "--port", "0"]))"""
    running = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, text=True, stdout=-1, stderr=-1
    )
    assert running.stdout is not None
    while "Ctrl-C" not in running.stdout.readline():
        assert running.poll() is None
    running.send_signal(number)
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out, err.strip()) == (128 + number, "", "")
