"""How fast the engines run 6502 code: ``python -m bench.turbo``."""
