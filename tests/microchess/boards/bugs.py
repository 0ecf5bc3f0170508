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
    key: str = ""


Planted = dict[tuple[str, str], dict[str, tuple[str, str]]]
"""By module and exhibit, what is right and what is wrong under the bug's name."""

_RULES: Planted = {
    ("game", ""): {
        "a captured rook leaves its right": ("KEEPS[start] & KEEPS[end]", "KEEPS[start]"),
        "the victim en passant is looked for on the target": ("number[end ^ 8]", "number[end]"),
        "en passant on the wrong square": ("(start + end) // 2", "end"),
        "en passant lasts": ("if keeps_ep else NO_SQUARE", "if keeps_ep else self.ep"),
        "the rook stays castled": (
            "men.unmove(number[rook.rook], number[rook.rook_to], extra)",
            "pass",
        ),
        "a promoted man stays promoted": ("men.demote(target, extra)", "pass"),
        "the victim en passant stays away": ("men.restore(victim, taken)", "pass"),
        "the other king is tested": (
            "king(not self.turn), self.turn",
            "king(self.turn), self.turn",
        ),
    },
    ("game", "banksia-completed"): {
        "castling out of check as completed": ('"king" in self.men.castling_safe', "True"),
    },
}
_CASTLING: Planted = {
    ("representation", ""): {
        "castling through check": ("in self.castling_safe", "in self.castling_safe[:1]"),
        "castling out of check": ("in self.castling_safe", "in self.castling_safe[1:]"),
        "castling over men": ("self.at(number[square]) is None", "True"),
    },
}
_MEMORIES: Planted = {
    ("tscp", "tscp"): {
        "captures over the a-file": ("source & 7 != 0", "True"),
        "a wall missing in the mailbox": ("else -1 for place", "else 0 for place"),
    },
    ("arrays", "firstchess"): {
        "the victim comes back in the mover's colour": ("else 1 - side", "else side"),
        "the colour stays behind": (", self.color[source] = EMPTY, EMPTY", " = EMPTY"),
    },
    ("bare", "firstchess-completed"): {
        "lines over the h-file": ("and 0 <= column < 8", ""),
    },
    ("banksia", "banksia"): {
        "half a pair": ("kind << 2 | side", "kind << 2"),
    },
    ("banksia", "banksia-completed"): {
        "castling through check, as it asks": ('("king_to", "through")', '("king_to",)'),
    },
    ("arrays", "bell"): {
        "the mover stays where he was": ("self.board[source] = self.empty", "pass"),
    },
    ("guarded", "10x12"): {
        "a guard is missing": ("else GUARD for n", "else EMPTY for n"),
    },
    ("bell", "bell"): {
        "a capture from the a-file to the h-file": ("NOWHERE)[0]", "square ^ 7)[0]"),
        "the 65th square is a man's": ("[EMPTY] * 65", "[EMPTY] * 64 + [4]"),
    },
    ("gnuchess", "gnuchess"): {
        "a blocked thread goes on": ("if there == NEUTRAL else nextdir[target]", ""),
    },
    ("gnulists", "gnuchess"): {
        "the list is not closed": ("self._close(target, 1 - side)", "pass"),
        "the lists are not rebuilt": ("self._rebuild = True", "pass"),
        "a captured rook may castle": ("self.moved[target] += 1", "pass"),
        "the pawns of a file are not counted": ("1 - side, target, -1)", "1 - side, target, 0)"),
    },
    ("ten_by_twelve", "10x12"): {
        "the king's square does not follow": ("self.kings[man < 8] = square", "pass"),
    },
    ("vector", "15x12"): {
        "no way is ever blocked": ("self.is_clear(source, square, step)", "True"),
    },
    ("loop", "loop"): {
        "men may stand in the way": ("        return at == source", "        return True"),
        "the blocker is not looked at": (
            "if self.colors[board[target]] == (not color)",
            "if board[target] > EMPTY",
        ),
        "the last man's index is not mended": ("[moved]] = place", "[moved]] = last"),
        "the counter does not go down": ("self.count_of[number] = last", "pass"),
        "a bishop in the other's list": ("which = DARK", "pass"),
        "the hole is not filled": ("self.lists[number][place] = moved", "pass"),
    },
    ("nodes", "scorpio"): {
        "a relinked node is not seen from behind": ("if following != NIL:", "if False:"),
        "nodes do not travel": ("self.square[a], self.square[b] = other, one", "pass"),
    },
    ("scorpio", "scorpio"): {
        "a victim goes to the head": ("token >> 4, taken)", "NIL, taken)"),
    },
    ("attackwords", "dorpsgek"): {
        "sliders do not see through": ("if slot != NOBODY:", "if False:"),
        "the king steps back along the line": (" and target not in behind", ""),
    },
    ("attackwords", "knightcap-completed"): {
        "the victim comes back into another slot": ("(1 << _TAKEN) - 1,", "(1 << _TAKEN) - 1 ^ 1,"),
    },
    ("attackwords", "knightcap"): {
        "the dead still attack": (
            "kind(slot) << _TAKEN\n        self.withdraw(slot, square)\n",
            "kind(slot) << _TAKEN\n",
        ),
    },
    ("knightcap_men", "knightcap-completed"): {
        "the masks forget promotion": ("slot, kind in SLIDERS)", "slot, True)"),
    },
    ("dorpsgek", "dorpsgek"): {
        "the pinned go free": ("if len(met) == 1 and", "if len(met) == 9 and"),
        "en passant uncovers the king": (
            "if self._passes_safely(self.squares[slot], ep, now)",
            "",
        ),
        "the captured number is not free": ("self._name(slot, 0)", "pass"),
    },
    ("rustic", "rustic"): {
        "the key does not follow": ("self.key[0] ^= words[before] ^ words[now]", "pass"),
        "the list is not cleared": ("self.piece_list[square] = NONE", "pass"),
    },
    ("bitboards", "rustic"): {
        "the side is forgotten": ("self.sides[side] ^= 1 << square", "pass"),
    },
    ("microchess", "microchess-extended"): {
        "dead on the board": ("self.table[victim] = CAPTURED", "self.table[victim] = 0x44"),
    },
    ("microchess", "microchess"): {
        "reversed without turning": ("_REVERSED[other], _REVERSED[own]", "other, own"),
        "the ghost is looked at": ("rfind(byte, 0, SIZE)", "rfind(byte, 0, SIZE + 1)"),
        "a double step from anywhere": ("target >> 4 == 2", "target >> 4 >= 2"),
        "the stack is popped in the wrong order": (
            "source, victim, target =",
            "target, victim, source =",
        ),
    },
    ("microchess_extended", "microchess-extended"): {
        "the pawn's slot stays a piece": ("square), chess.PAWN)", "square), chess.QUEEN)"),
    },
}


def _bugs(planted: Planted) -> list[Bug]:
    return [
        Bug(name, module, right, wrong, key)
        for (module, key), changes in planted.items()
        for name, (right, wrong) in changes.items()
    ]


OF_RULES, OF_CASTLING, OF_MEMORIES = map(_bugs, (_RULES, _CASTLING, _MEMORIES))
NOTHING = Bug("nothing", "", "import", "import")
