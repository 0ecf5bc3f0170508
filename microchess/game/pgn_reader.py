"""The game in a text of PGN, and what of it is not read, or not as it stands there.

Nothing behind a move that cannot be made is read until its line of moves ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from operator import attrgetter

import chess
import chess.pgn

from emu.notation import counted
from microchess.errors import FenError
from microchess.game.pgn_split import GameText
from microchess.game.pgn_tokens import DASHES, Token, TokenKind, tokens
from microchess.program.position import read_fen

_SHOWN = 20
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_DRAWS = ("1/2", "½", "½-½", "½-1/2", "1/2-½")
_MOST_NAG = 255
_GLYPHS = (
    *((1, "!"), (2, "?"), (3, "!!"), (4, "??"), (5, "!?"), (6, "?!"), (7, "□")),
    *((10, "="), (13, "∞ ~"), (14, "+= +/= ⩲"), (15, "=+ =/+ ⩱"), (16, "± +/-")),
    *((17, "∓ -/+"), (18, "+-"), (19, "-+"), (146, "N TN"), (220, "D")),
)
"""What is written behind moves, as the numeric glyphs of the standard; 220, a diagram, is none of
them but usual.
"""
_SIGNS = {sign: nag for nag, signs in _GLYPHS for sign in signs.split()}
_ADDED = r"(?:e\.?p\.?)?(?:\+\+|[+#†‡X]|(?:(?:dis|dbl)\.?)?ch\.?|mate)?"
_BESIDE = re.compile(rf"{_ADDED}[.,]*")
"""What is written behind moves and says nothing more."""
_PROSE = re.compile(r"(?![a-h]x[a-h]\b)[^\W\d]{3,}[.,:]*|[^\w-]+")
"""Words that are no moves, not even damaged ones."""
_MOVE = re.compile(
    r"(?:(?P<castles>[O0o]-[O0o](?:-[O0o])?)"
    r"|P?(?P<pawn>(?:[a-h][1-8]?[-x:]?)?[a-h][18])(?:=|/|(?P<round>=?\())?(?P<to>[QRBNqrbn])(?(round)\))"
    rf"|P?(?P<plain>[NBRQK]?[a-h]?[1-8]?[-x:]?[a-h][1-8])){_ADDED}"
    "(?P<sign>" + "|".join(map(re.escape, _SIGNS)) + ")?[.,]*"
)


@dataclass(frozen=True)
class PgnFault:
    """What is not read, or not as it stands there: on which ``line`` of the file, from 1, which
    ``move``, like ``3... Nf6`` (empty: none), and why. ``cuts``: moves of the game are lost by it.
    """

    line: int
    why: str
    move: str = ""
    in_variation: bool = False
    cuts: bool = False

    def __str__(self) -> str:
        move = f", move {self.move}" if self.move else ""
        return f"line {self.line}{move}{', in a variation' * self.in_variation}: {self.why}"


class PgnReader:
    """Reads *text*: its ``game`` and ``faults``, and whether a result ``ended`` it."""

    def __init__(self, text: GameText) -> None:
        self._builder = chess.pgn.GameBuilder()
        self._builder.begin_game()
        self.game = self._builder.game
        self.faults: list[PgnFault] = []
        self.ended = False
        self._before = text.line - 1
        self._tags: dict[str, int] = {}
        self._lines: list[_Line] = []
        self._result: Token | None = None
        self._skipped: list[Token] = []
        take = {
            TokenKind.TAG: self._tag,
            TokenKind.COMMENT: self._comment,
            TokenKind.SIGN: self._sign,
            TokenKind.OPEN: self._open,
            TokenKind.CLOSE: self._close,
            TokenKind.MOVE: self._move,
            TokenKind.RESULT: self._end,
            TokenKind.SKIPPED: self._skipped.append,
        }
        for token in tokens(text.text):
            kind = token.kind
            if self.ended and kind is not TokenKind.COMMENT:
                self._skipped.append(token)
            elif kind in take:
                self._result = self._result if kind is TokenKind.COMMENT else None
                take[kind](token)
        self._finish()

    def _moves(self) -> _Line:
        """The line of moves it is in; before the first the headers are complete."""
        if not self._lines:
            self._lines.append(_Line(chess.Board(), 0))
            self._set_up()
        return self._lines[-1]

    def _set_up(self) -> None:
        """Begin with the position of the headers."""
        headers, line = self.game.headers, self._lines[0]
        at = self._tags.get("Variant") or self._tags.get("FEN", 1)
        try:
            if not headers.get("FEN", "?").strip():
                self._note(at, "the tag FEN is empty; skipped")
                del headers["FEN"]
            if "FEN" in headers:
                line.board = read_fen(headers["FEN"])
                if not _is_standard(headers["FEN"]):
                    headers["FEN"] = line.board.fen()
            standard = headers.variant() is chess.Board and not headers.is_chess960()
        except FenError as error:
            self._note(at, str(error), cuts=True)
            line.is_read = False
            return
        except ValueError:
            standard = False
        if not standard or line.board.has_chess960_castling_rights():
            name = headers.get("Variant", "Chess960")[:_SHOWN]
            self._note(at, f"the variant {name!r} is not played here", cuts=True)
            line.is_read = False

    def _note(
        self, line: int, why: str, move: str = "", cuts: bool = False, beside: bool = False
    ) -> None:
        self.faults.append(PgnFault(self._before + line, why, move, beside, cuts))

    def _tag(self, token: Token) -> None:
        name = token.name
        if self._lines:
            self._note(token.line, "what is between the tags is skipped")
            self._lines.clear()
        if not token.closed:
            self._note(token.line, f"the tag {name} is not closed, read as {token.text!r}")
        if name in self._tags:
            old = self.game.headers[name]
            self._note(token.line, f"the tag {name} again, {old[:_SHOWN]!r} is replaced")
        self._tags[name] = token.line
        self._builder.visit_header(name, token.text)

    def _comment(self, token: Token) -> None:
        line = self._lines[-1] if self._lines else None
        if line is None or line.is_read:
            self._builder.visit_comment(token.text)
            if not token.closed:
                self._note(token.line, "a comment is not closed", cuts=True)

    def _sign(self, token: Token) -> None:
        text = token.text.strip("()")
        nag = _SIGNS.get(text)
        if nag is None and text[1:].isdecimal() and len(text) < 9:
            nag = int(text[1:])
        if nag is None or nag > _MOST_NAG:
            self._note(token.line, f"{text[:_SHOWN]!r} is no sign of the standard; skipped")
        elif self._moves().is_read:
            self._builder.visit_nag(nag)

    def _open(self, token: Token) -> None:
        line = self._moves()
        if line.is_read and not line.moves:
            self._note(token.line, "a variation before the first move; skipped")
        read = bool(line.is_read and line.moves)
        board = line.board
        if read:
            self._builder.begin_variation()
            board = board.copy(stack=1)
            board.pop()
        self._lines.append(_Line(board, token.line, read, begun=read))

    def _close(self, token: Token) -> None:
        if len(self._lines) < 2:
            self._note(token.line, "a ) without a (; skipped")
        else:
            line = self._lines.pop()
            self._skipped += line.prose
            if line.begun:
                self._builder.end_variation()

    def _move(self, token: Token) -> None:
        line = self._moves()
        if not line.is_read:
            return
        text = token.text.translate(DASHES)
        if text in _SIGNS:
            self._builder.visit_nag(_SIGNS[text])
        if text in _SIGNS or _BESIDE.fullmatch(text):
            return
        if _PROSE.fullmatch(text):
            line.prose.append(token)
            return
        if line.prose:
            self._cut(line.prose.pop(0), "no move")
            return
        try:
            move, nag = _read(line.board, text)
        except ValueError as error:
            self._cut(token, str(error))
            return
        self._builder.visit_move(line.board, move)
        line.board.push(move)
        line.moves += 1
        if nag:
            self._builder.visit_nag(nag)

    def _cut(self, token: Token, why: str) -> None:
        line = self._lines[-1]
        board, beside = line.board, len(self._lines) > 1
        dots = "." if board.turn == chess.WHITE else "..."
        move = f"{board.fullmove_number}{dots} {token.text[:_SHOWN]}"
        self._note(token.line, why, move, not beside, beside)
        line.is_read = False

    def _end(self, token: Token) -> None:
        """A result, which ends the game if it is in no variation."""
        if self._lines or self._tags:
            self._result = token
            self.ended = len(self._lines) < 2
        else:
            self._skipped.append(token)

    def _finish(self) -> None:
        if self._tags:
            self._moves()
        for line in self._lines[1:]:
            self._note(line.number, "a variation is not closed", cuts=True)
        self._skipped += (token for line in self._lines for token in line.prose)
        if self._result:
            self.ended = True
        if self._skipped:
            first = min(self._skipped, key=attrgetter("start"))
            count = len({token.line for token in self._skipped})
            lines = f" (and {counted(count - 1, 'more line')})" if count > 1 else ""
            cuts = not (self._tags or self.game.variations)
            text = repr(first.text[:_SHOWN])
            why = (
                f"no game: {text}{lines}" if cuts else f"{text} has no place there{lines}; skipped"
            )
            self._note(first.line, why, cuts=cuts)
        self._settle_result()
        self.faults.sort(key=lambda fault: fault.line)

    def _settle_result(self) -> None:
        """The one of the tag, unless it says nothing."""
        tag = self.game.headers["Result"]
        line = self._tags.get("Result", 1)
        known = _known(tag)
        found = "" if self._result is None else _known(self._result.text)
        result = known if known and known != "*" else found or known or "*"
        self.game.headers["Result"] = result
        if tag != result and "Result" in self._tags:
            self._note(line, f"the tag Result says {tag[:_SHOWN]!r}, read as {result}")
        elif found and found != result:
            assert self._result
            self._note(self._result.line, f"ended by {found}, but the tag Result says {result}")
        if self._result and self._result.text != found:
            self._note(self._result.line, f"{self._result.text!r} is read as {found}")


@dataclass
class _Line:
    """Moves one after the other: the game, or a variation that was opened on line ``number``."""

    board: chess.Board
    number: int
    is_read: bool = True
    moves: int = 0
    begun: bool = False
    prose: list[Token] = field(default_factory=list)
    """Words behind the moves so far; a move behind them is not read."""


def _is_standard(fen: str) -> bool:
    try:
        return bool(chess.Board(fen))
    except ValueError:
        return False


def _known(result: str) -> str:
    """*result* as the standard writes it; empty when it is none."""
    result = result.replace(" ", "").replace(":", "-").translate(DASHES)
    return "1/2-1/2" if result in _DRAWS else result if result in _RESULTS else ""


def _read(board: chess.Board, text: str) -> tuple[chess.Move, int]:
    """The move that *text* names, and the glyph written behind it, or 0. Raises ValueError."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise ValueError("no move")
    san = match["plain"]
    if match["castles"]:
        san = match["castles"].upper().replace("0", "O")
    elif match["pawn"]:
        san = f"{match['pawn']}={match['to'].upper()}"
    try:
        return board.parse_san(san.replace(":", "x")), _SIGNS.get(match["sign"], 0)
    except chess.AmbiguousMoveError:
        raise ValueError("two pieces can move there") from None
    except chess.IllegalMoveError:
        raise ValueError("no legal move") from None
