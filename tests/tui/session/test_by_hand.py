"""Keys pressed by hand in the live session: moves, the monitor, thinking that is stopped."""

from __future__ import annotations

import chess
import pytest

from emu.notation import Poke
from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.program.memory_map import DIGITS, TABLE
from microchess.puzzles.puzzle import puzzle
from tests.tui.listener import (
    BLACK,
    LiveSession,
    Start,
    Stepped,
    hold_in_thought,
    idle,
    played,
    your_move,
)
from tui.session.debugger import Debugger
from tui.session.hand import Hand
from tui.session.line import LiveLine
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Activity, Snapshot
from tui.session.verbs import Asked
from tui.session.words import digits_say, headline

THINKS = NewGame(chess.BLACK, Level.NORMAL)
D4 = "by hand: d4; the program waits for key PC to reply"


def in_the_monitor(live: LiveSession, *keys: str) -> Snapshot:
    live.press(*keys)
    return live.wait(in_monitor)


def in_monitor(snapshot: Snapshot) -> bool:
    return idle(snapshot) and not snapshot.machine.listening


def recovered(live: LiveSession) -> Snapshot:
    return live.after(Play.recover(), until=lambda s: idle(s) and s.machine.listening)


def test_keys_are_pressed_in_their_order_however_fast_they_come() -> None:
    """While one is pressed, and while the program works on it."""
    stepped = Stepped(BLACK)
    stepped.ask(Hand.press("6"), Hand.press("3"), None, Hand.press("4"), Hand.press("3"))
    stepped.ask(None, None, Hand.press("F"))
    while stepped.patience is not None:
        stepped.ask(None)
    keys = [line for line in stepped.shown.game.log if line.startswith("by hand: ")]
    assert keys[:5] == [f"by hand: {key}" for key in "6343F"]
    assert stepped.notices == [D4]
    stepped.close()


def test_a_reply_by_key_pc_is_told_as_the_programs_and_judged_as_any_other(start: Start) -> None:
    live = start(BLACK)
    wanted = live.after(Play.play("d4"), until=played(2)).thought
    live.after(Play.undo(), until=played(0))
    live.press(*"6343F")
    live.hear(D4)
    after = live.after(Hand.press("PC"), until=played(2))
    assert after.game.log[-2:] == ("by hand: PC", f"MicroChess replies {after.game.sans[1]}")
    assert after.thought is not None
    assert wanted is not None
    assert after.thought.candidates == wanted.candidates
    assert after.thought.shown == wanted.shown == after.machine.readout.text
    assert "(Janus" in after.game.headers["Black"]
    assert "You" not in after.game.headers["Black"]
    live.hear("out of turn: key PC lets it move whoever is to move", after=Hand.press("PC"))


def test_back_in_the_game_the_digits_show_the_reply_and_nothing_else(start: Start) -> None:
    live = start(BLACK)
    live.press(*"6444F", "PC")
    before = live.wait(lambda s: idle(s) and len(s.game.sans) == 2).machine.readout
    in_the_monitor(live, "RS")
    live.hear("another program has the keypad", after=Play.play("a3"))
    after = recovered(live).machine.readout
    assert (after.text, after.steps) == (before.text, before.steps)


def test_a_mate_by_hand_ends_the_game_and_the_program_has_no_reply(start: Start) -> None:
    live = start(NewGame(chess.BLACK, fen="7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"))
    live.press(*"7505F")
    over = live.wait(lambda s: s.game.over and idle(s))
    assert over.game.verdict == "checkmate; White (you) wins"
    assert live.notices[-1].text == "by hand: Qf8#"
    live.hear("the game is over: checkmate; White (you) wins", after=Play.let_it_move())
    live.hear("MicroChess resigns, it has no move", after=Hand.press("PC"))
    resigned = live.wait(idle)
    assert (resigned.game.sans, digits_say(resigned)) == (("Qf8#",), "FF FF FF: Janus resigns.")


