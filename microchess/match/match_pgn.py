"""The PGN file of a match: gone on with where it was left, and never that of something else."""

import os
import re
from contextlib import suppress
from pathlib import Path

import chess.pgn

from emu.files import writing
from microchess.game.pgn import read_games
from microchess.game.pgn_file import PgnFile
from microchess.game.pgn_tokens import escaped
from microchess.match.contestants import MatchError
from microchess.match.schedule import RESULTS, Match, Played

_ENDED = re.compile(r"(?:^|\s)(1-0|1/2-1/2|0-1)\s*$")
_TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.MULTILINE)
_BEGIN = '[Event "Match"]\n'
"""Of each of our games."""


class MatchPgn:
    """The PGN file of a match. What it holds of the match already is not played again.

    It is this process's until ``close``. Raises FileLocked while another one plays into it, OSError
    when it cannot be written, MatchError when it holds something else.
    """

    def __init__(self, path: Path, match: Match) -> None:
        self.path = path
        self._match = match
        self.done: dict[int, Played] = {}
        self._file = PgnFile(path)
        self._gap = ""
        self._found = os.path.lexists(path)
        try:
            self._read()
            writing.append_text(path, "")  # what cannot be written is told before the first game
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let another process go on with the match; no empty file stays where none was."""
        if not (self._found or self.done):
            with suppress(OSError):
                if self.path.stat().st_size == 0:
                    self.path.unlink()
        self._file.close()

    def add(self, played: Played) -> None:
        self._file.add(f"{self._gap}{played.pgn}\n\n")
        self._gap = ""
        self.done[played.number] = played

    def _read(self) -> None:
        """Take the finished games over. A last one of ours that was cut short is dropped from the
        file; of anything else nothing is touched.
        """
        texts = self._file.texts
        finished = list(texts)
        if texts and not _ENDED.search(texts[-1]):
            if not self._is_ours_cut_short(texts[-1]):
                last = texts[-1].strip().partition("\n")[0]
                raise MatchError(
                    f"{self.path} holds no match: {last[:60]!r} is of no game of ours; name "
                    "another file with --pgn"
                )
            finished.pop()
        for text in finished:
            self._take(text)
        if finished and not finished[-1].endswith("\n\n"):
            self._gap = "\n\n"
        self._file.keep(len(finished))

    def _take(self, text: str) -> None:
        entry = next(read_games(text), None)
        if entry is None:
            raise MatchError(f"{self.path} holds no game; name another file with --pgn")
        game, number = entry.game, entry.game.headers.get("Round", "")
        if not self._is_round(number):
            raise MatchError(
                f"{self.path}: round {number!r} is of no match of ours; name another with --pgn"
            )
        pairing = self._match.pairing(int(number))
        begins = Played.moves_of(chess.pgn.Game.from_board(pairing.start.board()))
        wanted = {"Event": "Match", **pairing.headers, "moves": begins}
        moves = Played.moves_of(game)
        found = {**game.headers, "moves": moves[: len(begins)]}
        for name, value in wanted.items():
            if found.get(name, "") != value:
                raise MatchError(
                    f"{self.path} holds another match: in game {number} {name} is "
                    f"{found.get(name, '')!r}, not {value!r}; name another file with --pgn"
                )
        if game.headers.get("Result") not in RESULTS or not entry.whole:
            raise MatchError(f"{self.path}: game {number} is damaged")
        self.done[int(number)] = Played.of(game)

    def _is_round(self, number: str) -> bool:
        return number.isdecimal() and len(number) < 10 and int(number) > 0

    def _is_ours_cut_short(self, text: str) -> bool:
        """Whether it is the beginning of a game as we write it."""
        begun, tags = text.lstrip(), dict(_TAG.findall(text))
        if not self._is_round(number := tags.get("Round", "1")):
            return False
        known = {"Event": "Match", "Site": "?", **self._match.pairing(int(number)).headers}
        wanted = {name: escaped(value) for name, value in known.items()}
        if any(tags.get(name, value) != value for name, value in wanted.items()):
            return False
        return begun.startswith(_BEGIN) or _BEGIN.startswith(begun)
