"""Dialogs that ask for a file."""

import errno
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from textwrap import shorten

from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input

from emu.files import writing
from emu.files.naming import completions, named
from tui.screen.screens.ask import AskScreen, confirm
from tui.screen.screens.dialog import Result, ask

_ROOM = 160
"""Columns of the names that are shown."""


class Names(Suggester):
    """Completes the names of files that end in *suffix*, and of folders."""

    def __init__(self, suffix: str) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._suffix = suffix

    def beginning(self, text: str) -> list[str]:
        """What *text* can go on to."""
        return [
            path
            for path, is_folder in completions(text)
            if is_folder or path.endswith(self._suffix)
        ]

    async def get_suggestion(self, value: str) -> str | None:
        """The first of them."""
        return next(iter(self.beginning(value)), None)


def here(text: str, paths: Sequence[str]) -> str:
    """The folder *text* leads to, and the last names of *paths* in it as far as there is room."""
    folder = named("".join(text.rpartition("/")[:2])).absolute()
    names = (path[text.rfind("/") + 1 :] for path in paths)
    return shorten(f"in {folder}: {'  '.join(names)}", _ROOM, placeholder=" ...").rstrip(":")


def writable(path: Path) -> Path:
    """*path*, if a file can be written there. Raises OSError."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EEXIST, "that is no file; choose another name", str(path))
    if not path.parent.is_dir():
        raise OSError(errno.ENOENT, "no such folder", str(path.parent))
    return path


class PathScreen(AskScreen[Result]):
    """A file's name, which is completed; under it stand its folder and what is there."""

    def __init__(
        self, title: str, read: Callable[[Path], Result], value: str = "", suffix: str = ""
    ) -> None:
        hint = f"a {suffix} file" if suffix else "a file"
        hint += "; the Right key completes"
        super().__init__(title, hint, lambda text: read(named(text)), value)
        self._names = Names(suffix)

    def _field(self) -> Input:
        return Input(self._value, placeholder=self._hint, suggester=self._names)

    def _about(self, text: str) -> str:
        return here(text, () if self._value else self._names.beginning(text))


def open_file(
    widget: Widget,
    title: str,
    read: Callable[[Path], Result],
    then: Callable[[Result], object],
    suffix: str = "",
) -> None:
    """Ask for a file; *then* hears what *read* makes of it."""
    ask(widget.app, PathScreen(title, read, suffix=suffix), then)


def save_file(
    widget: Widget,
    title: str,
    name: str,
    make: Callable[[], str | bytes],
    done: Callable[[], str] = str,
) -> None:
    """Ask where what *make* returns is to be written, in a file of that *name* if nothing else is
    said, after a question in place of one that is there; its suffix is added to a name that has
    none. What *done* returns then is told with it.
    """
    app, suffix = widget.app, Path(name).suffix

    def write(path: Path) -> None:
        try:
            made = make()
            writing.write_bytes(path, made if isinstance(made, bytes) else made.encode())
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            app.call_from_thread(app.notify, f"{path}: {reason}", severity="error")
        else:
            app.call_from_thread(written, path)

    def written(path: Path) -> None:
        app.notify(f"written to {path.absolute()}{done()}")

    def begin(path: Path) -> None:
        app.run_worker(partial(write, path), thread=True, group="files")

    def read(path: Path) -> Path:
        bare = path.name and not (path.suffix or path.is_dir())
        return writable(path.with_name(f"{path.name}{suffix}") if bare else path)

    def chosen(path: Path) -> None:
        if path.exists():
            text = f"{path.name} exists. What is in it would be gone."
            confirm(app, "Replace", text, "Back", partial(begin, path))
        else:
            begin(path)

    ask(widget.app, PathScreen(title, read, name), chosen)
