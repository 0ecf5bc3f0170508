; The serial line, bit by bit. CNTH30:CNTL30 is n for bits of 14 n + 57 to 70 cycles.

        .segment "AT_1E5A"      ; GETCH: A = 7 bits of the character, CHAR all 8
getch:  lda SAD
        lsr a
        bcs @open
        asl a
        bmi getch
        ldy #$80                ; a mark that falls out behind eight bits
        sty CHAR
        jsr dehalf
@bit:   jsr delay
        lda SAD
        asl a
        ror CHAR
        nop
        nop
        nop
        bcc @bit
        jmp at_rest
@open:  lda #$01
        ldx #$08
        rts

        .segment "ATREST"       ; after the last data bit, until the stop bit
at_rest:
        jsr dehalf
@wait:  bit SAD
        bpl @wait
        lda CHAR
        and #$7F
        rts

        .segment "AT_1E9E"
outsp:  lda #' '
        entry outch, $1EA0      ; bits leave at the lower end, then the stop bit
        sta CHAR
        lda SBD
        ora #$01
        sta TMPX                ; port B with the line at rest
        sta SBD
        jsr delay
        dec SBD                 ; the start bit
        jsr delay
        sec
        ror CHAR
@bit:   lda TMPX
        bcs @level
        eor #$01
@level: nop
        nop
        nop
        sta SBD
        jsr delay
        lsr CHAR
        bne @bit
        bcs @bit
        lda #$FF
        rts

        .segment "AT_1ED4"      ; DELAY: 33 + 14 n cycles; A counts the high byte, Y the low one
delay:  lda CNTH30
        ldy CNTL30
units:  beq spent
        nop
        nop
        bit TEMP
one_unit:
        dey
        jmp units
spent:  jmp high_byte

        .segment "AT_1EEB"      ; DEHALF: the same for half of n
dehalf: lda CNTH30
        lsr a
        lda CNTL30
        ror a
        tay
        lda CNTH30
        lsr a
        cpy #$00
        jmp units

        .segment "HIGHBYTE"
high_byte:
        sec
        sbc #$01                ; decimal mode does not matter below 10: 28 baud
        bcc @done
        jmp one_unit
@done:  nop
        nop
        dey
        rts

; The length of the next start bit, in loops of 14 cycles. Counting starts below 0 for what the
; loops around DELAY take. Behind the start bit has to be a 1, as in RUBOUT.
        .segment "MEASURE"
measure_start_bit:
        lda #$01
@wait:  bit SAD
        bpl @space
        beq @wait
        bne @out                ; the jumper was taken off
@space: ldx #$FF
        ldy #$FC
@count: iny
        bne @same
        inx
        nop
        nop
@same:  nop
        bit SAD
        bpl @count
        sty CNTL30
        stx CNTH30
        ldx #$09                ; the rest of the character
@skip:  jsr delay
        dex
        bne @skip
@out:   jmp start
