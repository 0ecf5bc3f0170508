"""One game of a match, from its opening to a result, told as PGN."""

from dataclasses import dataclass
from typing import TypeAlias

import chess
import chess.engine
import chess.pgn

from microchess.match.adjudication import Adjudication, Claims, GameEnding, win
from microchess.match.contestants import Contestant, MatchError
from microchess.match.engine import ON_BOARD, UNTIMED, Engine, EngineMove
from microchess.match.starts import Start
from microchess.match.time_control import PlayerClock


@dataclass(frozen=True)
class Pairing:
    """Game *number* from 1; ``players`` are White and Black."""

    number: int
    players: tuple[Contestant, Contestant]
    start: Start
    rules: Adjudication

    @property
    def headers(self) -> dict[str, str]:
        """What identifies it in a PGN file; empty ones are left out there."""
        white, black = self.players
        controls = [str(one.control or "-") for one in self.players]
        return {
            "Round": str(self.number),
            "White": white.name,
            "Black": black.name,
            "Opening": self.start.name,
            "TimeControl": "" if controls == ["-", "-"] else " ".join(dict.fromkeys(controls)),
            "Rules": str(self.rules),
        }


Engines: TypeAlias = tuple[Engine, Engine]
"""Of White and Black."""


async def play_game(pairing: Pairing, engines: Engines, date: str) -> chess.pgn.Game:
    """Play a game with the engines of White and Black, both ready.

    An engine that dies, plays an illegal move, gives none or oversteps its time loses. Comments are
    what engines say of their moves: their evaluation, and MicroChess its value, cycles, simulated
    time and the arbiter's interventions; and what is left of their time. Raises MatchError when a
    MicroChess cannot play this position at all.
    """
    played = _PlayedGame(pairing)
    while played.ending is None:
        await played.move(engines[not played.board.turn])
    ending = played.ending
    headers = {"Event": "Match", "Site": "?", "Date": date, **pairing.headers}
    headers |= {"Result": ending.result, "Termination": ending.termination}
    headers |= {"TerminationDetails": ending.details}
    played.game.headers.update({name: value for name, value in headers.items() if value})
    return played.game


class _PlayedGame:
    """A game under way; ``ending`` is None until it has one."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing, self.rules = pairing, pairing.rules
        self.board = pairing.start.board()
        self.game = chess.pgn.Game.from_board(self.board)
        self._node = self.game.end()
        controls = (one.control for one in pairing.players)
        self._clocks = [PlayerClock(control) if control else None for control in controls]
        self._claims = Claims(pairing.rules, pairing.players)
        self.ending = self._over()

    async def move(self, engine: Engine) -> None:
        """Have the side to move play, with its engine."""
        clock, seconds = self._clocks[not self.board.turn], self._seconds(engine.contestant)
        try:
            done = await engine.move(
                self.board.copy(), self._limit(engine.contestant), self.pairing.number, seconds
            )
        except TimeoutError:
            self.ending = self._late(engine.contestant)
        except chess.engine.EngineTerminatedError as error:
            self._lose(engine, "abandoned", f"died: {engine.why(error)}")
        except chess.engine.EngineError as error:
            self._lose(engine, "rules infraction", f"broke the rules: {engine.why(error)}")
        else:
            in_time = clock.move(done.seconds) if clock else done.seconds <= seconds
            if not in_time:
                self.ending = self._late(engine.contestant)
            elif done.move:
                self._make(engine.contestant, done.move, done.info)
            else:
                self._gave_none(engine, done)

    def _make(self, player: Contestant, move: chess.Move, info: chess.engine.InfoDict) -> None:
        clock = self._clocks[not self.board.turn]
        self.board.push(move)
        self._node = self._node.add_main_variation(move)
        self._comment(player, info, clock)
        self.ending = self._over() or self._claims.ending(self.board, info.get("score"))

    def _gave_none(self, engine: Engine, done: EngineMove) -> None:
        """It resigns if it says so, else it is at fault."""
        player, said = engine.contestant, "; ".join(done.info_strings)
        if "resign" in said.lower():
            self._lose(engine, "normal", "resigns")
        elif player.is_microchess and ("refused" in said or player.on_board):
            raise MatchError(f"{player.name} cannot play {self.board.fen()}: {said}")
        else:
            self._lose(engine, "rules infraction", f"gives no move{said and f': {said}'}")

    def _lose(self, engine: Engine, termination: str, why: str) -> None:
        details = f"{engine.contestant.name} {why}"
        self.ending = GameEnding(win(not self.board.turn), termination, details)

    def _late(self, player: Contestant) -> GameEnding:
        """It loses, or it is drawn when the other one could never win."""
        other = not self.board.turn
        result = "1/2-1/2" if self.board.has_insufficient_material(other) else win(other)
        if player.control is None and (player.movetime is None or player.on_board):
            why = f"does not move within {self._seconds(player):g} s"
            return GameEnding(win(other), "abandoned", f"{player.name} {why}")
        over = "" if player.control else f": {player.movetime} ms, and {self.rules.margin} more"
        return GameEnding(result, "time forfeit", f"{player.name} loses on time{over}")

    def _seconds(self, player: Contestant) -> float:
        clock = self._clocks[not self.board.turn]
        if clock is not None:
            return clock.left
        if player.on_board:
            return ON_BOARD
        return UNTIMED if player.movetime is None else (player.movetime + self.rules.margin) / 1000

    def _limit(self, player: Contestant) -> chess.engine.Limit:
        """That of a move, and the clocks."""
        limit = player.limit
        if player.control:
            white, black = self._clocks
            if white:
                limit.white_clock, limit.white_inc = white.left, white.control.increment
            if black:
                limit.black_clock, limit.black_inc = black.left, black.control.increment
            own = self._clocks[not self.board.turn]
            limit.remaining_moves = own.moves if own else None
        return limit

    def _comment(
        self, player: Contestant, info: chess.engine.InfoDict, clock: PlayerClock | None
    ) -> None:
        self._node.comment = info.get("string", "") if player.is_microchess else ""
        if "score" in info:
            self._node.set_eval(info["score"], info.get("depth"))
        if clock:
            self._node.set_clock(clock.left)

    def _over(self) -> GameEnding | None:
        board = self.board
        outcome = board.outcome()
        if outcome is not None:
            details = outcome.termination.name.replace("_", " ").lower()
            return GameEnding(outcome.result(), "normal", details)
        if board.is_repetition(3):
            return GameEnding("1/2-1/2", "normal", "threefold repetition")
        if board.halfmove_clock >= 100:
            return GameEnding("1/2-1/2", "normal", "fifty moves")
        if board.fullmove_number > self.rules.max_moves:
            details = f"adjudication: {self.rules.max_moves} moves"
            return GameEnding("1/2-1/2", "adjudication", details)
        return None
