"""The chess board: mouse and keys in, moves out."""

from dataclasses import dataclass
from typing import ClassVar

import chess
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from tui.screen.drawing.board import SCALES, BoardPicture, Scale, doubled
from tui.screen.drawing.colors import board_colors
from tui.screen.widgets.strips import Pointed, StripWidget
from tui.session.snapshot import GameView

Squares = tuple[chess.Square, chess.Square]
MEN = "KQRBNPkqrbnp"


class BoardWidget(StripWidget, can_focus=True):
    """Shows ``view``. In ``setup`` any man can be put anywhere; ``in_hand`` is the letter of one
    who stands nowhere and goes to the next square chosen. While ``picking`` a click only says which
    square it was on; with a position of the ``past`` no man is chosen.
    """

    HELP = """\
## The board
Click a piece, then its square; or drag it. With the keys: Up or Down, arrows, Enter, twice.
Or just type the move: `e4`, `Nf3`, `O-O`, `e2e4`, or the octal digits of 1976, `6343`.

The digits at the right and below are the program's own names of ranks and files.

In **Set up** pieces go anywhere by drag or click, off the board by a drag or Delete. Pieces that
stand nowhere are listed above and below the board: click one, then a square, or type its letter
(`K` White's king, `k` Black's) to put it at the cursor; a click moves the cursor, too. `c` clears
the board but for the kings, `0` is the initial position, `w` sets who moves after Done, `y` which
side is yours.
"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor(0, 1)", "Up", show=False, id="board.up"),
        Binding("down", "cursor(0, -1)", "Down", show=False, id="board.down"),
        Binding("left", "cursor(-1, 0)", "Left", show=False, id="board.left"),
        Binding("right", "cursor(1, 0)", "Right", show=False, id="board.right"),
        Binding("enter", "choose_square", "Choose square", show=False, id="board.choose"),
        Binding("delete", "remove", "Take off (set-up)", show=False, id="board.remove"),
    ]

    view: reactive[GameView | None] = reactive(None)
    flipped = reactive(False)
    setup = reactive(False)
    scale: reactive[Scale] = reactive(SCALES[1])
    in_hand = reactive("")
    picking = reactive(False)
    past = reactive(False)
    carried: reactive[chess.Square | None] = reactive(None)
    chosen: reactive[chess.Square | None] = reactive(None)
    cursor: reactive[chess.Square | None] = reactive(None)
    pointed: reactive[chess.Square | None] = reactive(None)
    candidate: reactive[Squares | None] = reactive(None)
    advice: reactive[tuple[Squares | None, Squares | None]] = reactive((None, None))

    @dataclass
    class MoveWanted(Message):
        """A man goes from a square to a square; where both are the same, he cannot go."""

        source: chess.Square
        target: chess.Square

    @dataclass
    class ManPut(Message):
        """In set-up: from a square (a letter: from nowhere) to a square (None: off the board)."""

        source: chess.Square | str
        target: chess.Square | None

    _pressed: chess.Square | None = None
    _hovered: chess.Square | None = None
    _tried: chess.Square | None = None

    @property
    def picture(self) -> BoardPicture:
        view = self.view
        dark = not self.is_attached or self.app.current_theme.dark
        return BoardPicture(
            men=self._men(),
            computer_white=bool(view is None or view.computer),
            flipped=self.flipped,
            scale=self.scale,
            ascii_only=self.ascii_only,
            marks=self.signs,
            last=view.last if view and not self.setup else None,
            check=view.check if view and not self.setup else None,
            chosen=self.chosen,
            cursor=self.cursor if self.has_focus and not self.past else None,
            pointed=self.pointed,
            candidate=self.candidate,
            hint=self.advice[0],
            threat=self.advice[1],
            targets=self.targets,
            doubled=doubled(view.table, view.computer) if view else frozenset(),
            colors=board_colors(dark, self.is_attached and self.app.no_color),
        )

    def _men(self) -> str:
        """Who stands where; the man that is dragged where the pointer is."""
        if self.view is None:
            return "." * 64
        men, source, target = [*self.view.men], self._pressed, self.carried
        if source is not None and target is not None:
            men[target], men[source] = men[source], "."
        return "".join(men)

    @property
    def targets(self) -> frozenset[chess.Square]:
        """Where the chosen man can go."""
        if self.chosen is None or self.view is None or self.setup or not self.view.players_turn:
            return frozenset()
        source = chess.square_name(self.chosen)
        return frozenset(
            chess.parse_square(uci[2:4]) for uci in self.view.legal if uci.startswith(source)
        )

    def draw(self) -> list[Strip]:
        return self.picture.strips()

    watch_flipped = watch_scale = watch_carried = watch_chosen = StripWidget.redraw
    watch_pointed = watch_candidate = watch_advice = StripWidget.redraw
    on_focus = on_blur = StripWidget.redraw

    def watch_view(self, before: GameView | None, after: GameView | None) -> None:
        """A choice does not outlive a move, nor the game's way to the keypad."""
        if before and after and before.men != after.men:
            self.chosen, self.advice = None, (None, None)
        elif before and after and before.legal and not after.legal:
            self.chosen = None
        self.redraw()

    def watch_setup(self) -> None:
        """A cursor that set-up left behind goes with it, and a hint is none of it."""
        self.chosen, self.in_hand, self.advice = None, "", (None, None)
        if not self.setup:
            self.cursor = None
        self.redraw()

    def watch_cursor(self) -> None:
        self.redraw()
        if self.cursor is not None:
            self.post_message(Pointed(self.cursor))

    def focus_on_click(self) -> bool:
        """Whether a click gives it the keys."""
        return not self.picking

    def action_cursor(self, right: int, up: int) -> None:
        at = self.cursor
        if at is None:
            self.cursor = chess.E2 if self.picture.white_below else chess.E7
            return
        sign = 1 if self.picture.white_below else -1
        file = chess.square_file(at) + sign * right
        rank = chess.square_rank(at) + sign * up
        if 0 <= file < 8 and 0 <= rank < 8:
            self.cursor = chess.square(file, rank)

    def action_choose_square(self) -> None:
        """Choose what is under the cursor, or move there."""
        if self.cursor is None:
            self.action_cursor(0, 0)
        elif self.chosen is not None and self.chosen != self.cursor:
            self._go(self.chosen, self.cursor)
        else:
            self._pick(self.cursor)

    def action_remove(self) -> None:
        """Take the man under the cursor off the board."""
        square = self.chosen if self.chosen is not None else self.cursor
        if self.setup and square is not None:
            self.chosen = None
            self.post_message(self.ManPut(square, None))

    def type_man(self, character: str | None) -> bool:
        """In set-up a letter puts a man under the cursor; whether it was one."""
        if not (character and character in MEN):
            return False
        if self.cursor is None:
            self.action_cursor(0, 0)
        self.post_message(self.ManPut(character, self.cursor))
        return True

    def on_key(self, event: events.Key) -> None:
        """Escape gives up a choice, then the cursor."""
        if event.key == "escape" and (self.chosen is not None or self.in_hand):
            self.chosen, self.in_hand = None, ""
        elif event.key == "escape" and self.cursor is not None and not self.setup:
            self.cursor = None
        else:
            return
        event.stop()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        square = self._square(event)
        if square != self._hovered:
            self._hovered = square
            if self._pressed is not None and square != self._pressed:
                self.carried = square

    def on_leave(self) -> None:
        self._hovered = self._tried = None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        square = self._square(event)
        if not self.setup:
            self.cursor = None
        elif square is not None:
            self.cursor = square
        if square is not None:
            self.post_message(Pointed(square))
        if square is None or self.picking:
            self.chosen = None
            return
        other = self.chosen is not None and square != self.chosen
        if other and self.setup and self.view is not None and self.view.men[square] != ".":
            self._press(square)  # another piece can be dragged while one is chosen
            return
        if self.chosen is not None and square != self.chosen and not self._own(square):
            self._go(self.chosen, square)
            return
        if self.chosen == square:
            self.chosen = None
            return
        self._pick(square)
        if self.chosen is not None:
            self._press(square)
        elif self.view is not None and self.view.players_turn and not (self.past or self.setup):
            self._tried = square

    def _press(self, square: chess.Square) -> None:
        self._pressed = square
        self.capture_mouse()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """The end of a drag; of one from where no man of one's own stands, too."""
        pressed, self._pressed = self._pressed, None
        tried, self._tried = self._tried, None
        self.carried = None
        if pressed is None:
            square = self._square(event)
            if tried is not None and square not in (None, tried):
                self._go(tried, square)
            return
        self.release_mouse()
        square = self._square(event)
        if square == pressed:
            if self.chosen not in (None, pressed):
                self._go(self.chosen, pressed)
            return
        if square is not None:
            self._go(pressed, square)
        else:
            self.chosen = None
            if self.setup:
                self.post_message(self.ManPut(pressed, None))

    def square_on_screen(self, x: int, y: int) -> chess.Square | None:
        """The square at a place of the screen."""
        region = self.content_region
        return self.picture.square_at(x - region.x, y - region.y)

    def _square(self, event: events.MouseEvent) -> chess.Square | None:
        offset = event.get_content_offset(self)
        return None if offset is None else self.picture.square_at(offset.x, offset.y)

    def _own(self, square: chess.Square) -> bool:
        """Whether choosing *square* anew makes sense."""
        if self.view is None or self.setup:
            return False
        return self._movable(square) and square not in self.targets

    def _movable(self, square: chess.Square) -> bool:
        assert self.view is not None
        man = self.view.men[square]
        return man != "." and man.isupper() == self.view.mine

    def _pick(self, square: chess.Square) -> None:
        if self.view is None:
            return
        if self.setup:
            if self.in_hand:
                self.post_message(self.ManPut(self.in_hand, square))
            elif self.view.men[square] != ".":
                self.chosen = square
        elif self._movable(square) and not self.past:
            self.chosen = square
            if self.view.players_turn and self.view.legal and not self.targets:
                self.chosen = None
                self.post_message(self.MoveWanted(square, square))
        else:
            self.chosen = None
            if self.past or self.view.men[square] != ".":
                self.post_message(self.MoveWanted(square, square))

    def _go(self, source: chess.Square, target: chess.Square) -> None:
        self.chosen = None
        if self.setup:
            self.cursor = target
            self.post_message(self.ManPut(source, target))
        else:
            self.post_message(self.MoveWanted(source, target))
