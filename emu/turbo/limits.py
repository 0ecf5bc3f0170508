"""How far translated code goes before it checks the time again."""

MAX_INSTRUCTIONS = 32
"""In a tree, duplicates counted."""
MAX_CYCLES = 512
"""On a path, after which no further instruction is begun."""
LONGEST_STEP = 256 * 16
"""No instruction or idiom takes more cycles."""
MAX_PATH_CYCLES = MAX_CYCLES + LONGEST_STEP
