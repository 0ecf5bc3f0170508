; What belongs into RAM: the jump to here, the documented tables, the book, the level bytes.

install:
        lda #<ram_image
        sta SOURCE
        lda #>ram_image
        sta SOURCE+1
@block: ldy #$00                ; length, address, bytes; length 0 ends
        lda (SOURCE),y
        beq @done
        tax
        iny
        lda (SOURCE),y
        sta TARGET
        iny
        lda (SOURCE),y
        sta TARGET+1
        lda SOURCE
        clc
        adc #$03
        sta SOURCE
        bcc @bytes
        inc SOURCE+1
@bytes: ldy #$00
@byte:  lda (SOURCE),y
        sta (TARGET),y
        iny
        dex
        bne @byte
        tya
        clc
        adc SOURCE
        sta SOURCE
        bcc @block
        inc SOURCE+1
        bcs @block              ; always
@done:  jmp run

ram_image:
        .byte 3, <$0000, >$0000
        .byte $4C, <entry, >entry

        .byte 64, <INITIAL, >INITIAL
        .byte $03, $04, $00, $07, $02, $05, $01, $06    ; K Q KR QR KB QB KN QN
        .byte $10, $17, $11, $16, $12, $15, $14, $13    ; pawns KR QR KN QN KB QB Q K
        .byte $73, $74, $70, $77, $72, $75, $71, $76
        .byte $60, $67, $61, $66, $62, $65, $64, $63
        .byte $F0, $FF, $01, $10, $11, $0F, $EF, $F1    ; directions 1-16
        .byte $DF, $E1, $EE, $F2, $12, $0E, $1F, $21
        .byte 11, 10, 6, 6, 4, 4, 4, 4                  ; points
        .byte 2, 2, 2, 2, 2, 2, 2, 2

        .byte 28, <BOOK, >BOOK                          ; Giuoco Piano, read from the end
        .byte $99, $25, $0B, $25, $01, $00, $33, $25, $07, $36, $34, $0D, $34, $34
        .byte $0E, $52, $25, $0D, $45, $35, $04, $55, $22, $06, $43, $33, $0F, $CC

        .byte 1, <TURN, >TURN, $FB                      ; normal level
        .byte 1, <CHECK, >CHECK, $08
        .byte 0
