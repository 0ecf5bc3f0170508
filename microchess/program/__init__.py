"""The 1976 program as values: memory, table, squares, moves, levels, books, replies."""
