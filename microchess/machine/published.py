"""Where the program of 1976 is published, and how one comes to have it."""

FILE = "Microchess6502.txt"
ADDRESS = f"https://benlo.com/files/{FILE}"
"""The listing on its author's site."""
AUTHOR = "Peter Jennings"
TERMS = (
    "Its notice permits redistribution in source and binary form under its conditions; "
    "it is shown, and kept beside the program."
)
FETCH = "microchess image fetch"
BY_HAND = f"by hand: save {ADDRESS} with a browser, then microchess image add {FILE}"
GET_IT = f"{FETCH} gets the program of 1976"
"""What whoever meets Janus is told."""
