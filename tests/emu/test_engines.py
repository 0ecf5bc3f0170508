"""Choosing who runs the processor."""

import logging

import pytest

import rom
from emu import engines
from emu.errors import EmuError
from emu.interpreter import Interpreter
from emu.machine import Machine
from emu.turbo import driver, hosts, loading
from emu.turbo.driver import Turbo


def test_the_environment_names_the_engine_unless_a_name_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(engines.ENVIRONMENT, "py65")
    assert isinstance(Machine(rom.monitor()).board.engine, Interpreter)
    monkeypatch.setenv(engines.ENVIRONMENT, "wasm")
    assert isinstance(Machine(rom.monitor()).board.engine, Turbo)

    assert isinstance(Machine(rom.monitor(), engine="py65").board.engine, Interpreter)
    monkeypatch.setenv(engines.ENVIRONMENT, "warp")
    with pytest.raises(EmuError, match=r"no engine 'warp'; expected one of auto, py65, wasm"):
        Machine(rom.monitor())


def test_without_webassembly_the_interpreter_runs_alone_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none() -> hosts.WasmHost:
        raise hosts.NoHost("no wheel for this platform")

    monkeypatch.setattr(hosts, "host", none)
    monkeypatch.setattr(driver, "HOST_CYCLES", 0)
    loading.warn_once.cache_clear()
    with pytest.raises(EmuError, match="no wheel"):
        Machine(rom.monitor(), engine="wasm")
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            machine, reference = (Machine(rom.monitor(), engine=one) for one in ("auto", "py65"))
            for one in (machine, reference):
                one.reset()
                one.run(50_000)
            assert machine.snapshot() == reference.snapshot()
    (said,) = caplog.messages
    assert said.endswith("no wheel for this platform")
