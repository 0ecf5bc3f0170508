"""The page of `tui.page` for browsers: its files over HTTP, and the user's programs and ROMs."""
