"""Run first in the page's Python."""

import asyncio.tasks
import gc
import sys

# Pyodide's event loop calls this for a task with a name; Python 3.14 has it no longer.
if not hasattr(asyncio.tasks, "_set_task_name"):
    asyncio.tasks._set_task_name = lambda task, name: name is None or task.set_name(name)  # type: ignore[attr-defined]
gc.disable()
sys.path.insert(0, "/app")
