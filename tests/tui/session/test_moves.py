"""Moves, undo and thought in the live session: verbs in, snapshots out."""

from __future__ import annotations

from fractions import Fraction

import chess
import pytest

from emu.notation import Poke
from microchess.engine.formula import Formula
from microchess.program.levels import Level
from microchess.program.memory_map import CHECK
from microchess.program.reply import best_of
from tests.tui.listener import BLACK, Start, hold_in_thought, idle, played, your_move
from tui.session.debugger import Debugger
from tui.session.hand import Hand
from tui.session.livegame import LiveGame
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Activity, Snapshot
from tui.session.thought_words import mirror_verdict
from tui.session.timetravel import TimeTravel
from tui.session.words import digits_say, headline


def test_the_program_opens_and_answers_and_all_is_logged(start: Start) -> None:
    live = start(wait=False)
    assert live.wait(your_move).game.sans == ("e4",)
    after = live.after(Play.play("a6"), until=played(3))
    assert after.thought is not None
    best = max(one.value for one in after.thought.candidates)
    assert f"${best:02X}" in after.game.comments[2]
    same = Poke(0x50, after.game.table[0])
    live.ask(Play.poke((Poke(0x51, 0xCC), same, Poke(0x61, 0x33), Poke(0xDC, 0))))
    live.ask(Play.poke((same,)), Play.poke((Poke(0x53, 0x99),)))
    poked = live.wait(lambda s: len(s.game.log) == 7).game
    assert poked.log == (
        "pressed for a new game: C",
        "pressed for e4: PC (book)",
        "pressed for a6: 6 7 5 7 F",
        after.game.log[3],
        "poked $51 = CC (White's queen off the board), $61 = 33 (Black's queen to e4), "
        "$DC = 00 (OMOVE)",
        "poked what was there already",
        poked.log[6],
    )
    assert poked.log[6].endswith("(no square: White's rook off the board)")
    live.hear("cannot poke $1C00", after=Play.poke((Poke(0x1C00, 0),)))


def test_no_session_is_seen_at_rest_before_the_reply_it_owes(start: Start) -> None:
    seen: list[Snapshot] = []
    live = start(wait=False)
    live.wait(lambda s: seen.append(s) or your_move(s))  # type: ignore[func-returns-value]
    for command, half_moves in ((Play.play("a6"), 3), (Play.start_game(NewGame()), 1)):
        done = played(half_moves)
        live.after(command, until=lambda s: seen.append(s) or done(s))  # type: ignore[func-returns-value] # noqa: B023
    assert not [one.game.sans for one in seen if idle(one) and not one.game.players_turn]


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


def test_the_thought_shown_is_that_of_the_last_reply_after_any_step_back(start: Start) -> None:
    live = start()
    thoughts = [live.after(Play.play(f"{file}6"), until=played(n)).thought
                for n, file in ((3, "a"), (5, "h"))]  # fmt: skip
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
    judged = live.after(LiveGame.set_mirror(True), until=lambda s: s.mirror).thought
    assert judged is not None
    assert mirror_verdict(judged)[0].startswith("Made with other weights.")
    live.after(Play.undo(), LiveGame.set_formula(None), until=lambda s: s.formula is None)
    own = live.after(Play.play("e4"), until=played(2)).game
    assert own.sans[1] != game.game.sans[1]
    assert "Python" not in own.log[-1]


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


def test_a_move_out_of_turn_is_told_and_taken_back(start: Start) -> None:
    live = start(BLACK)
    begun = digits_say(live.wait(your_move))
    assert begun == "EE EE EE: key E swapped the sides; Janus has Black."
    game = live.after(Play.play("e4"), until=played(2)).game
    assert game.out_of_turn
    live.hear("Black moves out of turn", after=Play.let_it_move())
    live.wait(played(1))
    assert live.after(Play.undo(), until=played(2)).game.sans == game.sans
    live.ask(Play.go_on_from(1))
    again = live.wait(lambda s: any("once more" in entry for entry in s.game.log))
    assert "pressed for e4, once more: 6 4 4 4 F" in again.game.log


@pytest.mark.parametrize("computer", chess.COLORS)
def test_who_moves_for_both_sides_is_told_when_the_program_can_be_let(
    start: Start, computer: chess.Color
) -> None:
    live = start(NewGame(computer), wait=False)
    live.wait(idle)
    live.hear(f"with {chess.COLOR_NAMES[computer].capitalize()} to move", after=Play.set_both(True))


def test_slow_thinking_reads_no_keys_and_is_broken_off_and_stopped_at_once(start: Start) -> None:
    live = start(NewGame(chess.WHITE, Level.NORMAL, book=False), speed=0.001, wait=False)
    live.wait(lambda s: s.activity is Activity.THINKING and s.thought is not None)
    live.hear("reads no keys", after=Hand.press("C"))
    after = live.after(Play.cancel(), until=idle)
    assert (after.game.sans, after.machine.listening) == ((), True)
    live.after(Debugger.set_speed(None), Play.let_it_move(), until=played(1))
    live.after(Debugger.set_speed(0.001), Play.play("a6"), until=lambda s: len(s.game.sans) == 2)
    live.wait(lambda s: s.activity is Activity.THINKING)
    live.stop()


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


def test_a_pgn_goes_out_and_comes_in(start: Start) -> None:
    live = start()
    first = live.after(Play.play("e5"), until=played(3)).game
    live.after(Play.start_game(NewGame(level=Level.SUPER_BLITZ)), until=played(1))
    live.after(Play.load_pgn(first.pgn, ""), until=lambda s: len(s.game.sans) == 3)
    over = live.after(Play.resign(), until=lambda s: s.game.over).game
    told = "loaded: ? - ? 1-0, 1 half-move; the game ended; you can go on with it; 2 is missing"
    live.hear(told, after=Play.load_pgn("1. d4 1-0", "2 is missing"))
    after = live.after(Play.load_pgn(over.pgn, ""), until=lambda s: len(s.game.sans) == 3).game
    assert after.verdict == over.verdict
    live.hear(
        "loaded: MicroChess - You 1-0, 3 half-moves; the game ended: Black (you) gives up; White"
        " (MicroChess) wins; Undo lets it go on"
    )
    live.ask(Play.load_pgn("1. e4 d5 2. Bb5+ *", ""))
    checked = live.wait(lambda s: s.game.check is not None)
    assert headline(checked, {}).startswith("your move: Black, in check")


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
    live.ask(Play.poke((Poke(0x53, 0xCC), Poke(0x69, 0x00))))
    stuck = "a pawn on the first or last rank is stuck"
    live.hear(stuck, after=Play.end_set_up(chess.WHITE, after.steps, None))


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


def test_where_a_poke_begins_another_game_no_reply_is_thought_of_until_undo(start: Start) -> None:
    live = start(BLACK)
    live.wait(your_move)
    replied = live.after(Play.play("e4"), until=played(2))
    assert replied.thought is not None
    kept = live.after(
        Play.poke((Poke(0x0300, 0x42),)), until=lambda s: s.machine.memory[0x300] == 0x42
    )
    assert kept.thought is not None
    live.ask(Play.poke((Poke(0x51, 0xCC),)))
    assert live.wait(lambda s: idle(s) and not s.game.sans).thought is None
    live.ask(Play.undo())
    back = live.wait(lambda s: idle(s) and s.game.sans == replied.game.sans)
    assert back.thought is not None
    assert back.thought.candidates == replied.thought.candidates
