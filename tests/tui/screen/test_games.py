"""Games, machines and pictures in files, pasted, and kept from one start to the next."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.screen import Screen
from textual.widgets import Label

from emu.notation import Poke
from microchess.machine.published import GET_IT
from microchess.program.levels import Level
from microchess.puzzles.puzzle import puzzle
from tests.tui.driver import FAST, Driver, running
from tui.panels.lenses import LensesPanel
from tui.screen.palette import entries
from tui.screen.panels.blocks import BlocksWidget
from tui.screen.screens.ask import ChooseScreen, PickScreen
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.captions import Captions
from tui.screen.widgets.moveinput import MoveInput, is_pgn
from tui.session.new_game import NewGame
from tui.session.play import Play

pytestmark = pytest.mark.asyncio
BLITZ = NewGame(level=Level.BLITZ)
SIDES = '[White "MicroChess"]\n[Black "You"]\n\n'


async def test_a_game_a_picture_and_a_machine_go_into_files_and_back(tmp_path: Path) -> None:
    actions = {one.name: one.action for one in entries()}
    async with running() as driver:
        main, press = driver.app.main, driver.pilot.press
        await main.run_action(actions["Save machine state"])
        await driver.answer(str(tmp_path / "e4.kim-state"))
        await driver.seen(lambda: driver.said.startswith("written to"))
        now = await driver.play("e5", 3)
        file = tmp_path / "game.pgn"
        await press("ctrl+s")
        await driver.answer(str(file.with_suffix("")))
        await driver.seen(lambda: driver.said == f"written to {file}")
        file.write_text("another game")
        for answer, kept in ("escape", True), ("r", False):
            await press("ctrl+s")
            await driver.answer(str(file))
            await driver.seen(lambda: isinstance(driver.app.screen, ChooseScreen))
            await press(answer)
            await driver.seen(lambda kept=kept: (file.read_text() == "another game") is kept)  # type: ignore[misc]
        await press("ctrl+s")
        for nameless in (".", "/", str(tmp_path)):
            await driver.answer(nameless)
            assert "that is no file" in driver.refused
        await press("escape", "left", "left")
        assert main.query_one(BoardWidget).picture.men != now.game.men
        await press("ctrl+o")
        await driver.answer(str(tmp_path / "none.pgn"))
        assert "No such file" in driver.refused
        await driver.answer(str(file))
        await driver.seen(lambda: main.view.looking is None)
        assert main.query_one(BoardWidget).picture.men == now.game.men
        await driver.seen(lambda: driver.said.startswith("loaded: MicroChess - You *, 3 half-"))
        await main.run_action("save_position")
        await driver.answer(str(tmp_path / "position.svg"))
        await driver.seen((tmp_path / "position.svg").exists)
        assert "<svg" in (tmp_path / "position.svg").read_text("utf-8")[:200]
        await main.run_action(actions["Load machine state"])
        for wrong, why in (tmp_path / "none", "No such file"), (__file__, "no state of a KIM-1"):
            await driver.answer(str(wrong))
            assert why in driver.refused
        await driver.answer(str(tmp_path / "e4.kim-state"))
        await driver.until(lambda s: s.game.sans == now.game.sans[:1])


async def test_games_are_loaded_over_one_another_and_out_of_set_up(tmp_path: Path) -> None:
    path, several = tmp_path / "game.pgn", tmp_path / "games.pgn"
    path.write_text(f"{SIDES}1. e4 e5 2. Nf3 *\n")
    games = "1. e4", "1. d9 1. e5 e6", "1. d4 d5 2. c4"
    several.write_text("\n".join(f"{SIDES}{game} *\n" for game in games))
    async with running() as driver:
        main = driver.app.main
        main.ask(Play.resign())
        await driver.until(lambda s: s.game.over)
        for before in "", "sc":
            await driver.pilot.press(*before, "ctrl+o")
            await driver.answer(str(path))
            await driver.your_move(3)
            assert not main.view.mode
        for keys, moves in (("down",), 3), ((), 1):
            await driver.pilot.press("ctrl+o")
            await driver.answer(str(several))
            await driver.seen(lambda: isinstance(driver.app.screen, PickScreen))
            await driver.pilot.press(*keys, "enter")
            await driver.your_move(moves)
        assert driver.said.endswith("1 half-move; game 2: line 9, move 1. d9: no move")


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("1. e4 e5", True),
        ("1. e4 {good} e5 $1 *", True),
        ("\ufeff; said\n1... e5 2. Nf3", True),
        ('[Event "?"]', True),
        ("1. e4", False),
        ("8/8/4k3/8/8/8/4P3/4K3 w - - 0 1", False),
    ],
)
async def test_what_is_pasted_is_a_game_or_a_line(text: str, game: bool) -> None:
    assert is_pgn(text) == game


async def begin_another(driver: Driver) -> None:
    driver.app.main.ask(Play.start_game(BLITZ))
    await driver.until(lambda s: s.game.plies == 1 and s.game.level is Level.BLITZ)


async def test_games_and_positions_are_pasted_copied_and_typed() -> None:
    fen = "8/8/4k3/8/8/8/4P3/4K3 w - - 0 1"
    async with running() as driver:
        main = driver.app.main
        entry = main.query_one(MoveInput)
        played = await driver.play("e5", 3)
        for focused in (main.query_one(BoardWidget), entry):
            await begin_another(driver)
            focused.focus()
            focused.post_message(events.Paste(played.game.pgn))
            await driver.until(lambda s: s.game.level is Level.SUPER_BLITZ)
            assert (await driver.your_move(3)).game.sans == played.game.sans
            assert entry.value == ""
        await main.run_action("paste_pgn")
        assert "no game was copied here" in driver.said
        await main.run_action("copy_pgn")
        await begin_another(driver)
        await main.run_action("paste_pgn")
        await driver.your_move(3)
        await main.run_action("copy_fen")
        assert driver.app.clipboard == driver.now.game.fen
        await begin_another(driver)
        main.post_message(events.Paste('[White "\ud800"]\n\n1. e4 e5 2. Ke2 *'))
        await driver.until(lambda s: s.game.sans[2:] == ("Ke2",))
        entry.post_message(events.Paste("e5"))
        await driver.seen(lambda: entry.value == "e5")
        await driver.pilot.press("escape")
        main.study.look_at(0)
        driver.burst("8/8/")
        await driver.seen(lambda: entry.value == "8/8/")
        await driver.pilot.press("escape", "escape")
        main.post_message(events.Paste(f"{fen}\n"))
        await driver.seen(lambda: entry.value == fen)
        assert "no move begins" not in driver.said
        await driver.pilot.press("enter")
        await driver.until(lambda s: s.game.start == fen)


async def test_a_game_left_for_another_after_a_poke_comes_back_with_undo() -> None:
    async with running() as driver:
        main = driver.app.main
        await driver.play("e5", 3)
        main.ask(Play.poke((Poke(0x51, 0xCC),)))
        left = (await driver.until(lambda s: not s.game.sans)).game
        main.ask(Play.start_game(FAST))
        await driver.until(lambda s: s.game.sans == ("e4",))
        assert driver.said.startswith("the game before is kept")
        await driver.pilot.press("u")
        await driver.until(lambda s: (s.game.fen, s.game.plies) == (left.fen, left.plies))
        await driver.press_button("game", "Resign")
        await driver.pilot.press("right", "enter")
        assert (await driver.until(lambda s: s.game.over)).game.result == "1-0"


def looks_as_it_did(driver: Driver) -> bool:
    main = driver.app.main
    board = main.query_one(BoardWidget)
    turned = board.flipped and board.picture.white_below
    return turned and main.controls.bell_on and driver.app.theme == "paper-1976"


async def test_a_session_is_offered_again_and_the_screen_looks_as_it_did(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    async with running(save_path=path) as driver:
        await driver.your_move(1)
        main = driver.app.main
        captions = main.query_one(Captions)
        assert captions.display
        said = " ".join(strip.text for strip in captions.strips)
        assert "For that one: Ctrl+P, Get it." in " ".join(said.split())
        assert main.query_one("#top").tooltip == GET_IT
        await driver.pilot.press("escape")
        assert not captions.display
        main.study.captions()
        await driver.play("e5", 3)
        assert not captions.display
        driver.app.theme = "paper-1976"
        main.controls.change_bell()
        await driver.pilot.press("v", "f7")
        lenses = main.query_one("#lenses", BlocksWidget)
        for act in ("both", "first"):
            lenses.act(act)
        await driver.pilot.press("down", "enter")
        left = lenses.panel
        assert isinstance(left, LensesPanel)
    async with running(save_path=path) as driver:
        await driver.pilot.pause()
        main = driver.app.main
        assert not main.query_one(Captions).display
        assert "Quit" in driver.footer
        assert driver.app.screen.query_one(".box").border_subtitle == "Esc: Go on"
        await driver.click("#choice-resume")
        assert (await driver.your_move(3)).game.sans == ("e4", "e5", "Nf3")
        await driver.seen(lambda: main.view.entry.name == "lenses")
        panel = main.query_one("#lenses", BlocksWidget).panel
        assert isinstance(panel, LensesPanel)
        assert (panel.keys, panel.both) == (left.keys, True)
        assert looks_as_it_did(driver)
        await driver.play("Nc6", 5)
        await driver.pilot.press("f2")
        assert "Undo" in driver.footer
        main.ask(Play.start_game(FAST))
        await driver.seen(lambda: not main.view.board.flipped)
        await driver.pilot.press("u")
        await driver.your_move(5)
        await driver.pilot.press("v")
        await driver.show_panel("thinking")
        main.ask(Play.resign())
        await driver.until(lambda s: s.game.over)
    async with running(save_path=path) as driver:
        await driver.pilot.pause()
        assert "Black (you) gives up" in str(driver.app.screen.query_one(Label).content)
        assert driver.app.screen.query_one(".box").border_subtitle == "Esc: Look at it"
        over = await driver.until(lambda s: s.game.over)
        await driver.pilot.press("n", "escape")
        assert driver.now.game == over.game
        await driver.seen(lambda: driver.app.main.view.entry.name == "thinking")
        assert looks_as_it_did(driver)
    asked = NewGame.of_puzzle(puzzle("3"))
    async with running(setup=asked, save_path=path, asked=True) as driver:
        await driver.until(lambda s: s.game.start == asked.fen)
        assert driver.app.screen is driver.app.main
        assert not driver.app.main.view.board.flipped
        await driver.pilot.press("u")
        await driver.until(lambda s: s.game.over and s.game.sans == over.game.sans)


async def test_the_first_move_is_made_the_next_time_if_it_was_not_keyed_in(tmp_path: Path) -> None:
    path, black = tmp_path / "session.json", NewGame(computer=False)
    async with running(setup=black, save_path=path, speed=1.0) as driver:
        await driver.your_move()
        assert driver.app.session is not None
        driver.app.session.ask(Play.play("e4"))
        await driver.app.action_quit()
    assert '"asked"' in path.read_text()
    async with running(setup=black, save_path=path) as driver:
        assert (await driver.your_move(2)).game.sans[0] == "e4"


async def test_a_damaged_session_and_names_from_outside_are_told_without_markup(
    tmp_path: Path,
) -> None:
    path = tmp_path / "session.json"
    path.write_text('{"format": "kim1-microchess session", "version": 1}')
    name = "keys [/b] [@click=app.quit]x[/].toml"
    async with running(save_path=path, notes=(name,)) as driver:
        await driver.your_move(1)
        await driver.app.push_screen(Screen())
        driver.app.notify(f"{name} again")
        await driver.pilot.pause()
        told = {one.message: one.markup for one in driver.app._notifications}
        assert (told[name], told[f"{name} again"]) == (False, False)
        assert any("damaged" in text and "kept as" in text for text in told)
    assert path.with_name("session.json.bad").exists()
