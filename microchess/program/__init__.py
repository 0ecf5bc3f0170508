"""What the 1976 program is, as values: its memory, table, squares, moves, levels, books, replies."""
