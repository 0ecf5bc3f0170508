"""Every memory in the gallery. A new one is a file under ``representations`` and a line here."""

from dataclasses import dataclass

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.recorder import CellRecorder
from microchess.boards.representation import Representation
from microchess.boards.representations.bare import Banksia, FirstChess, TwoDimensional
from microchess.boards.representations.bell import Bell
from microchess.boards.representations.dorpsgek import Dorpsgek
from microchess.boards.representations.dorpsgek_in_c import DorpsgekInC
from microchess.boards.representations.edged import TenByTwelve, Vector, ZeroX88
from microchess.boards.representations.glaurung import Glaurung
from microchess.boards.representations.gnuchess import GnuChess
from microchess.boards.representations.knightcap import KnightCap
from microchess.boards.representations.listed import RusticWithLists, SixteenByTwelve
from microchess.boards.representations.loop import Loop
from microchess.boards.representations.microchess import MicroChess
from microchess.boards.representations.ours import ExtendedMicroChess, RebuiltGnuChess
from microchess.boards.representations.prinz import Prinz
from microchess.boards.representations.rustic import Rustic
from microchess.boards.representations.rustic_without_list import RusticWithoutList
from microchess.boards.representations.scorpio import Scorpio
from microchess.boards.representations.tscp import Tscp
from microchess.boards.rules import COMPLETE, BoardRules, Promotion, rights_of, rights_text
from microchess.boards.view import BoardView
from microchess.errors import BoardError

_MICROCHESS = BoardRules(castling=False, en_passant=False, promotion=Promotion.NONE)
_PRINZ = BoardRules(False, False, Promotion.NONE, double_step=False)
_FIRSTCHESS = BoardRules(castling=False, en_passant=False, promotion=Promotion.STEPS)
_FIRSTCHESS_COMPLETED = "completed: castling, en passant, any promotion"
_KNIGHTCAP = BoardRules(promotion=Promotion.QUEEN)
_BANKSIA = BoardRules(out_of_check=True)


@dataclass(frozen=True)
class Exhibit:
    """A memory with the rules it is played by, under a name for the command line.

    One that is ``ours``, a variant that no program had, is in lists and tables only if asked for.
    """

    key: str
    memory: type[Representation]
    rules: BoardRules = COMPLETE
    variant: str = ""
    ours: bool = False

    @property
    def title(self) -> str:
        """The program's name, and which variant of it."""
        return f"{self.memory.title}, {self.variant}" if self.variant else self.memory.title

    @property
    def about(self) -> str:
        """Whose memory it is, of which year, and how it holds a board."""
        year = f" ({self.memory.year})" if self.memory.year else ""
        return f"{self.memory.title}{year}: {self.memory.idea.partition('. ')[0].rstrip('.')}"

    def game(self, board: chess.Board, recorder: CellRecorder | None = None) -> BoardGame:
        """The position in this memory, watched by *recorder* if there is one.

        Raises PositionError when it is no legal position or does not fit.
        """
        game = BoardGame(self.memory(recorder), self.rules)
        game.set_up(board)
        return game

    def left_out(self, board: chess.Board) -> str:
        """What of *board* the program does not know and goes on without, in a sentence or none."""
        rights, square, found = rights_text(rights_of(board)), board.ep_square, []
        if not self.rules.castling and rights != "-":
            found.append(f"castling rights {rights}")
        if not self.rules.en_passant and square is not None and board.has_legal_en_passant():
            found.append(f"the capture en passant on {chess.square_name(square)}")
        return f"{self.title} does not know {' nor '.join(found)}" if found else ""

    def view(self, game: BoardGame) -> BoardView:
        """What *game*, one of this exhibit's, looks like now."""
        panels = (*game.men.panels(), game.panel())
        return BoardView(self.key, self.title, self.rules.badges(), panels)


EXHIBITS = (
    Exhibit("microchess", MicroChess, _MICROCHESS, "as published"),
    Exhibit("microchess-extended", ExtendedMicroChess, ours=True),
    Exhibit("prinz", Prinz, _PRINZ, "reconstructed"),
    Exhibit("loop", Loop, variant="reconstructed"),
    Exhibit("scorpio", Scorpio),
    Exhibit("glaurung", Glaurung, variant="reconstructed"),
    Exhibit("knightcap", KnightCap, _KNIGHTCAP, "as published"),
    Exhibit("knightcap-completed", KnightCap, COMPLETE, "completed: any promotion", True),
    Exhibit("dorpsgek", Dorpsgek),
    Exhibit("dorpsgek-in-c", DorpsgekInC, variant="reconstructed"),
    Exhibit("tscp", Tscp),
    Exhibit("firstchess", FirstChess, _FIRSTCHESS, "as published"),
    Exhibit("firstchess-completed", FirstChess, COMPLETE, _FIRSTCHESS_COMPLETED, True),
    Exhibit("banksia", Banksia, _BANKSIA, "as published"),
    Exhibit("banksia-completed", Banksia, COMPLETE, "completed: no castling out of check", True),
    Exhibit("bell", Bell, variant="reconstructed"),
    Exhibit("gnuchess", GnuChess),
    Exhibit("gnuchess-rebuilt", RebuiltGnuChess, ours=True),
    Exhibit("8x8", TwoDimensional),
    Exhibit("0x88", ZeroX88),
    Exhibit("10x12", TenByTwelve),
    Exhibit("15x12", Vector),
    Exhibit("16x12", SixteenByTwelve, variant="reconstructed"),
    Exhibit("rustic", Rustic),
    Exhibit("rustic-with-lists", RusticWithLists, variant="reconstructed"),
    Exhibit("rustic-without-list", RusticWithoutList),
)

SHOWN = tuple(one for one in EXHIBITS if not one.ours)
"""What lists and tables have; the others, our own variants, are asked for."""

FORMER_NAMES = {"linked": "scorpio", "piece-sets": "knightcap-completed"}
"""Names that exhibits had before, by what is now closest to them."""


def exhibit(key: str) -> Exhibit:
    """The exhibit of that name. Raises BoardError naming all there are."""
    key = FORMER_NAMES.get(key, key)
    for one in EXHIBITS:
        if one.key == key:
            return one
    names = ", ".join(one.key for one in EXHIBITS)
    raise BoardError(f"no board {key!r}; the boards are {names}")
