; Sums and hexadecimal input.

        .segment "AT_1F91"
chk:    clc
        adc CHKSUM
        sta CHKSUM
        bcc :+
        inc CHKHI
:       lda CHKHI
        rts

        .segment "AT_1FAC"      ; PACK: a hex digit in ASCII is shifted into INH:INL, A = Y = 0;
pack:   cmp #'0'                ; anything else stays in A, and Y as it is. ":" to "@" count too.
        bcc @not
        cmp #'G'
        bcs @not
        tay
        lda digit_value-'0',y
        ldy #$04
@shift: asl a
        rol INL
        rol INH
        dey
        bne @shift
@not:   rts

        .segment "AT_1FCC"
open:   lda INL
        sta POINTL
        lda INH
        sta POINTH
        rts
