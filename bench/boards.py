"""Cells that the boards of the gallery read and write: for a question, and for moves."""

import random
from dataclasses import dataclass, field
from statistics import mean

import chess

from bench.figures import Table
from microchess.boards.board_game import BoardGame
from microchess.boards.export import POSITIONS
from microchess.boards.questions import ask
from microchess.boards.recorder import CellRecorder
from microchess.boards.registry import SHOWN, Exhibit

QUESTIONS_FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
QUESTIONS = (
    "what is on f7",
    "where is my king",
    "who attacks f7",
    "who wins on f7",
    "what are my moves",
)
MOVES_HEAD = (
    "board",
    "reads to generate",
    "reads to see check",
    "reads/writes to make and unmake",
    "cells",
)
PLIES = 15
MEMORIES = tuple({one.memory: one for one in reversed(SHOWN)}.values())[::-1]
"""One exhibit of each memory: a variant that differs in its rules only reads and writes alike."""


def tables() -> list[Table]:
    """The reads each board needs for each question, and what moves cost on it."""
    board = chess.Board(QUESTIONS_FEN)
    answers = {one: [ask(one, board, question) for question in QUESTIONS] for one in MEMORIES}
    return [
        Table(
            ("board", *QUESTIONS),
            [
                (one.key, *(f"{a.reads:,}{'*' if a.writes else ''}" for a in found))
                for one, found in answers.items()
            ],
        ),
        Table(MOVES_HEAD, map(counters, MEMORIES)),
    ]


@dataclass
class CellTally:
    """Cells read and written, a number for every generation, test for check, and move."""

    generation: list[int] = field(default_factory=list)
    check: list[int] = field(default_factory=list)
    reads: list[int] = field(default_factory=list)
    writes: list[int] = field(default_factory=list)

    def count(self, game: BoardGame, recorder: CellRecorder) -> None:
        """Generate, and make, test and unmake every pseudo-legal move."""
        recorder.clear()
        moves = game.pseudo_legal()
        self.generation.append(recorder.reads)
        for move in moves:
            if game.refused(move):
                continue
            recorder.clear()
            game.make(move)
            made = len(recorder.accesses)
            king = game.men.king(not game.turn)
            game.men.attacked(king, game.turn)
            self.check.append(sum(not access.written for access in recorder.accesses[made:]))
            del recorder.accesses[made:]
            game.unmake()
            self.reads.append(recorder.reads)
            self.writes.append(recorder.writes)


def counters(one: Exhibit) -> tuple[str, ...]:
    """Random games from all six positions, counted at every ply."""
    tally = CellTally()
    for _, fen, _ in POSITIONS[:6]:
        recorder = CellRecorder()
        game = one.game(chess.Board(fen), recorder)
        chance = random.Random(1)
        for _ in range(PLIES):
            tally.count(game, recorder)
            with recorder.paused():
                legal = game.legal()
            if not legal:
                break
            game.play(chance.choice(sorted(legal, key=lambda move: game.chess_move(move).uci())))
    return (
        one.key,
        f"{mean(tally.generation):,.0f}",
        f"{mean(tally.check):,.0f}",
        f"{mean(tally.reads):.1f}/{mean(tally.writes):.1f}",
        str(sum(len(bank.raw) for bank in one.memory().banks.values())),
    )
