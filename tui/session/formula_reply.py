"""The Python engine replies in the program's place, by weights of its own."""

from microchess.engine.formula import IN_1976, Formula
from microchess.errors import MoveError
from microchess.game.game import Game
from microchess.machine.bridge import Thinking
from microchess.program.chess_move import squares_of
from microchess.program.memory_map import POINTS
from microchess.program.reply import best_of
from tui.session.logwords import keyed
from tui.session.thought_tracker import POINTS_SIZE, ThoughtTracker


def replying(game: Game, thoughts: ThoughtTracker, formula: Formula) -> Thinking[str]:
    """Key in the move that the Python engine chooses; what to log of it. Empty, with nothing done,
    where it has none that chess allows.
    """
    from microchess.engine.search import Search

    table, points = game.bridge.table, game.bridge.machine.read(POINTS, POINTS_SIZE)
    search = Search(table.data, points, *game.bridge.level_bytes, formula=formula)
    found = tuple(search.think())
    best = best_of(found)
    way = best and squares_of(table[best.man], best.to, game.computer)
    try:
        move = game.parse(way.uci()) if way else None
    except MoveError:
        move = None
    if best is None or move is None:
        return ""
    thoughts.begin(False, formula != IN_1976)
    for one in found:
        thoughts.judged(one)
    san = game.board.san(move)
    action = yield from game.playing(move, reply=True)
    game.history.past.pop()  # one undo takes back both moves
    thoughts.end(bytes((best.man, table[best.man], best.to)).hex().upper())
    return f"{keyed(action, game.computer, san)} (the Python engine's)"
