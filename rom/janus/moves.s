; The generator: men 15 to 0 of SIDE, each with its directions in the documented order.

generate:
        jsr needs_test
        bpl @begin
        jsr scan_king
@begin: lda #$10
        sta PIECE
man_done:
        dec PIECE
        bmi @all
        lda PIECE
        ora SIDE
        tax
        lda TABLE,x
        sta FROM
        and #$88
        bne man_done            ; captured
        lda STATE
        cmp #$08
        bne @guard
        lda PIECE               ; the continuation leaves out the man presumed lost
        beq @guard
        cmp MAXP
        beq man_done

@guard: lda #$00
        ldy STATE
        cpy #$04
        bne @check
        lda #$80
@check: bit TESTED
        bpl @guarded
        ldy PIECE
        beq @must
        ldy PINNED,x
        bne @must
        ldx SIDE
        ldy CHECKED,x
        beq @guarded
@must:  ora #$C0
@guarded:
        sta GUARD
        lda #$00
        sta COUNT
        ldy PIECE
        lda last_step,y
        ora FLAG
        sta LAST
        lda first_step,y
        ora FLAG
        tax
        cpy #$08
        bcs pawn
        cpy #$06
        bcs steps
        tya
        beq steps

        bne line                ; always

@all:   rts

; Queen, rooks, bishops: line by line. A square refused because of check does not end the line.
line:   lda FROM
@on:    clc
        adc DIRECTION,x
        tay
        lda CELLS,y
        bpl @met
        bit GUARD
        bmi @look
        inc COUNT
@next:  tya
        bpl @on                 ; always: on the board
@look:  jsr quiet
        jmp @next
@met:   eor SIDE
        cmp #$10
        bcc @end                ; own man
        cmp #$20
        bcs @end                ; edge
        jsr capture
@end:   dex
        cpx LAST
        bne line
        beq add_visits          ; always

; King, knights: one step in each direction.
steps:  lda FROM
        clc
        adc DIRECTION,x
        tay
        lda CELLS,y
        bmi @empty
        eor SIDE
        cmp #$10
        bcc @end
        cmp #$20
        bcs @end
        jsr capture
        jmp @end
@empty: bit GUARD
        bmi @look
        inc COUNT
        bne @end                ; always
@look:  jsr quiet
@end:   dex
        cpx LAST
        bne steps
        beq add_visits          ; always

; Pawns: two captures, then straight on, twice from the second rank unless the first step is refused.
pawn:   jsr @take
        jsr @take
        lda FROM
@ahead: clc
        adc DIRECTION,x
        tay
        lda CELLS,y
        bpl add_visits
        bit GUARD
        bmi @look
        inc COUNT
@again: tya
        and #$F0
        cmp TWO_STEP
        bne add_visits
        tya
        bpl @ahead              ; always: on the board
@look:  jsr quiet
        bcc @again
        bcs add_visits          ; always

@take:  lda FROM
        clc
        adc DIRECTION,x
        tay
        lda CELLS,y
        bmi @none
        eor SIDE
        cmp #$10
        bcc @none
        cmp #$20
        bcs @none
        jsr capture
@none:  dex
        rts

add_visits:
        ldx STATE
        bmi @next
        lda COUNT
        ldy PIECE
        cpy #$01
        bne @once
        asl a                   ; the queen's moves count twice
@once:  clc
        adc MOB,x
        sta MOB,x
@next:  jmp man_done

first_step:
        .byte 8, 8, 4, 4, 8, 8, 16, 16, 6, 6, 6, 6, 6, 6, 6, 6
last_step:
        .byte 0, 0, 0, 0, 4, 4, 8, 8, 0, 0, 0, 0, 0, 0, 0, 0

; A visit to the empty square Y that has to be looked at. Keeps X and Y; carry: refused.
quiet:  sty SQUARE
        stx MOVEN
        lda #$FF
        sta VICTIM
        bit GUARD
        bvc @legal
        jsr exposes_king
        bcs @back
@legal: lda STATE
        cmp #$04
        beq @candidate
        inc COUNT
        clc
        bcc @back               ; always
@candidate:
        jsr candidate
        clc
@back:  ldx MOVEN
        ldy SQUARE
        rts

; A capture on square Y; A AND $0F is the victim. Keeps X.
capture:
        and #$0F
        sta VICTIM
        sty SQUARE
        stx MOVEN
        bit GUARD
        bvc @legal
        jsr exposes_king
        bcs @out
@legal: ldx STATE
        bmi @exchange
        cpx #$04
        beq @candidate
        inc COUNT
        ldy VICTIM
        lda POINTS,y
        cmp MAXC,x
        bcc @sum
        sta MAXC,x
        sty MAXP,x
@sum:   clc
        adc CC,x
        sta CC,x
        txa
        bne @out
@exchange:
        jmp exchange
@candidate:
        jsr candidate
@out:   ldx MOVEN
        rts
