"""A game as PGN in lines of up to 80 columns, as the standard has it; comments are wrapped too."""

from __future__ import annotations

import chess.pgn

COLUMNS = 80


class _Exporter(chess.pgn.StringExporter):
    def visit_comment(self, comment: str) -> None:
        """Word by word: python-chess takes a comment for one."""
        words = comment.replace("}", "").split()
        for word in ("{", *words, "}"):
            self.write_token(f"{word} ")
        self.force_movenumber = True


def wrapped(game: chess.pgn.Game) -> str:
    """The text of *game*."""
    return game.accept(_Exporter(columns=COLUMNS))
