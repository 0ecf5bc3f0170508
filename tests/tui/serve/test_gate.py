"""Who is let in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tui.serve.gate import Gate, GateRequest
from tui.serve.listening import address_to_open, gate_for, warning

GATE = Gate(8000, token="secret")
OURS = GateRequest("GET", "/secret/ws", ["127.0.0.1:8000"], ["http://127.0.0.1:8000"], "127.0.0.1")
LOCAL = ["http://localhost:8000"]


@pytest.mark.parametrize(
    ("request_", "rest"),
    [
        (OURS, "ws"),
        (replace(OURS, path="/secret/", origins=[]), ""),
        (replace(OURS, path="/secret", origins=[]), "/"),
        (replace(OURS, hosts=["localhost:8000"], origins=LOCAL), "ws"),
        (replace(OURS, hosts=["LOCALHOST:8000"], origins=LOCAL), "ws"),
    ],
    ids=lambda one: str(one)[:60],
)
def test_our_own_page_is_let_in_and_opened_from_anywhere(request_: GateRequest, rest: str) -> None:
    assert GATE.admit(request_) == rest


@pytest.mark.parametrize(
    "hosts",
    [
        *([], [""], ["127.0.0.1"], ["127.0.0.1:8001"], ["evil.example:8000"]),
        *(["127.0.0.1.evil.example:8000"], ["192.168.1.5:8000"]),
        ["127.0.0.1:8000", "evil.example:8000"],
    ],
)
def test_a_host_that_is_not_ours_is_kept_out(hosts: list[str]) -> None:
    assert GATE.admit(replace(OURS, hosts=hosts)) is None
    assert GATE.admit(replace(OURS, path="/secret/", hosts=hosts, origins=[])) is None


@pytest.mark.parametrize(
    "origins",
    [
        *([], ["null"], ["http://evil.example"], ["http://127.0.0.1:8001"], ["http://127.0.0.1"]),
        *(["https://127.0.0.1:8000"], LOCAL, ["http://127.0.0.1:8000.evil.example"]),
        ["http://127.0.0.1:8000", "http://127.0.0.1:8000"],
    ],
)
def test_a_page_that_is_not_ours_drives_nothing(origins: list[str]) -> None:
    assert GATE.admit(replace(OURS, origins=origins)) is None
    assert GATE.admit(replace(OURS, path="/secret/upload", method="POST", origins=origins)) is None


@pytest.mark.parametrize(
    "path", ["/", "/ws", "/wrong/ws", "//ws", "/secre/ws", "/secrets/ws", "/SECRET/ws", "secret-/"]
)
def test_without_the_token_nobody_is_let_in(path: str) -> None:
    assert GATE.admit(replace(OURS, path=path)) is None


def test_every_gate_draws_another_token() -> None:
    assert Gate(8000).token != Gate(8000).token
    assert len(Gate(8000).token) >= 32


def test_on_a_network_the_address_that_was_reached_is_ours_and_no_other() -> None:
    gate = replace(gate_for("0.0.0.0", 8000, ""), token="secret")
    here = "10.1.2.3"
    reached = GateRequest("GET", "/secret/ws", [f"{here}:8000"], [f"http://{here}:8000"], here)
    assert gate.admit(reached) == "ws"
    for other in ("evil.example:8000", "localhost:8000"):
        assert gate.admit(replace(reached, hosts=[other])) is None


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "play.example"])
@pytest.mark.parametrize("prefix", ["", "/chess"])
def test_behind_a_proxy_its_own_address_counts(host: str, prefix: str) -> None:
    gate = replace(GATE, public="https://play.example/chess/")
    own, path = ["https://play.example"], f"{prefix}/secret/ws"
    assert gate.admit(replace(OURS, path=path, hosts=[host], origins=own)) == "ws"
    evil = ["http://play.example.evil"]
    assert gate.admit(replace(OURS, path=path, hosts=[host], origins=evil)) is None


def test_the_printed_address_is_one_that_works() -> None:
    assert address_to_open("127.0.0.1", GATE) == "http://127.0.0.1:8000/secret/"
    assert address_to_open("::1", GATE) == "http://[::1]:8000/secret/"
    assert "0.0.0.0" not in address_to_open("0.0.0.0", GATE)
    public = replace(GATE, public="https://play.example/chess/")
    assert address_to_open("127.0.0.1", public) == "https://play.example/chess/secret/"


def test_who_can_play_is_said_plainly() -> None:
    assert "only on this computer" in warning("127.0.0.1")
    assert "whoever has it" in warning("0.0.0.0")
    assert "unencrypted" in warning("0.0.0.0")
    assert "unencrypted" not in warning("127.0.0.1", "https://play.example/")
