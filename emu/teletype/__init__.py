"""The terminal at the other end of the serial line."""
