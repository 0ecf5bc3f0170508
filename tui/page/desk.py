"""The machine's side of the page: a live session, reached by JSON alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any

import chess

from emu.chips.keypad import LAYOUT
from emu.errors import EmuError, ProgramFileError
from emu.files.programs import Source
from emu.notation import Poke
from microchess.errors import ImageError, MicroChessError
from microchess.game.session import KeptSession
from microchess.machine.library import Library, default_folder
from microchess.machine.sources import ANYWAY
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.program.openings import OPENINGS, named
from microchess.program.position import read_fen
from microchess.program.squares import CAPTURED, from_chess
from microchess.program.table import SIZE, man_in_words
from microchess.puzzles import puzzle as puzzles
from tui.page import asking
from tui.page.beginning import PageStart, begin
from tui.page.dropped import take
from tui.page.encode import Changes, message
from tui.page.later import Later, More
from tui.page.links import fen_link, state_link
from tui.page.messages import Again, Hello, Link, Offer, PanelFocus, PanelPlay
from tui.page.panels import PagePanels, PanelName
from tui.page.storage import Store, StoredFolder
from tui.panels.panel import Effect, Focus, MadeFile, PanelWork, PlayBack
from tui.session import faults
from tui.session.considered import arrows_at
from tui.session.explained import advised, reviewed
from tui.session.host import LoopHost
from tui.session.new_game import NewGame
from tui.session.placing import all_men, cleared, putting
from tui.session.play import Play
from tui.session.session import VERBS, Session
from tui.session.snapshot import Ended, Handed, Heard, Item, Notice, Snapshot
from tui.session.speeds import SPEEDS, speed_name
from tui.session.thought_words import describe_level, level_in_short
from tui.session.values import (
    BAUD_RATES,
    Color,
    Count,
    LevelName,
    Name,
    NameOrNone,
    Pasted,
    Square,
    Way,
    one_of,
    square,
    text,
    whole,
)
from tui.session.verbs import Asked, control, verbs_of
from tui.session.words import Words, as_looked_at, bar, what_is_odd, with_controls

Told = Callable[[str], None]
"""Takes a message for the page, as JSON."""
_TAKEN = (
    "games (.pgn), saved machines (.kim-state), tapes (.wav), MicroChess (its author's listing, "
    "hex dump, paper tape, Intel HEX, S-records), KIM-1 ROMs"
)
"""Files for the page."""
SquareOrMan = Annotated[
    chess.Square | str, one_of(*chess.SQUARE_NAMES, *"PNBRQKpnbrqk", read=square)
]
Fen = Annotated[str, text(128)]
Number = Annotated[str, text(4)]
Step = Annotated[int, whole(-16, 16)]
TypedText = Annotated[str, text(256)]
BUTTONS = {
    "go on": "“Go on”", "let it move": "“Let it move”", "stop": "“Stop”", "now": "“Back to now”",
    "pause": "“Pause”", "step out": "“Out”", "load": "“Load”", "reset": "“RS”, then “RUBOUT”",
    "play on": "“Go on from here”", "next puzzle": "“New game”, “Begin the puzzle”",
}  # fmt: skip
"""What `with_controls` calls things here."""
_SETTING_UP = "setting up a position: Done plays on from it"
_LINK = "link"
"""Name of the state that is asked for to make a link of it."""


class Desk:
    """A session for a page, on the running event loop; *tell* takes JSON for the page. *changed* is
    called when a file of the session was written, or images were added or forgotten. *more* fetches
    the modules of panels, where they are not at hand. *offers*: the images are
    those of the computer that serves the page.
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
        self._changes = Changes()
        self._latest: Snapshot | None = None
        self._looking: int | None = None
        self._sets_up = False
        self._say(hello(start))
        self._player = start.player
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
        later = Later(more, lambda text: self._notice(text, "error"))
        kept = start.state.settings if isinstance(start.state, KeptSession) else {}
        self._panels = PagePanels(later, self._carry_out, self._show, kept)

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
        self.session.start()

    def hear(self, text: str) -> None:
        """The page asks for something, in JSON; what is wrong with it is told."""
        with self._asked():
            name, values = asking.request(text)
            verb = asking.found(name, {**VERBS, **verbs_of(Desk)})
            read = asking.checked(verb, values)
            if verb.owner is Desk:
                verb.method(self, *read)
            else:
                self.session.ask(verb(*read))

    def file(self, name: str, data: bytes) -> None:
        """A file that was given to the page; what it is decides what becomes of it."""
        with self._asked():
            game = self._now.game
            if self._panels.take(name, data):
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

    def _say(self, value: object) -> None:
        self._tell(message(value))

    def _notice(self, text: str, severity: Any = "information") -> None:
        text = with_controls(text, BUTTONS)
        self._say(Notice(text=text, severity=severity))

    def _published(self, item: Item) -> None:
        if isinstance(item, Snapshot):
            before, self._latest = self._latest, item
            if item.watching or (before and before.game.moves != item.game.moves):
                self._looking = None
            self._panels.follow(item)
            self._show()
        elif isinstance(item, Notice):
            self._notice(item.text, item.severity)
        elif isinstance(item, Handed) and item.name == _LINK:
            game = self._now.game
            link = state_link(item.text, game.computer, game.fen)
            self._say(Link(fragment=link))
        elif isinstance(item, Handed | Ended):
            self._say(item)
        elif isinstance(item, Heard):
            self._panels.heard(item)

    def _show(self) -> None:
        now, looking = self._now, self._looking
        placing = (what_is_odd(now.game) or _SETTING_UP) if self._sets_up else ""
        above = bar(now, BUTTONS, looking, placing)
        seen = self._seen
        now = replace(seen, game=now.game)  # its board goes back by itself
        words = Words.of(now, above)
        arrows = arrows_at(now) or self._panels.arrows(now)
        parts = {"words": words, "arrows": arrows}
        self._tell(self._changes.of(now, parts, {"panels": self._panels.changes(seen)}))

    def _carry_out(self, panel: str, effect: Effect) -> None:
        match effect:
            case Notice(text, severity):
                self._notice(text, severity)
            case Handed() | MadeFile():
                self._say(effect)
            case Focus(block):
                self._say(PanelFocus(panel=panel, block=block))
            case PlayBack(block):
                self._show()
                self._say(PanelPlay(panel=panel, block=block))
            case PanelWork(begin):
                self._go_on(panel, begin(self._player))
            case Asked():
                self.session.ask(effect)

    def _go_on(self, panel: str, work: Iterator[Effect | None]) -> None:
        def piece() -> None:
            with self._asked():
                effect = next(work, self)
                if effect is self:
                    return
                if isinstance(effect, Effect):
                    self._carry_out(panel, effect)
                self._show()
                loop.call_soon(piece)

        loop = asyncio.get_running_loop()
        loop.call_soon(piece)

    # What the session does not do itself

    @property
    def _seen(self) -> Snapshot:
        """What is on view: the present, or what is looked at."""
        return as_looked_at(self._now, self._looking, self._sets_up)

    @property
    def _now(self) -> Snapshot:
        if self._latest is None:
            raise MicroChessError("the machine is not ready yet")
        return self._latest

    @control
    def look(self, half_moves: Count | None) -> None:
        """The board shows the game after so many half-moves, null: as it is now."""
        self._looking = half_moves
        self._show()

    @control
    def setting_up(self, on: bool) -> None:
        """Men are being set up, or no longer."""
        self._sets_up = on
        self._show()

    @control
    def put(self, source: SquareOrMan, target: Square | None) -> None:
        """Put a man on a square, or off the board; whoever stands there goes."""
        game = self._now.game
        pokes = putting(game, source, target)
        there = None
        if target is not None:
            there = game.table.standing_on(from_chess(target, game.computer))
        if there is not None and all(one.address != TABLE + there for one in pokes):
            pokes = (Poke(TABLE + there, CAPTURED), *pokes)
        self._poke(*pokes)

    @control
    def clear_board(self) -> None:
        """All men but the kings are taken off."""
        self._poke_table(cleared())

    @control
    def full_board(self) -> None:
        """All men as at the beginning."""
        self._poke_table(all_men(self._now.game.computer))

    def _poke_table(self, wanted: Mapping[int, int]) -> None:
        self._poke(*(Poke(TABLE + man, byte) for man, byte in wanted.items()))

    def _poke(self, *pokes: Poke) -> None:
        if pokes:
            self.session.ask(Play.poke(pokes))

    @control
    def new(self, yours: Color, level: LevelName, opening: NameOrNone) -> None:
        """A game with the men of one colour, and an *opening*, or empty."""
        book = named(opening, not yours) if opening else None
        self.session.ask(Play.start_game(NewGame(not yours, level, book)))

    @control
    def position(self, fen: Fen, yours: Color | None) -> None:
        """A game from a position, with the men of one colour, null: of who is to move."""
        yours = read_fen(fen).turn if yours is None else yours
        level = self._now.game.level or Level.NORMAL
        about = f"a game from that position: you have {chess.COLOR_NAMES[yours].capitalize()}"
        self.session.ask(Play.start_game(NewGame(not yours, level, fen=fen, about=about)))

    @control
    def puzzle(self, number: Number) -> None:
        """A puzzle."""
        self.session.ask(Play.start_game(NewGame.of_puzzle(puzzles.puzzle(number))))

    @control
    def advise(self) -> None:
        """A hint, and a threat."""
        self._say(advised(self._now.game))

    @control
    def review(self) -> None:
        """What the Python engine would have played."""
        self._say(reviewed(self._now.game))

    @control
    def save_pgn(self, name: Name) -> None:
        """Hand the game over as PGN."""
        self._say(Handed(name=name, text=self._now.game.pgn + "\n"))

    @control
    def position_link(self) -> None:
        """A link to the position."""
        self._say(Link(fragment=fen_link(self._now.game.fen)))

    @control
    def machine_link(self) -> None:
        """A link to the machine."""
        self.session.ask(Play.hand_state(_LINK))

    @control
    def open_panel(self, panel: PanelName) -> None:
        """A panel is looked at."""
        self._panels.begin(panel)

    @control
    def close_panel(self, panel: PanelName) -> None:
        """A panel is no longer looked at."""
        self._panels.close(panel)

    @control
    def act(self, panel: PanelName, act: Name) -> None:
        """An action of a panel; one that asks for a file has the next that is given."""
        self._panels.act(self._seen, panel, act)

    @control
    def answer(self, panel: PanelName, act: Name, value: Name) -> None:
        """An action of a panel that asks for one of several, or for a line."""
        self._panels.act(self._seen, panel, act, value)

    @control
    def choose(self, panel: PanelName, block: Name, row: Name) -> None:
        """A row of a block is chosen."""
        self._panels.happened(self._seen, panel, "clicked", block, row)

    @control
    def point(self, square: Square) -> None:
        """A square of the board is chosen, for panels that are about one."""
        self._panels.pointed(self._seen, square)

    @control
    def type_in(self, panel: PanelName, block: Name, value: TypedText) -> None:
        """Characters are typed in a block."""
        self._panels.happened(self._seen, panel, "typed", block, value)

    @control
    def paste_in(self, panel: PanelName, block: Name, value: Pasted) -> None:
        """A text is pasted into a block."""
        self._panels.happened(self._seen, panel, "pasted", block, value)

    @control
    def move(self, panel: PanelName, block: Name, down: Step) -> None:
        """So many rows of a block down, or bytes on."""
        self._panels.happened(self._seen, panel, "moved", block, down)

    @control
    def turn(self, panel: PanelName, block: Name, pages: Way) -> None:
        """Another part of a block."""
        self._panels.happened(self._seen, panel, "turned", block, pages)

    @control
    def fit(self, panel: PanelName, block: Name, columns: Count, rows: Count) -> None:
        """There is so much room for a block."""
        self._panels.fit(panel, block, columns, rows)

    @control
    def change(self, panel: PanelName, block: Name, row: Name, value: Name) -> None:
        """The cell of a row that can be typed into."""
        self._panels.happened(self._seen, panel, "changed", block, row, value)

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

    @control
    def forget_images(self) -> None:
        """Forget programs and ROMs."""
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
        self._say(Again())


def hello(start: PageStart) -> Hello:
    """What a session is, and what there is to choose in it."""
    title = start.player.title
    return Hello(
        program=title,
        levels=tuple(
            Offer(
                name=one.title, title=level_in_short(one, title), about=describe_level(one, title)
            )
            for one in Level
        ),
        openings=tuple(
            Offer(name=one.key, title=one.name, for_computer="white" if one.computer else "black")
            for one in OPENINGS
        ),
        speeds=tuple(
            Offer(name="" if one is None else f"{one:g}", title=speed_name(one)) for one in SPEEDS
        ),
        keys=LAYOUT,
        notes=start.notes,
        men=tuple(map(man_in_words, range(SIZE))),
        baud_rates=BAUD_RATES,
    )
