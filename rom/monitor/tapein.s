; Loading. PB7 reads 0 during the high tone and 1 during the low one. A bit begins with the high
; tone; it is a 1 when the low tone is longer, at whatever speed.

STA_ABS = $8D
JMP_ABS = $4C
SYNCS_NEEDED = 8
COUNT   = SAVX+1
BITS    = SAVX+2

        .segment "AT_1873"      ; LOADT
loadt:  jsr init1
        jsr intveb
        lda #STA_ABS            ; VEB stores a byte and goes on at $190F
        sta VEB
        lda #JMP_ABS
        sta VEB+3
        lda #<stored
        sta VEB+4
        lda #>stored
        sta VEB+5
search: lda #$00
        sta BITS
@shift: jsr rdbit
        asl a
        ror BITS
        lda BITS
        cmp #SYNC
        bne @shift
        ldx #SYNCS_NEEDED-1
@sync:  jsr rdcht
        cmp #SYNC
        bne @other
        dex
        bpl @sync
        inx
        beq @sync               ; always: X stays 0
@other: cmp #'*'
        bne search
        cpx #$01
        bcs search              ; too few of them
        jsr rdbyt
        ldx ID
        inx                     ; X = 0 for FF: any, but to the address in SAL and SAH
        beq @mine
        cpx #$01                ; 00: any
        beq @mine
        cmp ID
        bne search
@mine:  jsr rdbyt
        jsr chkt
        cpx #$00
        beq @high
        sta VEB+1
@high:  jsr rdbyt
        jsr chkt
        cpx #$00
        beq tape_data
        sta VEB+2
tape_data:
        jsr rdcht
        cmp #'/'
        bne @digits
        jmp tape_end
@digits:
        jsr packt
        cpy #$00
        bne @failed
        jsr rdcht
        jsr packt
        cpy #$00
        bne @failed
        jsr chkt
        jmp VEB
@failed:
        jmp failed

        .segment "AT_190F"      ; $190F: the byte is where it belongs
stored: jsr incveb
        jmp tape_data

        .segment "AT_19F3"      ; RDBYT: two hex digits
rdbyt:  jmp read_byte

        .segment "AT_1A24"      ; RDCHT
rdcht:  lda #$80                ; a mark that falls out behind eight bits
        sta BITS
@bit:   jsr rdbit
        asl a
        ror BITS
        bcc @bit
        lda BITS
        rts

        .segment "AT_1A41"      ; RDBIT: A = $80 or 0; X and Y are kept
rdbit:  lda #$00
        sta COUNT
@high:  inc COUNT
        jsr @return             ; 31 cycles a loop: the difference fits into a byte
        nop
        nop
        nop
        bit SBD
        bpl @high
@low:   dec COUNT
        jsr @return
        nop
        nop
        nop
        bit SBD
        bmi @low
        lda COUNT               ; below 0: the low tone was longer
        and #$80
@return:
        rts

        .segment "HELPERS"
tape_end:
        jsr rdbyt
        cmp CHKL
        bne @wrong
        jsr rdbyt
        cmp CHKH
        bne @wrong
        jmp loaded
@wrong: jmp failed

read_byte:
        jsr rdcht
        jsr packt
        jsr rdcht
        jmp packt
