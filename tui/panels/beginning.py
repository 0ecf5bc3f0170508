"""A new game: who has which pieces, who plays, at what level, by what book; from where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

import chess

from microchess.engine.formula import IN_1976
from microchess.program.book import line
from microchess.program.levels import Level
from microchess.program.openings import OPENINGS, Opening
from microchess.program.position import read_fen, read_start
from microchess.puzzles.puzzle import puzzle, puzzle_from, puzzles
from tui.panels.blocks import Block, ChoiceBlock, ChoiceOption
from tui.panels.panel import Act, AskLine, Done, FrontEnd, OtherProgram, Panel, Pick
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Snapshot
from tui.session.thought_words import JANUS, describe_level
from tui.session.verbs import Asked

_DEFAULT, _NONE = "default", "none"
_COMES_WITH = "giuoco-piano"
_THINKS = "a book for White: with Black MicroChess thinks from the first move on"
_PUZZLE = "tactics mate blunder problem exercise train beat win"
_SIDES = tuple(ChoiceOption(name, name.capitalize()) for name in ("white", "black", "both"))


class BeginningPanel(Panel):
    """What is not chosen is as in the present game; that is left alone until another begins."""

    name = "beginning"
    form = True
    help = """\
Left and Right choose, Up and Down go from choice to choice, Enter starts. *Position* starts from a
FEN; the side that moves is yours until you choose another. *Puzzle* is a position in which
MicroChess has just blundered. Undo leads back to the game before.
"""

    def __init__(self) -> None:
        self._chosen: dict[str, str] = {}
        self._begun = 0
        """The game for which that was chosen."""

    def look(self, view: Snapshot) -> None:
        """With another game all is chosen anew."""
        if view.game.begun != self._begun:
            self._begun = view.game.begun
            self._chosen.clear()

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """A row for each choice."""
        setup, program = self._setup(view), view.game.program
        side = "both" if setup.both else chess.COLOR_NAMES[not setup.computer]
        yield ChoiceBlock("side", "You have", _SIDES, side)
        players = ChoiceOption("program", program), ChoiceOption("python", "Python")
        yield ChoiceBlock("player", "Player", players, "python" if setup.formula else "program")
        levels = (ChoiceOption(one.title, one.title, describe_level(one, program)) for one in Level)
        yield ChoiceBlock("level", "Level", tuple(levels), setup.level.title)
        yield ChoiceBlock("opening", "Opening", _openings(setup.computer), self._book)

    def actions(self, view: Snapshot) -> Iterator[Act]:
        """Begin, in one of several ways; what is chosen stands above that."""
        for one in self._ways(view):
            yield replace(one, at="opening")

    def _ways(self, view: Snapshot) -> Iterator[Act]:
        yield Act(
            "start", "Start", lambda: _start(self._setup(view)), "enter", "the game so chosen"
        )
        asks = AskLine("Position", "FEN: the pieces, and whose move it is", view.game.fen)
        about, also = "a game from a position, as FEN", "fen paste open import load"
        begins = partial(self._from, view)
        yield Act("position", "From FEN", begins, "", about, asks=asks, also=also)
        about, also = "from this position, with the other pieces", "switch swap other white black"
        yield Act("change_sides", "Change sides", lambda: _exchanged(view), "", about, also=also)
        now = puzzle_from(view.game.start)
        picks = Pick("Beat it from here", _puzzles(now.number if now else 0), "")
        about = "beat it from here: it has just blundered"
        yield Act("puzzle", "Puzzle", _solve, "", about, asks=picks, also=_PUZZLE)
        other = "MicroChess of 1976" if view.game.program == JANUS else JANUS
        about = f"{other} plays in place of {view.game.program}; each keeps its game"
        also = "player program original opponent"
        yield Act("other", other, lambda: OtherProgram(self._setup(view)), "", about, also=also)
        yield Act("end", "Back", self._leave, "escape", "to the game")

    def clicked(self, view: Snapshot, block: str, row: str) -> Done:
        """Another is chosen; a book for the other side is none for this one."""
        self._chosen[block] = row
        if self._book not in [one.value for one in _openings(self._setup(view).computer)]:
            del self._chosen["opening"]
        return None

    def _leave(self) -> Done:
        self._chosen.clear()
        return FrontEnd("board")

    @property
    def _book(self) -> str:
        return self._chosen.get("opening", _DEFAULT)

    def _setup(self, view: Snapshot) -> NewGame:
        like, chosen = NewGame.like(view), self._chosen
        side = chosen.get("side", "both" if like.both else chess.COLOR_NAMES[not like.computer])
        computer = side == "black"
        level = Level.named(chosen.get("level", like.level.title))
        key = self._book
        python = chosen.get("player", "python" if like.formula else "program") == "python"
        formula = like.formula or IN_1976 if python else None
        opening, both = _opening(key, computer), side == "both"
        return NewGame(computer, level, opening, book=key != _NONE, both=both, formula=formula)

    def _from(self, view: Snapshot, fen: str) -> Done:
        setup = self._setup(view)
        computer = setup.computer if "side" in self._chosen else None
        return from_position(setup, fen, computer), FrontEnd("board")


def from_position(like: NewGame, fen: str, computer: chess.Color | None) -> Asked:
    """A game from a FEN; the side that moves is the person's, if *computer* has none.

    Raises FenError, or PositionError where its pieces do not fit the table.
    """
    if computer is None:
        computer = not read_fen(fen).turn
    read_start(fen, computer)
    return Play.start_game(replace(like, computer=computer).at(fen))


def _start(setup: NewGame) -> Done:
    return Play.start_game(setup), FrontEnd("board")


def _exchanged(view: Snapshot) -> Done:
    like = NewGame.like(view)
    return from_position(like, view.game.fen, not like.computer), FrontEnd("board")


def _solve(number: str) -> Done:
    return _start(NewGame.of_puzzle(puzzle(number)))


@cache
def _puzzles(last: int) -> tuple[tuple[str, str], ...]:
    """All, from the one behind the *last* on."""
    every = [(str(one.number), str(one)) for one in puzzles()]
    return (*every[last:], *every[:last])


@cache
def _openings(computer: chess.Color) -> tuple[ChoiceOption, ...]:
    """Those of the program's side, each with its moves, which it plays at once."""
    own = _moves(_opening(_COMES_WITH, computer)) if computer else _THINKS
    names = [
        ChoiceOption(one.key, one.name, _moves(one)) for one in OPENINGS if one.computer == computer
    ]
    default = ChoiceOption(_DEFAULT, "its own", own)
    return (default, *names, ChoiceOption(_NONE, "none, it thinks"))


def _moves(opening: Opening | None) -> str:
    return chess.Board().variation_san(line(opening)) if opening else ""


def _opening(key: str, computer: chess.Color) -> Opening | None:
    """The book of that name for the program's side."""
    return next((one for one in OPENINGS if (one.key, one.computer) == (key, computer)), None)
