"""A book that is not given up at the first novel reply.

The program closes its book when the other side plays anything but the expected move. In 1980 a
reader of COMPUTE II (no. 1, G. Stone) complained that the queen then comes out too early and
castling is lost, and gave a patch. What is here is that wish as a behaviour, not his code: on a
novel reply the next move of the book is played all the same if it is legal and the program itself
expects it to lose less than a pawn; else the book closes as ever. It is done by one poke before
key PC: the square on display becomes the one the book expects.
"""

import chess

from emu.notation import Poke
from microchess.engine.value import BASE
from microchess.game.centipawns import PAWN
from microchess.machine.program_cells import ProgramCells
from microchess.program import memory_map, openings
from microchess.program.chess_move import as_chess_move
from microchess.program.levels import Level
from microchess.program.memory_map import OMOVE
from microchess.program.squares import on_board
from microchess.program.table import HALF


def keep_open(cells: ProgramCells, board: chess.Board, white: bool, level: Level) -> Poke | None:
    """Keep the book open by a poke, which is returned; None where there is nothing to keep.

    *cells* are those of the program, which is about to answer on *board*, as *white* or as Black.
    """
    group, shown, table = cells.book_group(), cells.digits[-1], cells.table
    top = OMOVE + cells.omove & 0xFF
    first, last = memory_map.BOOK + openings.GROUP - 1, memory_map.BOOK + openings.SIZE - 1
    if group is None or not first <= top <= last:
        return None
    expected, man, target = group
    if expected in (shown, openings.END) or man >= HALF:
        return None
    found = as_chess_move(board, table[man], target, white)
    if found.move is None or not (found.legal and on_board(shown)):
        return None
    from microchess.engine.state import think

    candidates = think(table, level.check, level.turn).candidates
    values = {(candidate.man, candidate.to): candidate.value for candidate in candidates}
    if not board.is_castling(found.move) and values.get((man, target), 0) <= BASE - PAWN:
        return None
    cells.memory.poke(top, shown)
    return Poke(top, shown)
