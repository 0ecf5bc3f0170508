"""Back in time in the live session, and states in files."""

import json
from dataclasses import replace

import chess

import rom
from emu.files import statefile
from emu.machine import Machine
from emu.notation import Poke
from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.tour.live import LiveMachine
from tests import lights
from tests.tui.listener import BLACK, LiveSession, Start, Stepped, idle, played, your_move
from tui.session.debugger import Debugger
from tui.session.livegame import LiveGame
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.session import Session
from tui.session.snapshot import Activity, Snapshot
from tui.session.timetravel import TimeTravel
from tui.session.words import bar

_STEPS = 5


def held(s: Snapshot) -> bool:
    return s.activity is Activity.HELD


def held_in_thought(live: LiveSession, candidates: int = 4) -> Snapshot:
    """Asked for a move, and held a little after so many candidates were judged."""
    live.ask(Debugger.set_breakpoints({janus().judge: ""}), Play.play("a6"))
    judged = live.wait(lambda s: held(s) and bool(s.halt) and s.thought is not None)
    for _ in range(candidates - 1):
        live.ask(Debugger.go_on())
        judged = live.wait(
            lambda s, before=judged: held(s) and s.machine.cycles > before.machine.cycles  # type: ignore[misc]
        )
    live.ask(Debugger.set_breakpoints({}))
    for step in range(1, _STEPS + 1):
        live.ask(Debugger.step())
        live.wait(lambda s, n=step: s.machine.instructions == judged.machine.instructions + n)  # type: ignore[misc]
    return live.wait(lambda s: held(s) and not s.breakpoints)


def replied(live: LiveSession) -> Snapshot:
    """A move was played and answered."""
    live.ask(Play.play("a6"))
    return live.wait(played(3))


def with_lights() -> Machine:
    """Another program, about to run."""
    machine = Machine(rom.monitor(), janus().expansions)
    machine.load_bytes(lights.START, lights.CODE)
    machine.jump(lights.START)
    return machine


def test_a_decision_is_watched_again_and_comes_out_the_same(start: Start) -> None:
    wanted = replied(start())
    live = start()
    now = held_in_thought(live)
    assert now.thought is not None
    back = live.after(
        TimeTravel.back(20_000), until=lambda s: s.machine.cycles < now.machine.cycles
    )
    assert held(back)
    assert now.machine.cycles - back.machine.cycles in range(20_000 - 14, 20_000 + 1)
    first = live.after(
        TimeTravel.back(None), until=lambda s: s.machine.cycles < back.machine.cycles
    )
    assert first.thought is not None
    assert first.thought.candidates == ()
    assert first.machine.keys == {"PC"}
    live.hear("no way back beyond the game's last key or move", after=TimeTravel.step_back())
    after = live.after(Debugger.set_speed(None), Debugger.go_on(), until=played(3))
    assert after.game == replace(wanted.game, log=after.game.log)
    assert after.thought == wanted.thought
    assert after.machine.memory == wanted.machine.memory


def test_a_byte_changed_in_the_past_stays_when_it_goes_on(start: Start) -> None:
    """Back in mid-thought to who wrote the best value on the digits, $FA, and who before."""
    live = start()
    now = held_in_thought(live)
    assert now.thought is not None
    best = max(one.value for one in now.thought.candidates)
    live.ask(*2 * [TimeTravel.back_to_access(0x00FA, True)])
    live.hear(f"$00FA: {best:02X} written (was ")
    back = live.wait(lambda s: held(s) and s.machine.memory[0xFA] != best)
    assert back.machine.cycles < now.machine.cycles
    live.hear("$00BB was not read in the last", after=TimeTravel.back_to_access(0x00BB, False))
    live.ask(TimeTravel.back(None), Play.poke((Poke(0x1790, 0x42),)))
    played_on = live.after(Debugger.set_speed(None), Debugger.go_on(), until=played(3))
    assert played_on.machine.memory[0x1790] == 0x42
    assert played_on.game.sans[1] == "a6"


def test_what_is_not_found_in_the_last_reply_leaves_the_game_on_view(start: Start) -> None:
    live = start()
    live.after(Play.play("a6"), until=played(3))
    for command in (TimeTravel.back_to_access(0x1780, True), TimeTravel.back_to_halt()):
        live.notices.clear()
        live.hear("in the last", after=command)
        assert not live.after(LiveGame.set_mirror(True), until=idle).watching
    live.ask(TimeTravel.back_to_access(0x00FA, True))
    assert live.wait(lambda s: s.watching).watching
    live.ask(TimeTravel.back_to_access(0x1780, True))
    live.hear("$1780 was not written in the last")
    assert live.after(LiveGame.set_mirror(False), until=lambda s: not s.mirror).watching


