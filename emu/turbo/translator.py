"""Trees of one size in Python: made where they are wanted often, kept, and run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import CodeType
from typing import Literal

from emu.turbo.dependencies import Dependencies
from emu.turbo.layout import Layout
from emu.turbo.limits import TreeLimits
from emu.turbo.pyengine import PythonEngine, Tables
from emu.turbo.records import Records
from emu.turbo.translations import Key, Translations
from emu.units import Address

BACK_OFF = -1000
"""The count of visits an address that could not be translated starts again from."""


class Translator:
    """Translates an address when it has been wanted *hot_visits* times, or was translated in an
    earlier run, as *records* remember. ``register`` is told what each translation depends on,
    before it is used.
    """

    def __init__(
        self,
        kind: Literal["long", "short"],
        limits: TreeLimits,
        layout: Layout,
        tables: Tables,
        translations: Translations,
        register: Callable[[Key, Dependencies], None],
        hot_visits: int,
        records: Records | None = None,
    ) -> None:
        self._kind: Literal["long", "short"] = kind
        self._layout = layout
        self._tables = tables
        self._translations = translations
        self._register = register
        self._hot_visits = hot_visits
        self._limits = limits
        self._records = records
        self._visits: Counter[Address] = Counter()
        self._stops: frozenset[Address] = frozenset()
        self.engine = PythonEngine(tables, self._visit, limits.longest)

    def engine_at(self, address: Address) -> PythonEngine | None:
        """Who can run from *address*; it is translated now if it is wanted often."""
        if address not in self.engine:
            self._visit(address)
        return self.engine if address in self.engine else None

    def stop_at(self, addresses: frozenset[Address]) -> None:
        """Have translations end at *addresses*."""
        self._stops = addresses
        self.engine.stop_at(addresses)

    def _visit(self, address: Address) -> None:
        """Translate *address* if it was wanted often enough, or was translated before."""
        self._visits[address] += 1
        visits = self._visits[address]
        if visits == 1 and self._records is not None:
            for dependencies, code in self._records.at(address):
                if self._translations.holds(dependencies, self._stops):
                    if code is None:
                        self._visits[address] = BACK_OFF
                    else:
                        self._install(dependencies, code)
                    return
        if visits < self._hot_visits:
            return
        from emu.turbo.builder import Builder
        from emu.turbo.pysource import compile_tree

        builder = Builder(
            self._layout,
            self._tables.memory,
            lambda cell: bool(self._tables.code_map[cell]),
            self._translations.variable,
            self._stops,
            self._limits,
        )
        tree = builder.build(address)
        if tree is None:
            self._visits[address] = BACK_OFF
            never = builder.untranslatable(address)
            if self._records is not None and never is not None:
                self._records.add(never, None)
            return
        code = compile_tree(tree)
        self._install(tree.dependencies, code)
        if self._records is not None:
            self._records.add(tree.dependencies, code)

    def _install(self, dependencies: Dependencies, code: CodeType) -> None:
        self._register(Key(self._kind, dependencies.head), dependencies)
        self.engine.install(dependencies.head, code, dependencies.longest)
