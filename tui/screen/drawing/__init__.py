"""Pictures as strips of styled cells: pure functions, no widget needed."""
