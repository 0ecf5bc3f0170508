"""The past is one: ways back, answers about it and states restored agree with a log of everything
that went over the bus and of all that was done.
"""

import random
from dataclasses import dataclass, field, replace

import pytest

import rom
from emu.board_state import BoardState
from emu.events import Event
from emu.kim1 import IRQ_RAM_VECTOR, NMI_RAM_VECTOR
from emu.machine import Machine
from emu.watch import rewind, timeline, way
from emu.watch.past_search import CHANGES, READS, VISITS, PastAccess, PastSearch
from emu.watch.rewind import Rewind
from emu.watch.speaker import Speaker
from emu.watch.trace import FETCHED, READ, WRITTEN, BusAccess, Trace, tapped
from tests import lights
from tests.sample import every_run

MAIN = bytes.fromhex("A905 8D0E17 58 E610 48 A610 9520 68 202002 4C0602")
SUBROUTINE = bytes.fromhex("E611 AD4217 60")  # INC $11, LDA $1742, RTS
HANDLER = bytes.fromhex("48 E612 A903 8D0E17 68 40")  # INC $12, the timer again
ADDRESSES = (0x10, 0x11, 0x12, 0x25, 0x70, 0x01FD, 0x01FC, 0x170E, 0x0206, 0x0220, 0x0240)
Entry = tuple[int, int, int, str, int | None]
"""Cycle, address, value, kind, and the address of the instruction."""


@dataclass
class Moment:
    """A state, how much was in the log and how many instructions had ended."""

    state: BoardState
    entries: int
    ends: int


@dataclass
class Logged:
    """A machine with its past, and a log of everything beside it."""

    machine: Machine
    past: Rewind
    entries: list[Entry] = field(default_factory=list)
    ends: list[tuple[int, int]] = field(default_factory=list)
    """Cycle and PC after each instruction."""
    moments: list[Moment] = field(default_factory=list)

    def run(self, steps: int) -> None:
        def heard(one: BusAccess) -> None:
            self.entries.append((one.cycle, one.address, one.value, one.kind, one.pc))

        with tapped(self.machine.board, Trace(heard)):
            for _ in range(steps):
                before = self.machine.instructions
                self.machine.run(1)
                if self.machine.instructions > before:
                    self.ends.append((self.machine.cycles, self.machine.registers.pc))
        self.past.keep()
        self.note()

    def poke(self, address: int, value: int, load: bool) -> None:
        kind = "load" if load else "poke"
        if load:
            self.machine.load_bytes(address, bytes((value,)))
        else:
            self.machine.poke(address, value)
        self.entries.append((self.machine.cycles, address, value, kind, None))
        self.note()

    def note(self) -> None:
        moment = Moment(self.machine.snapshot(), len(self.entries), len(self.ends))
        if self.moments and self.moments[-1].state.cycles == self.machine.cycles:
            self.moments.pop()
        self.moments.append(moment)

    def begin_again_at(self, moment: Moment) -> None:
        """What came after *moment* never was."""
        del self.entries[moment.entries :], self.ends[moment.ends :]
        cycle = moment.state.cycles
        self.moments = [one for one in self.moments if one.state.cycles < cycle]
        self.moments.append(moment)

    def last(self, address: int, *kinds: str) -> Entry | None:
        cells = self.machine.board.bus.read_cells
        matching = (
            one
            for one in reversed(self.entries)
            if cells[one[1]] == cells[address] and one[3] in kinds
        )
        return next(matching, None)


def plain(access: PastAccess | None) -> tuple[int, int, str, int | None] | None:
    return None if access is None else (access.cycle, access.value, access.kind, access.pc)


def logged() -> Logged:
    machine = Machine(rom.monitor(), engine="wasm")
    for address, code in ((0x200, MAIN), (0x220, SUBROUTINE), (0x240, HANDLER)):
        machine.load_bytes(address, code)
    for vector in (NMI_RAM_VECTOR, IRQ_RAM_VECTOR):
        machine.load_bytes(vector, bytes.fromhex("4002"))
    machine.timer_wire = "IRQ"
    machine.jump(0x200)
    made = Logged(machine, Rewind(machine, interval=900))
    made.note()
    return made


