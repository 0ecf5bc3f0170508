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
line_on:
        clc
        adc DIRECTION,x
        tay
        lda CELLS,y
        bpl line_met
        bit GUARD
        bmi line_look
visit_line:
        inc COUNT
line_next:
        tya
        bpl line_on                 ; always: on the board
line_look:
        jsr quiet
        jmp line_next
line_met:
        eor SIDE
        cmp #$10
        bcc line_end                ; own man
        cmp #$20
        bcs line_end                ; edge
        jsr capture
line_end:
        dex
        cpx LAST
        bne line
        beq add_visits          ; always

; King, knights: one step in each direction.
steps:  lda FROM
        clc
        adc DIRECTION,x
        tay
        lda CELLS,y
        bmi step_empty
        eor SIDE
        cmp #$10
        bcc step_end
        cmp #$20
        bcs step_end
        jsr capture
        jmp step_end
step_empty:
        bit GUARD
        bmi step_look
visit_step:
        inc COUNT
        bne step_end                ; always
step_look:
        jsr quiet
step_end:
        dex
        cpx LAST
        bne steps
        beq add_visits          ; always

; Pawns: two captures, then straight on, twice from the second rank unless the first step is refused.
pawn:   jsr pawn_take
        jsr pawn_take
        lda FROM
pawn_ahead:
        clc
        adc DIRECTION,x
        tay
        lda CELLS,y
        bpl add_visits
        bit GUARD
        bmi pawn_look
visit_pawn:
        inc COUNT
pawn_again:
        tya
        and #$F0
        cmp TWO_STEP
        bne add_visits
        tya
        bpl pawn_ahead              ; always: on the board
pawn_look:
        jsr quiet
        bcc pawn_again
        bcs add_visits          ; always

pawn_take:
        lda FROM
        clc
        adc DIRECTION,x
        tay
        lda CELLS,y
        bmi pawn_none
        eor SIDE
        cmp #$10
        bcc pawn_none
        cmp #$20
        bcs pawn_none
        jsr capture
pawn_none:
        dex
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
        bvc visit_quiet
        jsr exposes_king
        bcs quiet_back
visit_quiet:
        lda STATE
        cmp #$04
        beq quiet_candidate
        inc COUNT
        clc
        bcc quiet_back               ; always
quiet_candidate:
        jsr candidate
        clc
quiet_back:
        ldx MOVEN
        ldy SQUARE
        rts

; A capture on square Y; A AND $0F is the victim. Keeps X.
capture:
        and #$0F
        sta VICTIM
        sty SQUARE
        stx MOVEN
        bit GUARD
        bvc visit_capture
        jsr exposes_king
        bcs capture_out
visit_capture:
        ldx STATE
        bmi capture_exchange
        cpx #$04
        beq capture_candidate
        inc COUNT
        ldy VICTIM
        lda POINTS,y
        cmp MAXC,x
        bcc capture_sum
        sta MAXC,x
        sty MAXP,x
capture_sum:
        clc
        adc CC,x
        sta CC,x
        txa
        bne capture_out
capture_exchange:
        jmp exchange
capture_candidate:
        jsr candidate
capture_out:
        ldx MOVEN
        rts
