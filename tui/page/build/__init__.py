"""Makes the page's files, in a checkout: ``python -m tui.page.build``."""
