"""The workbench: the last reply's candidates by other weights, beside those of 1976."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from contextlib import redirect_stderr
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Button, ProgressBar
from textual.worker import get_current_worker

from emu.files import reading, writing
from microchess.engine.formula import IN_1976, Formula, FormulaError
from microchess.errors import MicroChessError
from microchess.program.reply import best_of
from tui.screen.drawing.formula import COLUMN, draw_order, draw_weights, revalued
from tui.screen.drawing.ink import line, strips, wrapped
from tui.screen.panels.panel import CandidatesPanel, CandidatesScroll
from tui.screen.screens.paths import open_file, save_file
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.text import TextView
from tui.session.autosave import Autosave
from tui.session.livegame import LiveGame
from tui.session.snapshot import Snapshot

NAMES = tuple(one.name for one in fields(Formula))
_STEP, _WHOLE = Fraction(1, 4), ("base", "bonus")
_GAMES = 20


class FormulaPanel(CandidatesPanel):
    """Weights to change, and what it would have played with them."""

    HELP = """\
## Formula
The value of a candidate is a sum of counters, each with a weight. Up and Down choose a weight, `,`
makes it less by a quarter, `.` more (the base and the bonus by 1); a click chooses one.
The candidates of the last reply are in their order by these weights at once, with the
value they have by those of 1976 and all counters that are not zero. On the board the move it would
play now is beside the one of 1976. *Save* and *Load* keep weights in a TOML file, as `--formula`
takes them; *Play on* has the Python engine reply with them, keyed in on the keypad, until it is
pressed again; *Match* lets 20 games be played against the weights of 1976.
"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "choose(-1)", "Weight", id="formula.up", key_display="Up Down"),
        Binding("down", "choose(1)", "Next weight", show=False, id="formula.down"),
        Binding("comma", "change(-1)", "Less", id="formula.less"),
        Binding("full_stop", "change(1)", "More", id="formula.more"),
    ]
    DEFAULT_CSS = """
    FormulaPanel #order-scroll { height: 1fr; }
    FormulaPanel ProgressBar { width: 100%; display: none; }
    FormulaPanel.-plays ProgressBar { display: block; }
    """

    formula, chosen = IN_1976, NAMES[0]
    _score = ""

    def compose(self) -> ComposeResult:
        """Buttons, weights, a match, candidates."""
        yield ButtonRow(
            ("do-less", "Less", "change(-1)"),
            ("do-more", "More", "change(1)"),
            ("do-1976", "As 1976", "reset"),
            ("do-on", "Play on", "play_on"),
            ("do-match", "Match", "match"),
            ("do-keep", "Save", "keep"),
            ("do-take", "Load", "take"),
        )
        yield TextView(id="weights")
        yield ProgressBar(total=_GAMES, show_eta=False)
        yield TextView(id="match")
        with CandidatesScroll(id="order-scroll"):
            yield TextView(id="order")

    def restore(self, settings: Mapping[str, Any]) -> None:
        """The weights as they were left."""
        try:
            self.formula = Formula.from_toml(str(settings.get("formula", "")))
        except FormulaError:
            self.formula = IN_1976

    def refresh_content(self, snapshot: Snapshot) -> None:
        """The order by the present weights."""
        ink, thought, width = self.ink, snapshot.thought, self.size.width - 1
        self.write("weights", strips(draw_weights(self.formula, self.chosen, width), ink))
        on = snapshot.formula is not None
        self.query_one("#do-on", Button).variant = "primary" if on else "default"
        self.write("match", [line((one, ink.good)) for one in wrapped(self._score, width)])
        drawn = draw_order(thought, self.formula, width, self.ascii_only, self.chosen)
        self.write("order", strips(drawn, ink))
        still = thought is not None and thought.shown and not snapshot.watching
        main = self.application.main
        if (
            not (thought and still)
            or main.view.looking is not None
            or main.view.entry.name != "formula"
        ):
            return
        now, then = (best_of(revalued(thought, one)) for one in (self.formula, IN_1976))
        board = self.screen.query_one(BoardWidget)
        other = now is not None and then is not None and (now.man, now.to) != (then.man, then.to)
        board.candidate = thought.way_of(then) if then is not None else None
        board.advice = (thought.way_of(now) if now is not None and other else None, None)

    def use(self, formula: Formula) -> None:
        """These weights, from now on."""
        self.formula = formula
        self.ask(Autosave.remember((("formula", formula.to_toml()),)))
        if self.shown.formula is not None:
            self.ask(LiveGame.set_formula(formula))
        self.again()

    def action_choose(self, by: int) -> None:
        """The next weight."""
        self.chosen = NAMES[(NAMES.index(self.chosen) + by) % len(NAMES)]
        self.again()

    def action_change(self, by: int) -> None:
        """The chosen weight, more or less."""
        step = by if self.chosen in _WHOLE else by * _STEP
        value = getattr(self.formula, self.chosen) + step
        try:
            self.use(replace(self.formula, **{self.chosen: value}))
        except FormulaError as error:
            self.notify(str(error), severity="warning")

    def action_reset(self) -> None:
        """All weights as in 1976."""
        self.use(IN_1976)

    def on_text_view_clicked(self, event: TextView.Clicked) -> None:
        """That weight."""
        row = max(1, (self.size.width - 1) // COLUMN)
        place = event.y * row + event.x // COLUMN
        if event.view.id == "weights" and place < len(NAMES):
            self.chosen = NAMES[place]
            self.again()

    def action_play_on(self) -> None:
        """The Python engine replies with these weights from now on, or the program itself again."""
        on = self.shown.formula is None
        self.ask(LiveGame.set_formula(self.formula if on else None))
        whose = "the Python engine's, with these weights" if on else "the program's own again"
        self.notify(f"the replies are {whose}")

    def action_keep(self) -> None:
        """The weights into a TOML file."""
        save_file(self, "Save the weights", "formula.toml", self.formula.to_toml)

    def action_take(self) -> None:
        """Weights out of a TOML file."""

        def read(path: Path) -> Formula:
            return Formula.from_toml(reading.read_text(path))

        open_file(self, "Load weights", read, self.use, ".toml")

    def action_match(self) -> None:
        """A match against the weights of 1976, beside the game; again: it ends."""
        if self.has_class("-plays"):
            self.workers.cancel_group(self, "match")
            self.remove_class("-plays")
        else:
            self._score = ""
            self.query_one(ProgressBar).update(progress=0)
            self.add_class("-plays")
            self.run_worker(self._match, thread=True, group="match", exclusive=True)

    def _match(self) -> None:
        from microchess.match.contestants import contestant
        from microchess.match.runner import run
        from microchess.match.schedule import Match, Played
        from microchess.match.starts import default_starts
        from microchess.match.tally import Tally

        worker, call = get_current_worker(), self.app.call_from_thread
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "formula.toml"
            writing.write_text(path, self.formula.to_toml())
            try:
                new, old = f"super-blitz,Formula={path},name=yours", "super-blitz:python,name=1976"
                match = Match((contestant(new), contestant(old)), tuple(default_starts()), _GAMES)
                tally = Tally(match)

                def heard(played: Played) -> bool:
                    tally.add(played)
                    if not worker.is_cancelled:
                        call(self._played, tally.score, False)
                    return not worker.is_cancelled

                with redirect_stderr(sys.__stderr__):  # Textual's has no file number
                    run(match, match.numbers, 1, heard)
                if not worker.is_cancelled:
                    call(self._played, tally.score, True)
            except MicroChessError as error:
                call(self.notify, str(error))
                call(self.remove_class, "-plays")

    def _played(self, score: Any, done: bool) -> None:
        self._score = f"match against 1976: {score.won} won, {score.drawn} drawn, {score.lost} lost"
        self.query_one(ProgressBar).update(progress=score.games)
        self.set_class(not done, "-plays")
        self.again()
