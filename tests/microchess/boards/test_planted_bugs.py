"""Bugs planted in the code, and cells changed in the memory: the checks must see every one.

Each bug is a change to the source text of one module, which is built anew with it.
"""

from __future__ import annotations

import inspect
import random
import sys
from types import ModuleType
from typing import NamedTuple

import chess
import pytest

from microchess.boards import board_game as rules_module
from microchess.boards.board_game import BoardGame
from microchess.boards.perft import perft
from microchess.boards.registry import EXHIBITS, Exhibit, exhibit
from microchess.boards.representation import Representation
from microchess.boards.view import CellState
from tests.microchess.boards.checks import (
    CORNERS,
    DEPTHS,
    attack_problems,
    move_problems,
    oracle_leaves,
    position_problems,
    problems,
)
from tests.microchess.boards.invariants import faults
from tests.microchess.boards.positions import POSITIONS


class Bug(NamedTuple):
    """In *module*, *right* becomes *wrong*; seen with the memory *key*."""

    module: str
    key: str
    right: str
    wrong: str


NOTHING = Bug("board_game", "tscp", "import", "import")
OF_RULES = (
    ("KEEPS[start] & KEEPS[end]", "KEEPS[start]"),
    ("(start + end) // 2", "end"),
    ("if keeps_ep else NO_SQUARE", "if keeps_ep else self.ep"),
    ("number[rook.rook_to], extra", "number[rook.rook], extra"),
    ("men.demote(target, extra)", "pass"),
    ("men.restore(victim, taken)", "pass"),
    ("else self._keyed(men.key, move)", "else ()"),
    ("(*both, words[victim][end])", "both"),
)
"""Planted in the game that all memories share: castling, en passant, promotion; made and unmade."""
OF_MEMORIES = (
    Bug("tscp", "tscp", "else -1 for place", "else 0 for place"),
    Bug("arrays", "firstchess", ", self.color[source] = EMPTY, EMPTY", " = EMPTY"),
    Bug("bare", "firstchess-completed", "and 0 <= column < 8", ""),
    Bug("banksia", "banksia", "kind << 2 | side", "kind << 2"),
    Bug("banksia", "banksia-completed", '("king_to", "through")', '("king_to",)'),
    Bug("bell", "bell", "NOWHERE)[0] for files", "0)[0] for files"),
    Bug("bell", "bell", "if other[target] != EMPTY:\n                    break", "pass"),
    Bug("guarded", "10x12", "else GUARD for n", "else EMPTY for n"),
    Bug("vector", "15x12", "self.is_clear(source, square, step)", "True"),
    Bug("gnuchess", "gnuchess", "if there == NEUTRAL else nextdir[target]", ""),
    Bug("gnulists", "gnuchess", "self._rebuild = True", "pass"),
    Bug("gnulists", "gnuchess", "self.moved[target] += 1", "pass"),
    Bug("lists", "loop", "self.lists[number][place] = moved", "pass"),
    Bug("loop", "loop", "which = DARK", "pass"),
    Bug("nodes", "scorpio", "if following != NIL:", "if False:"),
    Bug("scorpio", "scorpio", "token >> 4, taken)", "NIL, taken)"),
    Bug("glaurung", "glaurung", "self.previous[after] = square, square", "_ = square, square"),
    Bug("prinz", "prinz", "KNIGHT[way][1]] == WALL", "KNIGHT[way][1]] == EMPTY"),
    Bug("numbered", "dorpsgek-in-c", "~self.alive(color) &", ""),
    Bug("dorpsgek_in_c", "dorpsgek-in-c", "self.piecemask[kind - 1] &= ~(1 << slot)", "pass"),
    Bug("attackwords", "dorpsgek", "if slot != NOBODY:", "if False:"),
    Bug("dorpsgek", "dorpsgek", "if len(met) == 1 and", "if len(met) == 9 and"),
    Bug("knightcap_men", "knightcap-completed", "slot, kind in SLIDERS)", "slot, True)"),
    Bug("rustic", "rustic", "self.piece_list[square] = NONE", "pass"),
    Bug("rustic_with_lists", "rustic-with-lists", "self.relist(", "bool("),
    Bug("bitboards", "rustic", "self.sides[side] ^= 1 << square", "pass"),
    Bug("microchess", "microchess", "rfind(byte, 0, SIZE)", "rfind(byte, 0, SIZE + 1)"),
    Bug("microchess", "microchess-extended", "[victim] = CAPTURED", "[victim] = 0x44"),
)
"""Planted in every memory, and for every check one that sees it."""


