"""How a session in a page begins: player, link, the file it is kept in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import chess

import rom
from emu.chips.keypad import LAYOUT
from microchess.errors import MicroChessError
from microchess.game.session import KeptSession
from microchess.machine.choose import choose
from microchess.machine.player import Player
from microchess.machine.solver import PlayerSpec
from microchess.puzzles.puzzle import Puzzle
from tui.page.links import carries, read_link
from tui.page.messages import Hello
from tui.session.autosave import ORIGINAL, save_path, saved_session
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.thought_words import MEDIAN_1976
from tui.session.verbs import Asked

_FIRST = "{} plays, at full speed. Speed has its pace of 1976: 1 MHz, some {:g} s a move."


@dataclass(frozen=True)
class PageStart:
    """Who plays, the game that begins, the kept session or the machine of a link to go on with,
    where the session is kept (None: nowhere), at what speed it runs, and what to tell.
    """

    spec: PlayerSpec
    player: Player
    setup: NewGame
    state: KeptSession | Asked | None
    path: Path | None
    speed: float | None
    notes: tuple[str, ...]


def begin(fragment: str, keeps: str) -> PageStart:
    """As the address's *fragment* has it, else a game in which the person has White, against the
    program of the images that are there. *keeps*: why the session is not kept, empty where it is.
    """
    setup = NewGame(chess.BLACK)
    notes: tuple[str, ...] = ()
    try:
        spec = choose()
    except MicroChessError as error:
        spec, notes = PlayerSpec("rom"), (str(error),)
    player = spec.player()
    assert player is not None
    state: KeptSession | Asked | None = None
    linked = carries(fragment)
    try:
        carried = read_link(fragment, spec.monitor or rom.monitor())
        if isinstance(carried, chess.Board):
            setup = NewGame(computer=not carried.turn, level=setup.level, fen=carried.fen())
        elif isinstance(carried, Puzzle):
            setup, notes = NewGame.of_puzzle(carried), (*notes, str(carried))
        elif carried is not None:
            setup = replace(setup, computer=carried.computer, fen=None)
            state = Play.load_state("the link", carried.saved, carried.board)
    except MicroChessError as error:
        notes = (*notes, f"{error}; this game is not kept, yours is where you left it")
    if keeps and not linked:
        notes = (*notes, keeps)
    path = save_path(spec) if not keeps and not linked else None
    if path is not None:
        state, fault = saved_session(path)
        notes = (*notes, *filter(None, [fault]))
    speed = None if spec.name == ORIGINAL else 1.0
    if spec.name == ORIGINAL and path is not None and not path.exists():
        notes = (*notes, _FIRST.format(player.title, MEDIAN_1976[setup.level]))
    return PageStart(spec, player, setup, state, path, speed, (*spec.notes, *notes))


def hello(start: PageStart) -> Hello:
    """What a session is."""
    return Hello(program=start.player.title, keys=LAYOUT, notes=start.notes)
