"""What was done to the machine, in words: the lines of a live game's log."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from emu.notation import Poke
from microchess.game.game import Game
from microchess.machine.operator import Action
from microchess.program.memory_map import NAMES, TABLE
from microchess.program.slots import man_type
from microchess.program.squares import CAPTURED, on_board, to_chess
from microchess.program.table import HALF, SIZE
from tui.session.placing import all_men, cleared

_MOST = 4
"""So many pokes are told one by one."""


def keyed(action: Action, computer: chess.Color, what: str) -> str:
    """``pressed for e5: 6 3 4 3 F``, and the bytes poked; *what* the keys were for."""
    keys = f"pressed for {what}: {' '.join(action.keys)}"
    return f"{keys}; {poked(action.pokes, computer)}" if action.pokes else keys


def poked(pokes: Sequence[Poke], computer: chess.Color) -> str:
    """``poked $51 = CC (White's queen off the board)``; many pokes only counted."""
    if len(pokes) > _MOST:
        addresses = sorted(poke.address for poke in pokes)
        return f"poked {len(pokes)} bytes, ${addresses[0]:02X} to ${addresses[-1]:02X}"
    return "poked " + ", ".join(_one(poke, computer) for poke in pokes)


def of_all_men(pokes: Sequence[Poke], computer: chess.Color) -> str:
    """``cleared the board`` or ``the initial position``; empty where *pokes* do neither."""
    if set(pokes) == {*cleared()}:
        return "cleared the board"
    return "the initial position" if set(pokes) == {*all_men(computer)} else ""


def _one(poke: Poke, computer: chess.Color) -> str:
    meaning = means(poke, computer)
    return f"${poke.address:02X} = {poke.value:02X}{f' ({meaning})' if meaning else ''}"


def means(poke: Poke, computer: chess.Color) -> str:
    """``White's queen off the board``: what a poked byte means; empty where it has no name."""
    man = poke.address - TABLE
    if not 0 <= man < SIZE:
        return NAMES.get(poke.address, "")
    name = whose(man, computer)
    if on_board(poke.value):
        return f"{name} to {chess.square_name(to_chess(poke.value, computer))}"
    return f"{'' if poke.value == CAPTURED else 'no square: '}{name} off the board"


def whose(man: int, computer: chess.Color) -> str:
    """``White's queen``: man 0-31, the program having *computer*."""
    color = computer if man < HALF else not computer
    return f"{chess.COLOR_NAMES[color].capitalize()}'s {chess.piece_name(man_type(man))}"


def san_of(board: chess.Board, back: int = 1) -> str:
    """The last move, or one so many half-moves *back*; empty where there is none."""
    if not board.move_stack:
        return ""
    before = board.copy(stack=back)
    *_, move = (before.pop() for _ in range(back))
    return before.san(move)


def who_moves(game: Game) -> str:
    """Whose move it is, as far as there is a game of chess at all."""
    count = len(game.bridge.table.living)
    men = "1 piece" if count == 1 else f"{count} pieces"
    if game.over:
        return f"{men}, nothing to play: {game.verdict()}"
    side = chess.COLOR_NAMES[game.board.turn].capitalize()
    if game.board.status() & chess.STATUS_OPPOSITE_CHECK:
        return f"{men}, {side} to move, who can take the king: no game of chess allows that"
    return f"{men}, {side} to move: {'MicroChess' if game.computers_turn else 'you'}"