def test_a_reply_by_hand_is_broken_off_as_any_other(start: Start) -> None:
    live = start(THINKS)
    live.press(*"6343F")
    live.hear(D4)
    live.ask(Debugger.set_speed(0.1), Hand.press("PC"))
    live.wait(lambda s: s.thinks and s.thought is not None and len(s.thought.candidates) > 3)
    live.hear("broken off", after=Play.cancel())
    after = live.wait(lambda s: idle(s) and s.machine.listening and not s.thinks)
    assert (after.game.sans, after.thought) == (("d4",), None)
    live.after(Debugger.set_speed(None), Hand.press("PC"), until=played(2))


def test_digits_are_explained_by_what_is_lit_and_only_moves_as_moves(start: Start) -> None:
    live = start(NewGame.of_puzzle(puzzle("1")))
    begun = digits_say(live.wait(your_move))
    assert begun == "CC CC CC: key C began a new game; then this position was set up."
    zeros = tuple(Poke(at, 0) for at in range(DIGITS, DIGITS + 3))
    poked = live.after(Play.poke(zeros), until=lambda s: idle(s) and s.machine.memory[DIGITS] == 0)
    assert digits_say(poked).startswith("00 00 00: no move; ")
    in_the_monitor(live, "ST")
    lit = live.after(LiveLine.fit_jumper(True), until=lambda s: idle(s) and s.line.fitted)
    assert not lit.machine.readout.dark
    assert digits_say(lit).startswith("the monitor's address ")


@pytest.mark.parametrize("key", ["ST", "RS"])
def test_a_reply_by_hand_stopped_in_its_middle_is_no_move(start: Start, key: str) -> None:
    live = start(THINKS)
    live.press(*"6343F")
    live.hear(D4)
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


@pytest.mark.parametrize("key", ["ST", "RS"])
def test_st_and_rs_stop_the_thinking_where_it_is(start: Start, key: str) -> None:
    live = start(THINKS)
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
    live = start(THINKS)
    hold_in_thought(live, "a3")
    live.ask(Debugger.set_speed(0.1), Debugger.go_on())
    thinks = live.wait(lambda s: s.activity is Activity.THINKING)
    assert headline(thinks, {}).startswith(f"{thinks.game.program} thinks: ")
    in_the_monitor(live, "ST")
    live.after(Play.poke((Poke(0x0300, 0x42),)), until=lambda s: s.machine.memory[0x0300] == 0x42)
    after = live.after(Play.undo(), until=lambda s: your_move(s) and s.game.can_redo)
    assert after.game.sans == ()
    live.after(Debugger.set_speed(None), Play.play("e4"), until=played(2))


def test_a_move_by_hand_after_a_reply_given_up_is_the_persons(start: Start) -> None:
    live = start(THINKS)
    live.ask(Debugger.set_breakpoints({janus().judge: ""}), Hand.press("PC"))
    live.wait(lambda s: s.activity is Activity.HELD and "PC" in s.machine.keys)
    live.ask(Play.recover(), Debugger.set_breakpoints({}))
    live.wait(lambda s: your_move(s) and s.machine.listening)
    live.press(*"6343F")
    live.hear(D4)


# The monitor


def typed(live: LiveSession, address: int, byte: int) -> Snapshot:
    """Bytes of the table are typed into the monitor, which is there."""
    live.press("AD", *f"{address:04X}", "DA", *f"{byte:02X}")
    man = address - TABLE
    return live.wait(lambda s: idle(s) and s.game.table[man] == byte)


@pytest.mark.parametrize("away", ["ST", "RS"])
def test_bytes_typed_into_the_monitor_are_one_change_and_no_move(start: Start, away: str) -> None:
    """Whether keys PC, GO lead back, as after one ST, or not."""
    live = start(BLACK)
    before = live.wait(your_move).game
    live.hear("MicroChess has no use for AD; ST leads to the monitor", after=Hand.press("AD"))
    in_the_monitor(live, away)
    typed(live, 0x0066, 0x36)
    nothing = typed(live, 0x0066, before.table[0x16]).game
    assert (nothing.steps, nothing.earlier) == (before.steps, before.earlier)
    poked, again = (typed(live, 0x0066, byte).game for byte in (0x36, 0x55))
    assert poked.steps == again.steps == before.steps + 1
    assert (again.sans, again.turn) == ((), before.turn)
    live.hear("back in the game; pieces that were changed by hand stay so", after=Play.recover())
    back = live.wait(lambda s: idle(s) and s.machine.listening).game
    assert back.table == again.table
    in_the_monitor(live, "ST")
    twice = typed(live, 0x0061, 0x33).game
    assert twice.steps == before.steps + 2, "another visit is another step"
    for _ in range(2):
        kept = recovered(live).game
        assert (kept.table, kept.steps) == (twice.table, twice.steps)
    for steps, game in ((before.steps + 1, again), (before.steps, before)):
        live.ask(Play.undo())
        undone = live.wait(lambda s, steps=steps: idle(s) and s.game.steps == steps)  # type: ignore[misc]
        assert undone.game.men == game.men


