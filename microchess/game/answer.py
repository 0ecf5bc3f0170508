"""What the program answers: read off the display, and finished where it cannot do so itself.

The rook's part of castling and a promotion are done for it, as the manual has them done.
"""

from dataclasses import dataclass, replace

import chess

from emu.machine import MHZ
from microchess.game.arbiter import CASTLES
from microchess.game.book_novelty import keep_open
from microchess.game.outcome import Ending
from microchess.game.record import Record
from microchess.machine.bridge import Thinking
from microchess.machine.operator import Action, Operator
from microchess.program.chess_move import as_chess_move
from microchess.program.legality import why_illegal
from microchess.program.move_entry import vacant_types
from microchess.program.reply import Candidate, ManMove, best_of

BOOK = "book"
"""What the record says of a move from the book, alone or before a comma."""


@dataclass(frozen=True)
class Answer:
    """The program's turn.

    ``display`` is what the digits showed, ``move`` the chess move (None when it resigned, did what
    chess forbids, or left a pawn on the last rank), ``value`` that of the candidate chosen (None
    from the book), ``cycles`` the time it took, ``action`` what was done to the machine, ``remark``
    anything a person should know, ``ending`` how it has ended the game by it.
    """

    display: str
    move: chess.Move | None
    san: str
    value: int | None
    cycles: int
    action: Action
    remark: str = ""
    ending: Ending | None = None

    @property
    def seconds(self) -> float:
        """The time it took, on a 1 MHz KIM-1."""
        return self.cycles / MHZ

    @property
    def comment(self) -> str:
        """What the record says of it."""
        worth = BOOK
        if self.value is not None:
            worth = f"value ${self.value:02X}, {self.seconds:.2f} s at 1 MHz"
        return f"{worth}, {self.remark}" if self.remark else worth


def reading_answer(
    operator: Operator, record: Record, steady: bool, budget: int
) -> Thinking[Answer]:
    """Press PC and see what the program plays, *record* staying as it is; each candidate is told as
    it is judged. With *steady* the book is kept open (`microchess.game.book_novelty`).
    """
    bridge = operator.bridge
    action, level = Action(("PC",)), bridge.level
    if steady and level is not None:
        poke = keep_open(bridge, record.board, record.computer == chess.WHITE, level)
        action += Action((), () if poke is None else (poke,))
    thinking = operator.asking(budget)
    judged: list[tuple[int, Candidate]] = []
    while True:
        try:
            passing = next(thinking)
        except StopIteration as done:
            cycles: int = done.value
            break
        if passing is not None:
            now = bridge.machine.cycles
            judged = [*((at, one) for at, one in judged if at < now), (now, passing)]
        yield passing
    best = best_of(one for _, one in judged)
    display = bridge.machine.settled_readout().text
    value = None if best is None else best.value
    answer = Answer(display, None, "resigns", value, cycles, action, ending=Ending.RESIGNED)
    shown = bridge.shown_move()
    return answer if shown is None else (yield from _finishing(operator, record, answer, shown))


def _finishing(
    operator: Operator, record: Record, answer: Answer, shown: ManMove
) -> Thinking[Answer]:
    """The *answer* whose move is *shown*, what the program cannot do itself being done for it."""
    board, computer = record.board, record.computer
    found = as_chess_move(board, shown.source, shown.target, computer == chess.WHITE)
    move, remark = found.move, ""
    illegal = replace(answer, ending=Ending.ILLEGAL)
    if move is None:
        return replace(illegal, san=answer.display, remark="the book moved a captured piece")
    if found.promotes:
        vacant = vacant_types(operator.bridge.table, computers=True)
        if not vacant:
            name = chess.square_name(move.to_square)
            remark = f"no piece of it is lost, so its pawn on {name} stays a pawn and is stuck"
            return replace(answer, san=f"pawn to {name}", remark=remark, ending=None)
        move = chess.Move(move.from_square, move.to_square, vacant[0])
        best = chess.piece_name(vacant[0])
        remark = f"its pawn is made a {best} for it by pokes, the best piece it had lost"
    if not found.allowed:
        remark = f"{move} is not legal: {why_illegal(board, move)}"
        return replace(illegal, san=found.san, remark=remark)
    if board.is_castling(move):
        remark = CASTLES
    done = operator.entry(board, move, computer, played=True)
    yield from operator.doing(done)
    action, san = answer.action + done, board.san(move)
    return replace(answer, move=move, san=san, action=action, remark=remark, ending=None)
