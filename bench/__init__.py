"""Measurements: ratios within one run, never absolute claims."""
