"""Panel Table: its blocks, and what is asked for there, for any front end."""

import chess
import pytest

from emu.notation import NotationError, Poke
from microchess.errors import MicroChessError
from microchess.program.squares import CAPTURED
from microchess.program.table import INITIAL_TABLE, PieceTable
from tests.tui.panels.moments import changed, done, moment
from tui.panels.blocks import SentenceBlock, TableBlock
from tui.panels.panel import Focus, effects
from tui.panels.table import TablePanel
from tui.session.play import Play
from tui.session.snapshot import Notice, Snapshot
from tui.session.timetravel import TimeTravel


@pytest.fixture
def view() -> Snapshot:
    return changed(moment(), computer=chess.WHITE, table=PieceTable(INITIAL_TABLE))


def shown(panel: TablePanel, view: Snapshot) -> tuple[TableBlock, list[SentenceBlock]]:
    men, *told = panel.blocks(view)
    assert isinstance(men, TableBlock)
    return men, [one for one in told if isinstance(one, SentenceBlock)]


def row(panel: TablePanel, view: Snapshot, man: int) -> list[str]:
    return [cell.text for cell in shown(panel, view)[0].rows[man].cells]


def test_each_man_has_address_name_byte_and_square_and_what_is_odd_is_told(view: Snapshot) -> None:
    panel = TablePanel()
    men, told = shown(panel, view)
    assert (len(men.rows), men.parts, told) == (32, ("computer: White", "you: Black"), [])
    assert row(panel, view, 0) == ["50", "♔ king", "03", "e1"]
    assert row(panel, view, 31) == ["6F", "♟ king's pawn", "63", "e7"]
    odd = PieceTable(INITIAL_TABLE).with_man(1, 0x03).with_man(9, 0x99).with_man(10, CAPTURED)
    view = changed(view, table=odd)
    assert row(panel, view, 1)[2:] == ["03", "e1!"]
    assert row(panel, view, 9)[2:] == ["99", "off?"]
    assert row(panel, view, 10)[2:] == ["CC", "off"]
    told = shown(panel, view)[1]
    assert [one.tone for one in told] == ["error", "warning"]
    assert told[0].text == "2 pieces on e1: the program sees the computer's queen"


def test_two_hex_digits_poke_the_chosen_man_and_escape_forgets_one(view: Snapshot) -> None:
    panel = TablePanel()
    with pytest.raises(MicroChessError, match="choose a piece first"):
        panel.typed(view, "men", "5")
    panel.clicked(view, "men", "2")
    assert panel.typed(view, "men", "5") is None
    assert row(panel, view, 2)[2] == "5_"
    panel.left(view, "men")
    assert row(panel, view, 2)[2] == "00"
    with pytest.raises(NotationError, match="z: expected a hex digit"):
        panel.typed(view, "men", "z")
    panel.typed(view, "men", "5")
    poke, told = effects(panel.typed(view, "men", "5"))
    assert poke == Play.poke((Poke(0x52, 0x55),))
    assert told == Notice("55: White's rook to c6")


def test_a_byte_typed_into_a_row_is_poked_and_another_text_refused(view: Snapshot) -> None:
    panel = TablePanel()
    poke, _ = effects(panel.changed(view, "men", "17", "$cc"))
    assert poke == Play.poke((Poke(0x61, CAPTURED),))
    with pytest.raises(NotationError, match="is no byte; expected"):
        list(effects(panel.changed(view, "men", "17", "xyz")))


def test_arrow_keys_choose_and_acts_are_about_the_chosen_man(view: Snapshot) -> None:
    panel = TablePanel()
    panel.follow(view)
    assert {one.off for one in panel.actions(view)} == {"choose a piece first"}
    for down, chosen in ((1, "0"), (-1, "31"), (1, "0"), (1, "1")):
        panel.moved(view, "men", down)
        assert shown(panel, view)[0].chosen == chosen
    assert done(panel, view, "poke") == [Focus("men", engaged=True)]
    assert done(panel, view, "written") == [TimeTravel.back_to_access(0x51, True)]
    assert done(panel, view, "read") == [TimeTravel.back_to_access(0x51, False)]
    assert done(panel, view, "capture") == [
        Play.poke((Poke(0x51, CAPTURED),)),
        Notice("CC: White's queen off the board"),
    ]
    off = changed(view, table=view.game.table.with_man(1, CAPTURED))
    assert done(panel, off, "capture") == [
        Notice("White's queen $51 is off the board already", "warning")
    ]


def test_in_another_game_nobody_is_chosen(view: Snapshot) -> None:
    panel = TablePanel()
    panel.follow(view)
    panel.moved(view, "men", 1)
    panel.follow(changed(view, computer=chess.BLACK))
    assert shown(panel, view)[0].chosen == "0"
    panel.follow(changed(view, begun=view.game.begun + 1))
    assert shown(panel, view)[0].chosen == ""
