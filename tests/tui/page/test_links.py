"""Links that carry a position or a machine."""

import base64
import re
import zlib
from pathlib import Path

import chess
import pytest

import rom
from emu.files import statefile
from emu.machine import Machine
from microchess.machine.library import FOLDER_VARIABLE
from microchess.machine.player import janus
from microchess.puzzles.puzzle import puzzles
from microchess.tour.chapter import Chapter, built_in
from tui.page.beginning import begin
from tui.page.build.front import with_panels
from tui.page.links import LinkedState, LinkError, fen_link, read_link, state_link

FRONT = Path(__file__).parents[3] / "tui/page/front"
PANELS = FRONT.parents[1] / "panels"

FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


@pytest.fixture(scope="module")
def link() -> str:
    return state_link(statefile.text(janus().boot().machine.snapshot()), chess.WHITE)


def test_positions_and_puzzles_come_back_from_their_links_and_other_fragments_are_none() -> None:
    monitor = rom.monitor()
    assert read_link(fen_link(FEN), monitor) == chess.Board(FEN)
    assert read_link("#fen=" + FEN.replace(" ", "%20"), monitor) == chess.Board(FEN)
    assert read_link("#puzzle=7", monitor) == puzzles()[6]
    for fragment in ("", "#", "#about", "#other=1"):
        assert read_link(fragment, monitor) is None


def test_a_machine_comes_back_from_its_link_which_is_short(link: str) -> None:
    state = janus().boot().machine.snapshot()
    linked = read_link(link, rom.monitor())
    assert isinstance(linked, LinkedState)
    assert linked.computer
    saved = linked.saved
    machine = Machine(rom.monitor(), state.expansions)
    machine.restore(saved.on(rom.monitor()))
    assert machine.snapshot() == state
    assert read_link(link + "&you=white", rom.monitor()) == LinkedState(saved, chess.BLACK)
    tail = f"&you=white&fen={FEN.replace(' ', '_')}"
    assert read_link(link + tail, rom.monitor()) == LinkedState(saved, False, chess.Board(FEN))
    assert state_link(statefile.text(state), chess.BLACK, FEN) == link + tail
    assert len(link) < 8000
    assert set(link[1:]) <= {*"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_="}


def packed(text: bytes) -> str:
    return "#state=" + base64.urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")


def test_a_damaged_link_is_refused_with_the_reason(link: str) -> None:
    for damaged, why in (
        ("#puzzle=0", "no puzzle '0'; expected a number from 1 to 100"),
        ("#puzzle=seven", "no puzzle 'seven'"),
        ("#puzzle=", "no puzzle ''"),
        ("#fen=no_position", "no FEN"),
        ("#fen=8/8/8/8/8/8/8/8_w_-_-_0_1", "cannot be followed"),
        (f"{link}&fen=8", "no FEN"),
        (link[:-40], "damaged"),
        (f"{link[:200]}A{link[201:]}", "damaged"),
        ("#state=%%%", "damaged"),
        ("#state=", "damaged"),
        (packed(b" " * 50_000_000), "larger"),
        (packed(b"[" * 100_000), "damaged"),
    ):
        with pytest.raises(LinkError, match=why):
            read_link(damaged, rom.monitor())
    with pytest.raises(LinkError, match="another ROM"):
        read_link(link, bytes(len(rom.monitor())))


def test_a_link_that_cannot_be_followed_leaves_the_kept_game_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    for fragment in ("#state=eJw", "#puzzle=999", "#fen=8"):
        start = begin(fragment, "")
        assert (start.path, start.state) == (None, None), fragment
        (told,) = start.notes
        assert told.startswith("the link cannot be followed")
        assert "this game is not kept" in told
    assert begin("", "").path is not None


def test_a_link_may_name_open_parts_of_the_page() -> None:
    state = statefile.text(Machine(rom.monitor()).snapshot())
    fragment = state_link(state, chess.BLACK, chess.STARTING_FEN, ("keys", "table"))
    assert "&open=keys,table&" in fragment
    carried = read_link(fragment, rom.monitor())
    assert isinstance(carried, LinkedState)
    assert (carried.computer, carried.board) == (chess.BLACK, chess.Board())


@pytest.mark.parametrize("chapter", built_in(), ids=lambda one: one.name)
def test_what_a_chapter_has_one_do_in_the_page_is_there(chapter: Chapter) -> None:
    parts, _, words = chapter.task.here.partition(" ")
    page = with_panels((FRONT / "index.html").read_text("utf-8"))
    for part in parts.split(","):
        assert f' id="{part}"' in page
    named = re.findall(r"\*(.+?)\*", words)
    assert named
    drawn = *FRONT.glob("*.ts"), *PANELS.glob("*.py")
    everywhere = page + "".join(one.read_text("utf-8") for one in drawn)
    for name in named:
        assert name in everywhere, name
