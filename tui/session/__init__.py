"""The machine and the game in a thread of their own; commands go in, frozen snapshots come out."""
