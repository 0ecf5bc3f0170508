"""Makes the page without a server: its files, and what runs while they are made."""
