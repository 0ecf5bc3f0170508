"""Small frozen values of many kinds.

For each dataclass methods are written and compiled: dozens of them delay the start. Here all have
the same methods, which go by the fields' names.
"""

from __future__ import annotations

from inspect import get_annotations
from typing import Any, ClassVar, dataclass_transform


@dataclass_transform(frozen_default=True)
class Frozen:
    """Its fields are the annotations of the class and those above it, as with a frozen dataclass.

    Equal are values of one class with equal fields. Raises TypeError for fields that are not there
    or lack a value, AttributeError when one is set.
    """

    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls._names = cls.__match_args__ = (*cls._names, *get_annotations(cls))  # type: ignore[misc, attr-defined]

    def __init__(self, *values: Any, **named: Any) -> None:
        names, fields = self._names, self.__dict__
        if len(values) > len(names):
            raise TypeError(f"{type(self).__name__} has {len(names)} fields, not {len(values)}")
        fields.update(zip(names, values, strict=False))
        for name in names[len(values) :]:
            fields[name] = named.pop(name) if name in named else self._default(name)
        if named:
            raise TypeError(f"{type(self).__name__} has no field {min(named)}, or twice")

    def _default(self, name: str) -> Any:
        try:
            return getattr(type(self), name)
        except AttributeError:
            raise TypeError(f"{type(self).__name__} needs {name}") from None

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({shown})"

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set")
