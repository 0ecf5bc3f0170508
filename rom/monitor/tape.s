; What saving and loading have in common.

        .segment "AT_185C"
done:   lda #$00                ; $185C: 0000 on the digits
        jmp leave

        .segment "AT_1925"
loaded: jmp done                ; $1925: the end of a good load

        .segment "AT_1929"
failed: lda #$FF                ; $1929: the end of a bad one, FFFF on the digits
leave:  sta POINTH
        sta POINTL
        jmp start

        .segment "AT_1932"      ; INTVEB: start address into VEB+1, an RTS behind it, checksum 0
intveb: jmp clear_tape

        .segment "AT_194C"      ; CHKT: add A to the checksum
chkt:   jmp add_to_sum

        .segment "AT_19EA"      ; INCVEB: the next address
incveb: inc VEB+1
        beq @carry
        rts
@carry: jmp carry

        .segment "AT_1A00"      ; PACKT: A = ASCII; a hex digit goes into SAVX; Y = 0 when it was one
packt:  jmp shift_in

        .segment "HELPERS"
carry:  inc VEB+2
        rts

clear_tape:
        lda SAH
        sta VEB+2
        lda #$60                ; RTS
        sta VEB+3
        lda SAL
        sta VEB+1
        lda #$00
        sta CHKH
        sta CHKL
        rts

add_to_sum:
        tay
        clc
        adc CHKL
        sta CHKL
        bcc :+
        inc CHKH
:       tya
        rts

shift_in:
        cmp #'0'
        bcc @not
        cmp #'G'
        bcs @not
        tay
        lda digit_value-'0',y
        ldy #$04
@shift: asl a
        rol SAVX
        dey
        bne @shift
        beq @value              ; always
@not:   ldy #$FF
@value: lda SAVX
        rts

        .segment "AT_1BFA"
        .word start, start, start
