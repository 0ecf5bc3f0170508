; The monitor on keypad and digits.

        .segment "AT_1C4F"
start:  jsr init1
        lda SAD
        lsr a
        bcc @terminal           ; the TTY jumper is fitted
        jmp monitor
@terminal:
        jmp banner

        .segment "MONITOR"
monitor:
        jsr scand               ; a key acts once: wait until none is down
        bne monitor
idle:   jsr scand
        bne @key
        lda SAD
        lsr a
        bcs idle
        jmp start               ; the jumper was put in
@key:   jsr scand               ; down in two scans running: it is no bounce
        beq idle
        jsr getkey
        cmp #$15
        bcs idle
        sbc #$10-1              ; C is clear
        bcc digit
        tax
command:
        lda commands_high,x
        pha
        lda commands_low,x
        pha
        rts

digit:  ldx #$04
        asl a
        asl a
        asl a
        asl a
        ldy MODE
        beq data
@shift: asl a                   ; into the address from the right
        rol POINTL
        rol POINTH
        dex
        bne @shift
        beq monitor             ; always

data:   sta TEMP                ; into the open cell from the right, bit by bit
@shift: lda (POINTL),y
        asl TEMP
        rol a
        sta (POINTL),y
        dex
        bne @shift
        beq monitor             ; always

key_ad: lda #$01
        bne set_mode            ; always
key_da: lda #$00
set_mode:
        sta MODE
        jmp monitor
key_plus:
        jsr incpt
        jmp monitor
key_pc: lda PCH
        sta POINTH
        lda PCL
        sta POINTL
        jmp monitor
