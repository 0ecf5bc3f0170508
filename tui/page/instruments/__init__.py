"""Instruments of the page beside the board, each brought in when it is opened."""
