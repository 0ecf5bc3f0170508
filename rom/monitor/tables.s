; Tables of the monitor half, in the room of the cassette half: SST steps through code there, not data.

        .segment "TABLES"
commands_low:                   ; keys AD DA + GO PC, then what command_keys lists
        .byte <(key_ad-1), <(key_da-1), <(key_plus-1), <(go-1), <(key_pc-1)
        .byte <(tty_space-1), <(tty_store-1), <(tty_next-1), <(tty_back-1)
        .byte <(go-1), <(load-1), <(punch-1), <(start-1)
commands_high:
        .byte >(key_ad-1), >(key_da-1), >(key_plus-1), >(go-1), >(key_pc-1)
        .byte >(tty_space-1), >(tty_store-1), >(tty_next-1), >(tty_back-1)
        .byte >(go-1), >(load-1), >(punch-1), >(start-1)
command_keys:
        .byte ' ', '.', $0D, $0A, 'G', 'L', 'Q', $7F

row_code:                       ; the code of a row's first key, by its select code from $21 on
        .byte $00, $FF, $07, $FF, $0E

hex_digits:
        .byte "0123456789ABCDEF"
digit_value:                    ; of "0" to "F" in bits 7-4, ":" to "@" as the KIM-1 takes them
        .byte $00, $10, $20, $30, $40, $50, $60, $70, $80, $90, $A0, $B0, $C0, $D0, $E0, $F0
        .byte $90, $A0, $B0, $C0, $D0, $E0, $F0

text:   .byte $13, " ERR"       ; by $1F minus the documented offset
        .byte $13, " KIM"
        .byte $0D, $0A, 0, 0, 0, 0, 0, 0

