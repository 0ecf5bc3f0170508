"""The child's side: Textual's web driver, which ends with its server and can begin anew."""

from __future__ import annotations

import os
import signal
import sys
from threading import Timer
from typing import Any

from textual import events, messages
from textual.drivers.web_driver import WebDriver
from textual.geometry import Size

from tui.screen.browser import HandsFiles, Uploaded
from tui.serve import limits


class ServedDriver(HandsFiles, WebDriver):
    """Speaks the packets of `tui.serve.child`; it ends with the server."""

    def run_input_thread(self) -> None:
        """Read until the server is gone, or the application ends."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(messages.ExitApp())
            last_resort = Timer(limits.END, _end_all)
            last_resort.daemon = True
            last_resort.start()

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """What the server says."""
        if packet_type == "attach":
            # a terminal that knows nothing yet has come
            self._size = columns, lines = int(str(payload["width"])), int(str(payload["height"]))
            self._app.call_later(self._show_all, Size(columns, lines))
        elif packet_type == "uploaded":
            self._app.post_message(Uploaded.of(payload))
        else:
            super().on_meta(packet_type, payload)

    def _show_all(self, size: Size) -> None:
        self.write("\x1b[?1049h\x1b[2J\x1b[?25l")
        self._enable_mouse_support()
        self._enable_bracketed_paste()
        self._app.post_message(events.Resize(size, size))
        self._app.refresh(layout=True)

    def tell(self, **what: Any) -> None:
        """A JSON packet for the server."""
        self.write_meta(what)


def _end_all() -> None:
    """The group is ours alone: the server began it for this process."""
    if sys.platform != "win32" and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
