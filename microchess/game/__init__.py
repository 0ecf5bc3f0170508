"""A game of chess with the program: moves, arbiter, record, session."""
