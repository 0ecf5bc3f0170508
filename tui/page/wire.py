"""What the board page and its machine say to each other, as JSON.

What is asked has its JSON Schema in `tui.page.asking`. Squares are their names, colours ``white``
and ``black``.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Color = Literal["white", "black"]


class MachineJson(TypedDict):
    """The KIM-1: of each digit the brightness (0-1) of segments a to g, and what they say; ``keys``
    are those held down.
    """

    digits: list[list[float]]
    text: str
    said: str
    keys: list[str]
    single_step: bool


class MoveJson(TypedDict):
    """A move made: its number where one is printed, SAN, and what is said of it."""

    number: str
    san: str
    comment: str


class SquareJson(TypedDict):
    """A square: the byte MicroChess has for it, the address of the man on it (empty: nobody), and
    who stands there in words.
    """

    name: str
    byte: str
    address: str
    words: str


class ManJson(TypedDict):
    """A man of the table: where his byte is, its value, his letter (FEN), his name, his square
    (empty: off the board).
    """

    address: str
    byte: str
    letter: str
    name: str
    square: str


class GameJson(TypedDict):
    """The game; ``board`` is the first field of a FEN, as are the ``boards`` at the beginning and
    after each of the moves; ``legal`` are moves in UCI; ``turn`` moves, ``yours`` are the men a
    person moves now; ``out_of_turn``: MicroChess is not to move.
    """

    board: str
    boards: list[str]
    fen: str
    squares: list[SquareJson]
    men: list[ManJson]
    turn: Color
    yours: Color
    both: bool
    out_of_turn: bool
    legal: list[str]
    last: list[str]
    check: str
    moves: list[MoveJson]
    said: str
    verdict: str
    over: bool
    level: str
    steps: int
    can_redo: bool


class CandidateJson(TypedDict):
    """A move the program judged; ``best``: the best so far when it was judged; ``at`` the cycle."""

    name: str
    source: str
    target: str
    value: int
    best: bool
    at: int


class ThoughtJson(TypedDict):
    """The last thinking; ``chosen`` is the index of the best candidate, -1 until all are judged;
    ``compared`` says whether the Python engine agrees, if it thinks beside.
    """

    candidates: list[CandidateJson]
    chosen: int
    complete: bool
    began: int
    end: int
    words: list[str]
    compared: str
    agrees: bool


class ChoiceJson(TypedDict):
    """Something to choose, by name, and what it is."""

    name: str
    title: str
    about: NotRequired[str]
    for_computer: NotRequired[Color]


class ArrowJson(TypedDict):
    """From square to square."""

    source: str
    target: str


class HaltJson(TypedDict):
    """Where the machine halts: a breakpoint or a watched byte, in words and as it is typed."""

    kind: Literal["break", "watch"]
    at: int
    words: str
    typed: str


class InsideJson(TypedDict):
    """Inside the machine, in lines of words: a word is its text and the names of its styles.

    ``addresses`` are those of the lines of code; ``line`` is the one chosen, or the program
    counter's. In a line of the memory the address is a word, each byte one, and what is between
    them. ``byte`` is the address chosen, ``named`` what is there, ``value`` in hex or empty.
    """

    state: list[list[list[str]]]
    halt: str
    code: list[list[list[str]]]
    addresses: list[int]
    line: int
    follows: bool
    memory: list[list[list[str]]]
    start: int
    byte: int
    named: str
    value: str
    stacks: list[list[list[list[str]]]]
    halts: list[HaltJson]


class LensesJson(TypedDict):
    """A memory of another program: ``lines`` of its cells, the ``key`` to their marks, which cells
    are ``speaking`` of the square, and the answer to a question.
    """

    choices: list[ChoiceJson]
    questions: list[str]
    chosen: str
    square: str
    question: str
    title: str
    remark: str
    lines: list[str]
    key: str
    speaking: str
    answer: str


class TerminalJson(TypedDict):
    """The terminal on the serial line; the carriage is at ``column`` of the last line."""

    fitted: bool
    baud: float
    stop_bits: int
    state: str
    lines: list[str]
    column: int


class DeckJson(TypedDict):
    """The recorder: what it does in a line, the records on its tape under a heading, whether there
    is a tape, the seconds it has played.
    """

    state: str
    records: list[str]
    tape: bool
    plays: bool
    recording: bool
    loop: bool
    at: float


class WeightJson(TypedDict):
    """A weight, what its counter counts, what it was in 1976, and the ends of a slider for it."""

    name: str
    meaning: str
    value: float
    was: float
    low: int
    high: int


class FormulaJson(TypedDict):
    """Other weights, the order of the last candidates by them in lines of words, the move they
    would choose, the one that was chosen; whether the Python engine plays by them.
    """

    weights: list[WeightJson]
    order: list[list[list[str]]]
    move: str
    was: str
    arrow: ArrowJson | None
    plays: bool


class KilobyteJson(TypedDict):
    """The RAM: for each byte from $0000 on the digit of its part among ``names``; the addresses of
    bytes that have just changed, and how many of each part, in words.
    """

    names: list[str]
    parts: str
    changed: list[int]
    said: str
    remark: str


class SnapshotJson(TypedDict):
    """All of it at one moment; parts that are as they were, and instruments that are not open, are
    left out. ``ready``: a move can be made, or the program be let move; ``elsewhere``: the keypad
    is not the game's. ``at`` is the cycle shown, ``reached`` how many candidates had been judged
    there.
    """

    type: Literal["snapshot"]
    headline: str
    ready: bool
    elsewhere: bool
    busy: bool
    held: bool
    comparing: bool
    watching: bool
    waits: str
    speed: float | None
    at: int
    reached: int
    machine: NotRequired[MachineJson]
    game: NotRequired[GameJson]
    thought: NotRequired[ThoughtJson | None]
    inside: NotRequired[InsideJson]
    lenses: NotRequired[LensesJson]
    kilobyte: NotRequired[KilobyteJson]
    terminal: NotRequired[TerminalJson]
    deck: NotRequired[DeckJson]
    formula: NotRequired[FormulaJson]


class NoticeJson(TypedDict):
    """Something to tell."""

    type: Literal["notice"]
    text: str
    severity: Literal["information", "warning", "error"]


class HandedJson(TypedDict):
    """A text file that was asked for."""

    type: Literal["handed"]
    name: str
    text: str


class LinkJson(TypedDict):
    """A link that was asked for: the fragment of the page's address."""

    type: Literal["link"]
    fragment: str


