start:  lda #$05
loop:   bump $10
        adc $10
        bne loop
