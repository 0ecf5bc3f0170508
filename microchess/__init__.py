"""MicroChess on the machine: piece table, positions, levels, openings, games, program images."""
