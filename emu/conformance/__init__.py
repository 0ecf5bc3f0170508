"""The processor against tests that others wrote."""
