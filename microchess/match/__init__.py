"""Matches between MicroChess and any UCI engine, with python-chess's engine client."""
