"""MicroChess on the KIM-1 as a library: the names in ``__all__``, described in docs/library.md.

A name is loaded when it is first asked for, so importing one module of this package loads no other.

How a move becomes bytes, module by module: `program.move_text` reads it, `program.move_entry` turns
it into keys and pokes, `machine.operator` presses them, `machine.bridge` knows the program's cells
and reads its answer, `game.game` keeps the board beside it. How the program thinks, the exchange
after a capture included, is in `engine`. Around these: `uci`, `match`, `analysis`, `tour`, and
`boards`, the gallery of board representations.
"""

TYPE_CHECKING = False  # what type checkers take for true; loading typing takes too long here
if TYPE_CHECKING:
    from emu.errors import EmuError
    from emu.machine import Machine
    from microchess.engine.state import EngineState
    from microchess.errors import MicroChessError
    from microchess.game.game import Game
    from microchess.machine.bridge import Bridge
    from microchess.program.levels import Level
    from microchess.program.position import Position
    from microchess.program.reply import Candidate, Reply
    from microchess.program.squares import read_square, square_byte, square_name, square_number
    from microchess.program.table import PieceTable
    from microchess.shortcuts.asking import ask, candidate_rows, chess_move, compare_players
    from microchess.shortcuts.starting import boot_kim1, boot_microchess, new_game, players

__version__ = "1.0.0"
"""The version of the whole: of the package that is installed, and what ``--version`` says."""
__all__ = [
    "Bridge",
    "Candidate",
    "EmuError",
    "EngineState",
    "Game",
    "Level",
    "Machine",
    "MicroChessError",
    "PieceTable",
    "Position",
    "Reply",
    "ask",
    "boot_kim1",
    "boot_microchess",
    "candidate_rows",
    "chess_move",
    "compare_players",
    "new_game",
    "players",
    "read_square",
    "square_byte",
    "square_name",
    "square_number",
]

_HOMES = {
    "emu.errors": ("EmuError",),
    "emu.machine": ("Machine",),
    "microchess.engine.state": ("EngineState",),
    "microchess.errors": ("MicroChessError",),
    "microchess.game.game": ("Game",),
    "microchess.machine.bridge": ("Bridge",),
    "microchess.program.levels": ("Level",),
    "microchess.program.position": ("Position",),
    "microchess.program.reply": ("Candidate", "Reply"),
    "microchess.program.squares": ("read_square", "square_byte", "square_name", "square_number"),
    "microchess.program.table": ("PieceTable",),
    "microchess.shortcuts.asking": ("ask", "candidate_rows", "chess_move", "compare_players"),
    "microchess.shortcuts.starting": ("boot_kim1", "boot_microchess", "new_game", "players"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

if not TYPE_CHECKING:  # or they would believe that every name is there

    def __getattr__(name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(_HOME[name]), name)
        return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
