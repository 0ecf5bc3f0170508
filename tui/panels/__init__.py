"""What is seen beside the board, and what can be done there, for every front end."""
