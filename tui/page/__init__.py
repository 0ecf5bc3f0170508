"""The full screen in a browser page without a server: Python runs in the page (Pyodide).

Two workers of the page run Python: one the screen (`tui.page.app`), one the machine
(`tui.page.machine`). They send each other pickled commands and snapshots; the page itself draws
what the screen writes, as a terminal does. `tui.page.build` makes the files, in a checkout.
"""
