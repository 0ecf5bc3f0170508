"""The program of 1976 from a web server: every answer it may give."""

import socket
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

import pytest

from microchess.errors import FetchError
from microchess.machine.fetching import fetch, get_original
from microchess.machine.library import Library
from microchess.machine.published import BY_HAND
from tests import synthetic
from tests.cases import cases
from tests.patience import PATIENCE
from tests.web import SELF_SIGNED, Request, serving

LISTING = synthetic.LISTING.read_bytes()
PATH = "/files/listing.txt"


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        for one in (name, name.upper()):
            monkeypatch.delenv(one, raising=False)


def listing(request: Request) -> None:
    request.send(LISTING)


def without_end(request: Request) -> None:
    request.send_response(200)
    request.end_headers()
    with suppress(OSError):
        while not request.ends.is_set():
            request.wfile.write(LISTING)


def stalls(request: Request) -> None:
    request.send(LISTING[:100], size=len(LISTING))
    request.ends.wait()


def drips(request: Request) -> None:
    with suppress(OSError):
        request.wfile.write(b"HTTP/1.0 200 OK\r\n")
        while not request.ends.wait(0.001):
            request.wfile.write(b"X-A: B\r\n" if request.path == PATH else b"X")
            request.wfile.flush()


def no_http(request: Request) -> None:
    request.wfile.write(b"220 mail.example ready\r\n")


REFUSED = [
    (lambda r: r.send_error(404), "127.0.0.1 answers 404 Not Found"),
    (lambda r: r.send_error(500, "\x1b[2JOops"), "127.0.0.1 answers 500"),
    (lambda r: r.send(b"<!DOCTYPE html><html>", "text/html"), "what came is a web page"),
    (lambda r: r.send(b"\xef\xbb\xbf\n <html>"), "what came is a web page"),
    (lambda r: r.send(b"Dear reader,\n"), "found 'Dear reader,'; it is not the listing"),
    (lambda r: r.send(bytes(range(256)) * 8), "looks like a raw binary|neither the 6530-002"),
    (lambda r: r.send(LISTING.replace(b"#$0F", b"#$0E", 1)), r"\$0200-\$03F9 \(THINK\) differs"),
    (lambda r: r.send(b""), "it is empty"),
    (lambda r: r.send(LISTING, size=len(LISTING) + 9), r"it was cut short after 7,\d+ bytes"),
    (lambda r: r.send(bytes(256 * 1024 + 1)), "it has more than 256 KB"),
    (without_end, "it has more than 256 KB"),
    (lambda r: r.lead(PATH), "leads round in a circle, or on and on"),
    (lambda r: r.lead("http://localhost:9" + PATH), "127.0.0.1 leads to http://localhost:9"),
    (lambda r: r.lead("http://example.com/"), "127.0.0.1 leads to http://example.com/"),
    (lambda r: r.lead("file:///etc/passwd"), "127.0.0.1 leads to file:///etc/passwd"),
    (lambda r: r.lead("http://[::1/"), "127.0.0.1 does not answer as it should: Inv"),
    (no_http, "127.0.0.1 does not answer as it should"),
]


@pytest.mark.parametrize(
    ("answer", "told"), REFUSED, ids=[why[:40].strip("\\$") for _, why in REFUSED]
)
def test_another_answer_is_told_in_one_line_with_what_to_do_by_hand(
    library: Library, answer: object, told: str
) -> None:
    with serving({PATH: answer}) as at:  # type: ignore[dict-item]
        with pytest.raises(FetchError, match=told) as refused:
            get_original(library, at + PATH, seconds=PATIENCE)
        assert at in str(refused.value)
    assert str(refused.value).isprintable()
    assert str(refused.value).endswith(BY_HAND)
    assert library.entries() == []


@pytest.mark.parametrize("answer", [stalls, drips])
def test_an_answer_that_takes_too_long_is_given_up(library: Library, answer: object) -> None:
    with (
        serving({PATH: answer}) as at,  # type: ignore[dict-item]
        pytest.raises(FetchError, match=r"127.0.0.1 did not send it all within 0\.1 seconds; by"),
    ):
        get_original(library, at + PATH, seconds=0.1)


def test_where_there_is_no_connection_the_reason_is_told(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        at = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        with pytest.raises(FetchError, match=r"no connection to 127.0.0.1: Connection refused; by"):
            get_original(library, at)
    told = r"certificate of 127.0.0.1 is not valid: self-signed"
    with serving({PATH: listing}, SELF_SIGNED) as at, pytest.raises(FetchError, match=told):
        get_original(library, at + PATH)
    unknown = Mock(side_effect=socket.gaierror(socket.EAI_NONAME, "Name or service not known"))
    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(FetchError, match=r"to benlo.com: no such host, or no network; by hand"):
        get_original(library)


def test_a_listing_is_fetched_and_kept_by_https_which_leads_to_no_http(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(SELF_SIGNED))
    with serving({PATH: listing}) as plain:
        answers = {PATH: listing, "/there": lambda r: r.lead(PATH)}
        answers["/away"] = lambda r: r.lead(plain + PATH)
        with serving(answers, SELF_SIGNED) as at:
            (entry,) = get_original(library, at + "/there")
            with pytest.raises(FetchError, match=r"127.0.0.1 leads to http://127.0.0.1"):
                fetch(at + "/away")
    assert (entry.source, entry.recognised) == (at + "/there", True)
    assert "Redistribution" in library.notice()


@pytest.mark.parametrize(("address", "told"), cases("refused_addresses"))
def test_an_address_that_nobody_should_ask_is_refused(address: str, told: str) -> None:
    with pytest.raises(FetchError, match=told):
        fetch(address)


def test_the_proxies_of_the_environment_are_obeyed(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = "http://127.0.0.1:9" + PATH
    with serving({asked: listing}) as proxy:
        monkeypatch.setenv("http_proxy", proxy)
        assert fetch(asked).data == LISTING
    with pytest.raises(FetchError, match=r"127.0.0.1, through the proxy in http_proxy: Connection"):
        get_original(library, asked)
    with serving({PATH: listing}) as at:
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        assert fetch(at + PATH).data == LISTING


def test_where_nothing_can_be_kept_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    library = Library(tmp_path / "file", synthetic.manifest())
    with (
        serving({PATH: listing}) as at,
        pytest.raises(FetchError, match=r"cannot.*; once that is mended, try again"),
    ):
        get_original(library, at + PATH)
