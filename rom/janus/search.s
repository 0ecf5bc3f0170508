; The search: what there was before the move, every candidate, its replies with their exchanges,
; the continuation, and the choice.

; What the moves of one level need while a deeper level uses the same cells.
.macro save_level
        lda FROM
        pha
        lda SQUARE
        pha
        lda PIECE
        pha
        lda VICTIM
        pha
        lda MOVEN
        pha
        lda COUNT
        pha
        lda GUARD
        pha
        lda LAST
        pha
.endmacro

.macro restore_level
        pla
        sta LAST
        pla
        sta GUARD
        pla
        sta COUNT
        pla
        sta MOVEN
        pla
        sta VICTIM
        pla
        sta PIECE
        pla
        sta SQUARE
        pla
        sta FROM
.endmacro
think:  jsr set_up
        lda #$0C
        sta STATE
        sta BESTV               ; to beat
        ldx #MAXP+$0C - BCAP2
        jsr clear_counters
        jsr generate
        lda #$04
        sta STATE
        ldx #MAXP+$08 - BCAP2
        jsr clear_counters
        jmp generate            ; each visit is a candidate

; STATE 4: one candidate, from PIECE, FROM, SQUARE, VICTIM.
candidate:
        lda #$00
        ldy VICTIM
        bmi @quiet
        lda POINTS,y
@quiet: sta WCAP0
        ldx #MAXP+$08 - BCAP2
        jsr clear_counters
        lda #$00
        sta STATE
        jsr make
        save_level
        jsr change_side
        jsr generate            ; the replies
        jsr change_side
        lda #$08
        sta STATE
        jsr generate            ; the continuation
        restore_level
        jsr unmake
        lda #$04
        sta STATE
        jsr needs_test
        and RESCAN
        bpl @scanned
        jsr scan_king
@scanned:
        jsr value
judge:  ldx PIECE               ; A = value of PIECE to SQUARE, all counters as they led to it
        ldy SQUARE
        cmp BESTV
        beq @show
        bcc @show
        sta BESTV
        stx BESTP
        sty TO_SHOWN
@show:  jmp SCANDS

; A capture of VICTIM in the exchange. Only pieces count: neither pawns nor the king.
exchange:
        ldy VICTIM
        beq @out
        cpy #$08
        bcs @out
        lda POINTS,y
        ldx STATE
        cmp BCAP0,x
        bcc @noted
        sta BCAP0,x
@noted: dex
        cpx LIMIT
        beq @out
@gain:  txa                     ; can any deeper capture still raise its maximum?
        and #$01
        tay
        lda BCAP0,x
        cmp BOUND,y
        bcc @deeper
        dex
        cpx LIMIT
        bne @gain
@out:   ldx MOVEN
        rts

@deeper:
        dec STATE
        jsr make
        save_level
        jsr change_side
        jsr generate
        jsr change_side
        restore_level
        jsr unmake
        inc STATE
        jsr needs_test
        ldx MOVEN
        rts

; Clear BCAP2 + X down to BCAP2.
clear_counters:
        lda #$00
@cell:  sta BCAP2,x
        dex
        bpl @cell
        rts

; PIECE of SIDE from FROM to SQUARE, taking VICTIM: on the board and in the table.
make:   ldy FROM
        lda #EMPTY
        sta CELLS,y
        lda PIECE
        ora SIDE
        tax
        ldy SQUARE
        sty TABLE,x
        sta CELLS,y
        lda VICTIM
        bmi @done
        eor SIDE
        eor #$10
        tax
        lda #CAPTURED
        sta TABLE,x
@done:  rts

unmake: ldy FROM
        lda PIECE
        ora SIDE
        tax
        sty TABLE,x
        sta CELLS,y
        ldy SQUARE
        lda #EMPTY
        ldx VICTIM
        bmi @cell
        txa
        eor SIDE
        eor #$10
        tax
        sty TABLE,x
@cell:  sta CELLS,y
        rts

change_side:
        lda SIDE
        eor #$10
        sta SIDE
        lda FLAG
        eor #$80
        sta FLAG
        lda TWO_STEP
        eor #$70
        sta TWO_STEP
        rts

; Board, mirrored directions, depth and gain of exchanges: all that holds while the computer thinks.
set_up: ldx #$00
        stx SIDE
        stx RESCAN
@cell:  txa
        and #$88
        beq @inside
        lda #EDGE
        bne @put                ; always
@inside:
        lda #EMPTY
@put:   sta CELLS,x
        inx
        bne @cell
@man:   lda TABLE,x             ; X = 0-31: of two men on one square the higher is seen
        tay
        and #$88
        bne @dead
        txa
        sta CELLS,y
@dead:  inx
        cpx #$20
        bcc @man
        lda #$80
        sta FLAG
        lda #$20
        sta TWO_STEP

        ldx #$0F
@step:  lda #$00
        sec
        sbc STEPS,x
        sta MIRRORED,x
        dex
        bpl @step

        lda TURN
        cmp #$FB
        bcs @depth
        lda #$FB
@depth: sta LIMIT

        ldx #$00
        stx BOUND
        stx BOUND+1
        ldx #$07
@piece: lda TABLE,x             ; states $FE and $FC take the computer's men
        ldy #$00
        jsr @raise
        lda OPPONENT,x          ; $FF and $FD the opponent's
        iny
        jsr @raise
        dex
        bne @piece
        rts

@raise: and #$88
        bne @lost
        lda POINTS,x
        cmp BOUND,y
        bcc @lost
        sta BOUND,y
@lost:  rts
