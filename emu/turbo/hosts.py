"""Who compiles WebAssembly and runs it: wasmtime, or the browser that Python itself runs in."""

from __future__ import annotations

import atexit
import ctypes
import sys
from collections.abc import Callable, Generator
from functools import cache, lru_cache
from threading import Thread
from typing import Any, TypeAlias

from emu.errors import EmuError
from emu.turbo.linear import At
from emu.turbo.wasmsource import FUNCTION, PAGES

_GLANCE = 0.001
"""Seconds between two looks at a compiler."""


class NoHost(EmuError):
    """No engine for WebAssembly can be had, and why."""


Span: TypeAlias = "_WasmtimeSpan | _BrowserSpan"
"""A stretch of linear memory: its ``bytes``. ``start`` gives the function of a module that the host
compiled, to be called on this memory."""
WasmHost: TypeAlias = "Wasmtime | Browser"
"""An engine. ``compile`` gives a module at last, and pauses often; ``span`` gives memory for a
machine and its modules: what is in use *now* may do. It begins at 0 unless modules are to be
``placed``."""


@cache
def host() -> WasmHost:
    """The host of this process. Raises NoHost."""
    try:
        return Browser() if sys.platform == "emscripten" else Wasmtime()
    except (ImportError, OSError, RuntimeError, AttributeError) as error:
        raise NoHost(f"no engine for WebAssembly: {error}") from error


def _refusal(error: Exception) -> NoHost:
    """What an engine will not do."""
    return NoHost((str(error) or type(error).__name__).splitlines()[0])


class _Bytes(ctypes.c_ubyte * At.END):  # type: ignore[misc]
    """Linear memory. Whoever looks at it keeps its ``owner``."""

    owner: object


class Wasmtime:
    """Cranelift, in this process; its compiler leaves Python's lock to others."""

    placed = False

    def __init__(self) -> None:
        from wasmtime._managed import Managed

        # at the process's end objects go in any order; the package would trip over its own absence
        atexit.register(setattr, Managed, "__del__", lambda _: None)
        self._engine = _engine()

    def compile(self, module: bytes) -> Generator[None, None, Any]:
        """See `WasmHost`."""
        import wasmtime

        made: list[Any] = []

        def work() -> None:
            try:
                made.append(wasmtime.Module(self._engine, module))
            except (wasmtime.WasmtimeError, MemoryError) as error:
                made.append(_refusal(error))

        thread = Thread(target=work, daemon=True, name="compiler")
        thread.start()
        while thread.is_alive():
            thread.join(_GLANCE)
            yield
        if isinstance(made[0], NoHost):
            raise made[0]
        return made[0]

    def span(self, now: Span | None = None) -> Span:
        """A new one each time: what was started is given back with its memory alone."""
        return _WasmtimeSpan(self._engine)


def _addresses_are_scarce() -> bool:
    """Whether a process may not have as many as it likes: 4 GB for each memory make its bounds
    known, and code a third faster.
    """
    try:
        import resource
    except ImportError:
        return False
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def _engine() -> Any:
    import wasmtime
    from wasmtime import _bindings

    config = wasmtime.Config()
    config.parallel_compilation = False
    if _addresses_are_scarce():
        for size in ("reservation", "reservation_for_growth", "guard_size"):
            getattr(_bindings, f"wasmtime_config_memory_{size}_set")(config.ptr(), 0)
    return wasmtime.Engine(config)


class _WasmtimeSpan:
    def __init__(self, engine: Any) -> None:
        import wasmtime

        self._store = wasmtime.Store(engine)
        kind = wasmtime.MemoryType(wasmtime.Limits(PAGES, PAGES))
        try:
            self._memory = wasmtime.Memory(self._store, kind)
        except wasmtime.WasmtimeError as error:
            raise _refusal(error) from error
        start = self._memory.data_ptr(self._store).contents
        cells = _Bytes.from_address(ctypes.addressof(start))
        cells.owner = self._store
        self.bytes = memoryview(cells).cast("B")

    def start(self, module: Any) -> Callable[[], int]:
        """See `Span`. The package's own way to call takes ten times as long as most calls."""
        import wasmtime
        from wasmtime import _bindings

        store = self._store
        exports = wasmtime.Instance(store, module, [self._memory]).exports(store)
        function: Any = exports[FUNCTION]
        unchecked: Any = vars(_bindings)["dll"].wasmtime_func_call_unchecked
        pointer = ctypes.c_void_p
        kind = ctypes.CFUNCTYPE(pointer, pointer, pointer, pointer, ctypes.c_size_t, pointer)
        call = kind(ctypes.cast(unchecked, pointer).value or 0)
        room, trap = (ctypes.c_uint64 * 2)(), pointer()  # a wasmtime_val_raw_t
        result = ctypes.c_int32.from_buffer(room)
        context: Any = store._context()
        given = (
            ctypes.cast(context, pointer).value,
            ctypes.addressof(function._func),
            ctypes.addressof(room),
            1,
            ctypes.addressof(trap),
        )

        def run(_kept: Any = (function, self._memory)) -> int:
            if call(*given) or trap.value:
                raise RuntimeError("translated code has trapped")
            return result.value

        return run


class Browser:
    """The engine that runs Python itself, whose memory its modules share. It compiles what is
    started.
    """

    placed = True

    def compile(self, module: bytes) -> Generator[None, None, Any]:
        """The bytes: code that was made may outlive the engine, in a picture of Python's memory."""
        yield
        return module

    def span(self, now: Span | None = None) -> Span:
        """What was in use stays so."""
        return now or _BrowserSpan()


class _BrowserSpan:
    def __init__(self) -> None:
        cells = _Bytes()
        self._place = ctypes.addressof(cells)
        self.bytes = memoryview(cells).cast("B")

    def start(self, module: Any) -> Callable[[], int]:
        """See `Span`."""
        import js
        from pyodide.ffi import JsException, to_js

        try:
            given = [["m", js.pythonMemory], ["p", self._place]]
            imports = js.Object.fromEntries(to_js([["m", js.Object.fromEntries(to_js(given))]]))
            started = js.WebAssembly.Instance.new(_in_browser(module), imports)
            run: Callable[[], int] = started.exports.run
        except (AttributeError, JsException) as error:
            raise _refusal(error) from error
        return run


@lru_cache(4)
def _in_browser(module: bytes) -> Any:
    """Compiled: what the browser makes of it serves all its machines."""
    import js
    from pyodide.ffi import to_js

    return js.WebAssembly.Module.new(to_js(module))
