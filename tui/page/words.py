"""What the board page says of the game: its thinking, a value taken apart, advice, levels."""

from __future__ import annotations

import chess

from emu.machine import MHZ
from microchess.analysis.advice import in_words
from microchess.errors import MicroChessError
from microchess.program.levels import Level
from tui.page import wire
from tui.session.review import advise, review
from tui.session.snapshot import GameView, Snapshot, Thought
from tui.session.thought_words import (
    JANUS,
    MEDIAN_1976,
    MEDIAN_JANUS,
    beside,
    best_index,
    candidate_name,
    describe_state,
    taken_apart,
)


def value_json(snapshot: Snapshot, index: int) -> wire.ValueJson:
    """The value of the candidate *index*, term by term, or what makes it another than that of the
    move chosen; what adds nothing is left out.

    Raises MicroChessError where there is no such candidate.
    """
    thought = snapshot.thought
    if thought is None or index >= len(thought.candidates):
        raise MicroChessError(f"there is no candidate {index}")
    one, best = thought.candidates[index], beside(thought, index, snapshot.watching)
    title, exceptions, rows = taken_apart(thought, one, best)
    said = exceptions
    if best is not None and not exceptions:
        chosen = candidate_name(thought, best)
        said = [f"{chosen} was chosen: of equal values the one judged first."]
        if one.value != best.value:
            term, _, adds = min(rows, key=lambda row: row[2])
            most = f"{term.name}, {term.meaning.partition(';')[0]}, counts most: {-float(adds):g}"
            said = [f"{chosen} was chosen: {best.value - one.value} more; {most}."]
    return wire.ValueJson(
        type="value",
        index=index,
        title=title,
        said="; ".join(said),
        terms=[
            wire.TermJson(
                name=term.name,
                meaning=term.meaning.partition(";")[0],
                count=_product(counted),
                adds=float(adds),
            )
            for term, counted, adds in rows
        ],
    )


def advice_json(game: GameView) -> wire.AdviceJson:
    """A hint for the person to move, and what MicroChess threatens."""
    if game.over or not game.players_turn:
        raise MicroChessError("a hint is for the side you move, when it is its turn")
    hint, threat = advise(game)
    return wire.AdviceJson(
        type="advice",
        text=in_words(hint, threat),
        hint=arrow_json(hint.squares if hint else None),
        threat=arrow_json(threat.squares if threat else None),
    )


def review_json(game: GameView) -> wire.ReviewJson:
    """What the Python engine would have played, move by move.

    Raises MicroChessError where there is none.
    """
    if not game.sans:
        raise MicroChessError("there are no moves to review yet")
    plies = range(game.first_ply, game.first_ply + len(game.sans))
    names = (
        f"{ply // 2 + 1}.{'..' * (ply % 2)} {san}"
        for ply, san in zip(plies, game.sans, strict=True)
    )
    return wire.ReviewJson(
        type="review",
        moves=[
            wire.ReviewedJson(name=name, comment=one.comment)
            for name, one in zip(names, review(game), strict=True)
        ],
    )


def _product(counted: str) -> str:
    """``(4 - 2) × 0.75``, from what stands in columns."""
    number, times, weight = " ".join(counted.split()).partition(" × ")
    return f"({number}){times}{weight}" if " - " in number else f"{number}{times}{weight}"


def arrow_json(way: tuple[chess.Square, chess.Square] | None) -> wire.ArrowJson | None:
    """From the first square to the other."""
    if way is None:
        return None
    source, target = map(chess.square_name, way)
    return wire.ArrowJson(source=source, target=target)


def describe_moment(
    thought: Thought, reached: int, cycles: int, state: int, width: int
) -> list[str]:
    """What is known at a moment of the thinking: how many candidates are judged, what is done."""
    if cycles < thought.began:
        return ["your move is keyed in"]
    if thought.shown and not thought.candidates:
        return []
    best = best_index(thought, reached)
    if best is None:
        told = f"none judged yet, {(cycles - thought.began) / MHZ:.3f} s after key PC"
    else:
        total = f" of {len(thought.candidates)}" if thought.shown else ""
        name = candidate_name(thought, thought.candidates[best])
        told = f"{reached}{total} judged, best so far {name}"
    return [told, describe_state(state, width)]


def level_in_short(level: Level, program: str) -> str:
    """``0.5 s a move``."""
    seconds = MEDIAN_JANUS if program == JANUS else MEDIAN_1976
    return f"{seconds[level]:g} s a move"
