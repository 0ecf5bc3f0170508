"""A session's snapshots as the board page gets them: what has changed, in words where it can."""

from __future__ import annotations

import chess

from microchess.game import description
from microchess.program.memory_map import STATE, TABLE
from microchess.program.reply import leaders
from microchess.program.squares import from_chess, on_board, to_chess
from microchess.program.table import man_in_words
from tui.page import wire
from tui.page.words import describe_moment
from tui.session.placing import letter_of
from tui.session.snapshot import Activity, GameView, MachineView, Snapshot, Thought
from tui.session.thought_words import (
    best_index,
    candidate_name,
    describe_time,
    mirror_verdict,
)
from tui.session.words import digits_say, headline

BUTTONS = {
    "go on": "“Go on”", "let it move": "“Let it move”", "stop": "“Stop”", "now": "“Back to now”",
    "pause": "“Pause”", "step out": "“Out”", "load": "“Load”", "reset": "“RS”, then “RUBOUT”",
}  # fmt: skip
"""What `with_controls` calls things here."""
_WIDTH = 60
_FREE = Activity.WAITING, Activity.RUNNING


class Pictures:
    """Makes messages of snapshots, each with what is another than in the one before."""

    def __init__(self) -> None:
        self._game: GameView | None = None
        self._thought: tuple[Thought | None, int | None] | None = None
        self._machine: wire.MachineJson | None = None

    def of(self, snapshot: Snapshot) -> wire.SnapshotJson:
        """The message."""
        reached = snapshot.reached
        message = wire.SnapshotJson(
            type="snapshot",
            headline=headline(snapshot, BUTTONS),
            ready=snapshot.activity is Activity.WAITING,
            elsewhere=snapshot.activity in _FREE and not snapshot.machine.listening,
            busy=snapshot.busy or snapshot.thinks,
            held=snapshot.activity.name == "HELD",
            comparing=snapshot.mirror,
            watching=snapshot.watching,
            waits=snapshot.waits,
            speed=snapshot.speed,
            at=snapshot.machine.cycles,
            reached=reached or 0,
        )
        machine = machine_json(snapshot)
        if machine != self._machine:
            message["machine"] = self._machine = machine
        if snapshot.game is not self._game:
            self._game = snapshot.game
            message["game"] = game_json(snapshot.game)
        if self._thought is None or self._thought != (snapshot.thought, reached):
            self._thought = snapshot.thought, reached
            message["thought"] = thought_json(snapshot)
        return message


def machine_json(snapshot: Snapshot) -> wire.MachineJson:
    """The machine."""
    view: MachineView = snapshot.machine
    return wire.MachineJson(
        digits=[list(digit) for digit in view.readout.steps],
        text=view.readout.text,
        said=digits_say(snapshot),
        keys=sorted(view.keys),
        single_step=view.single_step,
    )


def game_json(game: GameView) -> wire.GameJson:
    """The game."""
    board = chess.Board(game.start)
    boards = [board.board_fen()]
    for uci in game.moves:
        board.push_uci(uci)
        boards.append(board.board_fen())
    return wire.GameJson(
        board=_placement(game.men),
        boards=boards,
        fen=game.fen,
        squares=_squares(game),
        men=_men(game),
        turn=_color(game.turn),
        yours=_color(game.mine),
        both=game.both,
        out_of_turn=game.out_of_turn,
        legal=list(game.playable) if game.players_turn else [],
        last=[chess.square_name(one) for one in game.last or ()],
        check="" if game.check is None else chess.square_name(game.check),
        moves=_moves(game),
        said=description.last_move(board) if board.move_stack else "",
        verdict=game.verdict,
        over=game.over,
        level=game.level.title if game.level else "",
        steps=game.steps,
        can_redo=game.can_redo,
    )


def thought_json(snapshot: Snapshot) -> wire.ThoughtJson | None:
    """The last thinking, as far as it had come."""
    thought = snapshot.thought
    if thought is None:
        return None
    judged = thought.candidates
    leading = set(leaders(judged))
    ended = bool(thought.shown) and (snapshot.reached or 0) >= len(judged)
    best = best_index(thought) if ended else None
    candidates = [
        wire.CandidateJson(
            name=candidate_name(thought, one),
            source=_square(thought.table[one.man], thought.computer),
            target=_square(one.to, thought.computer),
            value=one.value,
            best=index in leading,
            at=at,
        )
        for index, (one, at) in enumerate(zip(judged, thought.judged_at, strict=False))
    ]
    state = snapshot.machine.memory[STATE] or 0
    moment = describe_moment(thought, snapshot.reached or 0, snapshot.machine.cycles, state, _WIDTH)
    compared, agrees = mirror_verdict(thought)
    words = moment if snapshot.watching or not thought.shown else []
    if ended and not judged and not snapshot.game.over:
        words = ["from the opening book: nothing was considered"]
    return wire.ThoughtJson(
        candidates=candidates,
        chosen=-1 if best is None else best,
        complete=bool(thought.shown),
        began=thought.began,
        end=thought.end,
        words=[*words, *describe_time(thought, snapshot.game, _WIDTH)],
        compared=compared,
        agrees=agrees,
    )


def _color(color: chess.Color) -> wire.Color:
    return "white" if color else "black"


def _square(byte: int, computer: chess.Color) -> str:
    return chess.square_name(to_chess(byte, computer)) if on_board(byte) else ""


def _placement(men: str) -> str:
    board = chess.Board(None)
    for square, letter in enumerate(men):
        if letter != ".":
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
    return board.board_fen()


def _squares(game: GameView) -> list[wire.SquareJson]:
    found = []
    for square, letter in enumerate(game.men):
        byte = from_chess(square, game.computer)
        man = game.table.standing_on(byte)
        piece = None if letter == "." else chess.Piece.from_symbol(letter)
        found.append(
            wire.SquareJson(
                name=chess.square_name(square),
                byte=f"{byte:02X}",
                address="" if man is None else f"{TABLE + man:02X}",
                words=description.man(piece),
            )
        )
    return found


def _men(game: GameView) -> list[wire.ManJson]:
    return [
        wire.ManJson(
            address=f"{TABLE + man:02X}",
            byte=f"{byte:02X}",
            letter=letter_of(game, man),
            name=man_in_words(man),
            square=_square(byte, game.computer),
        )
        for man, byte in enumerate(game.table)
    ]


def _moves(game: GameView) -> list[wire.MoveJson]:
    found = []
    for index, (san, comment) in enumerate(zip(game.sans, game.comments, strict=False)):
        ply = game.first_ply + index
        white = ply % 2 == 0
        number = f"{ply // 2 + 1}." if white else f"{ply // 2 + 1}..." if index == 0 else ""
        found.append(wire.MoveJson(number=number, san=san, comment=comment))
    return found