def rebuilt(module: ModuleType, bug: Bug) -> ModuleType:
    """The module with the bug in it."""
    source = inspect.getsource(module)
    assert source.count(bug.right) >= 1, f"{bug.right!r} is no longer in {module.__name__}"
    copy = ModuleType(module.__name__)
    exec(compile(source.replace(bug.right, bug.wrong), f"<{bug.wrong}>", "exec"), vars(copy))
    return copy


BOARDS = [(board, 3 if board.ep_square else 2) for board in map(chess.Board, CORNERS.values())]
BOARDS += [(position.board, depth) for position, depth in zip(POSITIONS, DEPTHS, strict=True)]


def caught(one: Exhibit, game_type: type[BoardGame] = BoardGame) -> str:
    """The first thing the checks see; a crash is one of them. Empty if they see nothing."""
    try:
        for board, depth in BOARDS:
            game = game_type(one.memory(), one.rules)
            if game.men.misfits(board):
                continue
            game.set_up(board)
            if found := next(problems(one, game, board), None):
                return found
            if (nodes := perft(game, depth)) != oracle_leaves(one.rules, board.fen(), depth):
                return f"{nodes} nodes in {board.fen()}"
    except Exception as crash:  # noqa: BLE001
        return repr(crash)
    return ""


BASES = Representation.__mro__


def test_nothing_is_caught_where_nothing_was_planted() -> None:
    assert not caught(exhibit("tscp"))
    source = rebuilt(rules_module, NOTHING)
    assert not caught(exhibit("tscp"), source.BoardGame)


@pytest.mark.parametrize(("right", "wrong"), OF_RULES)
def test_a_bug_in_the_rules_is_seen(right: str, wrong: str) -> None:
    broken = rebuilt(rules_module, Bug("board_game", "tscp", right, wrong))
    assert caught(exhibit("tscp"), broken.BoardGame)


@pytest.mark.parametrize("bug", OF_MEMORIES, ids=lambda bug: f"{bug.key}: {bug.right}")
def test_a_bug_in_a_memory_is_seen(bug: Bug) -> None:
    real = exhibit(bug.key)
    assert caught(Exhibit(real.key, _broken_memory(real, bug), real.rules))


def _broken_memory(real: Exhibit, bug: Bug) -> type[Representation]:
    """The memory built anew, the bug in one of the modules of its classes."""
    homes = [cls.__module__ for cls in real.memory.__mro__[::-1] if cls not in BASES]
    kept = {name: sys.modules[name] for name in homes}
    assert bug.module in {name.split(".")[-1] for name in kept}
    try:
        for name, module in kept.items():
            planted = bug if name.endswith(f".{bug.module}") else NOTHING
            sys.modules[name] = rebuilt(module, planted)
        found = getattr(sys.modules[homes[-1]], real.memory.__name__)
    finally:
        sys.modules.update(kept)
    assert isinstance(found, type)
    assert issubclass(found, Representation)
    return found


OF_CASTLING_ALONE = ("Mvboard", "castld")
"""GNU Chess's; most squares' counts, and the other side's, change no move now."""


@pytest.mark.parametrize("one", EXHIBITS, ids=lambda one: one.key)
def test_every_live_cell_matters(one: Exhibit) -> None:
    """Whichever live cell is changed to something its neighbours hold, a check sees it."""
    chance = random.Random(1)
    board = POSITIONS[3].board
    pristine = one.game(board)
    cells = [
        cell
        for panel in pristine.men.panels()
        for cell in panel.cells
        if cell.state is CellState.LIVE and panel.name not in OF_CASTLING_ALONE
    ]
    for cell in chance.sample(cells, min(len(cells), 60)):
        game = one.game(board)
        raw = game.men.banks[cell.bank].raw
        others = sorted({value for value in raw if value != cell.value}) or [cell.value ^ 1]
        raw[cell.index] = chance.choice(others)
        assert _damage(game, board), f"{cell.bank} {cell.name}: {cell.value} -> {raw[cell.index]}"


def _damage(game: BoardGame, board: chess.Board) -> bool:
    try:
        return bool(
            faults(game.men)
            or next(position_problems(game, board), None)
            or next(attack_problems(game, board), None)
            or next(move_problems(game, board), None)
        )
    except Exception:  # noqa: BLE001
        return True
