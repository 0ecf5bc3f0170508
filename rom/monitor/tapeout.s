; Saving. A bit is three parts of 2.45 ms: high tone, then high for a 0 or low for a 1, then low.

LDA_ABS = $AD
SYNC    = $16
SYNCS   = 100
END     = $04
KEPT_X  = SAVX
KEPT_Y  = SAVX+1
LENGTH  = SAVX+2                ; of half a period: n for 21 + 5 n cycles

        .segment "AT_1800"      ; DUMPT
dumpt:  cld
        lda #QUIET
        jsr tape_out
        jsr intveb
        ldx #SYNC
        ldy #SYNCS
        jsr repeat
        ldx #'*'
        iny
        jsr repeat
        lda ID
        jsr outbt
        ldx #<-2
@start: lda SAH+1-$100,x        ; SAL, SAH
        jsr outbtc
        inx
        bne @start
        lda #LDA_ABS
        bne @first              ; always
@data:  jsr VEB
        jsr outbtc
        jsr incveb
        lda #LDA_ABS
@first: sta VEB                 ; VEB loads a byte and returns
        lda VEB+2
        cmp EAH
        bcc @data
        bne @end
        lda VEB+1
        cmp EAL
        bcc @data
@end:   ldx #'/'
        ldy #$01
        jsr repeat
        ldx #<-2
        jmp dump_end

        .segment "AT_195E"      ; OUTBTC: a byte, and into the checksum
outbtc: jsr chkt
        entry outbt, $1961      ; a byte
        tay
        jmp out_byte

        .segment "AT_196F"      ; HEXOUT
hexout: stx KEPT_X
        and #$0F
        jmp out_digit

        .segment "AT_197A"      ; OUTCHT: the lowest bit first; the last shift leaves A = 0
outcht: stx KEPT_X
out_character:
        sec
        ror a
@bit:   jsr one
        bcs @one
        jsr one
        bcc @low                ; always
@one:   jsr zro
@low:   jsr zro
        lsr a
        bne @bit
        ldx KEPT_X
        rts

        .segment "AT_199E"      ; ONE: 9 periods of 272 cycles
one:    pha
        sty KEPT_Y
        lda #23
        ldx #18
        ldy #14                 ; the first half began with what lies between two tones
        jmp tone

        .segment "AT_19C4"      ; ZRO: 6 periods of 412 cycles
zro:    pha
        sty KEPT_Y
        lda #37
        ldx #12
        ldy #28
        jmp tone

        .segment "TONE"
tone:   sta LENGTH
@wait:  dey
        bne @wait
        lda SBD
        eor #$80
        sta SBD
        bit TEMP
        ldy LENGTH
        dex
        bne @wait
        ldy KEPT_Y
        pla
        rts

        .segment "AT_1A6B"      ; PLLCAL: 3 kHz without end, between the two tones
pllcal: lda #QUIET
        jsr tape_out
@half:  lda SBD
        eor #$80
        sta SBD
        nop
        ldx #30
@wait:  dex
        bne @wait
        beq @half               ; always

        .segment "HELPERS"
dump_end:                       ; the checksum, its low byte first
        lda CHKH+1-$100,x
        jsr outbt
        inx
        bne dump_end
        ldx #END
        ldy #$02
        jsr repeat
        jmp done

repeat: txa                     ; character X, Y times
        jsr outcht
        dey
        bne repeat
        rts

out_byte:
        jsr @high
        tya
        jsr hexout
        tya
        rts
@high:  lsr a
        lsr a
        lsr a
        lsr a
        jmp hexout

out_digit:
        tax
        lda hex_digits,x
        jmp out_character

tape_out:
        sta SBD
        lda #$BF
        sta PBDD
        rts
