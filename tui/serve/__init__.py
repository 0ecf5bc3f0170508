"""The page of `tui.page` from a web server of our own, with a process for each session."""
