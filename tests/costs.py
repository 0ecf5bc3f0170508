"""What a run of the tests costs: the ten slowest, and the processor seconds of all processes."""

from __future__ import annotations

import gc
import resource
import time
from collections import defaultdict
from collections.abc import Generator

import pytest

SLOWEST = 10
PROCESSOR = "processor_seconds"
"""What a report carries."""


def spent() -> float:
    """Processor seconds of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class Costs:
    """Hooks that measure; a worker's reports carry its measurements to the process that sums up."""

    def __init__(self) -> None:
        self._before = 0.0
        self._wall: defaultdict[str, float] = defaultdict(float)
        self._processor: defaultdict[str, float] = defaultdict(float)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        """What was collected stays to the end: no garbage collection needs to look at it again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        self._before = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Setup, call and teardown have a report each."""
        report = yield
        now = spent()
        vars(report)[PROCESSOR] = now - self._before
        self._before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up."""
        self._wall[report.nodeid] += report.duration
        self._processor[report.nodeid] += vars(report).get(PROCESSOR, 0.0)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter
    ) -> Generator[None, None, None]:
        """After all else. The workers have ended, so this process knows what they took."""
        yield
        if not self._wall:
            return
        terminalreporter.section(f"{SLOWEST} slowest: seconds, of them of processor time")
        for test in sorted(self._wall, key=lambda test: -self._wall[test])[:SLOWEST]:
            wall, processor = self._wall[test], self._processor[test]
            terminalreporter.write_line(f"{wall:7.2f} {processor:7.2f}  {test}")
        terminalreporter.write_line(f"processor time of the whole run: {spent():.0f} s")
