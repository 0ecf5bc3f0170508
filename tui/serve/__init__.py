"""The full screen in a browser: a web server of our own, and a process for each visitor."""
