"""What can go wrong before anything is served."""

from __future__ import annotations

from microchess.errors import MicroChessError


class ServeError(MicroChessError):
    """The interface cannot be served."""
