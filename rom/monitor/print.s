; Numbers and texts for the terminal.

        .segment "AT_1E1E"      ; PRTPNT: the open address; both bytes go into the sum
prtpnt: lda POINTH
        jsr print_byte
        jsr chk
        lda POINTL
print_sum:
        jsr print_byte
        jmp chk

        .segment "AT_1E2F"
crlf:   ldx #$07
        entry prtst, $1E31
        jmp print_text

        .segment "AT_1E3B"
prtbyt: jmp print_byte

        .segment "AT_1E4C"      ; HEXTA
hexta:  and #$0F
        tay
        lda hex_digits,y
        jmp outch

        .segment "PRINTBYTE"
print_byte:
        sta TEMP
        jsr @high
        lda TEMP
        jsr hexta
        lda TEMP
        rts
@high:  lsr a
        lsr a
        lsr a
        lsr a
        jmp hexta

        .segment "PRINTTEXT"    ; character X and all behind it, down to 0
print_text:
        txa
        eor #$1F
        tay
        lda text-($1F ^ LASTCHAR),y
        jsr outch
        dex
        bpl print_text
        rts
