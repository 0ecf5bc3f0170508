; The monitor ROM of the KIM-1: the 6530-002, $1C00-$1FFF, and the 6530-003, $1800-$1BFF.
;
; Written from the documented interface: entry points and their contracts, the cells they use, what
; the keys and the terminal's commands do. SST does not step in the 6530-002: what the keypad and the
; terminal's monitor do is there, but for punching. Entry points stand at their addresses, each a
; segment of its own; where the documented distance to the next one is too short they are jumps.

        .include "kim1.inc"

        .include "stop.s"
        .include "keypad.s"
        .include "display.s"
        .include "ports.s"
        .include "uart.s"
        .include "print.s"
        .include "terminal.s"
        .include "papertape.s"
        .include "digits.s"
        .include "tables.s"
        .include "tape.s"
        .include "tapeout.s"
        .include "tapein.s"
