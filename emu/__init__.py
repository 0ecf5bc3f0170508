"""A KIM-1: the board, its chips, and verbs to drive it without a screen."""
