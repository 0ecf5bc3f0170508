; The monitor on the terminal.

        .segment "AT_1C64"      ; $1C64: no digits typed, wait for a command
clear:  cld
        lda #$00
        sta INL
        sta INH
input:  lda SAD
        lsr a
        bcs @keypad
        jsr getch
        jsr pack
        tax
        beq input
        ldx #$08
@find:  dex
        bmi input
        cmp command_keys,x
        bne @find
        txa
        adc #5-1                ; behind the keypad's; C is set
        tax
        jmp command
@keypad:
        jmp start

        .segment "AT_1DAC"      ; the open cell on a new line
show_line:
        jsr crlf
        entry show, $1DAF       ; on this one
        jsr prtpnt
        jsr outsp
        ldx #$00
        lda (POINTL,x)
        jsr print_byte
        jsr outsp
        jmp clear

        .segment "BANNER"
banner: jsr crlf
        ldx #$0A                ; "KIM" and a new line
        jsr print_text
        jmp show

        .segment "TTYSPACE"
tty_space:
        jsr open
        jmp show_line

        .segment "TTYKEYS"
tty_store:
        lda INL
        ldy #$00
        sta (POINTL),y
tty_next:
        jsr incpt
        jmp show_line
tty_back:
        lda POINTL
        bne @low
        dec POINTH
@low:   dec POINTL
        jmp show_line
