"""Text from outside without what a terminal would obey."""

CONTROLS = (
    *range(0x20),
    *range(0x7F, 0xA0),
    0x61C,
    *range(0x200E, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
)
"""Control characters, and those that change the direction of writing."""
_IN_A_LINE = dict.fromkeys(CONTROLS, "\N{REPLACEMENT CHARACTER}")
_IN_LINES = {code: sign for code, sign in _IN_A_LINE.items() if chr(code) not in "\t\n\r"}
_IN_LINES |= dict.fromkeys(map(ord, "\v\f"), " ")


def plain(text: str) -> str:
    """*text* with ``\\ufffd`` for each of them but tabs and ends of lines; vertical tabs and form
    feeds are blanks.
    """
    return text.translate(_IN_LINES)


def plain_line(text: str) -> str:
    """*text* as one line, with ``\\ufffd`` for each of them."""
    return text.translate(_IN_A_LINE)
