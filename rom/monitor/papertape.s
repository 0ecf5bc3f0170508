; L and Q: records of paper tape.

        .segment "LOAD"
load:   jsr getch
        cmp #';'
        bne load
        jsr clear_sum
        jsr get_sum             ; bytes of this record; 0 in the last one
        tax
        jsr get_sum
        sta POINTH
        jsr get_sum
        sta POINTL
        txa
        beq @last
@data:  jsr get_sum
        sta (POINTL),y
        jsr incpt
        dex
        bne @data
        jsr check_sum
        beq load
@wrong: ldx #LASTCHAR           ; X-OFF " ERR" X-OFF " KIM"
@report:
        lda #QUIET
        sta SBD
        jsr print_text
        jmp start
@last:  jsr check_sum
        bne @wrong
        ldx #$0C                ; X-OFF " KIM"
        bne @report             ; always

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

        .segment "CHECKSUM"     ; Z: the two bytes that follow are the sum
check_sum:
        jsr getbyt
        cmp CHKHI
        bne @out
        jsr getbyt
        cmp CHKSUM
@out:   rts

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
        bcs @last
        lda #$18
        tax
        jsr print_sum
        jsr prtpnt
        ldy #$00
@data:  lda (POINTL),y
        jsr print_sum
        ldy #$00
        jsr incpt
        dex
        bne @data
        inc INL
        bne @sum
        inc INH
@sum:   jsr print_check
        jmp @record
@last:  jsr open                ; the last record holds their number in place of an address
        lda #$00
        jsr print_sum
        jsr prtpnt
        jsr print_check
        jmp clear
print_check:
        lda CHKHI
        jsr print_byte
        lda CHKSUM
        jmp print_byte

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
