; The keys: C, E, F, PC and the digits 0-7, and the six digits they leave.

run:    cld
        ldx #$FF
        txs
wait:   jsr SCANDS
        jsr GETKEY
        eor OLDKEY
        beq wait                ; still the same key, or still none
        eor OLDKEY
        sta OLDKEY
        cmp #$08
        bcc digit
        ldx #key_actions_high - key_actions_low - 1
@find:  cmp key_codes,x
        beq @act
        dex
        bpl @find
        bmi wait                ; always
@act:   lda key_actions_high,x
        pha
        lda key_actions_low,x
        pha
        rts

key_codes:
        .byte $0C, $0E, $0F, $14
key_actions_low:
        .byte <(clear-1), <(exchange_sides-1), <(play-1), <(go-1)
key_actions_high:
        .byte >(clear-1), >(exchange_sides-1), >(play-1), >(go-1)

; C: a new game, the book open.
clear:  ldx #$00
@copy:  lda INITIAL,x
        sta TABLE,x
        inx
        cpx #$20
        bcc @copy
        lda #$FF
        sta OMOVE
        lda #$CC
        bne show_thrice         ; always

; E: the men change sides; every square is counted from the other corner.
exchange_sides:
        ldx #$0F
@pair:  sec
        lda #$77
        sbc TABLE,x
        tay
        lda #$77
        sec
        sbc OPPONENT,x
        sta TABLE,x
        sty OPPONENT,x
        dex
        bpl @pair
        lda #$EE
show_thrice:
        sta BESTP
        sta BESTV
        sta TO_SHOWN
        jmp run

; F: PIECE goes to SQUARE, whoever it is and wherever that is.
play:   jsr move_man
        jmp look_up

; A digit goes into the four-digit window of from- and to-square.
digit:  asl a
        asl a
        asl a
        asl a
        ldx #$04
@shift: asl a
        rol TO_SHOWN
        rol BESTV
        dex
        bne @shift
look_up:
        lda TO_SHOWN
        sta SQUARE
        lda BESTV
        jsr who_stands
        stx PIECE
        stx BESTP
        jmp run

; X = man 31-0 whose byte equals A, the highest; $FF nobody.
who_stands:
        ldx #$20
@next:  dex
        bmi @nobody
        cmp TABLE,x
        bne @next
@nobody:
        rts

; PIECE to SQUARE in the table. With nobody there to take or to move, $4F is written.
move_man:
        lda SQUARE
        jsr who_stands
        ldy #CAPTURED
        sty TABLE,x             ; zero page wraps: X = $FF is $4F
        ldx PIECE
        sta TABLE,x
        rts

; PC: the computer moves, by the book while the opponent keeps to it.
go:     ldx OMOVE
        bpl @think
        lda TO_SHOWN
        cmp OMOVE,x             ; the book lies below OMOVE; all of page 0 can be read
        bne @leave_book
        ldy OMOVE-2,x
        sty TO_SHOWN
        ldy OMOVE-1,x
        sty BESTP
        txa
        sbc #$03                ; carry is set: they were equal
        sta OMOVE
        jmp @move

@leave_book:
        sta OMOVE               ; $EE and the like leave it half open
@think: jsr think
        lda BESTV
        cmp #$0F
        bcc @resign
@move:  ldx BESTP
        stx PIECE
        lda TABLE,x
        sta BESTV
        lda TO_SHOWN
        sta SQUARE
        jsr move_man
        jmp run

@resign:
        lda TABLE
        sta SQUARE
        lda #$FF
        sta PIECE
        jmp show_thrice
