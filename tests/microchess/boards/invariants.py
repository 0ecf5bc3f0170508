"""What is always true of a memory: what of it comes back, what follows from its men, its faults.

The tables go by the name of a class; without a row, by that of the next it is derived from.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import islice
from typing import Any, TypeAlias

import chess

from microchess.boards.attackwords import NOBODY, NOWHERE
from microchess.boards.geometry import A1
from microchess.boards.representation import Representation
from microchess.boards.representations import loop, prinz
from microchess.boards.representations.edged import FIFTEEN
from microchess.boards.representations.glaurung import HEADS, WIDTH
from microchess.boards.representations.gnulists import NEUTRAL, ROOM
from microchess.boards.representations.knightcap import MATERIAL, PIECES, SEVENTH, SLIDING
from microchess.boards.representations.microchess import ENTRY
from microchess.boards.representations.nodes import NIL
from microchess.program.squares import CAPTURED, reverse
from microchess.program.table import HALF, SIZE

Facts: TypeAlias = dict[str, Hashable]


def live(men: Representation) -> Facts:
    """The memory without what making and unmaking a move may leave behind."""
    with men.unwatched():
        return _of(men, LIVE, _everything)


def settled(men: Representation) -> Facts:
    """What follows from the men as they stand, whatever moves have brought them there."""
    with men.unwatched():
        return _of(men, SETTLED, live)


def faults(men: Representation) -> list[str]:
    """Which of its invariants the memory breaks; empty when sound."""
    with men.unwatched():
        in_lists = type(men).__name__ == loop.Loop.__name__
        return [*_broken(men), *(_bishops_in_a_wrong_list(men) if in_lists else ())]


def _broken(men: Representation) -> Iterator[str]:
    """What would be other if the men, as they stand, were set up anew."""
    board = men.standing()
    for color in chess.COLORS:
        if (kings := len(board.pieces(chess.KING, color))) != 1:
            yield f"{kings} {chess.COLOR_NAMES[color]} kings"
            return
    anew = type(men)()
    anew.load(board)
    for (name, now), then in zip(settled(men).items(), settled(anew).values(), strict=True):
        if now != then and not (men.key and men.key.bank == name):
            yield f"{name}: {now}, set up anew {then}"
    if men.key and (now := men.key.cell[0]) != (then := men.key.worked_out(board)):
        yield f"{men.key.bank} is {now:016x}, worked out anew {then:016x}"


def _of(
    men: Representation, table: dict[str, Callable[[Any], Facts]], otherwise: Callable[[Any], Facts]
) -> Facts:
    names = (cls.__name__ for cls in type(men).__mro__)
    return next((table[name] for name in names if name in table), otherwise)(men)


def _everything(men: Representation) -> Facts:
    return dict(men.raw())


def _nodes_live(men: Any) -> Facts:
    """The nodes that are free keep what was written to them last."""
    links = tuple(
        tuple((men.square[node], men.previous[node]) for node in men.nodes(number))
        for number in range(1, 15)
    )
    return {**men.raw(), "previous": links, "next": links}


def _nodes_settled(men: Any) -> Facts:
    """The lists as sets, each man with whether his square and the node before know of him."""

    def joints(number: int) -> Iterator[tuple[int, bool, bool]]:
        before = NIL
        for node in islice(men.nodes(number), 64):
            square = men.square[node]
            yield square, men.node[square] == node, men.previous[node] == before
            before = node

    return {
        "board": tuple(men.board),
        "lists": tuple(frozenset(joints(number)) for number in range(1, 15)),
    }


def _placed(men: Any, number: int) -> frozenset[tuple[int, bool]]:
    """The squares of a list, and whether the index has each man's place."""
    return frozenset(
        (square, men.index[men.spot(number, square)] == place)
        for place, square in enumerate(men.listed(number))
    )


def _listed_live(men: Any) -> Facts:
    """Board, counters, and the lists as sets: their order and stale cells do not last."""
    return {
        "board": tuple(men.board),
        "count": tuple(men.count_of),
        "lists": tuple(_placed(men, number) for number in range(len(men.lists))),
    }


def _rustic_lists_live(men: Any) -> Facts:
    """The lists as sets; what is beyond their ends, and left in the index, does not last."""
    names = men.names
    kept = {name: cells for name, cells in men.raw().items() if name not in (*names, "index")}
    return {**kept, "lists": tuple(_placed(men, number) for number in range(len(names)))}


def _bishops_in_a_wrong_list(men: Any) -> Iterator[str]:
    light = {FIFTEEN.of[square] for square in chess.SquareSet(chess.BB_LIGHT_SQUARES)}
    for lists in loop.OF_SIDE.values():
        for number in (lists[loop.LIGHT][0], lists[loop.DARK][0]):
            for square in men.listed(number):
                if (square in light) != (number % 7 == loop.LIGHT):
                    name = FIFTEEN.name(square)
                    yield f"{loop.NAMES[number]}: {name} has the other colour"


def _gnu_live(men: Any) -> Facts:
    """The lists as sets: their order does not last, nor what is beyond their ends."""
    places = tuple(
        men.color[square] == NEUTRAL
        or men.list[men.color[square] * ROOM + men.place[square]] == square
        for square in A1.of
    )
    lists = tuple((men.king(color), frozenset(men.men(color))) for color in chess.COLORS)
    return {**men.raw(), "Pindex": places, "PieceList": lists}


