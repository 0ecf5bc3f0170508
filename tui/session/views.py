"""Frozen views of a game and its machine."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import chess

from emu.machine import Machine
from emu.watch.memory import MemoryImage
from microchess.game.description import last_move
from microchess.game.game import Game
from microchess.game.record import EndedChapter
from microchess.program.memory_map import TABLE
from microchess.program.move_entry import vacant_types
from microchess.program.squares import to_chess
from microchess.program.table import SIZE, PieceTable
from tui.session.machine_view import MachineView
from tui.session.placing import men_of
from tui.session.snapshot import Earlier, GameView

_CHANGED = "the position was changed"


def view_game(game: Game, log: tuple[str, ...], date: str, both: bool, begun: int) -> GameView:
    """The game as it stands."""
    board, bridge = game.board, game.bridge
    root = board.root()
    first = root.ply()
    plies = range(first + 1, first + 1 + len(board.move_stack))
    last = board.peek() if board.move_stack else None
    sans, boards = walked(root, board.move_stack)
    return GameView(
        start=root.fen(),
        moves=tuple(move.uci() for move in board.move_stack),
        fen=board.fen(),
        men="".join(str(board.piece_at(square) or ".") for square in chess.SQUARES),
        table=bridge.table,
        problems=tuple(bridge.table.problems(game.computer == chess.WHITE)),
        computer=game.computer,
        turn=board.turn,
        legal=() if game.over else tuple(move.uci() for move in board.legal_moves),
        promotions=tuple(vacant_types(bridge.table, computers=game.computers_turn)),
        last=(last.from_square, last.to_square) if last else None,
        check=board.king(board.turn) if board.is_check() else None,
        result=game.result,
        verdict=game.verdict(),
        sans=sans,
        boards=boards,
        said=last_move(board) if last else "",
        comments=tuple(game.record.comments.get(ply, "") for ply in plies),
        first_ply=first,
        steps=len(game.history.past),
        plies=game.record.plies,
        both=both,
        can_redo=bool(game.history.future),
        level=bridge.level,
        level_bytes=bridge.level_bytes,
        program=game.player.title,
        log=log,
        earlier=tuple(map(_earlier, game.record.chapters)),
        record=game.record.copy(),
        headers=game.state.headers(date),
        begun=begun,
    )


def view_machine(machine: Machine, listening: bool) -> MachineView:
    """The machine as it stands."""
    return MachineView(
        readout=machine.readout(),
        registers=machine.registers,
        cycles=machine.cycles,
        instructions=machine.instructions,
        keys=machine.board.keypad.down,
        single_step=machine.single_step,
        memory=MemoryImage.of(machine),
        listening=listening,
    )


def at_another_time(view: GameView, machine: Machine) -> GameView:
    """The game as the table in *machine* has it; who stands where, and nothing of moves."""
    men = ["."] * len(chess.SQUARES)
    there = replace(view, table=PieceTable(machine.read(TABLE, SIZE)), last=None, check=None)
    for man, letter in men_of(there, off=False):
        men[to_chess(there.table[man], view.computer)] = letter
    return replace(there, men="".join(men))


@lru_cache(maxsize=64)
def _earlier(chapter: EndedChapter) -> Earlier:
    root = chapter.game.board()
    sans, _ = walked(root, chapter.game.mainline_moves())
    return Earlier(root.fen(), root.ply(), sans, chapter.why or _CHANGED)


def walked(
    root: chess.Board, moves: Iterable[chess.Move]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The *moves* from *root* on in SAN, and as in a FEN who stands where before and after each."""
    walk, sans, boards = root.copy(), [], [root.board_fen()]
    for move in moves:
        sans.append(walk.san_and_push(move))
        boards.append(walk.board_fen())
    return tuple(sans), tuple(boards)
