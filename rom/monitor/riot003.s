; The cassette half, ROM of the 6530-003, $1800-$1BFF.
;
; Helpers that only touch memory are here; the tape itself is reserved: saving and loading end in
; the monitor with FFFF on the digits, the documented sign of a failure.

        .include "kim1.inc"

        .org $1800
        jmp failed              ; DUMPT

        at $185C                ; $185C: the display to 0000, back to the monitor
        jmp done

        at $1873                ; LOADT
        jmp failed

        at $190F                ; $190F: carry on loading
        jmp failed
        at $1925                ; $1925: the end of a good load
        jmp done
        at $1929                ; $1929: the end of a bad one
failed: lda #$FF
        bne leave               ; always

        at $1932                ; INTVEB: start address into VEB+1, an RTS behind it, checksum 0
        jmp intveb

leave:  sta POINTH
        sta POINTL
        jmp START

        at $194C                ; CHKT: add A to the tape checksum
        jmp chkt

        at $195E                ; OUTBTC
        rts
        at $1961                ; OUTBT
        rts
        at $196F                ; HEXOUT
        rts
        at $197A                ; OUTCHT
        rts
        at $199E                ; ONE
        rts
        at $19C4                ; ZRO
        rts

        at $19EA                ; INCVEB: the next address
        inc VEB+1
        beq carry
        rts

        at $19F3                ; RDBYT
        rts

        at $1A00                ; PACKT: A = ASCII; a hex digit goes into SAVX; Y = 0 when it was one
        jmp packt

        at $1A24                ; RDCHT
        rts
        at $1A41                ; RDBIT
        rts
        at $1A6B                ; PLLCAL
        jmp START

carry:  inc VEB+2
        rts

done:   lda #$00
        jmp leave

intveb: lda #$60                ; RTS
        sta VEB+3
        lda SAH
        sta VEB+2
        lda SAL
        sta VEB+1
        lda #$00
        sta CHKH
        sta CHKL
        rts

chkt:   tay
        clc
        adc CHKL
        sta CHKL
        bcc :+
        inc CHKH
:       tya
        rts

packt:  cmp #'0'
        bcc @not
        cmp #'9'+1
        bcc @number
        cmp #'A'
        bcc @not
        cmp #'F'+1
        bcs @not
        tay
        lda letter-'A',y
        bne @shift_in           ; always
@number:
        asl a
        asl a
        asl a
        asl a
@shift_in:
        ldy #$04
@bit:   asl a
        rol SAVX
        dey
        bne @bit
        beq @value              ; always
@not:   ldy #$FF
@value: lda SAVX
        rts
letter: .byte $A0, $B0, $C0, $D0, $E0, $F0

        at $1BFA
        .word START, START, START
