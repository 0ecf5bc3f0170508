"""The front ends: the command line and the game in the terminal."""
