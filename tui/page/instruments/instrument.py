"""The instruments of the page: fetched when one is opened first, shown while they are open."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, Protocol

from tui.page.asking import checked, found
from tui.page.later import Later
from tui.session.snapshot import Heard, Severity, Snapshot
from tui.session.values import one_of
from tui.session.verbs import Asked, verbs_of

INSTRUMENTS = ("deck",)
"""Each is a class, as ``InsideInstrument``, in the module so called."""
InstrumentName = Annotated[str, one_of(*INSTRUMENTS)]
Pieces = Generator[float, None, Callable[[], None]]
"""Work piece by piece: how much is done, 0 to 1, and at its end what is to be done in turn."""


class Notices(Protocol):
    """Tells a person something."""

    def __call__(self, text: str, severity: Severity = "information", /) -> None: ...


@dataclass(frozen=True)
class DeskSide:
    """What an instrument has of its desk: commands to the session, messages and notices to the
    page, the latest snapshot, and a way to show it again. ``aside`` does what takes long, while
    others have their turns, as long as what hears how far it is says that it goes on.
    """

    ask: Callable[[Asked], None]
    say: Callable[[object], None]
    notice: Notices
    now: Callable[[], Snapshot]
    show: Callable[[], None]
    aside: Callable[[Pieces, Callable[[float], bool]], None]


class Instrument:
    """Carries out its verbs, of which ``open`` is the first, and says what is to be seen of it.

    ``wants``: the next file is for it.
    """

    wants = False

    def __init__(self, desk: DeskSide) -> None:
        self.desk = desk

    def part(self, snapshot: Snapshot) -> Any:
        """What the page shows of it, as JSON."""
        raise NotImplementedError

    def take(self, name: str, data: bytes) -> None:
        """A file for it."""

    def heard(self, came: Heard) -> None:
        """What the pins of the machine did, if it asked for that."""


class Instruments:
    """All of them; *later* brings what is not at hand yet."""

    def __init__(self, desk: DeskSide, later: Later) -> None:
        self._desk, self._later = desk, later
        self._here: dict[str, Instrument] = {}
        self._open: set[str] = set()

    def close(self, name: str) -> None:
        """One is no longer looked at."""
        self._open.discard(name)

    def ask(self, name: str, verb: str, values: list[Any]) -> None:
        """Carry out a *verb* of the instrument *name*, which is brought in for it.

        Raises AskError.
        """
        if verb == "open":
            self._open.add(name)

        def done(one: Instrument) -> None:
            asked = found(verb, verbs_of(type(one)))
            asked.method(one, *checked(asked, values))
            self._desk.show()

        self._with(name, done)

    def parts(self, snapshot: Snapshot) -> dict[str, Any]:
        """What is shown of those that are open, and here."""
        return {
            name: self._here[name].part(snapshot)
            for name in INSTRUMENTS
            if name in self._open and name in self._here
        }

    def take(self, name: str, data: bytes) -> bool:
        """A file; whether it is for one of them."""
        wanting = next((one for one in self._here.values() if one.wants), None)
        if wanting is not None:
            wanting.take(name, data)
        elif name.lower().endswith(".wav"):
            self._with("deck", lambda deck: deck.take(name, data))
        else:
            return False
        return True

    def heard(self, came: Heard) -> None:
        """What the pins did, for whoever asked."""
        for one in list(self._here.values()):
            one.heard(came)

    def _with(self, name: str, do: Callable[[Instrument], None]) -> None:
        if name in self._here:
            do(self._here[name])
        else:
            self._later.do(lambda: do(self._brought(name)))

    def _brought(self, name: str) -> Instrument:
        if name not in self._here:
            made: Instrument = instrument_class(name)(self._desk)
            self._here[name] = made
        return self._here[name]


def instrument_class(name: str) -> type[Instrument]:
    """The class of the instrument so called."""
    module = import_module(f"tui.page.instruments.{name}")
    kind: type[Instrument] = getattr(module, f"{name.title()}Instrument")
    return kind
