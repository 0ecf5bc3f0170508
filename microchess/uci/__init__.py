"""MicroChess as a UCI engine."""
