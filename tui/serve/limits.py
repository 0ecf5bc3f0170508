"""How much a visitor may ask for."""

from __future__ import annotations

SESSIONS = 8
"""Sessions at a time, unless told otherwise."""
COLUMNS, LINES = (20, 320), (10, 120)
"""Smallest and largest terminal, in characters."""
MESSAGE = 128 * 1024
"""Bytes of one message from the page; a longer one closes the line."""
UPLOAD = 4 * 1024 * 1024
"""Bytes of one file from the browser."""
FILES = 4
"""Files waiting to be fetched by a page; the oldest goes first."""
PACKET = 16 * 1024 * 1024
"""Bytes of one packet from a child."""
RELOAD = 0.8
"""Seconds a session waits for a page that said it is going: it may be a reload."""
DROPPED = 60.0
"""Seconds a session waits for a page whose line broke without a word."""
END = 1.0
"""Seconds a child has to end by itself; then it is killed."""
