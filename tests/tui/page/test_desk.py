"""The session reached by JSON alone: commands through the door, snapshots out."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from array import array
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import chess
import pytest

from emu.cassette import wav
from emu.cassette.audio import Audio
from emu.cassette.tapes import record_wav
from emu.files import statefile
from emu.files.programs import Program, Segment
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
from tui.page.panels import changed
from tui.panels.blocks import (
    Mode,
    PaperBlock,
    SentenceBlock,
    TableBlock,
    TableCell,
    TableColumn,
    TableRow,
)
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

    async def ready(self, moves: int = 0) -> None:
        await self.until(
            lambda: (
                self.shown.get("activity") == "WAITING" and len(self.shown["game"]["sans"]) >= moves
            )
        )

    async def open(self, panel: str) -> None:
        """Open a panel: the first picture of it has come."""
        self.ask("open panel", panel)
        await self.until(lambda: panel in self.snapshots[-1].get("panels", {}))

    def block(self, panel: str, name: str) -> dict[str, Any]:
        """What was told last of a block."""
        pictures = (one.get("panels", {}).get(panel, {}) for one in reversed(self.snapshots))
        blocks = (one for picture in pictures for one in picture.get("blocks", ()))
        found: dict[str, Any] = next(one for one in blocks if one["name"] == name)
        return found

    def heard(self, text: str) -> bool:
        """Whether that was said, whatever was said since."""
        return any(text in one.get("text", "") for one in self.told)

    async def linked(self) -> Visitor:
        """A visitor who has followed a link to this machine."""
        self.told.clear()
        self.ask("machine link")
        await self.until(lambda: self.told and self.told[-1]["type"] == "link")
        return Visitor(self.told[-1]["fragment"])


async def begun(fragment: str = "") -> Visitor:
    """A visitor to whom the machine listens."""
    visitor = Visitor(fragment)
    await visitor.ready()
    return visitor


@pytest.mark.asyncio
async def test_a_game_a_value_taken_apart_and_a_poke() -> None:
    visitor = await begun()
    game = visitor.shown["game"]
    assert (game["mine"], game["men"][:8]) == (chess.WHITE, "RNBQKBNR")
    assert "e2e4" in game["movable"]
    assert visitor.shown["words"]["first"].startswith("You have White. Type e4")
    visitor.ask("press", "RS")
    await visitor.until(lambda: not visitor.shown["machine"]["listening"])
    assert not visitor.shown["words"]["first"], "the keypad is not the game's"
    visitor.ask("recover")
    visitor.ask("set speed", 0.1)
    visitor.ask("play", "a3")
    await visitor.until(lambda: visitor.shown["activity"] == "KEYING")
    assert not visitor.shown["words"]["first"], "the move is typed already"
    visitor.ask("set speed", None)
    await visitor.ready(2)
    assert visitor.shown["thought"]["judged"] == 20
    await visitor.open("thinking")
    rows = visitor.block("thinking", "candidates")["rows"]
    visitor.ask("choose", "thinking", "candidates", rows[-1][0])
    arrows = visitor.shown["arrows"]
    assert (len(arrows[0]), arrows[1:]) == (2, [None, None])
    assert " beats " in visitor.block("thinking", "why")["text"]
    visitor.ask("move", "thinking", "candidates", -1)
    assert visitor.block("thinking", "candidates")["chosen"] == rows[-2][0]
    visitor.ask("close panel", "thinking")
    assert visitor.shown["arrows"] is None, "they go with their panel"
    await visitor.open("thinking")
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
    visitor = await begun()
    visitor.ask("pause")
    visitor.ask("play", "a3")
    await visitor.until(lambda: visitor.told[1:])
    assert visitor.told[-1]["text"].endswith("the machine is paused: “Go on” lets it go on")
    assert visitor.shown["words"]["bar"] == {"told": "paused", "leave": "go on"}
    sources = "".join(path.read_text("utf-8") for path in Path(session.__path__[0]).glob("*.py"))
    named = set(re.findall(r"[ :]<([a-z ]+)>", sources))
    assert named == BUTTONS.keys() == KEYS.keys()
    tui = Path(session.__path__[0]).parent
    made = *tui.glob("panels/*.py"), *tui.glob("page/front/*.ts"), tui / "page/front/index.html"
    words = "".join(path.read_text("utf-8") for path in made)
    for button in re.findall("“(.*?)”", "".join(BUTTONS.values())):
        assert re.search(f'[">]{button}["<]', words), button
    assert not re.search(r"Ctrl\+|\bEsc\b|\b[a-oq-z] (goes|lets)", sources)


@pytest.mark.asyncio
async def test_files_are_taken_by_their_kind_and_what_is_not_read_of_them_is_told() -> None:
    visitor = await begun()
    for name, data, told in (
        ("x.pgn", UNCLOSED, "x.pgn: game 1: line 1: the tag Event is not"),
        ("x.pgn", "1. e4 *".encode("utf-16"), "expected UTF-8"),
        ("x.pgn", bytes(5_000_000), "x.pgn: 5,000,000 bytes; expected at most 4,194,304"),
        ("x.pgn", b'[White "M\xfcller"]\n[Result "?"]\n\n1. e4 1-0', "loaded: Müller - ? 1-0, 1 h"),
        ("t.WAV", record_wav(TAPE, 0xC1, 11_025, 8, speed=6), "t.WAV: 1 record"),
        ("t.wav", b"nothing", "t.wav is no WAV file"),
        (
            "me.png",
            bytes(range(256)),
            "can use me.png; the page takes games (.pgn), saved",
        ),
    ):
        visitor.desk.file(name, data)
        await visitor.until(partial(visitor.heard, told))
    assert visitor.heard("game 1: line 2: the tag Result says '?', read as 1-0")
    assert "address" not in visitor.told[-1]["text"]
    visitor.desk.file("two.pgn", b'[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 d5 *\n')
    await visitor.until(lambda: visitor.heard("game 1 of the 2 in two.pgn"))
    assert visitor.shown["game"]["sans"] == ["e4"]


UNCLOSED = b'[Event "x\n1. e4 {unclosed e5 2. Nf3'
TAPE = Program("t", (Segment(0x0200, b"abc"),), "memory")


@pytest.mark.asyncio
async def test_listening_to_a_tape_is_given_up_and_the_one_before_is_heard() -> None:
    visitor = await begun()
    visitor.desk.file("t.wav", record_wav(TAPE, 0xC1, 11_025, 8, speed=6))
    await visitor.until(lambda: visitor.heard("t.wav: 1 record"))
    await visitor.open("deck")
    noise = wav.write(Audio(8_000, (array("f", bytes(4 * 8_000 * 60)),)), 8)
    visitor.desk.file("long.wav", noise)
    await visitor.until(lambda: "long.wav, " in visitor.block("deck", "state")["text"])
    visitor.ask("act", "deck", "give_up")
    assert visitor.told[-1]["text"].startswith("no longer listening to long.wav, ")
    assert visitor.block("deck", "state")["text"].startswith("t.wav")
    visitor.ask("act", "deck", "hear")
    sound = visitor.block("deck", "sound")["data"]["data"]
    assert wav.read(base64.b64decode(sound), "heard").seconds > 1


@pytest.mark.asyncio
async def test_a_link_opens_its_position_or_its_puzzle() -> None:
    one = puzzles()[0]
    visitor = await begun("#puzzle=1")
    assert visitor.shown["game"]["fen"] == one.board.fen()
    assert str(one) in visitor.told[0]["notes"]
    await visitor.open("beginning")
    visitor.ask("answer", "beginning", "puzzle", "2")
    await visitor.until(lambda: visitor.shown["game"]["fen"] == puzzles()[1].board.fen())
    visitor.ask("answer", "beginning", "puzzle", "101")
    assert "expected a number from 1 to 100" in visitor.told[-1]["text"]
    fragment = "#fen=" + FEN.replace(" ", "_")
    visitor = await begun(fragment)
    assert visitor.shown["game"]["fen"] == FEN
    visitor.ask("position link")
    assert visitor.told[-1] == {"type": "link", "fragment": fragment}


@pytest.mark.parametrize("fen", ["", FEN], ids=["of the machine alone", "with its position"])
@pytest.mark.asyncio
async def test_what_a_link_to_a_machine_shows_first_is_it_and_it_listens(fen: str) -> None:
    machine = LiveMachine(janus())
    machine.begin(Level.NORMAL, chess.Board(fen or chess.STARTING_FEN))
    if not fen:
        machine.do("C")
    state = statefile.text(machine.bridge.machine.snapshot())
    visitor = Visitor(state_link(state, machine.computer_white, fen))
    await visitor.until(lambda: visitor.shown.get("game"))
    assert [one["type"] for one in visitor.told] == ["hello"]
    assert not fen or visitor.shown["game"]["fen"] == FEN
    await visitor.ready()
    visitor.ask("let it move")
    await visitor.ready(1)


@pytest.mark.asyncio
async def test_a_link_to_the_machine_opens_the_game_as_it_stands() -> None:
    knight = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    visitor = await begun("#fen=" + knight.replace(" ", "_"))
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
    assert not other.heard("changed")
    assert not later.heard("changed")


@pytest.mark.asyncio
async def test_all_that_is_seen_belongs_to_the_position_looked_at_and_the_bar_names_it() -> None:
    visitor = await begun()
    visitor.ask("play", "e4")
    shown = visitor.shown
    await visitor.until(lambda: len(shown["game"]["sans"]) == 2 and shown["thought"])
    now, digits = shown["words"]["bar"], shown["machine"]["digits"]
    await visitor.open("table")
    visitor.ask("look", 1)
    (reply,) = visitor.block("table", "men")["rows_at"].values()
    assert reply[1]["3"][0] == chess.square_name(shown["game"]["last"][0])
    visitor.ask("change", "table", "men", "0", "44")
    assert visitor.told[-1]["text"].startswith("an earlier position is looked at")
    told = "looking back: after e4; “Go on from here” plays on from it"
    assert shown["words"]["bar"] == {"told": told, "leave": "now"}
    assert shown["thought"] is None
    assert not any(map(any, shown["machine"]["digits"]))
    visitor.ask("play", "Ke5")
    assert visitor.told[-1]["severity"] == "warning"
    assert visitor.told[-1]["text"].startswith("an earlier position: “Go on from here” plays on")
    visitor.ask("look", None)
    assert (shown["words"]["bar"], shown["machine"]["digits"]) == (now, digits)
    assert shown["thought"]
    await visitor.open("lenses")
    assert visitor.block("lenses", "first-last")["text"].startswith("last change; written: ")
    visitor.ask("act", "lenses", "watch")
    assert visitor.told[-1]["text"].startswith("how its own bytes change is not known")
    await visitor.open("kilobyte")
    visitor.ask("watch", shown["thought"]["began"])
    for _ in range(3):
        visitor.ask("watch step", 1)
    await visitor.until(lambda: "counters" in visitor.block("kilobyte", "map")["data"]["said"])
    visitor.ask("watch", shown["thought"]["end"])
    await visitor.until(lambda: shown["machine"]["cycles"] == shown["thought"]["end"])
    assert shown["machine"]["text"] == "0F1434"
    visitor.ask("watch", None)
    await visitor.until(lambda: not shown["watching"])
    visitor.ask("set up")
    await visitor.until(lambda: shown["words"]["bar"]["leave"] == "now")
    visitor.ask("play", "e4")
    assert visitor.told[-1]["text"] == "setting up a position: Done plays on from it"
    visitor.ask("put", "h2", "h8")
    await visitor.until(lambda: "stuck on h8" in shown["words"]["bar"]["told"])
    visitor.ask("play on", "white", None)
    await visitor.open("game")
    visitor.ask("act", "game", "review")
    assert visitor.told[-1]["text"] == "there are no moves to review since the position was changed"


@pytest.mark.asyncio
async def test_the_python_engine_reviews_and_plays_by_other_weights() -> None:
    visitor = await begun()
    await visitor.open("game")
    visitor.ask("act", "game", "review")
    assert "no moves to review" in visitor.told[-1]["text"]
    visitor.ask("set speed", None)
    visitor.ask("play", "a3")
    await visitor.ready(2)
    visitor.ask("act", "game", "review")
    rows = visitor.block("game", "review")["rows"]
    assert [row[1][0][0].split()[0] for row in rows] == ["1.", "1..."]
    for row, looking in ("2", None), ("1", 1):
        visitor.ask("choose", "game", "review", row)
        assert visitor.shown["looking"] == looking
    visitor.ask("look", None)
    await visitor.open("formula")
    visitor.ask("change", "formula", "weights", "WMOB", "-9")
    assert visitor.block("formula", "weights")["numbers_at"]["1"] == {"2": -9}
    assert visitor.shown["arrows"][1]
    visitor.ask("change", "formula", "weights", "WMOB", "200")
    assert "WMOB" in visitor.told[-1]["text"]
    visitor.ask("act", "formula", "keep")
    text = visitor.told[-1]["text"]
    visitor.ask("act", "formula", "reset")
    assert not visitor.shown["arrows"][1]
    visitor.ask("act", "formula", "take")
    visitor.desk.file("mine.toml", text.encode())
    assert visitor.shown["arrows"][1]
    visitor.ask("act", "formula", "play_on")
    await visitor.until(lambda: visitor.heard("the replies are the Python engine's"))


@pytest.mark.asyncio
async def test_an_error_of_the_program_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    visitor = await begun()
    told = f"internal error: RuntimeError: out of order; see {tmp_path / 'faults.log'}"
    for place, name, asked in (LiveGame, "undo", "undo"), (desk, "fen_link", "position link"):
        with monkeypatch.context() as patch:
            patch.setattr(place, name, fails)
            visitor.told.clear()
            visitor.ask(asked)
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
    ({"do": "point", "values": ["e9"]}, "expected a square"),
    ({"do": "set line", "values": [300.5, 1]}, "one of 50, 75"),
    ({"do": "type text", "values": [""]}, "at most 256"),
    ({"do": "open panel", "values": ["outside"]}, "table, thinking"),
    ({"do": "play", "values": [[[]]]}, "play: expected a text"),
]


@pytest.mark.asyncio
async def test_what_is_not_understood_is_refused_with_a_line() -> None:
    visitor = await begun()
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
    visitor = await begun()
    assert visitor.told[0]["program"] == "Janus"
    text = synthetic.LISTING.read_bytes()
    visitor.desk.file("letter.doc", text.replace(b"#$0F", b"#$0E", 1))
    told = "letter.doc is not Synthetic: $0200-$03F9 (THINK) differs"
    assert visitor.told[-1]["text"] == told
    visitor.desk.file("letter.doc", text)
    assert visitor.told[-1]["type"] == "again"
    kept = {path.name for path in own_data_folder.iterdir()}
    assert {"microchess.ptp", "microchess.notice.txt", "index.json"} <= kept
    again = await begun()
    assert again.told[0]["program"] == "Synthetic, 1976"
    (note,) = again.told[0]["notes"]
    assert note.endswith("at full speed. Speed has its pace of 1976: 1 MHz, some 25 s a move.")
    assert again.shown["speed"] is None
    page = Path(images.__file__).parent / "front" / "index.html"
    assert f'href="{ADDRESS}"' in page.read_text(), "the page says where that program is"


def table(*rows: str, chosen: str = "") -> TableBlock:
    made = tuple(TableRow(text[0], (TableCell(text),)) for text in rows)
    return TableBlock("t", "Table", (TableColumn("Text"),), made, ("all",), chosen)


def test_of_a_block_only_what_is_another_travels() -> None:
    before = table("a1", "b1", "c1")
    known: dict[str, TableRow] = {}
    assert changed(before, table("a1", "b1", "c1"), known) is None
    whole = changed(None, before, known)
    assert whole is not None
    assert (whole["kind"], whole["name"], len(whole["rows"])) == ("Table", "t", 3)
    for now, travels in (
        (table("a1", "b2", "c1", chosen="b"), {"rows_at": {1: ["b", {0: ["b2"]}]}, "chosen": "b"}),
        (table("a1", "d1"), {"rows_from": [1, [["d", [["d1"]]]]]}),
        (table("a1", "b1"), {"rows_from": [2, []]}),
        (table("c1", "b2", "d1"), {"rows": ["c", "b", "d"]}),
    ):
        assert changed(before, now, known) == {"name": "t", **travels}
    paper = PaperBlock("p", "Paper", ("KIM", "EE"), 2, Mode("M", "", ""))
    later = replace(paper, lines=("KIM", "EEEE"), column=4)
    assert changed(paper, later, {}) == {"name": "p", "lines_at": {1: "EEEE"}, "column": 4}
    other = changed(before, SentenceBlock("t", "text"), known)
    assert other == {"kind": "Sentence", "name": "t", "text": "text", "tone": "", "spare": False}


@pytest.mark.asyncio
async def test_a_panel_is_told_of_while_it_is_open_and_is_as_it_was_left_when_loaded_again() -> (
    None
):
    visitor = await begun()

    def told() -> list[dict[str, Any]]:
        return [one["panels"]["table"] for one in visitor.snapshots if "panels" in one]

    await visitor.open("table")
    (whole,) = told()
    assert whole["order"] == ["men"]
    assert [act["label"] for act in whole["acts"]][:2] == ["Poke", "Take off"]
    visitor.ask("choose", "table", "men", "4")
    assert told()[-1]["blocks"] == [{"name": "men", "chosen": "4"}]
    visitor.ask("act", "table", "poke")
    assert visitor.told[-1] == {"type": "panelfocus", "panel": "table", "block": "men"}
    visitor.ask("change", "table", "men", "17", "x")
    assert visitor.told[-1]["text"].startswith("'x' is no byte")
    visitor.ask("change", "table", "men", "17", "44")
    await visitor.until(lambda: visitor.shown["game"]["table"][17] == 0x44)
    assert [*visitor.block("table", "men")["rows_at"]] == ["17"]
    visitor.ask("close panel", "table")
    number = len(told())
    visitor.ask("act", "table", "capture")
    await visitor.until(lambda: visitor.shown["game"]["table"][4] == 0xCC)
    assert len(told()) == number
    await visitor.open("lenses")
    visitor.ask("act", "lenses", "both")
    await visitor.until(lambda: visitor.desk.session.stop(0))
    again = await begun()
    await again.open("lenses")
    acts = again.snapshots[-1]["panels"]["lenses"]["acts"]
    assert [one["on"] for one in acts if one["name"] == "both"] == [True]
