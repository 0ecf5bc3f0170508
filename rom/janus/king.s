; Is the king attacked? Looked at from the king's square, outward.

; TESTED and N: does STATE refuse moves that leave the king attacked?
needs_test:
        lda STATE
        bmi @no
        sec
        sbc CHECK
        bpl @no
        lda #$80
        bne @set                ; always
@no:    lda #$00
@set:   sta TESTED
        rts

; Before a tested generation: is SIDE's king attacked now, and which men may shield it?
scan_king:
        lda SIDE
        tax
        clc
        adc #$0F
        tay
        lda #$00
        sta CHECKED,x
@man:   sta PINNED,y
        dey
        bmi @cleared
        cpy SIDE
        bcs @man
@cleared:
        lda STATE
        cmp #$08
        bne @first
        lda #$80                ; what was found for the candidates is overwritten
        sta RESCAN
@first: lda TABLE,x
        sta KING
        and #$88
        bne @out                ; no king: nothing to test
        lda #$80
        sta PINNING
        jsr attacked
        bcc @out
        ldx SIDE
        inc CHECKED,x
@out:   rts

; Carry: PIECE from FROM to SQUARE leaves its own king attacked. The board is as before afterwards.
exposes_king:
        ldy FROM
        lda #EMPTY
        sta CELLS,y
        ldy SQUARE
        lda CELLS,y
        pha
        lda PIECE
        ora SIDE
        sta CELLS,y
        lda PIECE
        beq @king
        ldx SIDE
        ldy TABLE,x
@king:  sty KING
        lda #$00
        sta PINNING
        jsr attacked
        ldy SQUARE
        pla
        sta CELLS,y
        lda PIECE
        ora SIDE
        ldy FROM
        sta CELLS,y
        rts

found:  sec
        rts

; Carry: KING of SIDE is attacked. With PINNING, men that stand between are noted in PINNED.
attacked:
        lda #$08
        ora FLAG
        sta RAYS                ; behind the last knight's direction
        eor #$18
        tax
@knight:
        lda KING
        clc
        adc DIRECTION,x
        tay
        lda CELLS,y
        eor SIDE
        and #$FE
        cmp #$16
        beq found
        dex
        cpx RAYS
        bne @knight
        lda #$14
        sta SLIDER
        jsr four_rays
        bcs found
        lda #$12
        sta SLIDER

; Carry: an attacker on one of the four rays MOVEN = X down to X-3.
four_rays:
        lda #$04
        sta RAYS
@ray:   lda KING
        clc
        adc DIRECTION,x
        tay
        lda CELLS,y
        bmi @far
        eor SIDE
        cmp #$10
        bcc @own
        beq yes                 ; the other king beside it
        cmp #$18
        bcc @piece
        cmp #$20
        bcs @end
        txa                     ; a pawn takes along 5 and 6
        and #$0F
        cmp #$05
        beq yes
        cmp #$06
        beq yes
        bne @end                ; always
@far:   tya
        clc
        adc DIRECTION,x
        tay
        lda CELLS,y
        bmi @far
        eor SIDE
        cmp #$10
        bcc @own
@piece: cmp #$11
        beq yes
        and #$FE
        cmp SLIDER
        beq yes
@end:   dex
        dec RAYS
        bne @ray
        clc
        rts

@own:   bit PINNING
        bpl @end
        eor SIDE
        sta BLOCKER
@behind:
        tya
        clc
        adc DIRECTION,x
        tay
        lda CELLS,y
        bmi @behind
        eor SIDE
        cmp #$11
        beq @pin
        and #$FE
        cmp SLIDER
        bne @end
@pin:   ldy BLOCKER
        sta PINNED,y
        bne @end                ; always

yes:    sec
        rts
