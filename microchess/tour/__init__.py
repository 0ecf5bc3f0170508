"""The tour: chapters that show the program at work, and ask for one thing each."""