def ask(one: Logged) -> None:
    """Every question, and nothing is changed by them."""
    before, events = one.machine.snapshot(), list[Event]()
    one.machine.listeners.append(events.append)
    history = PastSearch(one.machine, one.past)
    last = one.past.last
    for address in ADDRESSES:
        asked = (
            (history.last(address, CHANGES), (WRITTEN, "poke", "load")),
            (history.last(address, READS), (READ, FETCHED)),
            (history.last(address, VISITS), (FETCHED,)),
        )
        for found, kinds in asked:
            entry = one.last(address, *kinds)
            assert plain(found) == (entry and (entry[0], *entry[2:])), f"${address:04X} {kinds}"
    since = one.moments[len(one.moments) // 2].state.cycles
    assert [plain(each) for each in history.writes(0x10, since)] == [
        (cycle, *rest)
        for cycle, address, *rest in one.entries
        if address == 0x10 and cycle >= since and rest[1] in (WRITTEN, "poke", "load")
    ]
    assert one.past.instructions == len(one.ends)
    assert (one.machine.snapshot(), one.past.last) == (before, last)
    assert events == []
    one.machine.listeners.remove(events.append)


def go_about(one: Logged, luck: random.Random) -> None:
    """Ways to other moments, and then to now again."""
    now = one.machine.snapshot()
    for moment in luck.sample(one.moments, min(3, len(one.moments))):
        one.past.to(moment.state.cycles)
        assert one.machine.snapshot() == moment.state
    one.past.to(now.cycles)
    assert one.machine.snapshot() == now
    if one.ends:
        count = luck.randrange(1, len(one.ends) + 1)
        one.past.back_instructions(count)
        at = len(one.ends) - count
        expected = one.ends[at - 1] if at else (one.past.first, 0x200)
        assert (one.machine.cycles, one.machine.registers.pc) == expected
        one.past.to(now.cycles)
    found = PastSearch(one.machine, one.past).last(luck.choice((0x10, 0x12, 0x01FD)), CHANGES)
    if found is not None:
        PastSearch(one.machine, one.past).go(found)
        begun = one.machine.cycles
        assert found.pc in (None, one.machine.registers.pc)
        assert found.cycle - 8 <= begun <= found.cycle
        one.past.to(now.cycles)
    assert one.machine.snapshot() == now


def act(machine: Machine, luck: random.Random) -> None:
    """Something that a person may do at any moment."""
    match luck.randrange(5):
        case 0:
            machine.key_down(luck.choice("0123"))
        case 1:
            machine.key_up(luck.choice(sorted(machine.board.keypad.down) or ["0"]))
        case 2:
            machine.stop()
        case 3:
            machine.single_step = luck.random() < 0.3
        case _:
            machine.timer_wire = luck.choice((None, "NMI", "IRQ"))


@pytest.mark.parametrize("seed", every_run(range(8), 3))
def test_the_past_agrees_with_a_log_of_everything(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    luck = random.Random(seed)
    monkeypatch.setattr(timeline, "MOST_STATES", luck.choice((4, 12)))
    monkeypatch.setattr(rewind, "FIRST_PIECE", luck.choice((30, 1_000)))
    monkeypatch.setattr(way, "_NEAR", 100)
    one = logged()
    kept: list[Moment] = []
    for _ in range(60):
        match luck.randrange(9):
            case 0 | 1 | 2:
                one.run(luck.choice((1, 5, 60)))
            case 3:
                one.poke(luck.choice((0x10, 0x70, 0x25)), luck.randrange(256), luck.random() < 0.5)
            case 4:
                kept.append(one.moments[-1])
            case 5 if kept:
                moment = luck.choice(kept)
                one.machine.restore(moment.state)
                kept = [each for each in kept if each.entries <= moment.entries]
                one.begin_again_at(moment)
            case 6:
                moment = luck.choice(one.moments)
                one.past.to(moment.state.cycles)
                one.begin_again_at(moment)
                kept = [each for each in kept if each.entries <= moment.entries]
                one.run(1)
            case 7 if luck.random() < 0.2:
                ask(one)
            case 8:
                act(one.machine, luck)
                one.note()
            case _:
                go_about(one, luck)
    one.past.to(one.moments[-1].state.cycles)
    ask(one)
    go_about(one, luck)


def test_a_state_of_another_past_is_what_wrote_the_bytes_it_changed() -> None:
    one, other = logged(), logged()
    other.run(40)
    one.poke(0x70, 0x11, load=False)
    one.poke(0x71, 0x22, load=False)
    one.run(100)
    foreign = replace(other.machine.snapshot(), cycles=one.machine.cycles - 7)
    poked = one.machine.board.bus.read_cells[0x71]
    memory = bytearray(foreign.memory)
    memory[poked] = 0x22
    one.machine.restore(replace(foreign, memory=bytes(memory)))
    restored = one.machine.cycles
    one.machine.run(50)
    history = PastSearch(one.machine, one.past)
    assert plain(history.last(0x70, CHANGES)) == (restored, 0x00, "restore", None)
    found = history.last(0x71, CHANGES)
    assert found is not None
    assert (found.value, found.kind) == (0x22, "poke"), "the byte was already so"


def test_one_steps_back_from_a_state_restored_and_on_over_it() -> None:
    one = logged()
    one.run(20)
    later = one.machine.snapshot()
    one.machine.restore(one.moments[0].state)
    one.begin_again_at(one.moments[0])
    one.run(5)
    one.machine.restore(later)
    assert one.past.instructions == 5
    one.past.back_instructions(1)
    assert (one.machine.cycles, one.machine.registers.pc) == one.ends[-2]
    one.past.back_instructions(4)
    assert one.machine.cycles == one.past.first
    one.past.to(later.cycles)
    assert one.machine.snapshot() == later


def test_one_goes_to_where_the_interrupt_begins_that_wrote_a_byte() -> None:
    one = logged()
    one.run(400)
    pushed = [each for each in one.entries if each[3] == WRITTEN and each[1] == 0x01FD]
    vectors = {cycle for cycle, address, *_ in one.entries if address == 0xFFFE}
    interrupted = [each for each in pushed if each[0] + 3 in vectors]
    for cycle, address, value, _, pc in (pushed[-1], *interrupted[-1:]):
        one.past.to(cycle + 1)
        found = PastSearch(one.machine, one.past).last(address, CHANGES)
        assert found is not None
        assert (found.value, found.pc) == (value, pc)
        PastSearch(one.machine, one.past).go(found)
        assert one.machine.registers.pc == pc
        assert one.machine.cycles <= cycle
    assert interrupted


def test_a_question_throws_away_nothing_that_was_printed_and_nobody_hears_of_it() -> None:
    machine = Machine(rom.monitor())
    machine.tty = True
    machine.set_line(1200)
    past, events = Rewind(machine), list[Event]()
    machine.press("RS", rest=20_000)
    machine.type(b"\x7f")
    machine.run(150_000)
    sounds = Speaker(machine.board)
    machine.run(20_000)
    heard = sounds.waveforms()
    machine.listeners.append(events.append)
    PastSearch(machine, past).last(0x00F3, CHANGES)
    assert (events, sounds.waveforms()) == ([], heard)
    past.back_instructions(5)
    assert [one.verb for one in events] == ["restore"]
    assert b"KIM" in machine.printed()
    assert machine.printed() == b""


def test_conditions_see_the_machine_where_it_stood() -> None:
    machine = lights.machine()
    past = Rewind(machine, interval=7_000)
    machine.run(20_000)
    found = PastSearch(machine, past).last(0x0229, VISITS, lambda _: machine.registers.x == 2)
    assert found is not None
    PastSearch(machine, past).go(found)
    assert (machine.registers.pc, machine.registers.x) == (0x0229, 2)


def test_what_was_done_from_outside_is_found_as_far_back_as_an_answer_may_cost() -> None:
    machine = lights.machine()
    past = Rewind(machine)
    machine.run(1_000)
    machine.poke(0x0070, 0x12)
    poked = machine.cycles
    machine.run(1_000)
    history = PastSearch(machine, past)
    assert history.last(0x0070, CHANGES) == PastAccess(poked, 0x70, 0x12, 0x00, "poke", None)
    assert PastSearch(machine, past, most=900).last(0x0070, CHANGES) is None
    assert history.last(0x0071, CHANGES) is None
    machine.load_bytes(0x006E, bytes((1, 2, 3)))
    assert history.last(0x0070, CHANGES) == PastAccess(machine.cycles, 0x70, 3, 0x12, "load", None)
    assert history.last(0x2070, CHANGES) == PastAccess(
        machine.cycles, 0x2070, 3, 0x12, "load", None
    )
