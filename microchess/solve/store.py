"""The table of a search: every position asked about, its reply, and how one leads to another.

It is an SQLite file: what a chunk of work found goes in as a whole or not at all, so a search
killed at any moment goes on where it was.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from zlib import crc32

from microchess.errors import MicroChessError
from microchess.solve.states import BY_USER, End

FORMAT = "microchess solve 3"
ROOT = 0
_SCHEMA = """
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE node (id INTEGER PRIMARY KEY, layer INTEGER NOT NULL, state BLOB NOT NULL UNIQUE,
    reply TEXT, grown INTEGER NOT NULL DEFAULT 0, crc INTEGER NOT NULL);
CREATE INDEX node_layer ON node (layer);
CREATE TABLE edge (parent INTEGER, move TEXT, child INTEGER, crc INTEGER NOT NULL,
    PRIMARY KEY (parent, move)) WITHOUT ROWID;
CREATE INDEX edge_child ON edge (child);
CREATE TABLE ending (parent INTEGER, move TEXT, kind TEXT, crc INTEGER NOT NULL,
    PRIMARY KEY (parent, move)) WITHOUT ROWID;
"""
_CHECKED = {
    "node": "layer, state, reply, grown",
    "edge": "parent, move, child",
    "ending": "parent, move, kind",
}
"""What the CRC in each row is of."""
_NEW = """INSERT OR IGNORE INTO node (layer, state, crc)
    VALUES (?1, ?2, crc_of(?1, ?2, NULL, 0))"""
_ANSWER = """UPDATE node SET reply = ?1, grown = ?2, crc = crc_of(layer, state, ?1, ?2)
    WHERE id = ?3"""
_PUT = "INSERT OR REPLACE INTO {} VALUES (?1, ?2, ?3, crc_of(?1, ?2, ?3))"


class TableFault(MicroChessError):
    """A file that is no table of this search."""


@dataclass(frozen=True)
class NodeResult:
    """What came of one node: the reply's UCI or the `End` it made, the user's moves that end the
    game there, and, once it is ``grown``, the others with the packed states they lead to.
    """

    node: int
    reply: str
    endings: tuple[tuple[str, str], ...] = ()
    children: tuple[tuple[str, bytes], ...] = ()
    grown: bool = False


class SolveTable:
    """The table in *path*, or in a file of its own that goes with it; *memory* MB are kept at hand.

    *settings* say what is searched: a table of anything else is refused. Leaving its ``with`` block
    closes the file. Raises TableFault.
    """

    def __init__(self, path: Path | None, settings: dict[str, str], memory: int) -> None:
        self.path = path
        settings = {"format": FORMAT, **settings}
        try:
            self._base = sqlite3.connect("" if path is None else path, isolation_level=None)
            try:
                self._open(settings, memory)
            except BaseException:
                self._base.close()
                raise
        except sqlite3.Error as error:
            raise TableFault(f"{path}: {error}; expected a table of microchess solve") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    def _open(self, settings: dict[str, str], memory: int) -> None:
        self._base.execute(f"PRAGMA cache_size = {-1024 * memory}")
        self._base.create_function("crc_of", -1, lambda *cells: crc32(repr(cells).encode()))
        if not self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            self._base.execute("PRAGMA journal_mode = WAL")
            with self._whole():
                for statement in _SCHEMA.split(";"):
                    self._base.execute(statement)
                self._base.executemany("INSERT INTO setting VALUES (?, ?)", settings.items())
            return
        found = dict(self._base.execute("SELECT name, value FROM setting"))
        for name, value in settings.items():
            if found.get(name) != value:
                raise TableFault(f"{self.path} has {name} {found.get(name)!r}; expected {value!r}")
        self._base.execute("PRAGMA journal_mode = WAL")
        ((state,),) = self._base.execute("PRAGMA quick_check(1)")
        if state != "ok":
            raise TableFault(f"{self.path} is damaged: {state}")
        for table, columns in _CHECKED.items():
            wrong = f"SELECT * FROM {table} WHERE crc IS NOT crc_of({columns}) LIMIT 1"
            for row in self._base.execute(wrong):
                what = f"{table} of position {row[0]}"
                raise TableFault(f"{self.path} is damaged: {what} is not what was written")

    def _whole(self) -> sqlite3.Connection:
        self._base.execute("BEGIN IMMEDIATE")
        return self._base

    def begin(self, children: Iterable[tuple[str, bytes]], layer: int) -> None:
        """The first nodes, reached from `ROOT`, unless they are there."""
        if not self.size(layer):
            self.add([NodeResult(ROOT, "", (), tuple(children), True)], layer - 1)

    def size(self, layer: int) -> int:
        return self._number("SELECT count(*) FROM node WHERE layer = ?", layer)

    def asked(self, layer: int) -> int:
        return self._number("SELECT count(reply) FROM node WHERE layer = ?", layer)

    def grown(self, layer: int) -> int:
        """Those whose children are known, or that have none."""
        return self._number("SELECT sum(grown) FROM node WHERE layer = ?", layer)

    def missing(self, layer: int, grow: bool, most: int) -> list[tuple[int, bytes, str | None]]:
        """At most *most* nodes of which the reply is not known, or with *grow* the children."""
        what = "NOT grown" if grow else "reply IS NULL"
        rows = f"SELECT id, state, reply FROM node WHERE layer = ? AND {what} ORDER BY id LIMIT ?"
        return self._base.execute(rows, (layer, most)).fetchall()

    def add(self, results: Iterable[NodeResult], layer: int) -> None:
        """Keep what came of nodes of *layer*, all or nothing. Raises TableFault (a full disk)."""
        try:
            with self._whole() as base, closing(base.cursor()) as cursor:
                for found in results:
                    self._add(cursor, found, layer)
        except sqlite3.Error as error:
            raise TableFault(f"{self.path}: {error}; what came before is kept") from None

    def _add(self, cursor: sqlite3.Cursor, found: NodeResult, layer: int) -> None:
        cursor.execute(_ANSWER, (found.reply, found.grown, found.node))
        cursor.executemany(_PUT.format("ending"), ((found.node, *one) for one in found.endings))
        for move, packed in found.children:
            cursor.execute(_NEW, (layer + 1, packed))
            known = cursor.execute("SELECT id, layer FROM node WHERE state = ?", (packed,))
            child, where = known.fetchone()
            if where == layer + 1:
                cursor.execute(_PUT.format("edge"), (found.node, move, child))

    def ends(self, kind: End, layer: int) -> list[tuple[int, str]]:
        """Nodes of *layer* and the user's moves behind them that end the game so; for an end that
        the program makes, no move.
        """
        if kind in BY_USER:
            rows = "SELECT parent, move FROM ending LEFT JOIN node ON id = parent WHERE kind = ? "
            rows += "AND coalesce(layer, 0) = ? ORDER BY state, move"
        else:
            rows = "SELECT id, '' FROM node WHERE reply = ? AND layer = ? ORDER BY state"
        return self._base.execute(rows, (kind.value, layer)).fetchall()

    def parents(self, node: int) -> list[tuple[int, str]]:
        """The nodes that lead to *node* by a reply and a move, and the moves; in an order that does
        not hang on when they were found.
        """
        rows = "SELECT parent, move FROM edge LEFT JOIN node ON id = parent WHERE child = ? "
        rows += "ORDER BY state, move"
        return self._base.execute(rows, (node,)).fetchall()

    def reply(self, node: int) -> str:
        """The reply given at *node*; empty at `ROOT`."""
        row = self._base.execute("SELECT reply FROM node WHERE id = ?", (node,)).fetchone()
        return row[0] if row else ""

    def replies(self) -> Iterator[tuple[int, int]]:
        """How many replies were asked for, by layer."""
        yield from self._base.execute(
            "SELECT layer, count(reply) FROM node GROUP BY layer HAVING count(reply) ORDER BY layer"
        )

    def _number(self, query: str, *values: int) -> int:
        return int(self._base.execute(query, values).fetchone()[0] or 0)
