"""KnightCap (Andrew Tridgell, 1990s): 32 men are 32 bits, and attacks are kept.

``topieces[64]`` is the heart: bit I of word S is set as long as man I attacks or defends square S.
``xray_topieces[64]`` has the sliders that would reach a square through men of their own colour that
slide the same way. Squares run along the files (a1 = 0, a2 = 1); men 0-15 are White's: king, queen,
rooks, bishops, knights, pawns; 16-31 Black's. A queen more than its places hold sits from place 8
on, and so does every piece after it; the pawns fill the end. (Pieces for whom nothing is left
there get their own places from us.)

Moves are found square by square from the words, in the order of the men; castling comes before the
steps of pawns. Only queens are generated for promotion; told to, the program makes other pieces
too. A new queen takes the queen's place if that is free, otherwise the pawn's becomes it. The bit
of a captured slider stays in the mask of sliders. In check the search uses a generator of
evasions. (The program keeps the old position to take back; here every bit is mended.)
"""

from __future__ import annotations

from typing import Any

import chess

from microchess.boards.attackwords import HALF, NOBODY, NOWHERE, SIDE
from microchess.boards.geometry import FILES
from microchess.boards.knightcap_men import PIECES, SEVENTH, WORDS, KnightCapMen
from microchess.boards.representation import DOUBLE, EN_PASSANT, QUIET, Beside, BoardMove, Moves


class KnightCap(KnightCapMen):
    """``topieces``, ``xray_topieces``, ``board``, ``pboard``, ``pieces`` (code and square) and four
    masks.
    """

    title = "KnightCap"
    year = 1996
    source = "Andrew Tridgell, tridge/KnightCap, board.c, generate.c, movement.c"
    idea = "For every square the set of men that attack it, one bit each, kept as the men move."
    cost = "Who attacks, who defends, is it check: one AND. Paid for by the dearest move of all."

    castling_safe = ("king", "through", "king_to")

    # moves

    def moves(self, color: chess.Color, ep: int | None, rights: int = 0) -> Moves:
        """Captures and moves of pieces by target, en passant, castling, steps of pawns."""
        found: Moves = []
        for target in range(64):
            self._to(found, target, self.topieces[target] & SIDE[color], color)
        self._passing(found, color, ep)
        self.castle(found, color, rights)
        for slot in chess.scan_forward(self.alive(color) & ~self.masks[PIECES]):
            self.add_steps(found, self.squares[slot], color)
        return found

    def moves_of(self, square: int, color: chess.Color, ep: int | None) -> Moves:
        found: Moves = []
        slot = self.index[square]
        for target in range(64):
            self._to(found, target, self.topieces[target] & 1 << slot, color)
        if self.kind(slot) == chess.PAWN:
            passing: Moves = []
            self._passing(passing, color, ep)
            found += (move for move in passing if move.source == square)
            self.add_steps(found, square, color)
        return found

    def _to(self, found: Moves, target: int, attackers: int, color: chess.Color) -> None:
        if not attackers:
            return
        there = self.index[target]
        if there == NOBODY:
            attackers &= self.masks[PIECES]
        elif (there < HALF) == color:
            return
        for slot in chess.scan_forward(attackers):
            self._by(found, slot, target)

    def _by(self, found: Moves, slot: int, target: int) -> None:
        if self.kind(slot) == chess.PAWN:
            self.advance(found, self.squares[slot], target)
        else:
            found.append(BoardMove(self.squares[slot], target))

    def _passing(self, found: Moves, color: chess.Color, ep: int | None) -> None:
        """From the a-file's side, then from the h-file's."""
        if ep is None:
            return
        pawns = self.topieces[ep] & SIDE[color] & ~self.masks[PIECES]
        sources = sorted(self.squares[slot] for slot in chess.scan_forward(pawns))
        found.extend(BoardMove(source, ep, EN_PASSANT) for source in sources)

    def captures(self, color: chess.Color, ep: int | None) -> Moves:
        """Steps to the last rank, then the victims by number, attackers from the last number."""
        found: Moves = []
        for slot in chess.scan_forward(self.masks[SEVENTH] & SIDE[color]):
            self.add_steps(found, self.squares[slot], color)
        for victim in chess.scan_forward(self.alive(not color)):
            target = self.squares[victim]
            for slot in chess.scan_reversed(self.topieces[target] & SIDE[color]):
                self._by(found, slot, target)
        self._passing(found, color, ep)
        return found

    def evasions(self, color: chess.Color, ep: int | None) -> Moves:
        """Out of check: the checker captured, blocks outward from the king, steps of the king."""
        found: Moves = []
        king = self.king(color)
        own, kings = SIDE[color], 1 << (0 if color else HALF)
        checkers = list(chess.scan_forward(self.topieces[king] & SIDE[not color]))
        if len(checkers) == 1:
            checker = self.squares[checkers[0]]
            for slot in chess.scan_forward(self.topieces[checker] & own & ~kings):
                self._by(found, slot, checker)
            if ep is not None and checker == ep + (-1 if color else 1):
                self._passing(found, color, ep)
            for square in self.reach.between.get((king, checker), ()):
                blockers = self.topieces[square] & own & self.masks[PIECES] & ~kings
                found += (BoardMove(self.squares[s], square) for s in chess.scan_forward(blockers))
                self.add_steps_to(found, square, self.alive(color) & ~self.masks[PIECES])
        found += (BoardMove(king, to) for to in sorted(self.king_steps(king, color, checkers)))
        return found

    def record(self, beside: Beside) -> dict[str, Any]:
        color, ep = beside.turn, beside.ep
        pawns = 0 if ep is None else self.topieces[ep] & SIDE[color] & ~self.masks[PIECES]
        check = self.attacked(self.king(color), not color)
        of = FILES.square
        evasions = [
            chess.Move(of[m.source], of[m.target], m.kind if m.kind == chess.QUEEN else None).uci()
            for m in self.evasions(color, ep)
            if m.kind in (QUIET, chess.QUEEN, DOUBLE, EN_PASSANT)
        ]
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
            "evasions": evasions if check else None,
        }
