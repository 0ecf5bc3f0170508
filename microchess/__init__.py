"""MicroChess on the machine: piece table, positions, levels, openings, games, program images."""

__version__ = "0.1.0"
"""The version of the whole: of the package that is installed, and what ``--version`` says."""
