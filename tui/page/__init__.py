"""The web page: a session reached by JSON, in a worker of the page.

`tui.page.desk` is the session's side, `tui.page.front` the page's, in TypeScript; what they say to
each other is in `tui.page.encode` and `tui.page.asking`.
"""
