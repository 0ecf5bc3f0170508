"""Back in time in the live session, and states in files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import chess

import rom
from emu.files import statefile
from emu.machine import Machine
from emu.notation import Poke
from microchess.machine.player import janus
from microchess.program.levels import Level
from tests import lights
from tests.tui.listener import Listener, Start, idle, your_move
from tui.session import commands as c
from tui.session.snapshot import Activity, Snapshot
from tui.session.worker import Worker

_STEPS = 5
BLACK = c.NewGame(chess.BLACK, Level.SUPER_BLITZ)


def held(s: Snapshot) -> bool:
    return s.activity is Activity.HELD


def thinks(s: Snapshot, candidates: int) -> bool:
    return bool(s.thought and not s.thought.shown and len(s.thought.candidates) >= candidates)


def held_in_thought(worker: Worker, seen: Listener, candidates: int = 4) -> Snapshot:
    """Asked for a move, and held a little after so many candidates were judged."""
    seen.wait(your_move)
    worker.ask(c.SetBreakpoints(frozenset({janus().judge})))
    worker.ask(c.PlayMove("a6"))
    judged = seen.wait(lambda s: held(s) and bool(s.halt) and s.thought is not None)
    for _ in range(candidates - 1):
        worker.ask(c.Continue())
        judged = seen.wait(
            lambda s, before=judged: held(s) and s.machine.cycles > before.machine.cycles  # type: ignore[misc]
        )
    worker.ask(c.SetBreakpoints(frozenset()))
    for step in range(1, _STEPS + 1):
        worker.ask(c.StepInstruction())
        seen.wait(lambda s, n=step: s.machine.instructions == judged.machine.instructions + n)  # type: ignore[misc]
    return seen.wait(lambda s: held(s) and not s.breakpoints)


def replied(worker: Worker, seen: Listener) -> Snapshot:
    """A move was played and answered."""
    seen.wait(your_move)
    worker.ask(c.PlayMove("a6"))
    return seen.wait(lambda s: your_move(s) and len(s.game.sans) == 3)


def test_a_decision_is_watched_again_and_comes_out_the_same(start: Start) -> None:
    wanted = replied(*start())
    worker, seen = start()
    now = held_in_thought(worker, seen)
    assert now.thought is not None
    worker.ask(c.Back(20_000))
    back = seen.wait(lambda s: s.machine.cycles < now.machine.cycles)
    assert held(back)
    assert now.machine.cycles - back.machine.cycles in range(20_000 - 14, 20_000 + 1)
    worker.ask(c.Back(None))
    first = seen.wait(lambda s: s.machine.cycles < back.machine.cycles)
    assert first.thought is not None
    assert first.thought.candidates == ()
    assert first.machine.keys == {"PC"}
    worker.ask(c.SetSpeed(None))
    worker.ask(c.Continue())
    after = seen.wait(lambda s: your_move(s) and len(s.game.sans) == 3)
    assert after.game == replace(wanted.game, log=after.game.log)
    assert after.thought == wanted.thought
    assert after.machine.memory == wanted.machine.memory


def test_one_instruction_back_and_forth_is_the_same_moment(start: Start) -> None:
    worker, seen = start()
    now = held_in_thought(worker, seen)
    for back in range(1, 4):
        worker.ask(c.StepBack())
        seen.wait(lambda s, n=back: s.machine.instructions == now.machine.instructions - n)  # type: ignore[misc]
    for left in (2, 1, 0):
        worker.ask(c.StepInstruction())
        again = seen.wait(lambda s, n=left: s.machine.instructions == now.machine.instructions - n)  # type: ignore[misc]
    assert held(again)
    assert again.machine == now.machine


def test_one_goes_back_to_who_wrote_a_byte_and_who_before(start: Start) -> None:
    """The best value on the digits, $FA: each time it became another one."""
    worker, seen = start()
    now = held_in_thought(worker, seen)
    assert now.thought is not None
    best = [one.value for one in now.thought.candidates]
    worker.ask(c.BackToAccess(0x00FA, True))
    back = seen.wait(lambda s: s.machine.cycles < now.machine.cycles)
    assert held(back)
    worker.ask(c.StepInstruction())
    after = seen.wait(lambda s: s.machine.instructions == back.machine.instructions + 1)
    assert after.machine.memory[0xFA] == max(best)
    assert back.machine.memory[0xFA] != max(best)
    seen.hear(f"$00FA: {max(best):02X} written (was ")
    worker.ask(c.BackToAccess(0x00FA, True))
    worker.ask(c.BackToAccess(0x00FA, True))
    seen.wait(lambda s: s.machine.cycles < back.machine.cycles)
    worker.ask(c.BackToAccess(0x00BB, False))
    seen.hear("$00BB was not read in the last")


def test_one_goes_back_to_the_last_breakpoint_or_change(start: Start) -> None:
    worker, seen = start()
    now = held_in_thought(worker, seen)
    assert now.thought is not None
    worker.ask(c.SetBreakpoints(frozenset({janus().judge})))
    worker.ask(c.BackToHalt())
    back = seen.wait(lambda s: s.machine.registers.pc == janus().judge)
    assert held(back)
    last = now.thought.candidates[-1]
    assert (back.machine.memory[0xB0], back.machine.registers.a) == (last.man, last.value)
    worker.ask(c.SetBreakpoints(frozenset()))
    worker.ask(c.SetWatchpoints(frozenset({0x00B0})))
    worker.ask(c.BackToHalt())
    change = seen.wait(lambda s: s.machine.cycles < back.machine.cycles)
    worker.ask(c.StepInstruction())
    after = seen.wait(lambda s: s.machine.instructions == change.machine.instructions + 1)
    assert after.machine.memory[0xB0] != change.machine.memory[0xB0]


def test_candidates_judged_later_are_forgotten_and_judged_again(start: Start) -> None:
    worker, seen = start(c.NewGame(level=Level.SUPER_BLITZ))
    seen.wait(your_move)
    worker.ask(c.SetBreakpoints(frozenset({janus().judge})))
    worker.ask(c.PlayMove("a6"))
    seen.wait(lambda s: held(s) and bool(s.halt))
    for count in range(1, 4):
        worker.ask(c.Continue())
        now = seen.wait(
            lambda s, n=count: held(s) and bool(s.thought) and len(s.thought.candidates) > n  # type: ignore[misc]
        )
    assert now.thought is not None
    worker.ask(c.StepBack())
    back = seen.wait(lambda s: s.machine.cycles < now.machine.cycles)
    assert back.thought is not None
    assert back.thought.candidates == now.thought.candidates[:-1]
    worker.ask(c.Continue())
    again = seen.wait(lambda s: s.machine.cycles == now.machine.cycles and held(s))
    assert again.thought == now.thought


def test_a_byte_changed_in_the_past_changes_the_decision_only(start: Start) -> None:
    worker, seen = start()
    now = held_in_thought(worker, seen)
    worker.ask(c.Back(None))
    seen.wait(lambda s: s.machine.cycles < now.machine.cycles)
    worker.ask(c.PokeBytes((Poke(0x1790, 0x42),)))
    worker.ask(c.SetSpeed(None))
    worker.ask(c.Continue())
    after = seen.wait(lambda s: your_move(s) and len(s.game.sans) == 3)
    assert after.machine.memory[0x1790] == 0x42
    assert after.game.sans[1] == "a6"


def test_after_a_reply_the_way_back_leads_into_it_and_the_game_waits(start: Start) -> None:
    worker, seen = start()
    played = replied(worker, seen)
    assert played.thought is not None
    best = max(one.value for one in played.thought.candidates)
    worker.ask(c.BackToAccess(0x00FA, True))
    written = seen.wait(lambda s: s.watching and s.machine.cycles < played.machine.cycles)
    seen.hear(f"written (was {best:02X}) by the instruction at $")
    worker.ask(c.BackToAccess(0x00FA, True))
    seen.hear(f"$00FA: {best:02X} written (was ")
    before = seen.wait(lambda s: s.machine.cycles < written.machine.cycles)
    worker.ask(c.SetBreakpoints(frozenset({janus().judge})))
    worker.ask(c.BackToHalt())
    judged = seen.wait(lambda s: s.machine.cycles < before.machine.cycles)
    assert judged.machine.registers.pc == janus().judge
    worker.ask(c.Back(None))
    first = seen.wait(lambda s: s.machine.cycles <= played.thought.keys[0][0])  # type: ignore[union-attr]
    assert first.reached == 0
    worker.ask(c.Back(1_000))
    seen.hear("the last reply begins here")
    worker.ask(c.SetBreakpoints(frozenset()))
    worker.ask(c.EndWatch())
    now = seen.wait(lambda s: not s.watching)
    assert (now.machine, now.game) == (played.machine, played.game)
    worker.ask(c.Pause())
    worker.ask(c.StepBack())
    seen.wait(lambda s: s.watching and held(s))
    worker.ask(c.Continue())
    seen.wait(lambda s: not s.watching)
    seen.wait(idle)


def test_keys_of_a_move_and_candidates_are_gone_through_mark_by_mark(start: Start) -> None:
    """Steps that come faster than anything is shown are all made."""
    worker, seen = start()
    played = replied(worker, seen)
    assert played.thought is not None
    assert [key for _, key in played.thought.keys] == [*"6757", "F", "PC"]
    marks = played.thought.marks
    for _ in range(4):
        worker.ask(c.WatchStep(-1))
    seen.wait(lambda s: s.watching and s.machine.cycles == marks[-4])
    worker.ask(c.WatchStep(1))
    seen.wait(lambda s: s.machine.cycles == marks[-3])
    for _ in marks:
        worker.ask(c.WatchStep(-1))
    first = seen.wait(lambda s: s.machine.cycles == marks[0])
    assert first.machine.keys == {"6"}


def test_keys_pressed_by_hand_are_gone_back_over(start: Start) -> None:
    worker, seen = start(BLACK)
    before = seen.wait(your_move)
    for key in ("6", "4", "4"):
        worker.ask(c.PressKey(key))
    seen.wait(lambda s: idle(s) and s.machine.memory[0xF9] == 0x44)
    worker.ask(c.Back(None))
    back = seen.wait(lambda s: s.machine.cycles == before.machine.cycles)
    assert held(back)
    assert back.machine.memory == before.machine.memory
    worker.ask(c.Continue())
    for key in ("6", "3", "4", "3", "F"):
        worker.ask(c.PressKey(key))
    assert seen.wait(lambda s: idle(s) and bool(s.game.sans)).game.sans == ("d4",)


def test_a_program_of_ones_own_that_lost_its_way_is_taken_back(start: Start) -> None:
    worker, seen = start(BLACK)
    seen.wait(your_move)
    worker.ask(c.PokeBytes((Poke(0x300, 0xE8), Poke(0x301, 0x02))))
    for key in ("ST", "AD", "0", "3", "0", "0", "GO"):
        worker.ask(c.PressKey(key))
    seen.hear("lost its way: undocumented opcode $02 at $0301")
    worker.ask(c.StepBack())
    back = seen.wait(lambda s: held(s) and s.machine.registers.pc == 0x300)
    assert back.game.sans == ()


def test_undo_goes_further_back_from_the_past(start: Start) -> None:
    worker, seen = start()
    now = held_in_thought(worker, seen)
    worker.ask(c.Back(1_000))
    seen.wait(lambda s: s.machine.cycles < now.machine.cycles)
    worker.ask(c.Undo())
    after = seen.wait(lambda s: idle(s) and s.game.can_redo)
    assert after.game.sans == ("e4",)
    assert after.machine.listening


def test_a_state_is_saved_while_it_thinks_and_thinks_on_when_loaded(
    start: Start, tmp_path: Path
) -> None:
    wanted = replied(*start())
    path = tmp_path / "thinking.kim-state"
    worker, seen = start()
    held_in_thought(worker, seen)
    worker.ask(c.SaveState(path))
    seen.hear("written to")
    worker.ask(c.SaveState(path))
    seen.hear("exists already")
    worker.ask(c.SetSpeed(None))
    worker.ask(c.Undo())
    seen.wait(lambda s: idle(s) and s.game.can_redo)
    worker.ask(c.LetItMove())
    saved = statefile.read(path)
    worker.ask(c.LoadState(path.name, saved))
    after = seen.wait(lambda s: idle(s) and s.game.table == wanted.game.table)
    assert after.game.men == wanted.game.men
    worker.ask(c.Undo())
    assert seen.wait(lambda s: idle(s) and s.game.table != wanted.game.table)


def test_a_state_of_another_program_runs_and_recover_brings_the_game_back(start: Start) -> None:
    worker, seen = start()
    before = seen.wait(your_move)
    machine = Machine(rom.monitor(), janus().expansions)
    machine.load_bytes(lights.START, lights.CODE)
    machine.jump(lights.START)
    machine.run(200_000)
    worker.ask(c.LoadState("lights", statefile.parse(statefile.document(machine.snapshot()))))
    seen.wait(lambda s: s.machine.cycles > machine.cycles + 1_000_000)
    worker.ask(c.Recover())
    after = seen.wait(lambda s: your_move(s) and s.machine.listening)
    assert after.game.men == before.game.men
    assert after.game.sans == before.game.sans


def test_a_state_of_a_machine_with_other_memory_is_refused(start: Start) -> None:
    worker, seen = start()
    before = seen.wait(your_move)
    saved = statefile.parse(statefile.document(lights.machine().snapshot()))
    worker.ask(c.LoadState("lights.kim-state", saved))
    seen.hear(
        "lights.kim-state: the snapshot comes from a machine with other expansion memory: none"
    )
    assert seen.wait(your_move).game == before.game


def test_a_state_on_another_rom_is_refused_and_the_game_goes_on(start: Start) -> None:
    worker, seen = start()
    before = seen.wait(your_move)
    other = bytearray(rom.monitor())
    other[0] ^= 1
    state = Machine(bytes(other)).snapshot()
    saved = statefile.parse(json.loads(json.dumps(statefile.document(state))))
    worker.ask(c.LoadState("other.kim-state", saved))
    seen.hear("other.kim-state: the state comes from a machine with another ROM: its 6530-003")
    assert seen.wait(your_move).game == before.game
    worker.ask(c.PlayMove("e5"))
    seen.wait(lambda s: your_move(s) and len(s.game.sans) == 3)


def test_a_run_goes_on_where_there_is_no_way_back() -> None:
    machine = Machine(rom.monitor(), janus().expansions)
    machine.load_bytes(lights.START, lights.CODE)
    machine.jump(lights.START)
    seen = Listener()
    worker = Worker(janus(), None, seen, BLACK)
    worker.ask(c.LoadState("lights", statefile.parse(statefile.document(machine.snapshot()))))
    worker.ask(c.Back(None))
    worker.start()
    try:
        seen.hear("no way back beyond")
        seen.wait(lambda s: s.activity is Activity.RUNNING and s.machine.cycles > 1_000_000)
    finally:
        worker.stop()
