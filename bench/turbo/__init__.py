"""How fast the engines run 6502 code, and the commands that use them: ``python -m bench.turbo``."""