class TermJson(TypedDict):
    """A term of a value: its name, its meaning, how it is counted, what it adds."""

    name: str
    meaning: str
    count: str
    adds: float


class ValueJson(TypedDict):
    """A candidate's value taken apart, beside that of the move chosen if it is another; ``title``
    is the sum, or the difference, and ``said`` a sentence on it.
    """

    type: Literal["value"]
    index: int
    title: str
    said: str
    terms: list[TermJson]


class AdviceJson(TypedDict):
    """A hint and a threat, and both in words."""

    type: Literal["advice"]
    text: str
    hint: ArrowJson | None
    threat: ArrowJson | None


class HelloJson(TypedDict):
    """The first message: which program plays, what there is to choose from, the keys of the KIM-1
    in rows, and words about this session.
    """

    type: Literal["hello"]
    program: str
    levels: list[ChoiceJson]
    openings: list[ChoiceJson]
    speeds: list[ChoiceJson]
    keys: list[list[str]]
    notes: list[str]


class TapeJson(TypedDict):
    """A tape that was put into the recorder: of equal parts of its length ``pitch`` in Hz and
    ``peaks`` (0-1), the seconds at which records begin, and 10 ms of the ``wave`` there.
    """

    type: Literal["tape"]
    name: str
    seconds: float
    pitch: list[int]
    peaks: list[float]
    begins: list[float]
    wave: list[float]


class SoundJson(TypedDict):
    """A WAV file, in base64: to be kept, or to be heard."""

    type: Literal["sound"]
    name: str
    keeps: bool
    data: str


class ReviewedJson(TypedDict):
    """A move, and what is said of it."""

    name: str
    comment: str


class ReviewJson(TypedDict):
    """The moves of the game as the Python engine sees them."""

    type: Literal["review"]
    moves: list[ReviewedJson]


class KeepJson(TypedDict):
    """A file of the session has changed, or is gone; its bytes come beside this."""

    type: Literal["keep"]
    name: str


class EndedJson(TypedDict):
    """The session has ended, for that reason."""

    type: Literal["ended"]
    why: str


class AgainJson(TypedDict):
    """The page should be loaded again: another program plays."""

    type: Literal["again"]


ToPage = (
    HelloJson
    | SnapshotJson
    | NoticeJson
    | HandedJson
    | LinkJson
    | ValueJson
    | AdviceJson
    | TapeJson
    | SoundJson
    | ReviewJson
    | KeepJson
    | EndedJson
    | AgainJson
)
"""What the machine says."""
