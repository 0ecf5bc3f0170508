"""What stands beside the board. A panel is a widget with ``show``; the registry lists them."""
