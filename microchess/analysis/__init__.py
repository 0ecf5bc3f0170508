"""What the program thinks of a position, and whether two players think alike."""
