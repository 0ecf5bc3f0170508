"""What a run of the tests costs: the processor seconds of all its processes."""

import gc
import os
import resource
import time
from collections.abc import Generator

import pytest

WORKERS = "PYTEST_XDIST_WORKER_COUNT"


class Costs:
    """Hooks that keep the costs low, and tell them at the end."""

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Each of several processes begins elsewhere, and finds what the others have compiled."""
        report = yield
        if isinstance(collector, pytest.Directory):
            number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
            begin = len(report.result) * number // int(os.environ.get(WORKERS, "1"))
            report.result = report.result[begin:] + report.result[:begin]
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """All have the same order in the end."""
        items.sort(key=lambda item: item.path)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        """What was collected stays to the end: no garbage collection needs to look at it again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The workers have ended, so this process knows what they took."""
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = time.process_time() + children.ru_utime + children.ru_stime
        terminalreporter.write_line(f"processor time of the whole run: {seconds:.0f} s")
