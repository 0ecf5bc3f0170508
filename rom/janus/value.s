; The value of a candidate. Every chain of additions or subtractions hands its carry on from term to
; term, so the terms are kept as lists of cells and worked through in the published order.

value:  lda #$80
        clc
        ldx #list_gain - lists
        jsr add_list
        sec
        ldx #list_loss - lists
        jsr subtract_list
        bcs @not_negative
        lda #$00
@not_negative:
        lsr a
        clc
        adc #$40
        ldx #list_prospect - lists
        jsr add_list
        sec
        sbc MAXC
        lsr a
        clc
        adc #$90
        ldx #list_capture - lists
        jsr add_list
        sec
        ldx #list_danger - lists
        jsr subtract_list
total:  sta SCORE

        ldx #$03                ; position: to the centre, or off the first rank
        lda SQUARE
@centre:
        cmp centre_squares,x
        beq bonus
        dex
        bpl @centre
        lda PIECE
        beq mate
        lda FROM
        sec
        sbc #$10
        bpl mate
bonus:  inc SCORE
        inc SCORE

mate:   lda MAXC
        cmp POINTS
        beq @king_lost
        lda MOB
        ora MAXP+8
        bne @plain
        lda #$FF                ; the opponent has no move
        rts
@king_lost:
        lda #$00
        rts
@plain: lda SCORE
        rts

; A with the cells of the list at X; the carry runs through.
add_list:
        ldy lists,x
        beq list_end
        adc $0000,y
        inx
        bne add_list            ; always
subtract_list:
        ldy lists,x
        beq list_end
        sbc $0000,y
        inx
        bne subtract_list       ; always
list_end:
        rts

lists:
list_gain:      .byte MOB+8, MAXC+8, CC+8, WCAP1, WCAP2, 0
list_loss:      .byte MAXC+$0C, CC+$0C, BCAP0, BCAP1, BCAP2, MOB+$0C, MOB, 0
list_prospect:  .byte MAXC+8, CC+8, 0
list_capture:   .byte WCAP0, WCAP0, WCAP0, WCAP0, WCAP1, 0
list_danger:    .byte MAXC, MAXC, CC, CC, BCAP1, 0

centre_squares: .byte $33, $34, $22, $25
