"""The session reached by JSON alone: commands through the door, snapshots out."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import chess
import pytest

from emu.files import statefile
from microchess.machine import choose, library
from microchess.machine.library import FOLDER_VARIABLE
from microchess.machine.player import janus
from microchess.machine.published import ADDRESS
from microchess.program.levels import Level
from microchess.puzzles.puzzle import puzzles
from microchess.tour.live import LiveMachine
from tests import synthetic
from tests.patience import PATIENCE
from tui import session
from tui.page import desk, images
from tui.page.desk import BUTTONS, Desk
from tui.page.encode import merged
from tui.page.links import state_link
from tui.screen.drawing.header import KEYS
from tui.session.livegame import LiveGame

FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


class Visitor:
    """What a page knows of a desk: the parts of its snapshots, these themselves, and all else."""

    def __init__(self, fragment: str = "") -> None:
        self.shown: dict[str, Any] = {}
        self.snapshots: list[dict[str, Any]] = []
        self.told: list[dict[str, Any]] = []
        self.desk = Desk.in_browser(self._hear, lambda *_: None, fragment)
        self.desk.start()

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "snapshot":
            merged(self.shown, message)
            self.snapshots.append(message)
        else:
            self.told.append(message)

    def ask(self, verb: str, *values: Any) -> None:
        message = {"do": verb, "values": list(values)}
        self.desk.hear(json.dumps(message))

    async def until(self, wanted: Callable[[], Any]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not wanted():
                await asyncio.sleep(0.01)

    async def linked(self) -> Visitor:
        """A visitor who has followed a link to this machine."""
        self.told.clear()
        self.ask("machine link")
        await self.until(lambda: self.told and self.told[-1]["type"] == "link")
        return Visitor(self.told[-1]["fragment"])

    async def ready(self, moves: int = 0) -> None:
        await self.until(
            lambda: (
                self.shown.get("activity") == "WAITING" and len(self.shown["game"]["sans"]) >= moves
            )
        )


@pytest.mark.asyncio
async def test_a_game_a_value_taken_apart_and_a_poke() -> None:
    visitor = Visitor()
    await visitor.ready()
    game = visitor.shown["game"]
    assert (game["mine"], game["men"][:8]) == (chess.WHITE, "RNBQKBNR")
    assert "e2e4" in game["movable"]
    levels = visitor.told[0]["levels"]
    assert levels[2]["title"] == "0.45 s a move"
    assert "less than 0.45 s at 1 MHz; the program of 1976 took 25 s" in levels[2]["about"]
    visitor.ask("set speed", None)
    visitor.ask("play", "a3")
    await visitor.ready(2)
    assert visitor.shown["thought"]["judged"] == 20
    visitor.ask("open panel", "thinking")
    await visitor.until(lambda: "panels" in visitor.snapshots[-1])
    blocks = visitor.snapshots[-1]["panels"]["thinking"]["blocks"]
    (table,) = (one for one in blocks if one["name"] == "candidates")
    visitor.ask("choose", "thinking", "candidates", table["rows"][-1][0])
    arrows = visitor.shown["arrows"]
    assert (len(arrows[0]), arrows[1:]) == (2, [None, None])
    told = {one["name"]: one for one in visitor.snapshots[-1]["panels"]["thinking"]["blocks"]}
    assert " beats " in told["why"]["text"]
    visitor.ask("move", "thinking", "candidates", -1)
    (moved,) = (
        one for one in visitor.snapshots[-1]["panels"]["thinking"]["blocks"] if "chosen" in one
    )
    assert moved["chosen"] == table["rows"][-2][0]
    visitor.ask("choose", "thinking", "parts", "WMOB")
    await visitor.until(lambda: visitor.told[-1].get("block") == "history")
    visitor.ask("act", "thinking", "again")
    assert visitor.told[-1]["type"] == "panelplay"
    visitor.ask("undo")
    await visitor.until(lambda: not visitor.shown["game"]["sans"])
    visitor.ask("put", "b1", "c3")
    await visitor.until(lambda: visitor.shown["game"]["men"][chess.C3] == "N")


@pytest.mark.asyncio
async def test_the_sessions_notices_name_what_the_page_has_no_keys() -> None:
    visitor = Visitor()
    await visitor.ready()
    visitor.ask("pause")
    visitor.ask("play", "a3")
    await visitor.until(lambda: visitor.told[1:])
    assert visitor.told[-1]["text"].endswith("the machine is paused: “Go on” lets it go on")
    assert visitor.shown["words"]["bar"] == {"told": "paused", "leave": "go on"}
    sources = "".join(path.read_text("utf-8") for path in Path(session.__path__[0]).glob("*.py"))
    named = set(re.findall(r"[ :]<([a-z ]+)>", sources))
    assert named == BUTTONS.keys() == KEYS.keys()
    assert not re.search(r"Ctrl\+|\bEsc\b|\b[a-oq-z] (goes|lets)", sources)


@pytest.mark.asyncio
async def test_of_a_file_with_several_games_it_is_said_which_one_is_there() -> None:
    visitor = Visitor()
    await visitor.ready()
    visitor.desk.file("two.pgn", b'[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 d5 *\n')
    await visitor.until(lambda: "game 1 of the 2 in two.pgn" in visitor.told[-1].get("text", ""))
    assert visitor.shown["game"]["sans"] == ["e4"]


@pytest.mark.asyncio
async def test_what_of_a_file_is_not_read_is_told_and_damage_is_refused() -> None:
    visitor = Visitor()
    await visitor.ready()

    def says(wanted: str) -> bool:
        return wanted in visitor.told[-1].get("text", "")

    for data, told in (
        (b'[Event "x\n1. e4 {unclosed e5 2. Nf3', "x.pgn: game 1: line 1: the tag Event is not"),
        ("1. e4 *".encode("utf-16"), "expected UTF-8"),
        (b'[White "M\xfcller"]\n[Result "?"]\n\n1. e4 1-0', "loaded: Müller - ? 1-0, 1 half-move"),
    ):
        visitor.desk.file("x.pgn", data)
        await visitor.until(partial(says, told))
    assert "game 1: line 2: the tag Result says '?', read as 1-0" in visitor.told[-1]["text"]


@pytest.mark.asyncio
async def test_a_link_opens_its_position() -> None:
    visitor = Visitor("#fen=" + FEN.replace(" ", "_"))
    await visitor.ready()
    assert visitor.shown["game"]["fen"] == FEN
    visitor.ask("position link")
    assert visitor.told[-1] == {"type": "link", "fragment": "#fen=" + FEN.replace(" ", "_")}


@pytest.mark.asyncio
async def test_a_machine_listens_whose_program_is_to_begin() -> None:
    machine = LiveMachine(janus())
    machine.begin(Level.NORMAL, chess.Board())
    machine.do("C")
    state = statefile.text(machine.bridge.machine.snapshot())
    visitor = Visitor(state_link(state, chess.WHITE))
    await visitor.ready()
    assert visitor.shown["activity"] == "WAITING"
    visitor.ask("let it move")
    await visitor.ready(1)


@pytest.mark.asyncio
async def test_what_a_link_shows_first_is_its_machine() -> None:
    machine = LiveMachine(janus())
    machine.begin(Level.NORMAL, chess.Board(FEN))
    state = statefile.text(machine.bridge.machine.snapshot())
    visitor = Visitor(state_link(state, machine.computer_white, FEN))
    await visitor.until(lambda: visitor.shown.get("game"))
    assert visitor.shown["game"]["fen"] == FEN
    assert [one["type"] for one in visitor.told] == ["hello"]


@pytest.mark.asyncio
async def test_all_that_is_seen_belongs_to_the_position_looked_at_and_the_bar_names_it() -> None:
    visitor = Visitor()
    await visitor.ready()
    visitor.ask("play", "e4")
    shown = visitor.shown
    await visitor.until(lambda: len(shown["game"]["sans"]) == 2 and shown["thought"])
    now = visitor.shown["words"]["bar"]
    digits = visitor.shown["machine"]["digits"]
    visitor.ask("open panel", "table")
    await visitor.until(lambda: "panels" in visitor.snapshots[-1])
    visitor.ask("look", 1)
    (men,) = visitor.snapshots[-1]["panels"]["table"]["blocks"]
    (reply,) = men["rows_at"].values()
    assert reply[1]["3"][0] == chess.square_name(shown["game"]["last"][0])
    visitor.ask("change", "table", "men", "0", "44")
    assert visitor.told[-1]["text"].startswith("an earlier position is looked at")
    told = "looking back: after e4; “Go on from here” plays on from it"
    assert visitor.shown["words"]["bar"] == {"told": told, "leave": "now"}
    assert visitor.shown["thought"] is None
    assert not any(map(any, visitor.shown["machine"]["digits"]))
    visitor.ask("look", None)
    assert (visitor.shown["words"]["bar"], visitor.shown["machine"]["digits"]) == (now, digits)
    assert visitor.shown["thought"]
    visitor.ask("setting up", True)
    assert visitor.shown["words"]["bar"]["leave"] == "now"
    visitor.ask("put", "h2", "h8")
    await visitor.until(lambda: "stuck on h8" in visitor.shown["words"]["bar"]["told"])
    visitor.ask("setting up", False)
    visitor.ask("open panel", "game")
    visitor.ask("act", "game", "review")
    assert visitor.told[-1]["text"] == "there are no moves to review since the position was changed"


@pytest.mark.asyncio
async def test_a_link_to_the_machine_opens_the_game_as_it_stands() -> None:
    knight = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    visitor = Visitor("#fen=" + knight.replace(" ", "_"))
    await visitor.ready()
    other = await visitor.linked()
    await other.until(lambda: other.shown.get("game", {}).get("fen") == knight)
    assert other.shown["words"]["bar"] == {"told": "your move: Black", "leave": ""}
    visitor.ask("set speed", 0.1)
    visitor.ask("play", "a6")
    await visitor.until(lambda: (visitor.shown["thought"] or {}).get("judged"))
    later = await visitor.linked()
    await later.ready(2)
    assert later.shown["game"]["sans"][0] == "a6"
    assert later.shown["words"]["bar"] == {"told": "your move: Black", "leave": ""}
    assert later.shown["game"]["mine"] == chess.BLACK
    told = [one.get("text", "") for one in other.told + later.told]
    assert not [text for text in told if "changed" in text]


@pytest.mark.asyncio
async def test_a_link_opens_a_puzzle_and_says_what_there_is_to_do() -> None:
    one = puzzles()[0]
    visitor = Visitor("#puzzle=1")
    await visitor.ready()
    assert visitor.shown["game"]["fen"] == one.board.fen()
    assert str(one) in visitor.told[0]["notes"]
    visitor.ask("puzzle", "2")
    await visitor.until(lambda: visitor.shown["game"]["fen"] == puzzles()[1].board.fen())
    visitor.ask("puzzle", "101")
    assert "expected a number from 1 to 100" in visitor.told[-1]["text"]


@pytest.mark.asyncio
async def test_an_error_of_the_program_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    visitor = Visitor()
    await visitor.ready()
    told = f"internal error: RuntimeError: out of order; see {tmp_path / 'faults.log'}"
    for place, name, *asked in (
        (LiveGame, "undo", "undo"),
        (desk, "fen_link", "position link"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(place, name, fails)
            visitor.told.clear()
            visitor.ask(*asked)
            await visitor.until(lambda: visitor.told and visitor.told[-1]["text"] == told)
    visitor.ask("play", "e4")
    await visitor.ready(2)
    monkeypatch.setattr(Desk, "_show", fails)
    visitor.ask("play", "d4")
    await visitor.until(lambda: visitor.told[-1]["text"] == told)


REFUSED: list[tuple[Any, str]] = [
    ([], "do and values"),
    ({"do": "quit", "values": []}, "cannot be asked"),
    ({"do": "watch step", "values": []}, "expected 1 values"),
    ({"do": "poke", "values": [[[81]]]}, "pairs of an address and a byte"),
    ({"do": "poke", "values": [[[81, 256]]]}, "cannot poke .100 at .0051: expected"),
    ({"do": "run to", "values": [True]}, "from 0 to 65535"),
    ({"do": "set speed", "values": [0]}, "or null"),
    ({"do": "set both", "values": [1]}, "true, false"),
    ({"do": "turn", "values": ["inside", "code", 2]}, "from -1 to 1"),
    ({"do": "back", "values": [-1]}, "or null"),
    ({"do": "point", "values": ["e9"]}, "expected a square"),
    ({"do": "set line", "values": [300.5, 1]}, "one of 50, 75"),
    ({"do": "type text", "values": [""]}, "at most 256"),
    ({"do": "open panel", "values": ["outside"]}, "table, thinking"),
    ({"do": "play", "values": ["e" * 17]}, "at most 16"),
    ({"do": "play", "values": [[[]]]}, "play: expected a text"),
]


@pytest.mark.asyncio
async def test_what_is_not_understood_is_refused_with_a_line() -> None:
    visitor = Visitor()
    await visitor.ready()
    for message, why in REFUSED:
        visitor.desk.hear(json.dumps(message))
        assert re.search(why, visitor.told[-1]["text"]), visitor.told[-1]


@pytest.mark.asyncio
async def test_the_listing_given_to_the_page_is_what_plays_when_it_is_loaded_again(
    monkeypatch: pytest.MonkeyPatch, own_data_folder: Path
) -> None:
    own = partial(library.Library, manifest=synthetic.manifest())
    for module in (images, choose):
        monkeypatch.setattr(module, "Library", own)
    visitor = Visitor()
    assert visitor.told[0]["program"] == "Janus"
    await visitor.ready()
    text = synthetic.LISTING.read_bytes()
    visitor.desk.file("letter.doc", text.replace(b"#$0F", b"#$0E", 1))
    told = "letter.doc is not Synthetic: $0200-$03F9 (THINK) differs"
    assert visitor.told[-1]["text"] == told
    visitor.desk.file("letter.doc", text)
    assert visitor.told[-1]["type"] == "again"
    kept = {path.name for path in own_data_folder.iterdir()}
    assert {"microchess.ptp", "microchess.notice.txt", "index.json"} <= kept
    again = Visitor()
    hello = again.told[0]
    assert hello["program"] == "Synthetic, 1976"
    assert hello["notes"] == [
        "Synthetic, 1976 plays, at full speed. Speed has its pace of 1976: 1 MHz, some 25 s a move."
    ]
    await again.ready()
    assert again.shown["speed"] is None


def test_the_page_says_where_the_program_of_1976_is() -> None:
    page = Path(images.__file__).parent / "front" / "index.html"
    assert f'href="{ADDRESS}"' in page.read_text()
