"""Choosing who runs the processor."""

from __future__ import annotations

import pytest

import rom
from emu import engines
from emu.errors import EmuError
from emu.interpreter import Interpreter
from emu.machine import Machine
from emu.turbo.driver import Turbo


def test_the_environment_names_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engines.ENVIRONMENT, "py65")
    assert isinstance(Machine(rom.monitor()).board.engine, Interpreter)
    monkeypatch.setenv(engines.ENVIRONMENT, "python")
    assert isinstance(Machine(rom.monitor()).board.engine, Turbo)


def test_a_name_given_counts_more_than_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engines.ENVIRONMENT, "python")
    assert isinstance(Machine(rom.monitor(), engine="py65").board.engine, Interpreter)


def test_an_unknown_engine_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engines.ENVIRONMENT, "warp")
    with pytest.raises(EmuError, match=r"no engine 'warp'; expected one of auto, py65"):
        Machine(rom.monitor())


def test_native_without_llvmlite_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "has_native", lambda: False)
    with pytest.raises(EmuError, match=r"pip install '\.\[native\]'"):
        Machine(rom.monitor(), engine="native")
    assert isinstance(Machine(rom.monitor(), engine="auto").board.engine, Turbo)
