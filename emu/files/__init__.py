"""Program and state files: their formats, reading and writing them."""
