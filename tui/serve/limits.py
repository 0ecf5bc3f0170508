"""How much a visitor may ask for."""

from __future__ import annotations

SESSIONS = 8
"""Sessions at a time, unless told otherwise."""
FILE = 4 * 1024 * 1024
"""Bytes of one file from the browser."""
MESSAGE = FILE + 1024
"""Bytes of one message from the page; a longer one closes the line."""
TEXT = 2 * 1024 * 1024
"""Characters of one message that is text."""
FRAGMENT = 1 << 20
"""Characters of an address's fragment."""
PACKET = 16 * 1024 * 1024
"""Bytes of one packet from a child."""
COMMANDS = 256
"""Commands that may wait in a session; then its page waits."""
MEMORY = 1 << 30
"""Bytes of a child's data, where the system can limit that."""
RELOAD = 0.8
"""Seconds a session waits for a page that said it is going: it may be a reload."""
DROPPED = 60.0
"""Seconds a session waits for a page whose line broke without a word."""
END = 1.0
"""Seconds a child has to end by itself; then it is killed."""
