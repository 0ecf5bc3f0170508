"""How long a test waits for what must come: until it has come. Nothing but a hang meets this."""

PATIENCE = 120
"""Seconds."""
