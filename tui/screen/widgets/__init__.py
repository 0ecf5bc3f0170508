"""Widgets: each shows a frozen view and says what the user did. None holds a game."""
