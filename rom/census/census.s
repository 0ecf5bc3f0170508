; Census: counts the moves of 16 men on 256 shuffled boards, with no index from squares to men.
;
; A workload for measurements, not a chess program. It does what programs that only keep a list of
; men spend their time on: walk along the rays, ask of every square which man stands there, make the
; move on a second stack, look for the king, take it back. RAM from $0200; ends in a loop at done.

board   = $50           ; squares of 32 men, ours first
man     = $b0
square  = $b1
origin  = $b2
dir     = $b3
sp1     = $b4
sp2     = $b5
seed    = $b6           ; two bytes
quiet   = $b8           ; three bytes
takes   = $bb           ; two bytes
safe    = $bd           ; two bytes
boards  = $bf
weight  = $c9           ; two bytes
distance = $cb

second_stack = $c8
slider  = 6             ; men below this number run on

        .export start, done
        .segment "CODE"

start:  cld
        ldx #$ff
        txs
        ldx #$0f
        lda #0
clear:  sta man,x
        dex
        bpl clear
        lda #second_stack
        sta sp2
        lda #$5a
        sta seed
        sta seed+1
        ldx #$1f
place:  lda home,x
        sta board,x
        dex
        bpl place

next:   jsr shuffle
        ldx #$0f
each:   stx man
        lda board,x
        sta origin
        ldy #8
ray:    sty dir
        lda origin
        sta square
walk:   ldy dir
        lda square
        clc
        adc steps-1,y
        sta square
        and #$88
        bne turn
        lda square
        ldx #$1f
who:    cmp board,x
        beq met
        dex
        bpl who
        jsr try
        lda man
        cmp #slider
        bcc walk
        bcs turn
met:    cpx #$10
        bcc turn
        inc takes
        bne turn
        inc takes+1
turn:   ldy dir
        dey
        bne ray
        ldx man
        dex
        bpl each
        dec boards
        bne next
done:   jmp done

; make the move on the second stack, see whether a man stands beside our king, take it back
try:    inc quiet
        bne made
        inc quiet+1
        bne made
        inc quiet+2
made:   jsr weigh
        tsx
        stx sp1
        ldx sp2
        txs
        ldx man
        lda board,x
        pha
        txa
        pha
        lda square
        sta board,x
        lda board
        clc
        adc #$10
        ldx #$20
seek:   dex
        bmi none
        cmp board,x
        bne seek
        beq back
none:   sec
        lda #0
        sbc #$ff
        adc safe
        sta safe
        bcc back
        inc safe+1
back:   pla
        tax
        pla
        sta board,x
        tsx
        stx sp2
        ldx sp1
        txs
        rts

; how far the man is from the middle of the board, times its worth, added up
weigh:  ldx man
        lda square
        and #$07
        jsr fold
        sta distance
        lda square
        lsr
        lsr
        lsr
        lsr
        jsr fold
        clc
        adc distance
        tay
        lda #0
heap:   dey
        bmi heaped
        clc
        adc worth,x
        bcc heap
        inc weight+1
        jmp heap
heaped: clc
        adc weight
        sta weight
        lda weight+1
        adc #0
        sta weight+1
        rts

; A = 0-7 becomes its distance from the middle, 0-3
fold:   cmp #4
        bcc low
        sbc #4
        rts
low:    eor #3
        rts

; put one man on another square
shuffle:
        lsr seed+1
        ror seed
        bcc even
        lda seed+1
        eor #$b4
        sta seed+1
even:   lda seed
        and #$1f
        tax
        lda seed+1
        and #$77
        sta board,x
        rts

steps:  .byte $f0, $ff, $01, $10, $11, $0f, $ef, $f1
worth:  .byte 60, 11, 5, 5, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1
home:   .byte $03, $04, $00, $07, $02, $05, $01, $06, $10, $17, $11, $16, $12, $15, $14, $13
        .byte $73, $74, $70, $77, $72, $75, $71, $76, $60, $67, $61, $66, $62, $65, $64, $63
