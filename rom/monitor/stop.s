; Stopping a program, starting one, RS.

        .segment "AT_1C00"      ; NMI (ST, SST) and BRK come here through their vectors in RAM
save:   jmp save_all

        .segment "AT_1C05"      ; the same without A and P; the stack holds only the address
        stx XREG
        sty YREG
        jmp save_address

        .segment "AT_1C1C"
nmi:    jmp (NMIV)
irq:    jmp (IRQV)

        .segment "AT_1C22"      ; RS
reset:  cld
        ldx #$FF
        stx SPUSER
        txs
        bne reset_ports         ; always

        entry measure, $1C2A    ; the speed of the terminal, if its jumper is fitted
        lda SAD
        lsr a
        bcs @keypad
        jmp measure_start_bit
@keypad:
        jmp start
reset_ports:
        jsr inits
        bne measure             ; always

        .segment "AT_1DC8"      ; GO: the saved registers, the displayed address
go:     ldy YREG
        ldx SPUSER
        txs
        ldx XREG
        lda POINTH
        pha
        lda POINTL
        pha
        lda PREG
        pha
        lda ACC
        rti

        .segment "SAVE"
save_all:
        stx XREG
        sty YREG
        sta ACC
        pla
        sta PREG
save_address:
        pla
        sta POINTL
        sta PCL
        pla
        sta POINTH
        sta PCH
        tsx
        stx SPUSER              ; as it was before the interrupt
        ldx #$01
        stx MODE
        jmp start

        .segment "AT_1FFA"
        .word nmi, reset, irq
