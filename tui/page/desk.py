"""The machine's side of the page: a live session, reached by JSON alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import chess

from emu.chips.keypad import CONTROL_KEYS, MATRIX
from emu.errors import EmuError, ProgramFileError
from emu.files.programs import Source
from emu.notation import Poke
from microchess.errors import ImageError, MicroChessError
from microchess.machine.library import ANYWAY, Library, default_folder
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.program.openings import OPENINGS, named
from microchess.program.position import read_fen
from microchess.program.squares import CAPTURED, from_chess
from microchess.puzzles.puzzle import puzzle
from tui.page import door, wire
from tui.page.beginning import PageStart, begin
from tui.page.dropped import take
from tui.page.instruments.opening import DeskSide, Instruments, More, Pieces
from tui.page.links import fen_link, state_link
from tui.page.picture import BUTTONS, Pictures
from tui.page.storage import Store, StoredFolder
from tui.page.words import advice_json, level_in_short, review_json, value_json
from tui.session import faults
from tui.session.host import Life, LoopHost
from tui.session.new_game import NewGame
from tui.session.placing import all_men, cleared, putting
from tui.session.play import Play
from tui.session.session import Session
from tui.session.snapshot import Handed, Heard, Item, Notice, Snapshot
from tui.session.speeds import SPEEDS, speed_name
from tui.session.thought_words import describe_level
from tui.session.words import with_controls

Told = Callable[[str], None]
"""Takes a JSON object for the page: one of `tui.page.wire.ToPage`."""
_TAKEN = (
    "games (.pgn), saved machines (.kim-state), tapes (.wav), MicroChess (its author's listing, "
    "hex dump, paper tape, Intel HEX, S-records), KIM-1 ROMs"
)
"""Files for the page."""
_LINK = "link"
"""Name of the state that is asked for to make a link of it."""


class Desk:
    """A session for a page, on the running event loop; *tell* takes JSON for the page. *changed* is
    called when a file of the session was written, or images were added or forgotten. *more* fetches
    the modules of the instruments, where they are not at hand. *offers*: the images are those of
    the computer that serves the page.
    """

    def __init__(
        self,
        tell: Told,
        start: PageStart,
        changed: Callable[[], None],
        more: More | None = None,
        offers: bool = False,
    ) -> None:
        self._tell, self._changed, self._offers = tell, changed, offers
        self._pictures = Pictures()
        self._latest: Snapshot | None = None
        self._say(hello(start))
        self.session = Session(
            start.player,
            start.spec.monitor,
            self._published,
            start.setup,
            start.state,
            start.path,
            start.speed,
            LoopHost(),
        )
        self.session.runner.autosave.written = changed
        side = DeskSide(
            self.session.ask, self._say, self._notice, lambda: self._now, self._show, self._aside
        )
        self._instruments = Instruments(side, more)
        self._local: Mapping[str, Callable[..., None]] = {
            "new": self._new_game,
            "put": self._put,
            "position": self._position,
            "clear board": lambda: self._poke_table(cleared()),
            "full board": lambda: self._poke_table(all_men(self._now.game.computer)),
            "value": lambda index: self._say(value_json(self._now, index)),
            "advise": lambda: self._say(advice_json(self._now.game)),
            "review": lambda: self._say(review_json(self._now.game)),
            "puzzle": self._puzzle,
            "save pgn": self._save_pgn,
            "position link": self._link_position,
            "machine link": lambda: self.session.ask(Play.hand_state(_LINK)),
            "forget images": self._forget_images,
        }

    @classmethod
    def in_browser(
        cls,
        tell: Told,
        store: Store,
        fragment: str = "",
        keeps: str = "",
        more: More | None = None,
        offers: bool = False,
    ) -> Desk:
        """A session for a page that *store* keeps its files in; *fragment* is that of its address;
        *keeps*: why the session is not kept, empty where it is.
        """
        stored = StoredFolder(default_folder(), store)
        start = begin(fragment, keeps)
        desk = cls(tell, start, stored.look, more, offers)
        stored.look()
        return desk

    def start(self) -> None:
        """Begin."""
        self.session.host.start(self._living())

    def _living(self) -> Life:
        try:
            yield from self.session.life()
        except Exception as error:
            self._say(wire.EndedJson(type="ended", why=f"{type(error).__name__}: {error}"))
            raise

    def hear(self, text: str) -> None:
        """The page asks for something, in JSON; what is wrong with it is told."""
        with self._asked():
            try:
                message = json.loads(text)
            except (ValueError, RecursionError):
                raise door.DoorError("a message that is no JSON was refused") from None
            verb, values = door.read(message)
            if verb in door.OWNERS:
                self._instruments.do(verb, *values)
            elif verb in self._local:
                self._local[verb](*values)
            else:
                self.session.ask(door.VERBS[verb](*values))

    def file(self, name: str, data: bytes) -> None:
        """A file that was given to the page; what it is decides what becomes of it."""
        with self._asked():
            game = self._now.game
            if self._instruments.take(name, data):
                return
            if (commands := take(name, data, game)) is None:
                self._add_image(name, data)
            for command in commands or ():
                self.session.ask(command)

    @contextmanager
    def _asked(self) -> Iterator[None]:
        try:
            yield
        except (MicroChessError, EmuError) as error:
            self._notice(str(error), "error")
        except Exception as error:  # noqa: BLE001 - whatever it is, the session goes on
            self._notice(faults.record(error), "error")

    # Outwards

    def _say(self, message: wire.ToPage) -> None:
        self._tell(json.dumps(message, separators=(",", ":")))

    def _notice(self, text: str, severity: Any = "information") -> None:
        text = with_controls(text, BUTTONS)
        self._say(wire.NoticeJson(type="notice", text=text, severity=severity))

    def _published(self, item: Item) -> None:
        if isinstance(item, Snapshot):
            self._latest = item
            self._show()
        elif isinstance(item, Notice):
            self._notice(item.text, item.severity)
        elif isinstance(item, Handed) and item.name == _LINK:
            game = self._now.game
            link = state_link(item.text, game.computer, game.fen)
            self._say(wire.LinkJson(type="link", fragment=link))
        elif isinstance(item, Handed):
            self._say(wire.HandedJson(type="handed", name=item.name, text=item.text))
        elif isinstance(item, Heard):
            self._instruments.heard(item)

    def _aside(self, work: Pieces, goes_on: Callable[[float], bool]) -> None:
        def piece() -> bool:
            try:
                done = next(work)
            except StopIteration as ended:
                with self._asked():
                    ended.value()
                return False
            except Exception as error:  # noqa: BLE001 - whatever it is
                self._notice(faults.record(error), "error")
                return False
            return goes_on(done)

        def turn() -> None:
            if piece():
                loop.call_soon(turn)

        loop = asyncio.get_running_loop()
        loop.call_soon(turn)

    def _show(self) -> None:
        message = self._pictures.of(self._now)
        self._instruments.add(message, self._now)
        self._say(message)

    # What the session does not do itself

    @property
    def _now(self) -> Snapshot:
        if self._latest is None:
            raise MicroChessError("the machine is not ready yet")
        return self._latest

    def _put(self, source: chess.Square | str, target: chess.Square | None) -> None:
        """Whoever stands on the target goes from there."""
        game = self._now.game
        pokes = putting(game, source, target)
        there = None
        if target is not None:
            there = game.table.standing_on(from_chess(target, game.computer))
        if there is not None and all(one.address != TABLE + there for one in pokes):
            pokes = (Poke(TABLE + there, CAPTURED), *pokes)
        self._poke(*pokes)

    def _new_game(self, yours: chess.Color, level: Level, opening: str) -> None:
        """With an *opening* the other side may have to be the program's."""
        book = named(opening, not yours) if opening else None
        self.session.ask(Play.start_game(NewGame(not yours, level, book)))

    def _position(self, fen: str, yours: chess.Color | None) -> None:
        yours = read_fen(fen).turn if yours is None else yours
        level = self._now.game.level or Level.NORMAL
        about = f"a game from that position: you have {chess.COLOR_NAMES[yours].capitalize()}"
        self.session.ask(Play.start_game(NewGame(not yours, level, fen=fen, about=about)))

    def _poke_table(self, wanted: Mapping[int, int]) -> None:
        self._poke(*(Poke(TABLE + man, byte) for man, byte in wanted.items()))

    def _poke(self, *pokes: Poke) -> None:
        if pokes:
            self.session.ask(Play.poke(pokes))

    def _puzzle(self, number: str) -> None:
        self.session.ask(Play.start_game(NewGame.of_puzzle(puzzle(number))))

    def _save_pgn(self, name: str) -> None:
        self._say(wire.HandedJson(type="handed", name=name, text=self._now.game.pgn + "\n"))

    def _link_position(self) -> None:
        self._say(wire.LinkJson(type="link", fragment=fen_link(self._now.game.fen)))

    def _add_image(self, name: str, data: bytes) -> None:
        self._check_changes(name)
        try:
            Library().add([Source(name, data)])
        except (ImageError, ProgramFileError) as error:
            if isinstance(error, ImageError) and data.isascii():
                raise MicroChessError(str(error).removesuffix(ANYWAY)) from None
            why = error if data.isascii() else f"nothing here can use {name}"
            raise MicroChessError(f"{why}; the page takes {_TAKEN}") from None
        self._begin_again()

    def _forget_images(self) -> None:
        self._check_changes("images")
        library = Library()
        for entry in library.entries():
            library.remove(entry.name)
        self._begin_again()

    def _check_changes(self, what: str) -> None:
        if self._offers:
            raise MicroChessError(
                f"{what}: programs and ROMs are those of the computer that serves this page, where "
                "microchess image fetches, adds and removes them"
            )

    def _begin_again(self) -> None:
        self._changed()
        self._say(wire.AgainJson(type="again"))


def hello(start: PageStart) -> wire.HelloJson:
    """What a session is, and what there is to choose in it."""
    title = start.player.title
    return wire.HelloJson(
        type="hello",
        program=title,
        levels=[
            wire.ChoiceJson(
                name=one.title, title=level_in_short(one, title), about=describe_level(one, title)
            )
            for one in Level
        ],
        openings=[
            wire.ChoiceJson(
                name=one.key, title=one.name, for_computer="white" if one.computer else "black"
            )
            for one in OPENINGS
        ],
        speeds=[
            wire.ChoiceJson(name="" if one is None else f"{one:g}", title=speed_name(one))
            for one in SPEEDS
        ],
        keys=[*map(list, MATRIX), list(CONTROL_KEYS)],
        notes=list(start.notes),
    )
