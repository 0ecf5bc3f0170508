"""A KIM-1: the board, its chips, and verbs to drive it without a screen.

How a key becomes a segment::

    Machine.press             hold it, leave it alone                           emu.machine
    Kim1.do("key down")       all that is done from outside, to be logged       emu.kim1, emu.events
    Keypad.press              its contact in the matrix closes                  emu.chips.keypad
    Board: port B, 74145      the row the program selects pulls columns low     emu.board
    Riot6530.read             port A of the 6530-002, as the program reads it   emu.chips.riot
    NMOS6502                  the monitor decides what is to be shown           emu.chips.mpu
    Riot6530.write            segments to port A, the digit to port B           emu.chips.riot
    Board: port B, 74145      the digit is selected                             emu.board
    Leds.drive                what is lit from now on, and how long it was      emu.chips.leds
    Kim1.readout              what the eye sees of it                           emu.kim1

`emu.bus` tells who answers at an address, `emu.engines` what runs the processor (`emu.interpreter`
is the reference, `emu.turbo` the fast ones). `emu.cassette` and `emu.teletype` are what is plugged
in, `emu.files` what is kept on disk; `emu.watch` looks on, and goes back.
"""
