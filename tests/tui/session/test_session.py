"""The live session, without any screen: commands in, snapshots out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import chess
import pytest

from emu.notation import Poke
from microchess.engine.formula import Formula
from microchess.game import session as save
from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.program.memory_map import CHECK, TABLE
from microchess.program.reply import best_of
from microchess.puzzles.puzzle import puzzle
from tests.patience import PATIENCE
from tests.tui.listener import LiveSession, Start, idle, played, your_move
from tui.session.autosave import Autosave
from tui.session.debugger import Debugger
from tui.session.hand import Hand
from tui.session.line import LiveLine
from tui.session.livegame import LiveGame
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.session import Session
from tui.session.snapshot import Activity, Item, Notice, Snapshot
from tui.session.timetravel import TimeTravel
from tui.session.verbs import Asked
from tui.session.words import digits_say, headline

BLACK = NewGame(chess.BLACK, Level.SUPER_BLITZ)


def hold_in_thought(live: LiveSession, move: str) -> None:
    """Make a move, and hold the program where it judges its first candidate."""
    live.ask(Debugger.set_breakpoints({janus().judge: ""}), Play.play(move))
    live.wait(lambda s: s.activity is Activity.HELD and s.thought is not None)
    live.ask(Debugger.set_breakpoints({}))


def kept(path: Path) -> save.KeptSession:
    session = save.read(path)
    assert session is not None
    return session


def test_the_program_opens_and_answers(start: Start) -> None:
    live = start(wait=False)
    assert live.wait(your_move).game.sans == ("e4",)
    after = live.after(Play.play("a6"), until=played(3))
    assert after.thought is not None
    assert max(one.value for one in after.thought.candidates) == int(
        after.game.comments[2].split("$")[1][:2], 16
    )
    assert after.game.log[:3] == (
        "pressed for a new game: C",
        "pressed for e4: PC (book)",
        "pressed for a6: 6 7 5 7 F",
    )
    same = Poke(0x50, after.game.table[0])
    live.ask(Play.poke((Poke(0x51, 0xCC), same, Poke(0x61, 0x33), Poke(0xDC, 0))))
    poked = live.wait(lambda s: len(s.game.log) == 5)
    assert poked.game.log[4] == (
        "poked $51 = CC (White's queen off the board), $61 = 33 (Black's queen to e4), "
        "$DC = 00 (OMOVE)"
    )
    assert poked.game.record.chapters[-1].why == "poked $51=CC $61=33 $DC=00"
    live.ask(Play.poke((same,)))
    assert live.wait(lambda s: len(s.game.log) == 6).game.log[5] == "poked what was there already"
    live.hear("cannot poke $1C00", after=Play.poke((Poke(0x1C00, 0),)))


def test_no_session_is_seen_at_rest_before_the_reply_it_owes(start: Start) -> None:
    seen: list[Snapshot] = []
    live = start(wait=False)
    live.wait(lambda s: seen.append(s) or your_move(s))  # type: ignore[func-returns-value]
    for command, half_moves in ((Play.play("a6"), 3), (Play.start_game(NewGame()), 1)):
        done = played(half_moves)
        live.after(command, until=lambda s: seen.append(s) or done(s))  # type: ignore[func-returns-value] # noqa: B023
    assert not [one.game.sans for one in seen if idle(one) and not one.game.players_turn]


def test_a_move_is_kept_while_the_program_thinks_about_it(start: Start, tmp_path: Path) -> None:
    live = start(path=tmp_path / "session.json")
    before = live.wait(your_move).game.sans
    hold_in_thought(live, "a6")
    again = start(resume=kept(tmp_path / "session.json"), wait=False)
    first = again.wait(lambda _: True).game.sans
    assert first == (*before, "a6")
    again.ask(Debugger.set_breakpoints({}), Debugger.go_on())
    assert again.wait(your_move).game.sans[: len(first)] == first


def test_a_refused_move_changes_nothing_undo_and_redo_take_ram_along(start: Start) -> None:
    live = start()
    first = live.wait(your_move)
    live.hear("e4 is not legal", after=Play.play("e4"))
    assert live.wait(your_move).game == first.game
    second = live.after(Play.play("e5"), until=played(3))
    back = live.after(Play.undo(), until=lambda s: s.game.can_redo)
    assert back.game.sans == first.game.sans
    assert back.machine.memory == first.machine.memory
    again = live.after(Play.redo(), until=lambda s: not s.game.can_redo and len(s.game.sans) == 3)
    assert again.machine.memory == second.machine.memory


def test_a_move_taken_back_while_it_is_answered_is_answered_when_it_is_done_again(
    start: Start,
) -> None:
    live = start(BLACK)
    live.ask(Debugger.set_speed(0.01))
    live.after(Play.play("a3"), until=lambda s: s.activity is Activity.THINKING)
    live.after(Play.undo(), until=lambda s: s.game.can_redo and s.activity is Activity.WAITING)
    live.ask(Debugger.set_speed(None))
    live.after(Play.redo(), until=played(2))


def test_the_thought_shown_is_that_of_the_last_reply_after_any_step_back(start: Start) -> None:
    live = start()
    thoughts = []
    for count, move in ((3, "a6"), (5, "h6")):
        live.ask(Play.play(move))
        after = live.wait(lambda s, n=count: your_move(s) and len(s.game.sans) == n)  # type: ignore[misc]
        thoughts.append(after.thought)
    poked = live.after(Play.poke((Poke(0x51, 0xCC),)), until=lambda s: not s.game.sans)
    live.ask(Play.take_back(poked.game.steps - 1))
    assert live.wait(lambda s: len(s.game.sans) == 5).thought == thoughts[1]
    back = live.after(Play.undo(), until=lambda s: len(s.game.sans) == 3)
    assert back.thought == thoughts[0]
    assert back.thought is not None
    watched = live.after(TimeTravel.watch(back.thought.judged_at[1]), until=lambda s: s.watching)
    assert (watched.machine.cycles, watched.reached) == (back.thought.judged_at[1], 2)
    assert live.after(Play.redo(), until=lambda s: len(s.game.sans) == 5).thought == thoughts[1]
    live.ask(Play.load_pgn("1. e4 e5 2. Nf3 Nc6 3. Bb5 *", ""))
    assert live.wait(lambda s: "Bb5" in s.game.sans).thought is None


def test_the_python_engine_replies_by_weights_until_the_program_does_itself(start: Start) -> None:
    live = start(BLACK)
    mine = Formula(WMOB=Fraction(-2))
    game = live.after(LiveGame.set_formula(mine), Play.play("e4"), until=played(2))
    assert game.thought is not None
    best = best_of(game.thought.candidates)
    assert best is not None
    assert game.thought.way_of(best) == game.game.last
    assert game.game.log[-1].endswith("(the Python engine's)")
    assert '[Black "MicroChess (' in game.game.pgn
    live.after(Play.undo(), LiveGame.set_formula(None), until=lambda s: s.formula is None)
    own = live.after(Play.play("e4"), until=played(2)).game
    assert own.sans[1] != game.game.sans[1]
    assert "Python" not in own.log[-1]


def test_a_check_is_in_the_headline_and_a_byte_that_is_no_square_in_the_log(start: Start) -> None:
    live = start()
    live.ask(Play.load_pgn("1. e4 d5 2. Bb5+ *", ""))
    checked = live.wait(lambda s: s.game.check is not None)
    assert headline(checked, {}).startswith("your move: Black, in check")
    live.ask(Play.poke((Poke(0x51, 0x99),)))
    logged = live.wait(lambda s: "$51 = 99" in s.game.log[-1])
    assert logged.game.log[-1].endswith("(no square: White's queen off the board)")


def test_a_move_out_of_turn_is_told_and_taken_back(start: Start) -> None:
    live = start(BLACK)
    begun = digits_say(live.wait(your_move))
    assert (begun[:10], begun[-13:]) == ("EE EE EE: ", "it has Black.")
    game = live.after(Play.play("e4"), until=played(2)).game
    assert game.out_of_turn
    live.hear("Black moves out of turn", after=Play.let_it_move())
    live.wait(played(1))
    assert live.after(Play.undo(), until=played(2)).game.sans == game.sans


def test_slow_thinking_reads_no_keys_and_is_broken_off_and_stopped_at_once(start: Start) -> None:
    live = start(NewGame(chess.WHITE, Level.NORMAL, book=False), speed=0.001, wait=False)
    live.wait(lambda s: s.activity is Activity.THINKING and s.thought is not None)
    live.hear("reads no keys", after=Hand.press("C"))
    after = live.after(Play.cancel(), until=idle)
    assert after.game.sans == ()
    assert after.machine.listening
    live.after(Debugger.set_speed(None), Play.let_it_move(), until=played(1))
    live.after(Debugger.set_speed(0.001), Play.play("a6"), until=lambda s: len(s.game.sans) == 2)
    live.wait(lambda s: s.activity is Activity.THINKING)
    live.stop()


def test_a_slowed_machine_is_slow_for_the_thinking_not_for_the_keys(start: Start) -> None:
    """At 1/1000 MHz the keys of a move alone would take ten minutes."""
    live = start(BLACK)
    live.ask(Debugger.set_speed(0.001), Play.play("a3"))
    keyed = live.wait(lambda s: s.activity is Activity.KEYING)
    assert keyed.speed == 0.001
    begun = live.wait(lambda s: s.activity is Activity.THINKING and "PC" in s.machine.keys)
    assert begun.game.sans == ("a3",)
    held = live.after(Debugger.pause(), until=lambda s: s.activity is Activity.HELD)
    assert held.machine.cycles - begun.machine.cycles < 10_000


def test_keys_are_pressed_in_their_order_however_fast_they_come() -> None:
    pressed: list[str] = []
    told: list[str] = []
    coming = {Activity.BY_HAND: ["3"], Activity.RUNNING: ["4", "3", "F"]}

    def publish(item: Item) -> None:
        if isinstance(item, Notice):
            told.append(item.text)
        if not isinstance(item, Snapshot):
            return
        for key in coming.pop(item.activity, ()):
            worker.ask(Hand.press(key))
        pressed[:] = [line for line in item.game.log if line.startswith("by hand: ")]
        if item.activity is Activity.WAITING and len(pressed) >= 5:
            worker.ask(Session.end())

    worker = Session(janus(), None, publish, BLACK)
    worker.ask(Hand.press("6"))
    worker.start()
    worker.host.join(PATIENCE)
    assert pressed[:5] == [f"by hand: {key}" for key in "6343F"]
    assert told == ["by hand: d4; the program waits for key PC to reply"]


def test_a_reply_by_key_pc_is_told_as_the_programs(start: Start) -> None:
    live = start(BLACK)
    live.press(*"6343F")
    live.hear("by hand: d4; the program waits for key PC to reply")
    after = live.after(Hand.press("PC"), until=played(2))
    assert after.game.log[-2:] == ("by hand: PC", f"MicroChess replies {after.game.sans[1]}")
    assert after.thought is not None
    assert after.thought.shown == after.machine.readout.text
    assert "(Janus" in after.game.headers["Black"]
    assert "You" not in after.game.headers["Black"]
    live.hear("out of turn: key PC lets it move whoever is to move", after=Hand.press("PC"))


def test_a_move_that_is_keyed_in_once_more_is_told_as_such(start: Start) -> None:
    live = start(BLACK)
    live.after(Play.play("e4"), until=played(2))
    live.ask(Play.go_on_from(1))
    again = live.wait(lambda s: any("once more" in entry for entry in s.game.log))
    assert "pressed for e4, once more: 6 4 4 4 F" in again.game.log


def test_a_mate_by_hand_ends_the_game_and_the_program_has_no_reply(start: Start) -> None:
    live = start(NewGame(chess.BLACK, fen="7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"))
    live.press(*"7505F")
    over = live.wait(lambda s: s.game.over and idle(s))
    assert over.game.verdict == "checkmate; White (you) wins"
    assert live.notices[-1].text == "by hand: Qf8#"
    live.hear("the game is over: checkmate; White (you) wins", after=Play.let_it_move())
    live.hear("MicroChess resigns, it has no move", after=Hand.press("PC"))
    assert live.wait(idle).game.sans == ("Qf8#",)


def test_a_reply_by_hand_is_thought_out_of_the_same_candidates(start: Start) -> None:
    live = start(NewGame(level=Level.SUPER_BLITZ))
    first = live.after(Play.play("a6"), until=played(3)).thought
    live.after(Play.undo(), until=played(1))
    live.press(*"6757F", "PC")
    by_hand = live.wait(played(3)).thought
    assert first is not None
    assert by_hand is not None
    assert by_hand.candidates == first.candidates != ()
    assert by_hand.shown == first.shown


def test_what_is_typed_at_the_terminal_while_it_thinks_is_sent_afterwards(start: Start) -> None:
    live = start(BLACK)
    live.ask(LiveLine.fit_jumper(True))
    hold_in_thought(live, "e4")
    assert (
        live.after(LiveLine.type_text(b"123"), until=lambda s: s.line.pending > 0).line.pending == 3
    )
    live.ask(Debugger.go_on())
    live.wait(lambda s: your_move(s) and len(s.game.sans) == 2 and not s.line.pending)


def test_a_reply_by_hand_is_broken_off_as_any_other(start: Start) -> None:
    live = start(NewGame(chess.BLACK, Level.NORMAL))
    live.press(*"6343F")
    live.hear("by hand: d4; the program waits for key PC to reply")
    live.ask(Debugger.set_speed(0.1), Hand.press("PC"))
    live.wait(lambda s: s.thinks and s.thought is not None and len(s.thought.candidates) > 3)
    live.hear("broken off", after=Play.cancel())
    after = live.wait(lambda s: idle(s) and s.machine.listening and not s.thinks)
    assert (after.game.sans, after.thought) == (("d4",), None)
    live.after(Debugger.set_speed(None), Hand.press("PC"), until=played(2))


@pytest.mark.parametrize("key", ["ST", "RS"])
def test_a_reply_by_hand_stopped_in_its_middle_is_no_move(start: Start, key: str) -> None:
    live = start(NewGame(chess.BLACK, Level.NORMAL))
    live.press(*"6343F")
    live.hear("by hand: d4; the program waits for key PC to reply")
    live.ask(Debugger.set_speed(0.1), Hand.press("PC"))
    thinks = live.wait(lambda s: s.thought is not None and len(s.thought.candidates) > 3)
    assert headline(thinks, {}).startswith(f"{thinks.game.program} thinks: ")
    live.ask(Hand.press(key), Debugger.set_speed(None))
    stopped = live.wait(lambda s: idle(s) and not s.machine.listening)
    assert digits_say(stopped).startswith("the monitor's address ")
    assert (stopped.game.sans, stopped.game.log[-1]) == (("d4",), f"by hand: {key}")
    if key == "RS":
        live.ask(Play.recover())
        assert live.wait(lambda s: idle(s) and s.machine.listening).game.sans == ("d4",)
        return
    live.press("PC", "GO")
    after = live.wait(your_move).game
    assert after.log[-1] == f"MicroChess replies {after.sans[1]}"


def test_a_move_by_hand_after_a_reply_given_up_is_the_persons(start: Start) -> None:
    live = start(NewGame(chess.BLACK, Level.NORMAL))
    live.ask(Debugger.set_breakpoints({janus().judge: ""}), Hand.press("PC"))
    live.wait(lambda s: s.activity is Activity.HELD and "PC" in s.machine.keys)
    live.ask(Play.recover(), Debugger.set_breakpoints({}))
    assert not live.wait(lambda s: your_move(s) and s.machine.listening).machine.keys
    live.press(*"6343F")
    live.hear("by hand: d4; the program waits for key PC to reply")


def in_the_monitor(live: LiveSession, *keys: str) -> Snapshot:
    live.press(*keys)
    return live.wait(lambda s: idle(s) and not s.machine.listening)


@pytest.mark.parametrize("away", [("ST",), ("RS",)])
def test_bytes_typed_into_the_monitor_are_one_change_and_no_move(
    start: Start, away: tuple[str, ...]
) -> None:
    """Whether keys PC, GO lead back, as after one ST, or not."""
    live = start(BLACK)
    before = live.wait(your_move).game
    live.hear("MicroChess has no use for AD; ST leads to the monitor", after=Hand.press("AD"))
    in_the_monitor(live, *away, "AD", *"0066", "DA", *"36")
    poked = live.wait(lambda s: idle(s) and s.game.table[0x16] == 0x36).game
    in_the_monitor(live, "AD", *"0066", "DA", *"55")
    again = live.wait(lambda s: idle(s) and s.game.table[0x16] == 0x55).game
    assert poked.steps == again.steps == before.steps + 1
    assert again.sans == ()
    assert again.turn == before.turn
    live.hear("back in the game; pieces that were changed by hand stay so", after=Play.recover())
    back = live.wait(lambda s: idle(s) and s.machine.listening).game
    assert back.table == again.table
    in_the_monitor(live, "ST", "AD", *"0061", "DA", *"33")
    twice = live.wait(lambda s: idle(s) and s.game.table[0x11] == 0x33).game
    assert twice.steps == before.steps + 2, "another visit is another step"
    for _ in range(2):
        kept = live.after(Play.recover(), until=lambda s: idle(s) and s.machine.listening).game
        assert (kept.table, kept.steps) == (twice.table, twice.steps)
    live.ask(Play.undo())
    assert live.wait(lambda s: idle(s) and s.game.steps == before.steps + 1).game.men == again.men
    live.ask(Play.undo())
    assert live.wait(lambda s: idle(s) and s.game.steps == before.steps).game.men == before.men


def test_what_a_program_that_ran_wild_has_done_to_the_table_is_not_kept(start: Start) -> None:
    live = start(BLACK)
    live.ask(Play.poke(tuple(Poke(0x300 + i, b) for i, b in enumerate((0x85, 0x61, 0x02)))))
    poked = in_the_monitor(live, "ST", "AD", *"0066", "DA", *"36").game
    live.press("AD", *"0300", "GO")
    live.hear("lost its way: undocumented opcode $02 at $0302")
    after = live.after(Play.recover(), until=lambda s: idle(s) and s.machine.listening).game
    assert (after.table, after.steps) == (poked.table, poked.steps)
    live.after(Play.play("e4"), until=played(2))


def test_a_byte_typed_into_the_monitor_and_back_again_is_nothing(start: Start) -> None:
    live = start(BLACK)
    before = live.wait(your_move).game
    for byte in (0x36, before.table[0x16]):
        in_the_monitor(live, "ST", "AD", *"0066", "DA", *f"{byte:02X}")
        after = live.wait(lambda s, byte=byte: idle(s) and s.game.table[0x16] == byte).game  # type: ignore[misc]
    assert (after.steps, after.earlier) == (before.steps, before.earlier)


def test_a_promotion_as_in_1976_is_a_move_when_both_bytes_are_typed(start: Start) -> None:
    fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    live = start(NewGame(chess.BLACK, Level.SUPER_BLITZ, fen=fen))
    pawn = live.wait(your_move).game.table.standing_on(0x10)
    assert pawn is not None
    live.press(*"1000F")
    in_the_monitor(live, "ST", "ST", "AD", *f"{TABLE + pawn:04X}", "DA", *"CC")
    in_the_monitor(live, "AD", *"0061", "DA", *"00")
    live.hear("by hand: a8=Q+")
    in_the_monitor(live, "AD", *"0062", "DA", *"33")
    after = live.after(Play.recover(), until=lambda s: idle(s) and s.machine.listening).game
    assert after.table[0x12] == 0x33
    back = live.after(Play.undo(), until=lambda s: idle(s) and s.game.table[0x12] != 0x33).game
    assert (back.sans, back.turn) == (("a8=Q+",), chess.BLACK)


def test_keys_and_st_at_once_are_the_same_as_one_by_one(start: Start) -> None:
    castles = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    live = start(BLACK)
    in_the_monitor(live, *"6343F", "ST")
    assert live.wait(lambda s: idle(s) and bool(s.game.sans)).game.sans == ("d4",)
    live.ask(Play.start_game(NewGame(chess.BLACK, Level.SUPER_BLITZ, fen=castles)))
    before = live.wait(lambda s: your_move(s) and s.game.start == castles).game
    after = in_the_monitor(live, *"7476F", "ST").game
    assert after.steps == before.steps
    live.ask(Hand.press("PC"), Hand.press("GO"))
    live.press(*"7775F")
    assert live.wait(lambda s: idle(s) and bool(s.game.sans)).game.sans == ("O-O",)


def test_a_burst_of_keys_that_leads_away_from_the_game_is_seen_to(start: Start) -> None:
    """The monitor waits for a tape that does not come, and never for a key."""
    live = start(BLACK)
    live.press("RS", "AD", "1", "8", "7", "3", "GO")
    live.wait(lambda s: s.activity is Activity.RUNNING and not s.machine.listening)


def test_back_in_the_game_the_digits_show_the_reply_and_nothing_else(start: Start) -> None:
    live = start(BLACK)
    live.press("6", "4", "4", "4", "F")
    live.wait(lambda s: idle(s) and len(s.game.sans) == 1)
    live.ask(Hand.press("PC"))
    before = live.wait(lambda s: idle(s) and len(s.game.sans) == 2).machine.readout
    live.after(Hand.press("RS"), until=lambda s: idle(s) and not s.machine.listening)
    live.hear("does not listen", after=Play.play("a3"))
    after = live.after(
        Play.recover(), until=lambda s: idle(s) and s.machine.listening
    ).machine.readout
    assert (after.text, after.steps) == (before.text, before.steps)


@pytest.mark.parametrize("back", [Play.recover(), Play.undo()])
def test_what_waits_to_be_typed_does_not_reach_the_game_gone_back_to(
    start: Start, back: Asked
) -> None:
    live = start(BLACK)
    live.after(Play.play("e4"), until=played(2))
    live.ask(
        Debugger.set_speed(0.001), LiveLine.fit_jumper(True), LiveLine.type_text(b"0123456789" * 10)
    )
    live.wait(lambda s: s.line.pending > 90)
    live.after(back, until=lambda s: idle(s) and not s.line.fitted)
    live.hear("characters not typed yet are forgotten")
    live.ask(Debugger.set_speed(None), LiveLine.fit_jumper(True))
    after = live.wait(lambda s: idle(s) and s.line.fitted)
    assert after.line.pending == 0
    assert "9" not in "".join(after.line.lines)


@pytest.mark.parametrize("key", ["ST", "RS"])
def test_st_and_rs_stop_the_thinking_where_it_is(start: Start, key: str) -> None:
    live = start(NewGame(chess.BLACK, Level.NORMAL))
    live.ask(Debugger.set_breakpoints({janus().judge: ""}), Play.play("a3"))
    live.wait(lambda s: s.activity is Activity.HELD and s.thought is not None)
    live.ask(Debugger.set_breakpoints({}), Hand.press(key))
    stopped = live.wait(lambda s: idle(s) and not s.machine.listening)
    assert stopped.game.sans == ("a3",)
    assert f"by hand: {key}, while it was thinking" in stopped.game.log
    if key == "ST":
        # the monitor kept where it was: PC, GO, and it thinks on to its end
        after = live.after(Hand.press("PC"), Hand.press("GO"), until=your_move)
        assert after.thought is not None
        assert len(after.thought.candidates) > 15
        assert len(after.game.sans) == 2
    else:
        back = live.after(Play.recover(), until=lambda s: idle(s) and s.machine.listening)
        assert back.game.sans == ("a3",)
        assert len(live.after(Play.let_it_move(), until=your_move).game.sans) == 2


def test_a_move_is_taken_back_from_stopped_thinking(start: Start) -> None:
    live = start(NewGame(chess.BLACK, Level.NORMAL))
    hold_in_thought(live, "a3")
    live.ask(Debugger.set_speed(0.1), Debugger.go_on(), Hand.press("ST"))
    live.wait(lambda s: idle(s) and not s.machine.listening)
    live.after(Play.poke((Poke(0x0300, 0x42),)), until=lambda s: s.machine.memory[0x0300] == 0x42)
    after = live.after(Play.undo(), until=lambda s: your_move(s) and s.game.can_redo)
    assert after.game.sans == ()
    live.ask(Debugger.set_speed(None), Play.play("e4"))
    assert len(live.wait(lambda s: your_move(s) and bool(s.game.sans)).game.sans) == 2


def test_breakpoints_and_watched_bytes_halt_when_their_conditions_hold(
    start: Start, tmp_path: Path
) -> None:
    path = tmp_path / "session.json"
    live = start(BLACK, path=path)
    judge = janus().judge
    live.ask(
        Debugger.set_breakpoints({judge: "B0=07"}),
        Debugger.set_breakpoints({judge: "B0"}),
    )
    live.hear("condition 'B0'; expected A=3C")
    live.ask(Play.play("a3"))
    held = live.wait(lambda s: s.activity is Activity.HELD and bool(s.halt))
    assert held.machine.memory[0xB0] == 0x07, "the queen's knight, not the men before it"
    assert held.halt == f"breakpoint at ${judge:04X} if B0=07"
    assert held.breakpoints == {judge: "B0=07"}
    live.ask(
        Debugger.set_breakpoints({}),
        Debugger.set_watchpoints({0xB0: 0x06}),
        Debugger.go_on(),
    )
    live.wait(lambda s: "$00B0 changed" in s.halt and s.machine.memory[0xB0] == 0x06)
    live.after(TimeTravel.back_to_halt(), until=lambda s: not s.halt)
    live.after(Debugger.step(), until=lambda s: s.machine.memory[0xB0] == 0x06)
    live.stop()
    session = kept(path)
    assert session.settings["watchpoints"] == [[0xB0, 0x06]]
    again = start(resume=session, path=path, wait=False)
    assert again.wait(lambda s: bool(s.watchpoints)).watchpoints == {0xB0: 0x06}


def test_python_judges_the_same_replies_also_one_made_before_it_was_asked(start: Start) -> None:
    live = start(NewGame(chess.BLACK, Level.SUPER_BLITZ, book=False))
    made = live.after(Play.play("e4"), until=played(2)).thought
    assert made is not None
    assert made.mirror is None
    judged = live.after(LiveGame.set_mirror(True), until=lambda s: s.mirror).thought
    assert judged is not None
    assert (judged.mirror, judged.mirror_shown) == (made.candidates, made.shown)
    beside = live.after(Play.play("d4"), until=played(4)).thought
    assert beside is not None
    assert (beside.mirror, beside.mirror_shown) == (beside.candidates, beside.shown)


def test_a_session_is_saved_by_itself_and_goes_on(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    live = start(path=path)
    live.ask(
        Debugger.set_speed(10.0),
        Debugger.set_breakpoints({0x1234: ""}),
        Debugger.set_watchpoints({0x0F: None}),
        Autosave.remember((("theme", "nord"),)),
        Play.play("e5"),
    )
    before = live.wait(played(3))
    live.stop()
    session = kept(path)
    assert session.settings == {
        "speed": 10.0,
        "theme": "nord",
        "breakpoints": [[0x1234, ""]],
        "watchpoints": [[0x0F, None]],
        "steady_book": False,
        "log": list(before.game.log),
    }
    live = start(path=path, resume=session, wait=False)
    after = live.wait(played(3))
    assert after.game.log == before.game.log
    assert after.machine.memory == before.machine.memory
    assert after.speed == 10.0
    assert after.breakpoints == {0x1234: ""}
    assert after.watchpoints == {0x0F: None}
    assert live.after(Play.undo(), until=lambda s: s.game.can_redo).game.sans == ("e4",)
    live.stop()
    live = start(resume=session, wait=False)
    live.after(Play.undo(), until=played(1))
    live.ask(Play.redo())
    again = live.wait(lambda s: s.game.log[-1:] == ("done again: Nf3",) and s.thought is not None)
    assert again.thought == before.thought
    live.stop()
    odd = replace(session, settings={"log": ["fine", 5, "\x1b]0;not so\x07"]})
    live = start(resume=odd)
    assert live.wait(your_move).game.log == ("fine",)


def test_a_steady_book_stays_so(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    live = start(NewGame(level=Level.SUPER_BLITZ, steady=True), path=path)
    after = live.after(Play.play("d6"), until=played(3))
    assert after.game.sans[2] == "Nf3"
    assert any("poked $D8 = 54" in line for line in after.game.log)
    live.stop()
    live = start(path=path, resume=kept(path))
    live.after(Play.start_game(NewGame(level=Level.SUPER_BLITZ)), until=played(1))
    live.ask(Play.play("c5"))
    assert live.wait(played(3)).game.sans[2] == "Nf3"


def test_of_two_sessions_at_one_place_the_first_is_kept(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    first = start(path=path)
    other = start(path=path, wait=False)
    other.hear("another MicroChess is open, and keeps its game; this one is not kept")
    first.ask(Play.play("e5"))
    first.wait(played(3))
    third = start(path=path, wait=False, resume=save.read(path))
    third.hear("another MicroChess is open, and keeps its game; this one is not kept")
    first.stop()
    assert kept(path).now.record.plies == 3
    assert [file.name for file in tmp_path.iterdir()] == ["session.json"]


def test_a_pgn_goes_out_and_comes_in(start: Start) -> None:
    live = start()
    first = live.after(Play.play("e5"), until=played(3)).game
    live.after(Play.start_game(NewGame(chess.WHITE, Level.SUPER_BLITZ)), until=played(1))
    live.ask(Play.load_pgn(first.pgn, ""))
    assert len(live.wait(lambda s: len(s.game.sans) == 3).game.sans) == 3
    over = live.after(Play.resign(), until=lambda s: s.game.over).game
    told = "loaded: ? - ? 1-0, 1 half-move; the game ended; you can go on with it; 2 is missing"
    live.hear(told, after=Play.load_pgn("1. d4 1-0", "2 is missing"))
    after = live.after(Play.load_pgn(over.pgn, ""), until=lambda s: len(s.game.sans) == 3).game
    assert after.verdict == over.verdict
    live.hear(
        "loaded: MicroChess - You 1-0, 3 half-moves; the game ended: Black (you) gives up; White"
        " (MicroChess) wins; Undo lets it go on"
    )


def test_level_bytes_that_were_poked_are_put_back_to_those_of_the_manual(start: Start) -> None:
    live = start(BLACK)
    poked = live.after(Play.poke((Poke(CHECK, 0x42),)), until=lambda s: s.game.level is None).game
    assert poked.level_bytes == (0x42, 0xFF)
    manual = Level.NORMAL.check, Level.NORMAL.turn
    live.after(Play.reset_level(), until=lambda s: s.game.level_bytes == manual)
    live.hear("level normal, from the next reply on")


def test_who_sets_up_a_position_may_have_the_other_side_in_it(start: Start) -> None:
    live = start(BLACK)
    before = live.wait(your_move).game
    live.ask(Play.poke((Poke(0x51, 0xCC),)))
    live.hear("you have Black", after=Play.end_set_up(chess.BLACK, before.steps, chess.BLACK))
    after = live.wait(lambda s: your_move(s) and s.game.turn == chess.BLACK).game
    assert (before.computer, after.computer) == (chess.BLACK, chess.WHITE)
    assert after.fen == "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"


def test_a_pawn_that_is_set_up_on_the_last_rank_is_told_as_it_is_of_a_fen(start: Start) -> None:
    live = start(BLACK)
    steps = live.wait(your_move).game.steps
    live.ask(Play.poke((Poke(0x53, 0xCC), Poke(0x69, 0x00))))
    stuck = "a pawn on the first or last rank is stuck"
    live.hear(stuck, after=Play.end_set_up(chess.WHITE, steps, None))


def test_a_session_that_is_several_games_is_said_to_be_and_all_have_dates(start: Start) -> None:
    live = start()
    steps = live.wait(your_move).game.steps
    live.ask(*(Play.poke((Poke(at, 0xCC),)) for at in (0x51, 0x61)))
    live.ask(Play.end_set_up(None, steps, None))
    after = live.wait(lambda s: s.game.steps == steps + 1 and s.game.table[0x11] == 0xCC)
    assert after.thought is None, "what was thought of another position"
    text = after.game.pgn
    assert "2 games" in after.game.record.as_games
    assert '[Date "????' not in text
    assert "position set up: rnb1kbnr/" in text
    assert "$51" not in text


def test_a_move_made_while_the_machine_is_paused_waits_until_it_goes_on(start: Start) -> None:
    live = start(NewGame(level=Level.BLITZ))
    live.ask(Debugger.pause(), Play.play("e5"))
    live.hear("e5 waits: the machine is paused: <go on> lets it go on")
    live.ask(Play.set_level(Level.SUPER_BLITZ))
    assert live.wait(lambda s: s.game.level is Level.SUPER_BLITZ).waits == "e5", "a setting is done"
    live.after(Debugger.go_on(), until=played(3))
    hold_in_thought(live, "a6")
    live.ask(Play.play("g6"), Play.play("xyz9"))
    live.hear("'xyz9' is no move")
    live.hear("g6 is forgotten", after=Play.play("h6"))
    live.hear("h6 waits until MicroChess has moved: the machine is paused")
    assert live.wait(lambda s: s.waits == "h6")
    after = live.after(Debugger.go_on(), until=played(7))
    assert (after.game.sans[5], after.waits) == ("h6", "")


def test_a_session_kept_at_the_terminal_comes_back_with_its_digits_and_undo(
    start: Start, tmp_path: Path
) -> None:
    path = tmp_path / "session.json"
    live = start(BLACK, path, wait=False)
    for half_moves, move in ((2, "e4"), (4, "Nf3")):
        last = live.after(Play.play(move), until=played(half_moves))
    rubout = LiveLine.fit_jumper(True), Hand.press("RS"), LiveLine.type_text(b"\x7f")
    away = live.after(
        *rubout, until=lambda s: idle(s) and s.line.fitted and not s.machine.listening
    )
    assert digits_say(away) == "dark, the terminal is in use."
    live.stop()
    again = start(resume=kept(path), path=path, wait=False)
    back = again.after(Play.recover(), until=lambda s: your_move(s) and s.machine.listening)
    assert back.game.sans == last.game.sans
    assert back.machine.readout.text == last.machine.readout.text
    undone = again.after(Play.undo(), until=lambda s: s.game.can_redo)
    assert undone.game.sans == last.game.sans[:2]


@pytest.mark.parametrize(
    "beginning",
    [BLACK, NewGame(), NewGame.of_puzzle(puzzle("7"))],
    ids=["other", "same", "puzzle"],
)
def test_a_game_left_for_another_one_comes_back_with_an_undo_at_its_beginning(
    start: Start, beginning: NewGame
) -> None:
    live = start()
    left = live.after(Play.play("a6"), until=played(3))
    live.hear(
        "the game before is kept: Undo at the beginning of this one brings it back",
        after=Play.start_game(beginning),
    )

    def after(before: Snapshot) -> Callable[[Snapshot], bool]:
        return lambda s: your_move(s) and s.game.begun > before.game.begun

    begun = live.wait(after(left))
    again = live.after(Play.start_game(beginning), until=after(begun))
    assert again.game.sans == begun.game.sans
    if beginning is BLACK:
        live.after(Play.play("e4"), until=played(2))
        live.after(Play.undo(), until=played(0))
    back = live.after(Play.undo(), until=lambda s: s.game.sans == left.game.sans)
    assert back.game.computer == chess.WHITE
    assert back.machine.memory == left.machine.memory
    assert live.after(Play.play("h6"), until=played(5)).game.sans[:3] == left.game.sans
    live.after(Play.undo(), until=played(3))
    live.after(Play.undo(), until=played(1))


def test_a_position_in_which_nothing_was_done_comes_back_too(start: Start) -> None:
    live = start(BLACK)
    mates = NewGame.of_puzzle(puzzle("7"))
    live.after(Play.start_game(mates), until=lambda s: s.game.fen == mates.fen)
    live.after(Play.start_game(BLACK), until=lambda s: s.game.fen == chess.STARTING_FEN)
    live.after(Play.undo(), until=lambda s: s.game.fen == mates.fen)


def test_of_a_kept_session_the_game_before_comes_back_too(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    live = start(path=path)
    live.after(Play.play("a6"), until=played(3))
    live.after(Play.start_game(BLACK), until=played(0))
    live.after(Play.play("e4"), until=played(2))
    live.stop()
    again = start(path=path, resume=kept(path))
    again.after(Play.undo(), until=played(0))
    again.hear("the game before is back", after=Play.undo())
    assert again.wait(played(3)).game.sans[1] == "a6"
    again.after(Play.start_game(BLACK), until=played(0))
    again.after(Play.play("d4"), until=played(2))
    again.after(Play.start_game(NewGame()), until=played(1))
    again.after(Play.play("h6"), until=played(3))
    undone = [again.after(Play.undo(), until=played(n)).game.sans for n in (1, 2, 0, 3)]
    assert [sans[:2] for sans in undone] == [("e4",), ("d4", undone[1][1]), (), ("e4", "a6")]
