"""MicroChess in Python: the same player, counter for counter."""
