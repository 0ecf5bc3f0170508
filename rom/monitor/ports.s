; Setting the ports up. Both routines end with X = 7.

        .segment "AT_1E88"
inits:  jmp inits_body

        .segment "AT_1E8C"
init1:  ldx #$00
        entry set_ports, $1E8E  ; the caller's X goes to PADD
        stx PADD
        ldx #IDLE               ; levels first, then directions: no glitch on the printer's line
        stx SBD
        ldx #$3F
        stx PBDD
        jmp ports_set

        .segment "PORTS"
inits_body:
        ldx #$01
        stx MODE
        dex
        jmp set_ports
ports_set:
        cld
        sei
        ldx #IDLE
        rts
