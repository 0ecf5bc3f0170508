"""What the documents show, measured: ``python -m bench``. Ratios hold within one run."""