@pytest.mark.parametrize("away", [True, False], ids=["in the monitor", "while it thinks"])
def test_a_king_that_is_taken_off_is_missed_whoever_did_that(away: bool) -> None:
    stepped = Stepped(THINKS)
    no_king = "beware: the computer's king is not on the board"
    if away:
        for key in ("ST", "AD", *"0050", "DA", *"CC"):
            stepped.ask(Hand.press(key))
            while stepped.session.runner.work:
                stepped.ask(None)
    else:
        stepped.ask(Play.let_it_move(), Debugger.pause(), Play.poke((Poke(0x50, 0xCC),)))
        stepped.ask(Debugger.go_on())
        while stepped.session.runner.work:
            stepped.ask(None)
    assert stepped.shown.game.table[0] == 0xCC
    assert stepped.notices[-1] == no_king
    stepped.close()


def test_what_a_program_that_ran_wild_has_done_to_the_table_is_not_kept(start: Start) -> None:
    live = start(BLACK)
    live.ask(Play.poke(tuple(Poke(0x300 + i, b) for i, b in enumerate((0x85, 0x61, 0x02)))))
    in_the_monitor(live, "ST")
    poked = typed(live, 0x0066, 0x36).game
    live.press("AD", *"0300", "GO")
    live.hear("lost its way: undocumented opcode $02 at $0302")
    after = recovered(live).game
    assert (after.table, after.steps) == (poked.table, poked.steps)
    live.after(Play.play("e4"), until=played(2))
    live.press("RS", "AD", *"1873", "GO")  # waits for a tape that does not come, never for a key
    live.wait(lambda s: s.activity is Activity.RUNNING and not s.machine.listening)


def test_a_promotion_as_in_1976_is_a_move_when_both_bytes_are_typed(start: Start) -> None:
    fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    live = start(NewGame(chess.BLACK, Level.SUPER_BLITZ, fen=fen))
    pawn = live.wait(your_move).game.table.standing_on(0x10)
    assert pawn is not None
    live.press(*"1000F")
    in_the_monitor(live, "ST", "ST")
    typed(live, TABLE + pawn, 0xCC)
    typed(live, 0x0061, 0x00)
    live.hear("by hand: a8=Q+")
    typed(live, 0x0062, 0x33)
    assert recovered(live).game.table[0x12] == 0x33
    back = live.after(Play.undo(), until=lambda s: idle(s) and s.game.table[0x12] != 0x33).game
    assert (back.sans, back.turn) == (("a8=Q+",), chess.BLACK)


def test_castling_by_hand_is_a_move_when_both_men_have_moved(start: Start) -> None:
    castles = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    live = start(NewGame(chess.BLACK, Level.SUPER_BLITZ, fen=castles))
    before = live.wait(your_move).game
    assert in_the_monitor(live, *"7476F", "ST").game.steps == before.steps
    live.press("PC", "GO", *"7775F")
    assert live.wait(lambda s: idle(s) and bool(s.game.sans)).game.sans == ("O-O",)


# The terminal


def test_what_is_typed_at_the_terminal_while_it_thinks_is_sent_afterwards(start: Start) -> None:
    live = start(BLACK)
    live.ask(LiveLine.fit_jumper(True))
    hold_in_thought(live, "e4")
    line = live.after(LiveLine.type_text(b"123"), until=lambda s: s.line.pending > 0).line
    assert line.pending == 3
    live.ask(Debugger.go_on())
    live.wait(lambda s: your_move(s) and len(s.game.sans) == 2 and not s.line.pending)


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
