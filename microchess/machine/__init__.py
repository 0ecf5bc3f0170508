"""The program in the machine: the bridge, who works the keypad, who answers."""
