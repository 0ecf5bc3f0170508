"""What a run of the tests costs: the processor seconds of all its processes."""

from __future__ import annotations

import gc
import resource
import time

import pytest


class Costs:
    """Hooks that keep the costs low, and tell them at the end."""

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
