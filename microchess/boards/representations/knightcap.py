"""KnightCap (Andrew Tridgell, 1990s): 32 pieces are 32 bits, and attacks are kept.

``topieces[64]`` is the heart: bit I of word S is set as long as piece I attacks or defends square
S. ``xray_topieces[64]`` has the sliders that would reach a square through pieces of their own
colour that slide the same way. Squares run along the files (a1 = 0, a2 = 1); pieces 0-15 are
White's: king, queen, rooks, bishops, knights, pawns; 16-31 Black's. A queen more than its places
hold sits from place 8 on, and so does every piece after it; the pawns fill the end. (Pieces for
whom nothing is left there get their own places from us.)

Moves are found square by square from the words, in the order of the pieces; castling comes before
the steps of pawns. Only queens are generated for promotion; told to, the program makes other pieces
too. A new queen takes the queen's place if that is free, otherwise the pawn's becomes it. The bit
of a captured slider stays in the mask of sliders. In check the search uses a generator of evasions.
(The program keeps the old position to take back; here every bit is mended.)
"""

from collections.abc import Iterable
from typing import Any

import chess

from microchess.boards.attackwords import GONE, HALF, NOBODY, NOWHERE, SIDE, AttackWords
from microchess.boards.geometry import FILES, SLIDERS, Reach
from microchess.boards.moves import EN_PASSANT, BoardMove, Man, Moves
from microchess.boards.piecesets import walks
from microchess.boards.rules import Beside
from microchess.boards.view import BankPanel, CellState, Shown, by_square, named, pointing, words
from microchess.program.table import MEN

QUEEN_SLOT, BISHOPS, FIRST_PAWN = 1, 4, 8
HOMES = {
    chess.KING: (0, 1),
    chess.QUEEN: (QUEEN_SLOT, 1),
    chess.ROOK: (2, 2),
    chess.BISHOP: (BISHOPS, 2),
    chess.KNIGHT: (6, 2),
}
"""By type of piece: its first place, and how many it has."""


def places(board: chess.BaseBoard, color: chess.Color) -> dict[int, chess.Square] | None:
    """The squares of a side's pieces by place 0-15; None when there are too few places.

    Of two pieces of a kind the one nearer the h-file comes first; of two bishops White's light one,
    Black's dark one. Where no place is left from `FIRST_PAWN` on, a piece sits at its home.
    """
    placed: dict[int, chess.Square] = {}
    pawns = sorted(board.pieces(chess.PAWN, color), key=FILES.of.__getitem__)
    following, end = 0, HALF - len(pawns)
    for kind, (home, room) in HOMES.items():
        following = max(following, home)
        for square in sorted(board.pieces(kind, color), key=lambda square: -FILES.of[square]):
            if following >= home + room:
                following = max(following, FIRST_PAWN)
            place: int | None = following
            if following >= end:
                place = next((one for one in range(home, home + room) if one not in placed), None)
            if place is None:
                return None
            placed[place] = square
            following += place == following
    light = chess.BB_LIGHT_SQUARES if color else chess.BB_DARK_SQUARES
    first = placed.get(BISHOPS)
    if (
        first is not None
        and board.piece_type_at(first) == chess.BISHOP
        and not chess.BB_SQUARES[first] & light
    ):
        placed[BISHOPS + 1], second = placed.pop(BISHOPS), placed.get(BISHOPS + 1)
        if second is not None:
            placed[BISHOPS] = second
    return placed | dict(enumerate(pawns, end))


SLIDING, SEVENTH, PIECES, MATERIAL = range(4)
WORDS = ("topieces", "xray_topieces")
MASKS = ("sliding", "pawns7th", "piece", "material")
_OF_SIDE = (*MEN[:FIRST_PAWN], *[""] * (HALF - FIRST_PAWN))
SLOTS = tuple(
    (name if slot < HALF else name.lower()) or str(slot) for slot, name in enumerate(_OF_SIDE * 2)
)
"""``KR``, Black's in lower case; from the ninth of a side on, where pawns are, his number."""


