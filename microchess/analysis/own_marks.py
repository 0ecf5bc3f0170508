"""What an annotation has put into a game, known again and taken out: the next one replaces it."""

import re

import chess.pgn

from microchess.program.reply import TO_BEAT

GLYPHS = (
    (24, chess.pgn.NAG_BLUNDER),
    (16, chess.pgn.NAG_MISTAKE),
    (8, chess.pgn.NAG_DUBIOUS_MOVE),
)
"""The glyph of a move by how much less than the best one it is worth; 8 of the value are a pawn."""
APART = " / "
"""Between a comment that is there and one that is added."""
BEST, REPLY = "MicroChess", "expected"
"""The comments on the moves of an added variation."""
_APART = APART.replace(" ", r"\s")
_WITHIN = rf"(?:(?!{_APART}).){{0,2000}}?"
_TEXT = re.compile(
    rf"""(?:^|{_APART}){_WITHIN}
    MicroChess(?P<choices>(?:\sresigns)?(?::{_WITHIN})?)
    (?:;\splayed\s\S+:\s(?:not\sconsidered|\$(?P<value>[0-9A-F]{{2}}),\s\d+[a-z]{{2}}\sof\s\d+)
    |:\sno\sreply\safter\s[\d,]+\scycles)
    (?:\s\[%eval\s-?\d+\.\d\d\])?""",
    re.VERBOSE | re.DOTALL,
)
_CANDIDATE = re.compile(r"\s(?P<move>[^\s(]\S*)\s\$(?P<value>[0-9A-F]{2})")


def glyphs(best: int, value: int) -> list[int]:
    """The glyph of a move of that value, if it is worth much less than the *best*."""
    return [glyph for least, glyph in GLYPHS if best - value >= least][:1]


def remove_marks(game: chess.pgn.Game) -> None:
    """Take out the comments, evaluations, glyphs and variations of an earlier annotation."""
    for node in [*game.mainline()]:
        if text := _TEXT.search(node.comment):
            node.comment = (node.comment[: text.start()] + node.comment[text.end() :]).strip()
            best = _CANDIDATE.search(text["choices"])
            if best and text["value"] and int(best["value"], 16) > TO_BEAT:
                put = glyphs(int(best["value"], 16), int(text["value"], 16))
                node.nags.difference_update(put)
        _remove_added(node)
        if node.parent:
            for side in node.parent.variations[1:]:
                _remove_added(side, first=0)
            _remove_added(node.parent, comment=BEST)


def _remove_added(node: chess.pgn.GameNode, comment: str = REPLY, first: int = 1) -> None:
    """Take out the variations, from *first* on, of one move with that comment."""
    for side in node.variations[first:]:
        if side.comment == comment and not side.variations:
            node.remove_variation(side)
