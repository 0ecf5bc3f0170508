"""Blind spots: positions out of MicroChess's own games in which it has just walked into a mate or
put its queen where she is lost. `puzzle` has the set, `make` says what makes one true and
finds more in recorded games.
"""
