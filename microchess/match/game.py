"""One game of a match, from its opening to a result, told as PGN."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias

import chess
import chess.engine
import chess.pgn

from microchess.game.arbiter import ARBITER
from microchess.match.contestants import Contestant
from microchess.match.starts import Start

_IN_A_ROW = 4
"""Moves for which an engine has to claim a won or lost game before it is adjudicated."""
_MATE = 100_000


@dataclass(frozen=True)
class Adjudication:
    """When a game is ended by the arbiter of the match: drawn after ``max_moves`` moves; decided
    when an engine that is not MicroChess thinks itself ``decided`` centipawns up or down four times
    in a row (None: never). With ``plain`` only interventions are told in comments.
    """

    max_moves: int = 200
    decided: int | None = None
    plain: bool = False


@dataclass(frozen=True)
class Pairing:
    """Game *number* from 1; ``players`` are White and Black."""

    number: int
    players: tuple[Contestant, Contestant]
    start: Start

    @property
    def headers(self) -> dict[str, str]:
        """What identifies it in a PGN file."""
        white, black = self.players
        return {
            "Round": str(self.number),
            "White": white.name,
            "Black": black.name,
            "Opening": self.start.name,
        }


_Ending: TypeAlias = tuple[str, str]
"""Result and termination."""


def play_game(
    pairing: Pairing,
    engines: tuple[chess.engine.SimpleEngine, chess.engine.SimpleEngine],
    rules: Adjudication,
    date: str,
) -> chess.pgn.Game:
    """Play a game with the engines of White and Black, both ready.

    An engine that dies or plays an illegal move loses. Comments are what engines say of their
    moves: MicroChess its value, cycles, simulated time and the arbiter's interventions.
    """
    board = pairing.start.board()
    game = chess.pgn.Game.from_board(board)
    node = game.end()
    claims: Counter[tuple[chess.Color, bool]] = Counter()
    ending = _over(board, rules)
    while ending is None:
        mover = board.turn
        player, engine = (pairing.players[not mover], engines[not mover])
        try:
            played = engine.play(
                board, player.limit, game=pairing.number, info=chess.engine.INFO_ALL
            )
        except chess.engine.EngineTerminatedError as error:
            ending = _win(not mover), f"{player.name} died: {error}"
            break
        except chess.engine.EngineError as error:
            ending = _win(not mover), f"{player.name} broke the rules: {error}"
            break
        if not played.move:
            ending = _win(not mover), f"{player.name} resigns"
            break
        board.push(played.move)
        node = node.add_main_variation(played.move)
        node.comment = comment(player, played.info)
        if rules.plain:
            node.comment = "".join(node.comment.partition(ARBITER)[1:])
        ending = _over(board, rules) or _claimed(player, mover, played.info, claims, rules)
    result, termination = ending
    headers = {"Event": "Match", "Site": "?", "Date": date, **pairing.headers}
    game.headers.update(headers | {"Result": result, "Termination": termination})
    return game


def comment(player: Contestant, info: chess.engine.InfoDict) -> str:
    """What an engine says of its move."""
    if player.is_microchess:
        return info.get("string", "")
    score = info.get("score")
    if score is None:
        return ""
    depth = f"/{info['depth']}" if "depth" in info else ""
    value = score.relative.score()
    text = f"{value / 100:+.2f}" if value is not None else f"#{score.relative.mate()}"
    return f"{text}{depth}"


def _over(board: chess.Board, rules: Adjudication) -> _Ending | None:
    outcome = board.outcome()
    if outcome is not None:
        return outcome.result(), outcome.termination.name.replace("_", " ").lower()
    if board.is_repetition(3):
        return "1/2-1/2", "threefold repetition"
    if board.halfmove_clock >= 100:
        return "1/2-1/2", "fifty moves"
    if board.fullmove_number > rules.max_moves:
        return "1/2-1/2", f"adjudication: {rules.max_moves} moves"
    return None


def _claimed(
    player: Contestant,
    mover: chess.Color,
    info: chess.engine.InfoDict,
    claims: Counter[tuple[chess.Color, bool]],
    rules: Adjudication,
) -> _Ending | None:
    score = info.get("score")
    if rules.decided is None or player.is_microchess or score is None:
        return None
    value = score.relative.score(mate_score=_MATE)
    for up in (True, False):
        claimed = value >= rules.decided if up else value <= -rules.decided
        claims[mover, up] = claims[mover, up] + 1 if claimed else 0
        if claims[mover, up] >= _IN_A_ROW:
            winner = mover if up else not mover
            return _win(winner), f"adjudication: {player.name} at {value / 100:+.1f}"
    return None


def _win(color: chess.Color) -> str:
    return "1-0" if color else "0-1"
