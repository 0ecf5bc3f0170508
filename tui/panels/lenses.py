"""The position of the game in the memories of other programs, cell by cell."""

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

import chess

from microchess.boards.cells_text import describe_memory
from microchess.boards.questions import QUESTIONS
from microchess.boards.registry import EXHIBITS, FORMER_NAMES, exhibit
from microchess.boards.tracker import MACHINE, GameTracker, MachineTracker, Tracked
from microchess.program.memory_map import TABLE
from microchess.program.table import SIZE
from tui.panels.asking import Asking, ask_all, watch
from tui.panels.blocks import Block, CellsBlock, ProgressBlock, SentenceBlock, Tone
from tui.panels.memory_cells import cells_block, signs_of, square_of, told_of
from tui.panels.panel import Act, Effect, Panel, Pick, PlayBack
from tui.session.autosave import Autosave
from tui.session.snapshot import Activity, GameView, Snapshot

_BLOCKS = "first", "second"
_STEPS = "steps"
_ASKED = (
    ("on", "On {}", "what is on SQUARE"),
    ("king", "My king", "where is my king"),
    ("attackers", "Attackers", "who attacks SQUARE"),
    ("moves", "Its moves", "where can SQUARE go"),
)
"""Questions that have buttons."""


class LensesPanel(Panel):
    """One or two memories that follow the game, and answer questions."""

    name = "lenses"
    help = """\
How chess programs hold this board in memory, cell by cell. The first is the machine's own memory.
Choose a square on the board, or a cell: the cells that speak of the square are marked, as are those
that the last move changed. A line above the memory says what the signs in it mean.

The buttons ask every memory a question; then the cells that it reads for the answer come one after
the other. *Last move* does the same with what the last move wrote: how a list is shifted, a node
put at its head, a line run along. At an earlier position of the game the memories go back, too.
"""
    square: chess.Square = chess.E4
    beside = tuple((name, f"{name}-remark", f"{name}-before", f"{name}-last") for name in _BLOCKS)

    def __init__(self) -> None:
        self.keys = [MACHINE, "loop"]
        self.both = False
        self.asking: Asking | None = None
        self._followers: dict[str, GameTracker] = {}
        self._machine = MachineTracker()
        self._tracked: dict[str, Tracked] = {}
        self._at: tuple[object, ...] = ()
        self._made: dict[str, tuple[tuple[object, ...], CellsBlock]] = {}
        """Memories as they were drawn last, and of what."""
        self._seen: GameView | None = None

    def restore(self, settings: Mapping[str, Any]) -> None:
        """The memories that were shown."""
        names = str(settings.get("lenses", "")).split(",")
        keys = [FORMER_NAMES.get(name, name) for name in names]
        if len(keys) == 2 and set(keys) <= {one.key for one in EXHIBITS}:
            self.keys = keys
        if (both := settings.get("both lenses")) in ("yes", "no"):
            self.both = both == "yes"

    def follow(self, view: Snapshot) -> None:
        """The machine's bytes are remembered, so that they can be compared with the next."""
        game = view.game
        if view.at_rest and game is not self._seen and not game.past:
            self._seen = game
            ghost = view.machine.memory[TABLE - 1] or 0
            self._machine.follow(game.start, game.moves, game.table.data, ghost, game.computer)

    # What is seen

    @property
    def _up(self) -> list[str]:
        return self.keys if self.both and self.keys[0] != self.keys[1] else self.keys[:1]

    def look(self, view: Snapshot) -> None:
        """The memories go where the game is; a question is about one position."""
        at = position_of(view)
        if (at, view.game.computer) != self._at:
            self._at, self.asking, self._tracked = (at, view.game.computer), None, {}
        self._tracked.pop(MACHINE, None)
        for key in self._up:
            if key == MACHINE:
                self._tracked[key] = self._machines(view)
            elif key not in self._tracked:
                follower = self._followers.setdefault(key, GameTracker(exhibit(key)))
                self._tracked[key] = follower.follow(*at)

    def _machines(self, view: Snapshot) -> Tracked:
        game, memory = view.game, view.machine.memory
        ghost = memory[TABLE - 1] or 0
        if game.past:
            return Tracked(self._machine.view_of(game.table.data, ghost, game.computer))
        if view.at_rest:
            return self._machine.tracked
        thinks = "it tries its moves on the table itself: whose move it is stands at $50"
        remark = thinks if view.activity is Activity.THINKING else ""
        live = self._machine.view_of(memory.read(TABLE, SIZE), ghost, game.computer)
        return Tracked(live, (), remark)

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """What is asked and answered; the memories."""
        asking = self.asking
        tone: Tone = "strong" if asking else "muted"
        yield SentenceBlock("answer", self._answer(view), tone, spare=asking is None)
        if asking is not None:
            told = f"cell {asking.step} of {asking.longest}"
            yield ProgressBlock(_STEPS, "Cells touched", asking.step, asking.longest, told)
        shown = [block for at in range(len(self._up)) for block in self._memory(at)]
        signs = signs_of(one for one in shown if isinstance(one, CellsBlock))
        yield SentenceBlock("signs", signs, "muted")
        yield from shown

    def _memory(self, at: int) -> Iterator[Block]:
        key, name = self._up[at], _BLOCKS[at]
        tracked, follower = self._tracked[key], self._followers.get(key)
        if (lens := tracked.view) is not None:
            of, made = (tracked, self.asking, self.square), self._made.get(name)
            if made is None or any(
                one is not other for one, other in zip(of, made[0], strict=True)
            ):
                more = follower.about(self.square) if follower else ()
                cells = cells_block(
                    name, key, lens, tracked.marks(), self.square, self.asking, more
                )
                made = self._made[name] = of, cells
            yield made[1]
        else:
            yield SentenceBlock(name, exhibit(key).title, "accent")
        yield SentenceBlock(f"{name}-remark", tracked.remark, "warning")
        if self.asking is None:
            told = ["", *map(told_of, tracked.events)][-2:]
            for when, text in zip(("before", "last"), ["", *told][-2:], strict=True):
                yield SentenceBlock(
                    f"{name}-{when}", text, "muted", spare=self.both or when == "before"
                )

    def _answer(self, view: Snapshot) -> str:
        made, count = len(position_of(view)[1]), len(view.game.moves)
        if (asking := self.asking) is None:
            past = f"After ply {made} of {count}. " if made < count else ""
            return f"{past}Questions are about {self._name}; choose another square on the board."
        ranked = sorted(asking.answers.items(), key=lambda item: item[1].reads)
        (fewest, few), (most, many) = ranked[0], ranked[-1]
        said = f"{asking.question}? {asking.text}."
        if asking.befores or len(ranked) == 1:
            return said
        return f"{said} Cells read: {few.reads} in {fewest}, {many.reads} in {most}"

    @property
    def _name(self) -> str:
        return chess.square_name(self.square)

    # What can be done

    def actions(self, view: Snapshot) -> Iterator[Act]:
        """Memories, questions."""
        offered = [one for one in EXHIBITS if not one.ours or one.key in self.keys]
        choices = tuple((one.key, f"{one.key}: {describe_memory(one)}") for one in offered)
        for at, (name, key) in enumerate(zip(("Memory", "Second"), "mZ", strict=True)):
            if at < len(self._up):
                now, about = self.keys[at], "whose memory is shown"
                asks = Pick(f"{name} memory" if at else name, choices, now)
                do = partial(self._choose, at)
                yield Act(_BLOCKS[at], f"{name}: {now}", do, key, about, asks=asks)
        yield Act(
            "both", "Second memory", self._change_both, "z", "one memory or two", on=self.both
        )
        for name, label, form in _ASKED:
            about, do = f"every memory: {self._form(form)}?", partial(self._put, view, form)
            yield Act(name, label.format(self._name), do, "", about, at="answer")
        questions = tuple((form, f"{self._form(form)}?") for form in QUESTIONS)
        now = "" if self.asking is None else self.asking.question.replace(self._name, "SQUARE")
        asks = Pick("Question", questions, now)
        about = "any question there is, of every memory"
        yield Act(
            "question", "Ask ...", partial(self._put, view), "q", about, asks=asks, at="answer"
        )
        about = "what it read and wrote in the memories, cell by cell"
        yield Act("watch", "Last move", self._watch, "", about, at="answer")
        if self.asking is not None:
            about = "only the memories"
            yield Act("end", "End question", self._end, "escape", about, quiet=True, at="steps")

    def _form(self, form: str) -> str:
        return form.replace("SQUARE", self._name)

    def _choose(self, which: int, key: str) -> Effect:
        if key == self.keys[1 - which]:
            self.keys[1 - which] = self.keys[which]
        self.keys[which] = key
        return self._remember()

    def _change_both(self) -> Effect:
        self.both = not self.both
        return self._remember()

    def _remember(self) -> Effect:
        both = "yes" if self.both else "no"
        return Autosave.remember((("lenses", ",".join(self.keys)), ("both lenses", both)))

    def _put(self, view: Snapshot, form: str) -> Effect:
        shown: dict[str, GameTracker | MachineTracker] = {
            key: self._followers[key] for key in self._up if key != MACHINE
        }
        if MACHINE in self._up and view.at_rest and not view.game.past:
            shown[MACHINE] = self._machine
        self.asking = None
        self.asking = ask_all(self._form(form), *position_of(view), shown)
        return PlayBack(_STEPS)

    def _watch(self) -> Effect:
        self.asking = None
        self.asking = watch({key: self._tracked[key] for key in self._up})
        return PlayBack(_STEPS)

    def _end(self) -> None:
        self.asking = None

    def pointed(self, view: Snapshot, square: chess.Square) -> None:
        """It is asked about from now on."""
        self.square = square

    def clicked(self, view: Snapshot, block: str, row: str) -> None:
        """A cell is about its square; of the steps one is gone to."""
        if block == _STEPS:
            self.asking = self.asking and self.asking.at(int(row))
        elif (lens := self._tracked[self._up[_BLOCKS.index(block)]].view) is not None:
            found = square_of(lens, row)
            self.square = self.square if found is None else found


def position_of(view: Snapshot) -> tuple[str, tuple[str, ...]]:
    """Where the board is: a beginning (FEN), and the moves from it."""
    game = view.game
    if not game.past:
        return game.start, game.moves
    return game.start, game.moves[: _made(game.start, game.moves, game.fen)]


@lru_cache(maxsize=64)
def _made(start: str, moves: tuple[str, ...], fen: str) -> int:
    board = chess.Board(start)
    for made, uci in enumerate(moves):
        if board.fen() == fen:
            return made
        board.push_uci(uci)
    return len(moves) if board.fen() == fen else 0
