"""Verbs: methods of what a session owns that can be asked for, by another thread or by the page.

The signature says which values a verb takes, the docstring what it means, the decorator what
becomes of it while the machine is at work. Read from its class a verb makes a request,
``Play.play("e4")``; read from an instance it is the method.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Concatenate, Generic, ParamSpec, overload

from tui.session.snapshot import Activity

P = ParamSpec("P")


class Then(Enum):
    """What becomes of a request."""

    DO = auto()
    """It is done now."""
    WAIT = auto()
    """It waits until the work is done."""
    GIVE_UP = auto()
    """The work is given up, then it is done."""
    REFUSE = auto()
    """It is refused, with the reason."""


class Overtakes(Enum):
    """Which requests that wait are dropped for a later one."""

    NOTHING = auto()
    MOVE = auto()
    """A move, which would be another one now."""
    ALL = auto()
    """Nothing that waits would be what it was asked for."""
    OTHERS = auto()
    """All but the same verb: two are two."""


Rule = Then | Callable[..., Then]
"""What becomes of a verb, or what says so, given its owner and the values."""


class Verb(Generic[P]):
    """A *method* that can be asked for of an object of the class ``owner``.

    *turn* says what becomes of it, None: it is done at once, whatever the machine does. ``kept``:
    the session is saved after it.
    """

    owner: type

    def __init__(
        self, method: Callable[Concatenate[Any, P], object], turn: Turn | None, kept: bool = False
    ) -> None:
        self.method, self.name = method, method.__name__
        self.turn, self.kept = turn, kept

    def __set_name__(self, owner: type, name: str) -> None:
        self.owner = owner

    def __call__(self, *values: P.args, **named: P.kwargs) -> Asked:
        """Ask for it; values have no names."""
        assert not named
        return Asked(self, values)

    @overload
    def __get__(self, owner: None, kind: type) -> Verb[P]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> Callable[P, object]: ...
    def __get__(self, owner: object, kind: type) -> Any:
        return self if owner is None else self.method.__get__(owner, kind)

    def __repr__(self) -> str:
        return f"<verb {self.name}>"

    @property
    def meaning(self) -> str:
        """The first sentence of its docstring."""
        return (self.method.__doc__ or "").strip().partition(".\n")[0].rstrip(".")

    def becomes(
        self, owner: object, activity: Activity, held: bool, values: tuple[Any, ...]
    ) -> Then:
        """What becomes of it, asked of *owner* with *values*, while the machine does *activity* or,
        *held*, stands in the middle of it.
        """
        turn = self.turn
        if turn is None:
            return Then.DO
        at_work = Activity.THINKING if held and activity is Activity.BY_HAND else activity
        rule = turn.rule(at_work)
        then = rule if isinstance(rule, Then) else rule(owner, *values)
        if not held:
            return then
        if activity in (Activity.WAITING, Activity.RUNNING):
            return turn.paused if turn.paused in (Then.WAIT, Then.REFUSE) else then
        seizes = then is Then.DO and activity is Activity.THINKING
        return then if then is Then.GIVE_UP or seizes else turn.paused or Then.REFUSE


@dataclass(frozen=True)
class Asked:
    """A verb with its values."""

    verb: Verb[...]
    values: tuple[Any, ...]

    def __str__(self) -> str:
        """What it is called while it waits, and when it is dropped."""
        meaning = self.verb.meaning
        called = self.verb.turn.called if self.verb.turn else ""
        return called.format(*self.values) or f"“{meaning[:1].lower()}{meaning[1:]}”"

    @property
    def is_move(self) -> bool:
        """Whether it waits behind all others."""
        return self.verb.turn is not None and self.verb.turn.check is not None

    def overtakes(self, waiting: Asked) -> bool:
        """Whether *waiting* is no longer done because this was asked after it."""
        match self.verb.turn and self.verb.turn.overtakes:
            case Overtakes.MOVE:
                return waiting.is_move
            case Overtakes.OTHERS:
                return waiting.verb is not self.verb
            case which:
                return which is Overtakes.ALL


@dataclass(frozen=True)
class Turn:
    """What becomes of a verb that has its turn.

    ``called`` is its name while it waits, empty: not shown. ``thinking``: what becomes of it while
    the program thinks; ``keying``: while keys are pressed; ``running``: while a program runs for
    nobody. ``paused``: while the machine is held, None: it is done where no work would suffer, else
    refused. ``overtakes``: what waits no longer then. ``check`` makes it a move, which waits behind
    all others; it raises MicroChessError for what is none. ``wakes``: a machine at rest runs then.
    """

    called: str = ""
    thinking: Rule = Then.WAIT
    keying: Rule = Then.WAIT
    running: Rule = Then.GIVE_UP
    paused: Then | None = None
    overtakes: Overtakes = Overtakes.NOTHING
    check: Callable[[str], object] | None = None
    wakes: bool = False

    def rule(self, activity: Activity) -> Rule:
        """What it is while the machine does that."""
        return {
            Activity.THINKING: self.thinking,
            Activity.KEYING: self.keying,
            Activity.BY_HAND: self.keying,
            Activity.RUNNING: self.running,
        }.get(activity, Then.DO)

    def __call__(self, method: Callable[Concatenate[Any, P], object]) -> Verb[P]:
        """Make a verb of *method*."""
        return Verb(method, self)


def control(method: Callable[Concatenate[Any, P], object]) -> Verb[P]:
    """A verb that is done at once, whatever the machine does."""
    return Verb(method, None)


def setting(method: Callable[Concatenate[Any, P], object]) -> Verb[P]:
    """The same, kept with the session."""
    return Verb(method, None, kept=True)


verb = Turn
part = Turn(thinking=Then.DO, paused=Then.DO, wakes=True)
"""A verb of what is plugged into the machine, which may be at work."""


def verbs_of(kind: type) -> dict[str, Verb[...]]:
    """The verbs of a class, by name."""
    return {one.name: one for one in vars(kind).values() if isinstance(one, Verb)}
