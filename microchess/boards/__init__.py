"""The gallery of board representations: memories of one game, cell by cell.

Read :mod:`~microchess.boards.representation` (the interface),
:mod:`~microchess.boards.board_game` (the rules, once), then any file under ``representations``;
:mod:`~microchess.boards.registry` lists them.
"""
