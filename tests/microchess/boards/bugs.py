"""Classic bugs, to be planted: each a change to the source text of one module.

The module is built anew with it, and its memory or its rules run through the checks.
"""

from __future__ import annotations

from typing import NamedTuple


class Bug(NamedTuple):
    """What is planted: in *module*, *right* becomes *wrong*; seen with the memory *key*."""

    name: str
    module: str
    right: str
    wrong: str
    key: str


OF_RULES = [
    Bug(
        "a captured rook leaves its right", "game", "KEEPS[start] & KEEPS[end]", "KEEPS[start]", ""
    ),
    Bug(
        "the victim en passant is looked for on the target",
        "game",
        "number[end ^ 8]",
        "number[end]",
        "",
    ),
    Bug("en passant on the wrong square", "game", "(start + end) // 2", "end", ""),
    Bug("en passant lasts", "game", "if keeps_ep else NO_SQUARE", "if keeps_ep else self.ep", ""),
    Bug(
        "castling through check", "game", "and not men.attacked(number[way.through], enemy)", "", ""
    ),
    Bug("castling out of check", "game", "and not men.attacked(number[way.king], enemy)", "", ""),
    Bug("castling over men", "game", "men.at(number[square]) is None", "True", ""),
    Bug(
        "the rook stays castled",
        "game",
        "men.unmove(number[rook.rook], number[rook.rook_to], extra)",
        "pass",
        "",
    ),
    Bug("a promoted man stays promoted", "game", "men.demote(target, extra)", "pass", ""),
    Bug("the victim en passant stays away", "game", "men.restore(victim, taken)", "pass", ""),
    Bug(
        "the other king is tested",
        "game",
        "self.men.king(not self.turn), self.turn)",
        "self.men.king(self.turn), self.turn)",
        "",
    ),
]
OF_MEMORIES = [
    Bug("captures over the a-file", "tscp", "source & 7 != 0", "True", "tscp"),
    Bug("a wall missing in the mailbox", "tscp", "else -1 for place", "else 0 for place", "tscp"),
    Bug(
        "the victim comes back in the mover's colour", "tscp", "else side ^ 1", "else side", "tscp"
    ),
    Bug("lines over the h-file", "bare", "and 0 <= column < 8", "", "firstchess-completed"),
    Bug(
        "the colour stays behind",
        "firstchess",
        "self.piece[source], self.color[source] = EMPTY, NOBODY",
        "self.piece[source] = EMPTY",
        "firstchess",
    ),
    Bug("half a pair", "banksia", "kind << 2 | side", "kind << 2", "banksia"),
    Bug(
        "the mover stays where he was",
        "onearray",
        "        self.board[source] = self.empty\n",
        "",
        "bell",
    ),
    Bug("a guard is missing", "guarded", "else GUARD for n", "else EMPTY for n", "10x12"),
    Bug("a capture from the a-file to the h-file", "bell", "NOWHERE)[0]", "square ^ 7)[0]", "bell"),
    Bug("the 65th square is a man's", "bell", "[EMPTY] * 65", "[EMPTY] * 64 + [4]", "bell"),
    Bug(
        "no captures from a pawn's first rank",
        "gnuchess",
        "_ring(square, pawn_captures(color, square))",
        "_ring(square, pawn_captures(color, square) if 8 <= square < 56 else ())",
        "gnuchess",
    ),
    Bug(
        "a blocked thread goes on",
        "gnuchess",
        "                target = nextdir[target]",
        "                target = nextpos[target]",
        "gnuchess",
    ),
    Bug(
        "the king's square is not taken back",
        "gnuchess",
        "self.kings[color] = source",
        "pass",
        "gnuchess",
    ),
    Bug(
        "the king's square does not follow",
        "ten_by_twelve",
        "self.kings[man < 8] = square",
        "pass",
        "10x12",
    ),
    Bug("no way is ever blocked", "vector", "self.is_clear(source, square, step)", "True", "15x12"),
    Bug(
        "pawns may stand in the way", "loop", "self.is_clear(source, square, step)", "True", "loop"
    ),
    Bug(
        "the last man's index is not mended",
        "loop",
        "            self.index[_half(color) + _SQUARE64[moved]] = place\n",
        "",
        "loop",
    ),
    Bug(
        "the counter does not go down", "loop", "        self.count_of[number] = last\n", "", "loop"
    ),
    Bug(
        "a bishop in the other's list",
        "loop",
        "LIGHT if _IS_LIGHT[square] else DARK",
        "LIGHT",
        "loop",
    ),
    Bug(
        "the hole is not filled",
        "loop",
        "            self.lists[number][place] = moved\n",
        "",
        "loop",
    ),
    Bug(
        "a relinked node is not seen from behind",
        "linked",
        "node, number)\n        following = self.next[node]\n        if",
        "node, number)\n        following = NIL\n        if",
        "linked",
    ),
    Bug(
        "nodes do not travel",
        "linked",
        "        self.square[a], self.square[b] = other, one\n",
        "",
        "linked",
    ),
    Bug(
        "a demoted pawn goes to the head",
        "linked",
        "self._link(node, token, pawn)",
        "self._link(node, NIL, pawn)",
        "linked",
    ),
    Bug(
        "sliders do not see through",
        "piece_sets",
        "        self.index[source] = NOBODY\n        self._see_through(source)\n",
        "        self.index[source] = NOBODY\n",
        "piece-sets",
    ),
    Bug(
        "the victim comes back into another slot",
        "piece_sets",
        "        self.index[target] = token\n",
        "        self.index[target] = token ^ 1\n",
        "piece-sets",
    ),
    Bug(
        "the dead still attack",
        "piece_sets",
        "            self._withdraw(victim, target)\n",
        "",
        "piece-sets",
    ),
    Bug(
        "the masks forget promotion",
        "piece_sets",
        "self.masks[SLIDING] = sliding | bit if kind in SLIDERS else sliding",
        "pass",
        "piece-sets",
    ),
    Bug("the list is not cleared", "rustic", "        self._list(square, NONE)\n", "", "rustic"),
    Bug(
        "the side is forgotten", "rustic", "        self.sides[side] ^= 1 << square\n", "", "rustic"
    ),
    Bug("no mask of the edge", "rustic", "blockers >> target & 1", "False", "rustic-without-list"),
    Bug(
        "dead on the board",
        "microchess",
        "self.table[victim] = CAPTURED",
        "self.table[victim] = 0x44",
        "microchess-extended",
    ),
    Bug(
        "reversed without turning",
        "microchess",
        "_REVERSED[other], _REVERSED[own]",
        "other, own",
        "microchess",
    ),
    Bug(
        "the ghost is looked at",
        "microchess",
        "self.table.rfind(byte, 0, SIZE)",
        "self.table.rfind(byte, 0, SIZE + 1)",
        "microchess",
    ),
    Bug(
        "a double step from anywhere",
        "microchess",
        "target >> 4 == 2",
        "target >> 4 >= 2",
        "microchess",
    ),
    Bug(
        "the stack is popped in the wrong order",
        "microchess",
        "_, man, source, victim, target",
        "_, man, target, victim, source",
        "microchess",
    ),
    Bug(
        "the pawn's slot stays a piece",
        "microchess_extended",
        "self._seat(self._standing_on(square), chess.PAWN)",
        "pass",
        "microchess-extended",
    ),
]
NOTHING = Bug("nothing", "", "import", "import", "")