def test_a_search_of_the_past_says_how_far_it_is_and_can_be_left_at_once() -> None:
    stepped = Stepped(NewGame(level=Level.SUPER_BLITZ))
    rest(stepped)
    stepped.ask(Play.play("a6"))
    rest(stepped)
    stepped.notices.clear()
    before = stepped.shown
    searching = TimeTravel.back_to_access(0x1780, True)
    stepped.ask(searching)
    assert (stepped.shown.searched, bar(stepped.shown, {}).leave) == (0.0, "now")
    stepped.ask(None, None, TimeTravel.watch(None))
    assert stepped.shown == before
    assert stepped.notices == []
    stepped.ask(searching, None, LiveGame.set_mirror(True))
    assert not stepped.shown.mirror, "it waits until the search has ended"
    rest(stepped)
    assert stepped.notices == ["$1780 was not written in the last 0.96 s"]
    assert (stepped.shown.mirror, stepped.shown.searched) == (True, None)


def test_the_cycles_of_the_last_reply_are_counted_by_routine_and_nothing_else_changes() -> None:
    stepped = Stepped(NewGame(level=Level.SUPER_BLITZ))
    rest(stepped)
    stepped.ask(Play.play("a6"))
    rest(stepped)
    before = stepped.shown
    thought = before.thought
    assert thought is not None
    assert not thought.spent
    stepped.ask(TimeTravel.count())
    rest(stepped)
    counted = stepped.shown.thought
    assert counted is not None
    spent = dict(counted.spent)
    assert next(iter(spent)) == rom.labels("janus")["generate"]

    assert sum(spent.values()) == before.machine.cycles - thought.began
    assert replace(stepped.shown, thought=replace(counted, spent=())) == before


def rest(stepped: Stepped) -> None:
    while stepped.patience == 0.0:
        stepped.ask(None)


def test_candidates_judged_later_are_forgotten_and_judged_again(start: Start) -> None:
    live = start(NewGame(level=Level.SUPER_BLITZ))
    live.ask(Debugger.set_breakpoints({janus().judge: ""}), Play.play("a6"))
    live.wait(lambda s: held(s) and bool(s.halt))
    for count in range(1, 4):
        live.ask(Debugger.go_on())
        now = live.wait(
            lambda s, n=count: held(s) and bool(s.thought) and len(s.thought.candidates) > n  # type: ignore[misc]
        )
    assert now.thought is not None
    back = live.after(TimeTravel.step_back(), until=lambda s: s.machine.cycles < now.machine.cycles)
    assert back.thought is not None
    assert back.thought.candidates == now.thought.candidates[:-1]
    live.ask(Debugger.step())
    again = live.wait(lambda s: s.machine.cycles == now.machine.cycles and held(s))
    assert (again.machine, again.thought) == (now.machine, now.thought)
    live.after(TimeTravel.step_back(), until=lambda s: s.machine.cycles < now.machine.cycles)
    after = live.after(Play.undo(), until=lambda s: idle(s) and s.game.can_redo)
    assert after.game.sans == ("e4",)
    assert after.machine.listening


def test_after_a_reply_the_way_back_leads_into_it_and_the_game_waits(start: Start) -> None:
    live = start()
    present = replied(live)
    assert present.thought is not None
    best = max(one.value for one in present.thought.candidates)
    live.ask(TimeTravel.back_to_access(0x00FA, True))
    written = live.wait(lambda s: s.watching and s.machine.cycles < present.machine.cycles)
    live.hear(f"written (was {best:02X}) by the instruction at $")
    live.ask(Debugger.set_breakpoints({janus().judge: ""}), TimeTravel.back_to_halt())
    judged = live.wait(lambda s: s.machine.cycles < written.machine.cycles)
    assert judged.machine.registers.pc == janus().judge
    live.ask(TimeTravel.back(None))
    first = live.wait(lambda s: s.machine.cycles <= present.thought.keys[0][0])  # type: ignore[union-attr]
    assert first.reached == 0
    live.hear("the last reply begins here", after=TimeTravel.back(1_000))
    live.ask(Debugger.set_breakpoints({}), TimeTravel.watch(None))
    now = live.wait(lambda s: not s.watching)
    assert (now.machine, now.game) == (present.machine, present.game)
    live.after(Debugger.pause(), TimeTravel.step_back(), until=lambda s: s.watching and held(s))
    live.after(Debugger.go_on(), until=lambda s: not s.watching)
    live.wait(idle)


def test_keys_of_a_move_and_candidates_are_gone_through_mark_by_mark(start: Start) -> None:
    """Steps that come faster than anything is shown are all made."""
    live = start()
    present = replied(live)
    assert present.thought is not None
    assert [key for _, key in present.thought.keys] == [*"6757", "F", "PC"]
    marks = present.thought.marks
    for _ in range(4):
        live.ask(TimeTravel.watch_step(-1, False))
    live.wait(lambda s: s.watching and s.machine.cycles == marks[-4])
    live.after(TimeTravel.watch_step(1, False), until=lambda s: s.machine.cycles == marks[-3])
    for _ in marks:
        live.ask(TimeTravel.watch_step(-1, False))
    first = live.wait(lambda s: s.machine.cycles == marks[0])
    assert first.machine.keys == {"6"}