def _gnu_settled(men: Any) -> Facts:
    """All but what is counted of the game."""
    return {**live(men), "Mvboard": (), "castld": ()}


def _linked(men: Any, head: int) -> tuple[tuple[int, bool], ...]:
    """Each man of a list, and whether the one before knows of him; at most as many as fit."""
    found: list[tuple[int, bool]] = []
    before = head
    while len(found) < 2 * WIDTH and (square := men.next[before]) != head + 1:
        found.append((square, men.previous[square] == before))
        before = square
    return (*found, (head + 1, men.previous[head + 1] == before))


def _glaurung_live(men: Any) -> Facts:
    """The links of squares without a man are what was written there last."""
    return {"board": tuple(men.board), "lists": tuple(_linked(men, head) for head in HEADS)}


def _glaurung_settled(men: Any) -> Facts:
    lists = tuple(frozenset(_linked(men, head)) for head in HEADS)
    return {"board": tuple(men.board), "lists": lists}


def _words_settled(men: Any) -> Facts:
    """Each man of a side, and whether index and words agree with where he is."""
    alive = [slot for slot, square in enumerate(men.squares) if square != NOWHERE]
    both = men.alive(chess.WHITE) | men.alive(chess.BLACK)
    return {
        "men": frozenset(
            (men.squares[s], men.kind(s), men.index[men.squares[s]] == s) for s in alive
        ),
        "alive": both == sum(1 << slot for slot in alive),
        "index": tuple(slot == NOBODY for slot in men.index),
        "words": [list(word) for word in men.words] == men.rebuilt(),
    }


def _dorpsgek_in_c_settled(men: Any) -> Facts:
    """That every man is in one mask of a type, too."""
    return {**_words_settled(men), "masks": sum(men.piecemask) == sum(men.sidemask)}


def _knightcap_settled(men: Any) -> Facts:
    """Codes, and what board and masks say of each man; a dead slider is among the sliders."""
    codes = frozenset(
        (
            code,
            square,
            code == 0 or men.board[square] == code,
            code != 0 and men.masks[SLIDING] >> slot & 1,
            *(men.masks[mask] >> slot & 1 for mask in (SEVENTH, PIECES, MATERIAL)),
        )
        for slot, (code, square) in enumerate(zip(men.codes, men.squares, strict=True))
    )
    return {**_words_settled(men), "codes": codes, "board": tuple(men.board)}


def _microchess_live(men: Any) -> Facts:
    """All but the ghost and what lies below the second stack's pointer."""
    raw = men.raw()
    return {**raw, "table": raw["table"][:SIZE], "stack": raw["stack"][raw["SP2"][0] :]}


def _microchess_settled(men: Any) -> Facts:
    """Who stands where, and the dead who are not dead; which slot is whose is the game's."""
    square, dead = men.numbering.square, (CAPTURED, reverse(CAPTURED))
    standing = [
        (square.get(byte, -byte), men.kind(man), men.top == (man < HALF))
        for man, byte in enumerate([*men.table][:SIZE])
        if byte not in dead
    ]
    return {"men": tuple(sorted(standing)), "SP2": men.pointer[0] % ENTRY}


def _bell_settled(men: Any) -> Facts:
    """The lists as sets, the king of each apart: a gap in a list is the game's."""
    return live(men) | {
        f"{chess.COLOR_NAMES[color]} list": (men.king(color), frozenset(men.men(color)))
        for color in chess.COLORS
    }


def _rustic_settled(men: Any) -> Facts:
    """The state is the game's."""
    return {**live(men), "game_state": ()}


def _prinz_settled(men: Any) -> Facts:
    """Who stands where, and whether the board has his number there."""
    alive = [man for man, square in enumerate(men.squares) if square != prinz.NOWHERE]
    return {
        "men": frozenset((men.squares[man], men.kinds[man], man < HALF) for man in alive),
        "numbers": all(men.board[men.squares[man]] == man for man in alive),
        "board": tuple(max(there, prinz.EMPTY - 1) for there in men.board),
        "kings": (men.kinds[0], men.kinds[HALF]),
    }


LIVE: dict[str, Callable[[Any], Facts]] = {
    "Scorpio": _nodes_live,
    "ListedBoard": _listed_live,
    "RusticWithLists": _rustic_lists_live,
    "GnuChess": _gnu_live,
    "Glaurung": _glaurung_live,
    "MicroChess": _microchess_live,
}
"""By class; without a row, all of the memory comes back."""
SETTLED: dict[str, Callable[[Any], Facts]] = {
    "Scorpio": _nodes_settled,
    "GnuChess": _gnu_settled,
    "Glaurung": _glaurung_settled,
    "AttackWords": _words_settled,
    "DorpsgekInC": _dorpsgek_in_c_settled,
    "KnightCap": _knightcap_settled,
    "MicroChess": _microchess_settled,
    "Bell": _bell_settled,
    "Rustic": _rustic_settled,
    "Prinz": _prinz_settled,
}
"""By class; without a row, what is live."""
