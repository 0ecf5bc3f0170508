"""The shortest ways to beat MicroChess, with proof: it is deterministic, so a search over its
user's moves alone has an end.

`states` says what is behind a position after a move of the user's, `store` keeps what was asked in
a file, `search` goes from layer to layer, `lines` reads the shortest lines and plays them again on
the keypad.
"""