class KnightCap(AttackWords):
    """``topieces``, ``xray_topieces``, ``board``, ``pboard``, ``pieces`` (code and square) and four
    masks.
    """

    title = "KnightCap"
    year = 1996
    source = "Andrew Tridgell, tridge/KnightCap, board.c, generate.c, movement.c"
    idea = "For every square the set of pieces that attack it, one bit each, kept up to date."
    cost = "Who attacks, who defends, is it check: one AND. Paid for by the dearest move of all."
    castling_safe = ("king", "through", "king_to")
    numbering = FILES
    reach = Reach(FILES)

    def lay_out(self) -> None:
        self.topieces = self.cells("topieces", [0] * 64, self._show_attacks, 8, "x: and x-rays")
        self.xrays = self.cells("xray_topieces", [0] * 64, words(FILES), note="through their own")
        self.words = (self.topieces, self.xrays)
        self.board = self.cells("board", [0] * 64, by_square(FILES, _code))
        slots = by_square(FILES, lambda slot: None if slot == NOBODY else SLOTS[slot])
        self.index = self.cells("pboard", [NOBODY] * 64, slots)
        codes = named(SLOTS, lambda code: _code(code) or "-", CellState.DEAD)
        self.codes = self.cells("pieces", [0] * 32, codes, 16, "code of each piece")
        men = pointing(SLOTS, FILES, CellState.DEAD)
        self.squares = self.cells("squares", [NOWHERE] * 32, men, 16, "of each piece")
        self.masks = self.cells("masks", [0, 0, 0, 0], named(MASKS, "{:08x}".format), 1)

    def misfits(self, board: chess.BaseBoard) -> list[str]:
        return [
            f"{chess.COLOR_NAMES[color].capitalize()} has more pieces than its sixteen places hold"
            for color in chess.COLORS
            if places(board, color) is None
        ]

    def load(self, board: chess.Board) -> None:
        for color in (chess.WHITE, chess.BLACK):
            for slot, square in (places(board, color) or {}).items():
                kind = board.piece_type_at(square)
                assert kind is not None
                self.arrive(slot if color else slot + HALF, kind, FILES.of[square])

    def seat(self, slot: int, kind: chess.PieceType) -> None:
        """Who is gone keeps his bit among the sliders."""
        self.codes[slot] = kind if slot < HALF else -kind
        if kind == GONE:
            self._mark(SEVENTH, slot, False)
        else:
            self._mark(SLIDING, slot, kind in SLIDERS)
        self._mark(PIECES, slot, kind not in (GONE, chess.PAWN))
        self._mark(MATERIAL, slot, kind != GONE)

    def _mark(self, mask: int, slot: int, on: bool) -> None:
        self.masks[mask] = self.masks[mask] & ~(1 << slot) | on << slot

    def occupy(self, square: int, slot: int) -> None:
        self.board[square] = 0 if slot == NOBODY else self.codes[slot]
        if slot != NOBODY and abs(self.codes[slot]) == chess.PAWN:
            self._mark(SEVENTH, slot, square & 7 == (6 if slot < HALF else 1))
        super().occupy(square, slot)

    def kind(self, slot: int) -> chess.PieceType:
        return abs(self.codes[slot])

    def sliding(self) -> int:
        return self.masks[SLIDING]

    def alive(self, color: chess.Color) -> int:
        return self.masks[MATERIAL] & SIDE[color]

    def through(self, slot: int, blocker: int, square: int) -> bool:
        """Own sliders that slide the same way are seen through."""
        if (slot < HALF) != (blocker < HALF):
            return False
        kind = self.kind(blocker)
        if kind == chess.QUEEN:
            return True
        source = self.squares[slot]
        straight = source >> 3 == square >> 3 or source & 7 == square & 7
        return kind == (chess.ROOK if straight else chess.BISHOP)

    def at(self, square: int) -> Man | None:
        code = self.board[square]
        return None if code == 0 else Man(abs(code), code > 0)

    def king(self, color: chess.Color) -> int:
        return self.squares[0 if color else HALF]

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        """Captures and moves of pieces by target, en passant, castling, steps of pawns."""
        for target in range(64):
            if not (attackers := self.topieces[target] & SIDE[color]):
                continue
            if (there := self.index[target]) == NOBODY:
                attackers &= self.masks[PIECES]
            elif (there < HALF) == color:
                continue
            yield from self._going(chess.scan_forward(attackers), target)
        yield from self._passing(color, ep)
        yield from self.castle(color, rights)
        for source in self.standing_in(self.alive(color) & ~self.masks[PIECES]):
            yield from self.stepping(source, color)

    def _going(self, men: Iterable[int], target: int) -> Moves:
        for slot in men:
            if self.kind(slot) == chess.PAWN:
                yield from self.advance(self.squares[slot], target)
            else:
                yield BoardMove(self.squares[slot], target)

    def _passing(self, color: chess.Color, ep: int | None) -> Moves:
        """From the a-file's side, then from the h-file's."""
        if ep is not None:
            pawns = self.topieces[ep] & SIDE[color] & ~self.masks[PIECES]
            for source in sorted(self.standing_in(pawns)):
                yield BoardMove(source, ep, EN_PASSANT)

    def captures(self, color: chess.Color, ep: int | None) -> Moves:
        """Steps to the last rank, then the victims by number, attackers from the last number."""
        for source in self.standing_in(self.masks[SEVENTH] & SIDE[color]):
            yield from self.stepping(source, color)
        for target in self.standing_in(self.alive(not color)):
            attackers = self.topieces[target] & SIDE[color]
            yield from self._going(chess.scan_reversed(attackers), target)
        yield from self._passing(color, ep)

    def evasions(self, color: chess.Color, ep: int | None) -> Moves:
        """Out of check: the checker captured, blocks outward from the king, steps of the king."""
        king = self.king(color)
        own, kings = SIDE[color], 1 << (0 if color else HALF)
        checkers = list(chess.scan_forward(self.topieces[king] & SIDE[not color]))
        if len(checkers) == 1:
            checker = self.squares[checkers[0]]
            yield from self._going(
                chess.scan_forward(self.topieces[checker] & own & ~kings), checker
            )
            if ep is not None and checker == ep + (-1 if color else 1):
                yield from self._passing(color, ep)
            for square in self.reach.between.get((king, checker), ()):
                blockers = self.topieces[square] & own & self.masks[PIECES] & ~kings
                yield from self._going(chess.scan_forward(blockers), square)
                yield from self.stepping_to(square, self.alive(color) & ~self.masks[PIECES], {})
        for target in sorted(self.king_steps(king, color, checkers)):
            yield BoardMove(king, target)

    def promote(self, square: int, kind: chess.PieceType) -> int:
        """The token is the pawn's number, and the mask of sliders above it."""
        pawn = self.index[square]
        token = pawn | self.masks[SLIDING] << 5
        self.leave(pawn, square)
        queen = QUEEN_SLOT + pawn - pawn % HALF
        free = kind == chess.QUEEN and self.squares[queen] == NOWHERE
        self.arrive(queen if free else pawn, kind, square)
        return token

    def demote(self, square: int, token: int) -> None:
        super().demote(square, token & 31)
        self.masks[SLIDING] = token >> 5

    def record(self, beside: Beside) -> dict[str, Any]:
        color, ep = beside.turn, beside.ep
        pawns = 0 if ep is None else self.topieces[ep] & SIDE[color] & ~self.masks[PIECES]
        check = self.attacked(self.king(color), not color)
        lesser = (chess.ROOK, chess.BISHOP, chess.KNIGHT)
        evasions = [self.chess_move(m) for m in self.evasions(color, ep) if m.kind not in lesser]
        return {
            "board": list(self.board),
            "pboard": [-1 if slot == NOBODY else slot for slot in self.index],
            "pieces": [
                None if square == NOWHERE else [code, square]
                for code, square in zip(self.codes, self.squares, strict=True)
            ],
            "topieces": [f"{word:08x}" for word in self.topieces],
            "xray_topieces": [f"{word:08x}" for word in self.xrays],
            "sliding_pawns7th_piece_material": [f"{mask:08x}" for mask in self.masks],
            "enpassent": ep if pawns else 0,
            "castle": beside.rights,
            "check": int(check),
            "differs_from_rebuild": {
                name: sum(one != other for one, other in zip(word, anew, strict=True))
                for name, word, anew in zip(WORDS, self.words, self.rebuilt(), strict=True)
            },
            "evasions": [move.uci() for move in evasions] if check else None,
        }

    def about(self, square: int) -> tuple[BankPanel, ...]:
        """The words of the square."""
        attacked = self.panel("attacked by", self.topieces[square])
        walked = walks(self.topieces[square], self.squares, self.numbering)
        return (*attacked, *self.panel("x-rayed by", self.xrays[square]), *walked)

    def _show_attacks(self, index: int, value: int) -> Shown:
        shown = words(FILES)(index, value)
        return shown._replace(text=f"{shown.text}x") if self.xrays[index] else shown


def _code(value: int) -> str | None:
    return Man(abs(value), value > 0).symbol if value else None
