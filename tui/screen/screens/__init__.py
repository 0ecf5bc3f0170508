"""Screens: the main one, and dialogs on top of it."""
