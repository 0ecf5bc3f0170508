; L and Q: records of paper tape.

        .segment "LOAD"
load:   jsr getch
        cmp #';'
        bne load
        jsr clear_sum
        jsr get_sum
        sta SAVX                ; bytes of this record; 0 in the last one
        jsr get_sum
        sta POINTH
        jsr get_sum
        sta POINTL
        ldx SAVX
        beq @check
@data:  jsr get_sum
        sta (POINTL),y
        jsr incpt
        dex
        bne @data
@check: jsr getbyt
        eor CHKHI
        bne @wrong
        jsr getbyt
        eor CHKSUM
        bne @wrong
        ldy SAVX
        bne load
        ldx #$0C                ; X-OFF " KIM"
        bne @report             ; always
@wrong: ldx #LASTCHAR           ; X-OFF " ERR" X-OFF " KIM"
@report:
        lda #QUIET
        sta SBD
        jsr print_text
        jmp start

        .segment "GETSUM"
get_sum:
        jsr getbyt
        jsr chk
        lda INL
        rts
clear_sum:
        lda #$00
        sta CHKHI
        sta CHKSUM
        rts

        .segment "PUNCH"        ; INH:INL counts the records
punch:  lda #$00
        sta INH
        sta INL
@record:
        jsr crlf
        lda #';'
        jsr outch
        jsr clear_sum
        ldx POINTL
        cpx EAL
        lda POINTH
        sbc EAH
        lda #$18
        bcc @head
        jsr open                ; the last record holds their number in place of an address
        lda #$00
@head:  sta SAVX
        jsr print_sum
        jsr prtpnt
        ldx SAVX
        beq @sum
        inc INL
        bne @data
        inc INH
@data:  ldy #$00
        lda (POINTL),y
        jsr print_sum
        jsr incpt
        dex
        bne @data
@sum:   lda CHKHI
        jsr print_byte
        lda CHKSUM
        jsr print_byte
        lda SAVX
        bne @record
        jmp clear

        .segment "AT_1F9D"
getbyt: jmp get_byte

        .segment "GETBYTE"      ; TMPX counts the two digits
get_byte:
        ldy #$FE
        sty TMPX
@digit: jsr getch
        jsr pack
        inc TMPX
        bne @digit
        lda INL
        rts
