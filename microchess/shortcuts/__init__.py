"""What a user of the library would otherwise need several imports for."""
