"""Trees of one size in Python: made where they are wanted often, kept, and run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType
from typing import Literal

from emu.turbo.contract import Extent
from emu.turbo.layout import Layout
from emu.turbo.pyengine import PythonEngine, Tables
from emu.turbo.records import Records
from emu.turbo.translations import Dependencies, Key, Translations
from emu.units import Address

BACK_OFF = -1000
"""The count of visits an address that could not be translated starts again from."""


@dataclass
class Translator:
    """Translates an address when it has been wanted *hot_visits* times, or was translated in an
    earlier run, as *records* remember. ``register`` is told what each translation depends on,
    before it is used, and tells whether the run under way may use it.
    """

    kind: Literal["long", "short"]
    limits: Extent
    layout: Layout
    tables: Tables
    translations: Translations
    register: Callable[[Key, Dependencies], bool]
    hot_visits: int
    records: Records | None = None

    def __post_init__(self) -> None:
        self._visits: Counter[Address] = Counter()
        self._stops: frozenset[Address] = frozenset()
        self.engine = PythonEngine(self.tables, self._visit, self.limits.longest)

    def engine_at(self, address: Address) -> PythonEngine | None:
        """Who can run from *address*; it is translated now if it is wanted often."""
        if address not in self.engine:
            self._visit(address)
        return self.engine if address in self.engine else None

    def stop_at(self, addresses: frozenset[Address]) -> None:
        """Have translations end at *addresses*."""
        self._stops = addresses
        self.engine.stop_at(addresses)

    def _visit(self, address: Address) -> bool:
        """Translate *address* if it was wanted often enough, or was translated before; whether the
        run under way may go on there.
        """
        self._visits[address] += 1
        visits = self._visits[address]
        if visits == 1 and self.records is not None:
            for dependencies, code in self.records.at(address):
                if self.translations.holds(dependencies, self._stops):
                    if code is None:
                        self._visits[address] = BACK_OFF
                        return False
                    return self._install(dependencies, code)
        if visits < self.hot_visits:
            return False
        from emu.turbo.builder import Builder
        from emu.turbo.pysource import compile_tree

        builder = Builder(
            self.layout,
            self.tables.memory,
            lambda cell: bool(self.tables.code_map[cell]),
            self.translations.variable,
            self._stops,
            self.limits,
        )
        tree = builder.build(address)
        if tree is None:
            self._visits[address] = BACK_OFF
            never = builder.untranslatable(address)
            if self.records is not None and never is not None:
                self.records.add(never, None)
            return False
        code = compile_tree(tree)
        if self.records is not None:
            self.records.add(tree.dependencies, code)
        return self._install(tree.dependencies, code)

    def _install(self, dependencies: Dependencies, code: CodeType) -> bool:
        usable = self.register(Key(self.kind, dependencies.head), dependencies)
        self.engine.install(dependencies.head, code, dependencies.longest)
        return usable
