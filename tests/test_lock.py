"""The locked requirements are in step with pyproject.toml, and nothing else is installed."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
LOCKS = {
    "build": PROJECT["build-system"]["requires"] + PROJECT["dependency-groups"]["build"],
    "release": PROJECT["dependency-groups"]["release"],
    "play": PROJECT["project"]["dependencies"],
    "dev": PROJECT["project"]["dependencies"] + [one for extra in EXTRAS.values() for one in extra],
}
"""Locks, and what pyproject.toml asks of each."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}


def text_of(lock: str) -> str:
    return (ROOT / ".ci" / "lock" / f"{lock}.txt").read_text(encoding="utf-8")


def pins(lock: str) -> list[Requirement]:
    """What a lock names; pip refuses it where a hash is missing."""
    lines = re.findall(r"^([a-z].*?) *\\?$", text_of(lock), re.MULTILINE)
    assert all("==" in line for line in lines)
    return [Requirement(line) for line in lines]


def environments() -> Iterator[dict[str, str]]:
    """Every Python on every platform."""
    here = {key: str(value) for key, value in default_environment().items()}
    for python, platform in product(PYTHONS, SYSTEMS):
        there = {"sys_platform": platform, "platform_system": SYSTEMS[platform]}
        yield here | there | {"python_version": python, "python_full_version": f"{python}.0"}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_one_version_that_fits_of_all_the_project_asks_for(lock: str) -> None:
    locked, asked = pins(lock), [Requirement(one) for one in LOCKS[lock]]
    for environment in environments():
        there = {
            one.name: str(one.specifier)[2:]
            for one in locked
            if one.marker is None or one.marker.evaluate(environment)
        }
        for wanted in asked:
            if wanted.marker is None or wanted.marker.evaluate(environment):
                version = there.get(wanted.name)
                assert version, f"no {wanted}; make lock brings it into step"
                assert wanted.specifier.contains(version), "make lock brings it into step"


def test_locks_agree_and_name_no_place() -> None:
    versions: dict[tuple[str, str], set[str]] = {}
    for lock in LOCKS:
        text = text_of(lock)
        assert text.splitlines()[1] == "#    make lock"
        assert not re.search(r"://|^\s*-(?!-hash)|index|find-links|/home|/tmp", text, re.M)
        for pin in pins(lock):
            versions.setdefault((pin.name, str(pin.marker)), set()).add(str(pin.specifier))
    assert {key: found for key, found in versions.items() if len(found) > 1} == {}


@pytest.mark.parametrize("target", ["play", "test"])
def test_make_installs_nothing_but_what_is_locked(target: str) -> None:
    command = ["make", "--dry-run", "--always-make", target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    installs = [line for line in done.stdout.splitlines() if " install " in line]
    assert installs
    for line in installs:
        assert "--no-build-isolation" in line
        by_hash = "--require-hashes --requirement .ci/lock/" in line
        assert by_hash or "--no-index --no-deps --editable ." in line
