"""Where one game of a PGN file ends and the next begins.

A game ends with its result; without one where a tag comes behind moves, where a line begins with
the number of the first move again, or where the tag Event or, behind a blank line, another tag is
there already.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from emu.plain import plain
from microchess.game.pgn_tokens import Token, TokenKind, tokens

_FIRST = re.compile(r"0*1\s*\.")


@dataclass(frozen=True)
class GameText:
    """Game ``number`` of a file, from 1, as it stands there from ``line`` on."""

    number: int
    line: int
    text: str


def split(text: str) -> Iterator[GameText]:
    """The games in *text*, with what is before and behind them, in time linear in its length.

    A mark of the byte order, an end-of-file character of DOS and other control characters are taken
    out. What begins with ``<`` is of another kind, and has none.
    """
    text = text.replace("\ufeff", "").replace("\x1a", " ")
    text = plain(text.replace("\r\n", "\n").replace("\r", "\n"))
    if text.lstrip().startswith("<"):
        return
    held: GameText | None = None
    game, number = _Span(0, 1), 1
    for token in tokens(text):
        if game.is_over_before(token, text):
            if held:
                yield held
            held = GameText(number, game.line, text[game.start : token.start])
            game, number = _Span(token.start, token.line), number + 1
        game.take(token)
    rest = text[game.start :]
    if game.is_there:
        if held:
            yield held
        yield GameText(number, game.line, rest)
    elif held:
        yield replace(held, text=held.text + rest)


@dataclass
class _Span:
    """A game that begins at ``start``, and what was found in it."""

    start: int
    line: int
    is_there: bool = False
    tags: set[str] = field(default_factory=set)
    moves: bool = False
    depth: int = 0
    result: Token | None = None
    """The last token but comments, if it is one."""
    ended: bool = False
    end: int = 0

    def is_over_before(self, token: Token, text: str) -> bool:
        """Whether *token* is of the next game."""
        kind = token.kind
        if self.ended and self.result:
            later = token.line > self.result.line
            return kind in (TokenKind.TAG, TokenKind.NUMBER, TokenKind.MOVE) or (
                later and kind in (TokenKind.COMMENT, TokenKind.SKIPPED, TokenKind.OPEN)
            )
        if kind is TokenKind.TAG:
            again = token.name in self.tags
            apart = token.name == "Event" or text.count("\n", self.end, token.start) > 1
            return self.moves or (again and apart)
        if kind is TokenKind.NUMBER and token.first and self.moves:
            return bool((not self.depth or self.result) and _FIRST.fullmatch(token.text))
        return False

    def take(self, token: Token) -> None:
        """*token* is of this game."""
        kind, self.end = token.kind, token.end
        if kind is not TokenKind.COMMENT and not self.ended:
            self.result = token if kind is TokenKind.RESULT else None
        self.is_there |= kind in (TokenKind.TAG, TokenKind.MOVE, TokenKind.SKIPPED)
        if kind is TokenKind.TAG:
            self.tags.add(token.name)
        elif kind is TokenKind.MOVE:
            self.moves = True
        elif kind is TokenKind.OPEN:
            self.depth += 1
        elif kind is TokenKind.CLOSE:
            self.depth = max(0, self.depth - 1)
        elif kind is TokenKind.RESULT and not self.depth:
            self.ended = self.moves or bool(self.tags)
