"""What some tests need and not every machine has: a marker for each, and one way to skip."""

import os
import shutil
from collections import Counter

import pytest

REQUIRE_TOOLS = "MICROCHESS_REQUIRE_TOOLS"
"""Environment variable: a test may not skip because a tool it is marked with is missing."""
TOOLS = {
    "bash": ("bash", "bash"),
    "cc65": ("ca65", "Debian's cc65"),
    "srecord": ("srec_cat", "Debian's srecord"),
    "tmux": ("tmux", "tmux"),
    "chromium": ("chromium", "Chromium"),
    "stockfish": ("stockfish", "Stockfish"),
    "zsh": ("zsh", "zsh"),
    "fish": ("fish", "fish"),
    "node": ("node", "node"),
}
"""Marker: the command it needs, and its name in a sentence."""
PATH = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/games"))
"""Where tools are looked for: Debian keeps chess engines among the games."""


class Needs:
    """Skips what cannot be tried here, and counts the skipped tests by reason at the end."""

    @pytest.hookimpl
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Slow tests run if asked for. Where tools are required, a missing one ends the run."""
        required = bool(os.environ.get(REQUIRE_TOOLS))
        missing = {
            marker: name
            for marker, (command, name) in TOOLS.items()
            if shutil.which(command, path=PATH) is None
        }
        for item in items:
            if item.get_closest_marker("slow") and not config.getoption("--slow"):
                item.add_marker(pytest.mark.skip(reason="takes minutes; --slow runs it"))
            for marker in missing.keys() & {mark.name for mark in item.iter_markers()}:
                if required:
                    told = f"{item.nodeid} needs {missing[marker]}, and {REQUIRE_TOOLS} is set"
                    pytest.exit(told, 1)
                item.add_marker(pytest.mark.skip(reason=f"no {missing[marker]}"))

    @pytest.hookimpl
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """One line per reason."""
        reasons = Counter(
            report.longrepr[2].removeprefix("Skipped: ")
            for report in terminalreporter.stats.get("skipped", [])
        )
        for reason, number in reasons.most_common():
            terminalreporter.write_line(f"{number} skipped: {reason}")


def unavailable(reason: str) -> None:
    """Skip a test, or fail it where tools are required."""
    (pytest.fail if os.environ.get(REQUIRE_TOOLS) else pytest.skip)(reason)
