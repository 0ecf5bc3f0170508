"""Lines of the Universal Chess Interface, read as the protocol says: unknown words are skipped."""

import re
from dataclasses import dataclass

COMMANDS = frozenset(
    (
        *("uci", "debug", "isready", "setoption", "register", "ucinewgame"),
        *("position", "go", "stop", "ponderhit", "quit"),
    )
)
_GO_NUMBERS = frozenset(
    ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime")
)
_NUMBER = re.compile("-?[0-9]{1,18}")
_GO_WORDS = _GO_NUMBERS | {"searchmoves", "ponder", "infinite"}


@dataclass(frozen=True)
class Limits:
    """What a ``go`` asks for; times in milliseconds, None where nothing is said. ``clock`` and
    ``increment`` are White's and Black's.
    """

    movetime: int | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: tuple[int | None, int | None] = (None, None)
    increment: tuple[int, int] = (0, 0)
    movestogo: int | None = None
    mate: bool = False
    searchmoves: tuple[str, ...] = ()
    infinite: bool = False
    ponder: bool = False


def command_of(line: str) -> tuple[str, list[str]]:
    """The first word that is a command, and the words behind it; ("", []) when there is none."""
    words = line.split()
    for index, word in enumerate(words):
        if word in COMMANDS:
            return word, words[index + 1 :]
    return "", []


def read_go(words: list[str]) -> Limits:
    """The limits of ``go``; numbers that are none are skipped."""
    numbers: dict[str, int] = {}
    searchmoves: list[str] = []
    flags = set()
    name = ""
    for word in words:
        if word in _GO_WORDS:
            name = word
            flags.add(word)
        elif name == "searchmoves":
            searchmoves.append(word.lower())
        elif name in _GO_NUMBERS and _NUMBER.fullmatch(word):
            numbers[name] = max(0, int(word))
            name = ""
    return Limits(
        numbers.get("movetime"),
        numbers.get("depth"),
        numbers.get("nodes"),
        (numbers.get("wtime"), numbers.get("btime")),
        (numbers.get("winc", 0), numbers.get("binc", 0)),
        numbers.get("movestogo"),
        "mate" in flags,
        tuple(searchmoves),
        "infinite" in flags,
        "ponder" in flags,
    )


def read_position(words: list[str]) -> tuple[str, list[str]] | None:
    """FEN (or ``startpos``) and moves of ``position``, ``a7a8Q`` as ``a7a8q``; None when it names
    no position.
    """
    head, moves = partition(words, "moves")
    moves = [move.lower() for move in moves]
    if not head:
        return None
    if head[0] == "startpos":
        return "startpos", moves
    if head[0] == "fen" and len(head) > 1:
        return " ".join(head[1:]), moves
    return None


def read_option(words: list[str]) -> tuple[str, str] | None:
    """Name and value of ``setoption``; None when there is no name."""
    head, value = partition(words, "value")
    if len(head) < 2 or head[0] != "name":
        return None
    return " ".join(head[1:]), " ".join(value)


def partition(words: list[str], at: str) -> tuple[list[str], list[str]]:
    """The words before *at*, and those behind it."""
    index = words.index(at) if at in words else len(words)
    return words[:index], words[index + 1 :]
