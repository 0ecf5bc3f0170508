"""`microchess serve`: who gets what, in what words it refuses, and how it ends."""

import base64
import http.client
import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from subprocess import Popen
from threading import Thread

import pytest

from tests import synthetic
from tests.commands import ended
from tests.patience import PATIENCE
from tests.sample import every_run
from tests.tui.page.conftest import ROOT
from tui.cli.main import main
from tui.serve import files
from tui.serve.server import PageServer


@pytest.fixture
def server() -> Iterator[PageServer]:
    given = {"": b"<html>", "page.js": b"1", "memory.bin.gz": b"2"}
    with PageServer("127.0.0.1", 0, given) as running:
        thread = Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def ask(server: PageServer, path: str, method: str = "GET", **headers: str) -> tuple[int, bytes]:
    """Status and contents of the answer."""
    line = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=PATIENCE)
    line.request(method, path, headers=headers)
    answer = line.getresponse()
    assert answer.status == 501 or answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Encoding"] is None
    found = answer.status, answer.read()
    line.close()
    return found


def test_who_knows_the_key_gets_the_files_and_nobody_else_anything(server: PageServer) -> None:
    key, port = server.key, server.server_address[1]
    assert server.address == f"http://127.0.0.1:{port}/{key}/"
    assert ask(server, f"/{key}/page.js") == (200, b"1")
    assert ask(server, f"/{key}/memory.bin.gz") == (200, b"2")
    assert ask(server, f"/{key}/", Host=f"LOCALHOST:{port}") == (200, b"<html>")
    assert ask(server, f"/{key}")[0] == 302
    for path in ("/", "/page.js", f"/{'x' * len(key)}/", f"/%2e/{key}/", f"/{key}%00/"):
        assert ask(server, path) == (403, b"Not for you.\n")
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1:1", "0.0.0.0", ""):
        assert ask(server, f"/{key}/", Host=host)[0] == 403, host
    for name in ("../server.py", "%2e%2e/x", "/etc/passwd", "index.html/", "page.js/.."):
        assert ask(server, f"/{key}/{name}")[0] == 404, name
    assert ask(server, f"/{key}/", "POST")[0] == 501


def test_the_users_images_are_offered_as_they_are_now(
    server: PageServer, own_data_folder: Path
) -> None:
    where, tape = f"/{server.key}/images.json", own_data_folder / "microchess.ptp"
    assert ask(server, where) == (200, b"{}")
    synthetic.keep()
    offered = json.loads(ask(server, where)[1])
    assert base64.b64decode(offered["microchess.ptp"]) == tape.read_bytes()
    assert json.loads(base64.b64decode(offered["index.json"]))[0]["name"] == "microchess"
    tape.write_bytes(b"damaged")
    assert ask(server, where) == (500, f"{tape} is damaged; add the image again".encode())


def test_clients_that_never_end_their_requests_keep_nobody_waiting(
    server: PageServer, capsys: pytest.CaptureFixture[str]
) -> None:
    here = "127.0.0.1", server.server_address[1]
    with ExitStack() as stack:
        for _ in range(200):
            line = stack.enter_context(socket.create_connection(here))
            line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert ask(server, f"/{server.key}/")[0] == 200
    assert capsys.readouterr().err == ""


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of a page, whether or not that was made."""
    (tmp_path / "index.html").write_text('<html lang="en">')
    (tmp_path / "worker.js").write_text("wake")
    (tmp_path / "service.js").write_text('const FILES = {"first": [["worker.js", 4, ""]]};')
    monkeypatch.setattr(files, "BUILT", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("page")
def test_the_page_knows_under_both_its_names_that_the_essay_is_not_served() -> None:
    found = files.page_files()
    assert found[""] == found["index.html"] == b'<html lang="en" data-host="server">'


def test_what_cannot_be_served_is_told_in_one_line(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for host, why in (
            ("no such host", f"cannot listen on no such host:{port}: "),
            ("ex..ample", f"cannot listen on ex..ample:{port}: it is no name of a computer"),
            ("127.0.0.1", f"cannot listen on 127.0.0.1:{port}: Address already in use"),
            ("127.0.0.1", "the page is damaged: worker.js has 0 bytes, expected 4; install it"),
            ("127.0.0.1", "make page makes it"),
        ):
            if "damaged" in why:
                (page / "worker.js").write_text("")
            elif "make" in why:
                (page / "service.js").unlink()
            assert main(["serve", "--host", host, "--port", port]) == 1
            out, err = capsys.readouterr()
            assert (why in err, out, err.count("\n")) == (True, "", 1), err


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("name", every_run(["SIGHUP", "SIGINT", "SIGTERM"], 1))
def test_a_signal_ends_it_with_its_number_and_no_more_words(name: str, page: Path) -> None:
    number = getattr(signal, name)
    program = f"""import pathlib, sys; from tui.serve import files; from tui.cli.main import main
files.BUILT = pathlib.Path({str(page)!r}); sys.exit(main(["serve", "--port", "0"]))"""
    command = [sys.executable, "-c", program]
    with ended(Popen(command, cwd=ROOT, text=True, stdout=-1, stderr=-1)) as running:
        assert running.stdout is not None
        while "Ctrl-C" not in running.stdout.readline():
            assert running.poll() is None
        running.send_signal(number)
        out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out, err.strip()) == (128 + number, "", "")