def test_keys_pressed_by_hand_are_gone_back_over(start: Start) -> None:
    live = start(BLACK)
    before = live.wait(your_move)
    live.press("6", "4", "4")
    live.wait(lambda s: idle(s) and s.machine.memory[0xF9] == 0x44)
    back = live.after(
        TimeTravel.back(None), until=lambda s: s.machine.cycles == before.machine.cycles
    )
    assert held(back)
    assert back.machine.memory == before.machine.memory
    live.ask(Debugger.go_on())
    live.press("6", "3", "4", "3", "F")
    assert live.wait(lambda s: idle(s) and bool(s.game.sans)).game.sans == ("d4",)


def test_a_program_of_ones_own_that_lost_its_way_is_taken_back(start: Start) -> None:
    live = start(BLACK)
    live.ask(Play.poke((Poke(0x300, 0xE8), Poke(0x301, 0x02))))
    live.press("ST", "AD", "0", "3", "0", "0", "GO")
    live.hear("lost its way: undocumented opcode $02 at $0301")
    back = live.after(
        TimeTravel.step_back(), until=lambda s: held(s) and s.machine.registers.pc == 0x300
    )
    assert back.game.sans == ()


def test_a_state_is_handed_over_while_it_thinks_and_thinks_on_when_loaded(start: Start) -> None:
    wanted = replied(start())
    live = start()
    held_in_thought(live)
    live.ask(Play.hand_state("thinking"))
    live.wait(lambda _: bool(live.handed))
    live.after(Debugger.set_speed(None), Play.undo(), until=lambda s: idle(s) and s.game.can_redo)
    live.ask(Play.let_it_move())
    saved = statefile.parse(json.loads(live.handed[0].text))
    live.ask(Play.load_state("thinking", saved, None))
    after = live.wait(lambda s: idle(s) and s.game.table == wanted.game.table)
    assert after.game.men == wanted.game.men
    assert live.after(Play.undo(), until=lambda s: idle(s) and s.game.table != wanted.game.table)


def test_a_state_of_another_program_runs_and_recover_brings_the_game_back(start: Start) -> None:
    live = start()
    before = live.wait(your_move)
    machine = with_lights()
    machine.run(200_000)
    live.ask(
        Play.load_state("lights", statefile.parse(statefile.document(machine.snapshot())), None)
    )
    live.hear("lights: the machine is loaded")
    live.wait(lambda s: s.machine.cycles > machine.cycles + 1_000_000)
    after = live.after(Play.recover(), until=lambda s: your_move(s) and s.machine.listening)
    assert after.game.men == before.game.men
    assert after.game.sans == before.game.sans


def test_a_state_of_another_machine_is_refused_and_the_game_goes_on(start: Start) -> None:
    live = start()
    before = live.wait(played(1))
    rom_of_another = bytearray(rom.monitor())
    rom_of_another[0] ^= 1
    for machine, why in (
        (lights.machine(), "the snapshot comes from a machine with other expansion memory: none"),
        (Machine(bytes(rom_of_another)), "the state comes from a machine with another ROM: its"),
    ):
        document = json.loads(json.dumps(statefile.document(machine.snapshot())))
        live.ask(Play.load_state("other.kim-state", statefile.parse(document), None))
        live.hear(f"other.kim-state: {why}")
        assert live.wait(your_move).game == before.game
    live.after(Play.play("e5"), until=played(3))


def test_a_run_goes_on_where_there_is_no_way_back() -> None:
    machine = with_lights()
    live = LiveSession()
    live.session = Session(janus(), None, live, BLACK)
    live.ask(
        Play.load_state("lights", statefile.parse(statefile.document(machine.snapshot())), None),
        TimeTravel.back(None),
    )
    live.session.start()
    try:
        live.hear("no way back beyond")
        live.wait(lambda s: s.activity is Activity.RUNNING and s.machine.cycles > 1_000_000)
    finally:
        live.stop()


def test_a_move_asked_of_a_machine_that_was_just_loaded_is_made_on_its_board(start: Start) -> None:
    machine = LiveMachine(janus())
    machine.begin(Level.BLITZ, chess.Board("3r3k/8/8/3n4/4P3/8/8/3R3K w - - 0 1"))
    saved = statefile.parse(statefile.document(machine.bridge.machine.snapshot()))
    live = start()
    live.wait(played(1))
    live.ask(Play.load_state("ending", saved, None), Play.let_it_move())
    live.wait(lambda s: s.game.sans == ("Rd2",))
