"""The gallery of board representations: eleven memories of one game, cell by cell.

Read :mod:`~microchess.boards.memory` (the interface), :mod:`~microchess.boards.game` (the rules,
once), then any file under ``memories``; :mod:`~microchess.boards.registry` lists them.
"""
