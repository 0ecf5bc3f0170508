"""Comparing players: the same positions, every candidate and counter, where they part."""
