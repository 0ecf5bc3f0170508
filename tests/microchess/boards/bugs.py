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
    Bug(
        "castling out of check as completed",
        "game",
        '"king" not in self.men.castling_safe',
        "False",
        "banksia-completed",
    ),
]
OF_CASTLING = [
    Bug(
        "castling through check",
        "representation",
        "for name in self.castling_safe",
        "for name in self.castling_safe[:1]",
        "",
    ),
    Bug(
        "castling out of check",
        "representation",
        "for name in self.castling_safe",
        "for name in self.castling_safe[1:]",
        "",
    ),
    Bug("castling over men", "representation", "self.at(number[square]) is None", "True", ""),
]
OF_MEMORIES = [
    Bug("captures over the a-file", "tscp", "source & 7 != 0", "True", "tscp"),
    Bug("a wall missing in the mailbox", "tscp", "else -1 for place", "else 0 for place", "tscp"),
    Bug(
        "the victim comes back in the mover's colour",
        "arrays",
        "else 1 - side",
        "else side",
        "tscp",
    ),
    Bug("lines over the h-file", "bare", "and 0 <= column < 8", "", "firstchess-completed"),
    Bug(
        "the colour stays behind",
        "arrays",
        "self.piece[source], self.color[source] = EMPTY, EMPTY",
        "self.piece[source] = EMPTY",
        "firstchess",
    ),
    Bug("half a pair", "banksia", "kind << 2 | side", "kind << 2", "banksia"),
    Bug(
        "castling through check, as it asks",
        "banksia",
        '("king_to", "through")',
        '("king_to",)',
        "banksia-completed",
    ),
    Bug(
        "the mover stays where he was",
        "arrays",
        "        self.board[source] = self.empty\n",
        "",
        "bell",
    ),
    Bug("a guard is missing", "guarded", "else GUARD for n", "else EMPTY for n", "10x12"),
    Bug("a capture from the a-file to the h-file", "bell", "NOWHERE)[0]", "square ^ 7)[0]", "bell"),
    Bug("the 65th square is a man's", "bell", "[EMPTY] * 65", "[EMPTY] * 64 + [4]", "bell"),
    Bug(
        "a blocked thread goes on",
        "gnuchess",
        "if there == NEUTRAL else nextdir[target]",
        "",
        "gnuchess",
    ),
    Bug(
        "the list is not closed",
        "gnulists",
        "            self._close(target, 1 - side)\n",
        "",
        "gnuchess",
    ),
    Bug("the lists are not rebuilt", "gnulists", "self._rebuild = True", "pass", "gnuchess"),
    Bug(
        "a captured rook may castle",
        "gnulists",
        "            self.moved[target] += 1\n",
        "",
        "gnuchess",
    ),
    Bug(
        "the pawns of a file are not counted",
        "gnulists",
        "            self._count_pawn(taken, 1 - side, target, -1)\n",
        "",
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
        "men may stand in the way",
        "loop",
        "        return at == source",
        "        return True",
        "loop",
    ),
    Bug(
        "the blocker is not looked at",
        "loop",
        "if self.colors[board[target]] == (not color)",
        "if board[target] > EMPTY",
        "loop",
    ),
    Bug(
        "the last man's index is not mended",
        "loop",
        "            self.index[PLACE[color][moved]] = place\n",
        "",
        "loop",
    ),
    Bug(
        "the counter does not go down", "loop", "        self.count_of[number] = last\n", "", "loop"
    ),
    Bug(
        "a bishop in the other's list",
        "loop",
        "        which = DARK\n",
        "        pass\n",
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
        "nodes",
        "        if following != NIL:\n            self.previous[following] = node\n",
        "",
        "scorpio",
    ),
    Bug(
        "nodes do not travel",
        "nodes",
        "        self.square[a], self.square[b] = other, one\n",
        "",
        "scorpio",
    ),
    Bug(
        "a victim goes to the head",
        "scorpio",
        "self.link(self.node[target], token >> 4, taken)",
        "self.link(self.node[target], NIL, taken)",
        "scorpio",
    ),
    Bug(
        "sliders do not see through",
        "attackwords",
        "        self.index[square] = slot\n        self.look_again(square)\n",
        "        self.index[square] = slot\n",
        "dorpsgek",
    ),
    Bug(
        "the victim comes back into another slot",
        "attackwords",
        "self.arrive(token & (1 << _TAKEN) - 1,",
        "self.arrive(token & (1 << _TAKEN) - 1 ^ 1,",
        "knightcap-completed",
    ),
    Bug(
        "the dead still attack",
        "attackwords",
        "kind(slot) << _TAKEN\n        self.withdraw(slot, square)\n",
        "kind(slot) << _TAKEN\n",
        "knightcap",
    ),
    Bug(
        "the masks forget promotion",
        "knightcap_men",
        "        self._mark(SLIDING, slot, kind in SLIDERS)\n",
        "        self._mark(SLIDING, slot, True)\n",
        "knightcap-completed",
    ),
    Bug(
        "the pinned go free", "dorpsgek", "if len(met) == 1 and", "if len(met) == 9 and", "dorpsgek"
    ),
    Bug(
        "the king steps back along the line",
        "attackwords",
        "if free and target not in behind and",
        "if free and",
        "dorpsgek",
    ),
    Bug(
        "en passant uncovers the king",
        "dorpsgek",
        "            if self._passes_safely(self.squares[slot], ep, now)\n",
        "",
        "dorpsgek",
    ),
    Bug(
        "the captured number is not free",
        "dorpsgek",
        "        self._name(slot, 0)\n",
        "        pass\n",
        "dorpsgek",
    ),
    Bug(
        "the key does not follow",
        "rustic",
        "                self.key[0] ^= words[before] ^ words[now]\n",
        "",
        "rustic",
    ),
    Bug(
        "the list is not cleared",
        "rustic",
        "        self.piece_list[square] = NONE\n",
        "",
        "rustic",
    ),
    Bug(
        "the side is forgotten",
        "bitboards",
        "        self.sides[side] ^= 1 << square\n",
        "",
        "rustic",
    ),
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
        "self.seat(self._standing_on(square), chess.PAWN)",
        "pass",
        "microchess-extended",
    ),
]
NOTHING = Bug("nothing", "", "import", "import", "")
