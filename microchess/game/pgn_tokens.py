"""The words of a PGN text: tags, comments, moves, results, and what is none of them.

The import format of the PGN standard (1994): white space and blank lines do not count, and what
begins with ``%`` in the first column is left out. A comment or tag that is not closed ends where
the next game begins, or at the end of its line.
"""

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
"""Other dashes, as the one of the standard."""
_BETWEEN = "[-:" + "".join(map(chr, DASHES)) + "]"
_DASH = _BETWEEN.replace(":", "")
_GAP = r"\s\u200b\u2060"
_WORD = rf"[^{_GAP}{{}}()\[\]<>;$!?*]"
_AT_ONCE = rf"(?=(?:1-0|0-1|1/2-1/2)(?:[{_GAP}{{}}()\[\];]|\Z))"
_WORD_END = rf"(?:{_WORD}*?{_AT_ONCE}|{_WORD}*)"
"""The rest of a word, without the result that stands behind it without a blank."""
_NAME = r"\[\s*(?P<name>[A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s*\""
_TAGS = (
    re.compile(_NAME + r'(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]'),
    re.compile(_NAME + r'(?P<value>(?:(?!\[\w+\s+")[^\n])*?)"[ \t]*\]'),
)
"""A tag by the standard, and one whose value has quotes that are not escaped."""
_UNCLOSED_TAG = re.compile(_NAME + r'(?P<value>[^\n"\]]*)"?[ \t]*\]?')
_ESCAPED = re.compile(r'\\(["\\])')
_BRACKET = re.compile(r"\[[^\]\n]*\]?")
_NEXT_GAME = re.compile(
    r'^[ \t]*\[[A-Za-z]\w*[ \t]+"[^\n]*"\][ \t]*$|(?<=\n\n)1\.(?!\.)', re.MULTILINE
)
"""What a comment that is closed later does not hold: a line with a tag, the first move."""
_MOVE = re.compile(r"[PNBRQK]?[a-h]?[1-8]?[-x]?[a-h][1-8]|[0Oo]-[0Oo]|(?:--|Z0)(?!\S)")
_TOKEN = re.compile(
    rf"""(?P<SPACE>[{_GAP}]+|^%.*)
    |;(?P<LINE>.*)
    |(?P<BRACE>\{{)
    |(?P<BRACKET>\[)
    |(?P<SIGN>\$\d*|[!?]+|\([!?]+\))
    |(?P<OPEN>\()
    |(?P<CLOSE>\))
    |(?P<RESULT>\*|(?:1[ ]?{_BETWEEN}[ ]?0|0[ ]?{_BETWEEN}[ ]?1
        |(?:1/2|½)(?:[ ]?{_BETWEEN}[ ]?(?:1/2|½))?)(?=[{_GAP}{{}}()\[\];*]|\Z))
    |(?P<MOVE>(?:[0Oo](?:{_DASH}[0Oo]){{1,2}}|0{{2,4}}(?![0-9.])|[a-hx1-8]*[18]=?\([QRBNqrbn]\)){_WORD_END})
    |(?P<NUMBER>\d+(?:[ \t]*[.…])*|[.…]+)
    |(?P<WORD>{_WORD}{_WORD_END})
    |(?P<STRAY><[^<>\n]*>|.)""",
    re.VERBOSE | re.MULTILINE,
)


class TokenKind(Enum):
    """What a token is. ``SKIPPED`` is what has no place in a PGN."""

    TAG = auto()
    COMMENT = auto()
    SIGN = auto()
    OPEN = auto()
    CLOSE = auto()
    RESULT = auto()
    NUMBER = auto()
    MOVE = auto()
    SKIPPED = auto()


class Token(NamedTuple):
    """A word from ``start`` to ``end`` in the text, on ``line``, from 1; ``first`` is whether it
    is the first of its line. ``text`` is the value of a tag, what a comment says, else the word.
    """

    kind: TokenKind
    text: str
    start: int
    end: int
    line: int
    first: bool
    name: str = ""
    closed: bool = True


def tokens(text: str) -> Iterator[Token]:
    """The words of *text*, whose lines end in a newline, in time linear in its length."""
    return iter(_Lexer(text))


def escaped(value: str) -> str:
    """The value of a tag as the standard writes it."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


class _Lexer:
    """Reads on from ``_at``; ``_between`` games a line of prose is skipped as a whole."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at, self._counted, self._line, self._ended_on = 0, 0, 1, 0
        self._between = True
        self._closing = -1

    def __iter__(self) -> Iterator[Token]:
        while match := _TOKEN.match(self._text, self._at):
            kind, start = str(match.lastgroup), self._at
            self._at = match.end()
            if kind == "SPACE":
                continue
            self._line += self._text.count("\n", self._counted, start)
            self._counted = start
            token = self._token(kind, match)
            self._ended_on = (
                self._line + self._text.count("\n", start, self._at) - (not token.closed)
            )
            yield token

    def _token(self, kind: str, match: re.Match[str]) -> Token:
        if kind == "BRACE":
            return self._comment(match.start())
        if kind == "BRACKET":
            return self._tag(match.start())
        if kind == "LINE":
            return self._made(
                TokenKind.COMMENT, match.start(), match[kind].strip().replace("}", ")")
            )
        if kind == "WORD" and self._between and not _MOVE.match(match[0]):
            return self._prose(match.start())
        if kind in ("WORD", "MOVE", "NUMBER"):
            self._between &= kind == "NUMBER" and match[0].isdecimal()
        elif kind == "RESULT":
            self._between = True
        named = {"WORD": TokenKind.MOVE, "STRAY": TokenKind.SKIPPED}
        return self._made(named.get(kind) or TokenKind[kind], match.start(), match[0])

    def _made(
        self, kind: TokenKind, start: int, text: str, name: str = "", closed: bool = True
    ) -> Token:
        first = self._line > self._ended_on
        return Token(kind, text, start, self._at, self._line, first, name, closed)

    def _prose(self, start: int) -> Token:
        end = self._text.find("\n", start)
        self._at = len(self._text) if end < 0 else end
        return self._made(TokenKind.SKIPPED, start, self._text[start : self._at].strip())

    def _tag(self, start: int) -> Token:
        found = next(filter(None, (tag.match(self._text, start) for tag in _TAGS)), None)
        closed = found is not None
        found = found or _UNCLOSED_TAG.match(self._text, start)
        if found is None:
            if self._between:
                return self._prose(start)
            found = _BRACKET.match(self._text, start)
            assert found is not None
            self._at = found.end()
            return self._made(TokenKind.SKIPPED, start, found[0])
        self._at, self._between = found.end(), False
        value = _ESCAPED.sub(r"\1", found["value"])
        return self._made(TokenKind.TAG, start, value, found["name"], closed)

    def _comment(self, start: int) -> Token:
        """The one that begins there. It is not closed if another game and another comment begin
        before the next closing brace.
        """
        text = self._text
        if self._closing < start:
            found = text.find("}", start)
            self._closing = len(text) if found < 0 else found
        end = self._closing
        game = _NEXT_GAME.search(text, start, end)
        closed = end < len(text) and not (game and text.find("{", game.end(), end) >= 0)
        if game and not closed:
            end = game.start()
        self._at = end + closed
        said = text[start + 1 : end]
        said = said.removeprefix(" ").removesuffix(" ") if closed else said.strip()
        return self._made(TokenKind.COMMENT, start, said, closed=closed)
