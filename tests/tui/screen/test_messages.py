"""What is said beside the move line, and in dialogs, goes when it is no longer true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest
from textual.screen import Screen
from textual.widgets import Input, Label

from tests.tui.driver import Driver, running
from tui.screen.screens.ask import ChooseScreen
from tui.screen.screens.help import HelpScreen
from tui.screen.screens.new_game import NewGameScreen
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.keysline import key_sign
from tui.screen.widgets.messageline import MessageLine
from tui.session.play import Play
from tui.session.snapshot import SET_UP, Notice

pytestmark = pytest.mark.asyncio


async def test_a_message_goes_with_the_next_thing_done(tmp_path: Path) -> None:
    async with running((80, 24)) as driver:
        main = driver.app.main
        now = await driver.play("e5", 3)

        await driver.pilot.press("ctrl+o")
        await driver.answer(str(tmp_path / "none.pgn"))
        assert "No such file" in driver.refused
        await driver.pilot.press("escape")
        main.ask(Play.set_level(now.game.level))  # type: ignore[arg-type]
        await driver.pilot.pause()
        assert driver.said == "level super-blitz, from the next reply on"
        await driver.pilot.press("e", "9", "enter")
        await driver.hear("is no move")
        assert "is no move" in driver.said
        await driver.show_panel("machine")
        assert driver.said == ""

        file = tmp_path / "game.pgn"
        await driver.pilot.press("ctrl+s")
        await driver.answer(str(file.with_suffix("")))
        await driver.seen(lambda: driver.said == f"written to {file}")
        file.write_text("another game")
        for answer, kept in ("escape", True), ("r", False):
            await driver.pilot.press("ctrl+s")
            await driver.answer(str(file))
            await driver.seen(lambda: isinstance(driver.app.screen, ChooseScreen))
            await driver.pilot.press(answer)
            await driver.seen(lambda kept=kept: (file.read_text() == "another game") is kept)  # type: ignore[misc]
        await driver.pilot.press("ctrl+s")
        for nameless in (".", "/", str(tmp_path)):
            await driver.answer(nameless)
            assert "that is no file" in driver.refused
        await driver.pilot.press("escape")
        await driver.show_panel("game")
        await driver.pilot.press("left", "left")
        assert main.query_one(BoardWidget).picture.men != now.game.men
        await driver.pilot.press("ctrl+o")
        await driver.answer(str(file))
        await driver.seen(lambda: main.view.looking is None)
        assert main.query_one(BoardWidget).picture.men == now.game.men
        assert driver.said.startswith("loaded: MicroChess - You *, 3 half-moves")

        await driver.pilot.press("n")
        await driver.seen(lambda: isinstance(driver.app.screen, NewGameScreen))
        form = driver.app.screen
        fen, fault = form.query_one(Input), form.query_one("#fault", Label)
        fen.value = "8/8"
        await driver.pilot.click("#start")
        assert "8/8" in str(fault.content)
        assert form.focused is fen
        fen.value = "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1"
        await driver.pilot.press("enter")
        assert "could take the king of Black" in str(fault.content)
        fen.value = ""
        await driver.seen(lambda: not str(fault.content))


async def test_a_long_error_of_a_position_leaves_the_buttons_in_view_at_80_columns() -> None:
    async with running((80, 24)) as driver:
        await driver.pilot.press("n")
        await driver.seen(lambda: isinstance(driver.app.screen, NewGameScreen))
        form = driver.app.screen
        fault = form.query_one("#fault", Label)
        form.query_one(Input).value = "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        await driver.pilot.press("enter")
        await driver.seen(lambda: "pppppppp/9" in str(fault.content))
        await driver.pilot.pause()
        inside = form.query_one(".box").content_region
        for name in ("#start", "#cancel", "#fault", "Input"):
            region = form.query_one(name).region
            assert region.height, name
            assert inside.contains_region(region), (name, region, inside)


async def test_what_was_said_before_a_reply_or_while_the_screen_is_taken_down_is_no_fault() -> None:
    async with running() as driver:
        now = await driver.your_move(1)
        set_up = replace(now, game=replace(now.game, sans=()))
        for item in (set_up, Notice(f"{SET_UP}White to move: MicroChess"), now):
            driver.app.publish(item)
        await driver.pilot.pause()
        assert driver.said == ""
        await driver.app.main.query(MessageLine).remove()
        driver.app.publish(Notice("too late"))
        await driver.pilot.pause()
        assert [notice.text for notice in driver.app.notices][-1] == "too late"


async def test_keys_go_back_to_the_panel_and_never_to_another_button() -> None:
    async with running((120, 40)) as driver:
        main = driver.app.main
        await driver.pilot.press("f8", *"Nbd7", "escape", "ctrl+t")
        await driver.until(lambda s: s.line.fitted)
        await driver.pilot.press("ctrl+t", "escape", "f2", *"e5", "enter")
        await driver.your_move(3)
        await driver.press_button("game", "Undo")
        await driver.until(lambda s: s.game.can_redo)
        await driver.press_button("game", "Redo")
        await driver.until(lambda s: not s.game.can_redo)
        assert main.focused is main.query_one(BoardWidget)


async def test_brackets_of_a_name_from_outside_are_no_markup() -> None:
    name = "keys [/b] [@click=app.quit]x[/].toml"
    async with running((80, 24), notes=(name,)) as driver:
        await driver.app.push_screen(Screen())
        driver.app.notify(f"{name} again")
        await driver.pilot.pause()
        told = list(driver.app._notifications)
        assert [(one.message, one.markup) for one in told] == [
            (name, False),
            (f"{name} again", False),
        ]


async def test_a_refusal_goes_when_another_square_is_chosen_and_ctrl_c_tells_how_to_leave() -> None:
    async with running((80, 24)) as driver:
        board = driver.app.main.query_one(BoardWidget)
        await driver.pilot.press(*"d1d7", "enter")
        await driver.hear("is not legal")
        await driver.click(board, offset=driver.cell(chess.D5))
        assert driver.said == ""
        await driver.pilot.press("ctrl+c")
        assert driver.said == "Ctrl+Q leaves MicroChess"
        await driver.begin_anew()
        await driver.pilot.press("f7", "f1")
        await driver.seen(lambda: isinstance(driver.app.screen, HelpScreen))
        assert isinstance(driver.app.screen, HelpScreen)
        assert driver.app.screen.text.startswith("## Boards")
        await driver.pilot.press("escape", "f8")
        await driver.until(lambda _: driver.app.main.is_current)
        await driver.show_panel("formula")
        driver.app.main.query_one("#formula-weights").focus()
        await driver.pilot.pause()
        signs = {key_sign(one) for one in driver.app.main.active_bindings.values()}
        assert {",", "."} <= signs
        driver.app.main.query_one(BoardWidget).focus()
        await driver.pilot.pause()
        signs = {key_sign(one) for one in driver.app.main.active_bindings.values()}
        assert "Del" in signs
        assert all(map(str.isprintable, signs))


async def test_what_came_from_outside_commands_no_terminal(tmp_path: Path) -> None:
    clear = "\x1b[2J\x9b2J\x07\x00\u202e"
    async with running((100, 30)) as driver:
        main = driver.app.main
        main.view.say(f"one{clear}two")
        driver.app.notify(f"three{clear}four")
        path = tmp_path / "game.pgn"
        header = f'[White "MicroChess"]\n[Termination "{clear}"]\n[Result "1-0"]\n\n'
        path.write_text(f"{header}1. e4 {{ {clear} }} e5 2. Nf3 1-0\n")
        await driver.pilot.press("ctrl+o")
        await driver.answer(str(path))
        await driver.hear("1-0, 3 half-moves; the game ended")
        driver.app.push_screen(
            ChooseScreen(f"five{clear}six", f"seven{clear}eight", (("a", clear),))
        )
        await driver.seen(lambda: isinstance(driver.app.screen, ChooseScreen))
        await driver.pilot.pause()
        for screen in (main, driver.app.screen):
            painted = [strip.text for strip in screen._compositor.render_strips()]
            assert all(line.isprintable() for line in painted), painted
            assert len({len(line) for line in painted}) == 1


def left_part(driver: Driver) -> list[str]:
    """What is painted above the last line, left of the board's edge."""
    edge, app = driver.app.main.query_one(BoardWidget).region.right, driver.app
    painted: Any = app.screen._compositor.render_update(
        full=True, screen_stack=app._background_screens
    )
    return ["".join(part.text for part in parts)[:edge] for parts in painted.strips[:-1]]


async def test_a_dialog_leaves_the_board_to_be_seen_where_there_is_room_beside_it() -> None:
    async with running((200, 60)) as driver:
        board = driver.app.main.query_one(BoardWidget)
        for size, beside in (((200, 60), True), ((80, 24), False)):
            await driver.pilot.resize_terminal(*size)
            before = left_part(driver)
            await driver.pilot.press("n")
            await driver.seen(lambda: isinstance(driver.app.screen, NewGameScreen))
            await driver.pilot.pause()
            assert (left_part(driver) == before) is beside
            box = driver.app.screen.query_one(".box").region
            assert (box.x >= board.region.right) is beside
            assert box.right <= size[0]
            await driver.pilot.press("escape")
