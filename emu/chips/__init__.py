"""The chips and devices on the board, one a file."""
