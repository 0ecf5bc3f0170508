; The monitor half, ROM of the 6530-002, $1C00-$1FFF.
;
; Written from the documented interface: entry points and their contracts, the cells they use, what
; the keys do. SST does not step in this half, so all that the keypad monitor needs is here.
; Entry points stand at their addresses; where the documented distance to the next one is too short
; they are jumps. Serial services are reserved: they return at once.

        .include "kim1.inc"

        .org $1C00

; --- Stopping a program: NMI (ST, SST) and BRK come here through their vectors in RAM -------------
save:   jmp save_all            ; $1C00: everything

        at $1C05                ; $1C05: not A and P; the stack holds only the address
        stx XREG
        sty YREG
        jmp save_address

        at $1C1C
nmi:    jmp (NMIV)
irq:    jmp (IRQV)

; --- RS -------------------------------------------------------------------------------------------
        at $1C22
reset:  ldx #$FF
        stx SPUSER
        txs
        bne reset_ports         ; always

        at $1C2A                ; measuring the terminal's speed: reserved
        jmp start

reset_ports:
        jsr inits
        jmp monitor

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
        jmp save_high

; --- The keypad monitor ---------------------------------------------------------------------------
        at START
start:  jsr init1
monitor:
        jsr scand               ; a key acts once: wait until none is down
        bne monitor
idle:   jsr scand
        beq idle
        jsr scand               ; down in two scans running: it is no bounce
        beq idle
        bne act                 ; always

        at $1C64                ; $1C64: terminal input; without a terminal, the keypad
        lda #$00
        sta INH
        sta INL
        beq start               ; always

act:    jsr getkey
        cmp #$10
        bcc digit
        cmp #$15
        bcs idle
        tax
        lda commands_high-$10,x
        pha
        lda commands_low-$10,x
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
data:   sta TEMP                ; into the open cell from the right
        lda (POINTL),y
@shift: asl TEMP
        rol a
        dex
        bne @shift
        sta (POINTL),y
        jmp monitor

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

save_high:
        sta POINTH
        sta PCH
        tsx
        stx SPUSER              ; as it was before the interrupt
        ldx #$01
        stx MODE
        jmp start

commands_low:
        .byte <(key_ad-1), <(key_da-1), <(key_plus-1), <(go-1), <(key_pc-1)
commands_high:
        .byte >(key_ad-1), >(key_da-1), >(key_plus-1), >(go-1), >(key_pc-1)

; --- GETKEY: A = code of the pressed key, $15 none. Wants PADD = 0. Right in decimal mode too. ------
read_key:
        ldx #$21                ; bit 5 keeps the serial and tape inputs shut
@row:   stx SBD
        lda SAD
        eor #$FF
        asl a                   ; PA6 is now bit 7, PA7 gone
        bne @down
        inx
        inx
        cpx #$27
        bcc @row
        ldy #$07
        sty SBD
        lda #$15
        rts
@down:  ldy row_code-$21,x
@column:
        asl a
        bcs @found
        iny
        bne @column             ; always
@found: ldx #$07
        stx SBD
        ldx #$00
        tya
        rts
row_code:
        .byte $00, $FF, $07, $FF, $0E

; AK: A = 0 and Z when no key is down, else the columns of all keys that are. Wants PADD = 0.
scan_keys:
        lda #$7F
        ldx #$01
@row:   stx SBD
        inx
        inx
        and SAD
        cpx #$07
        bcc @row
        stx SBD
        ldy #$07
        eor #$7F
        rts

; --- SCANDS: the six digits once, $FB $FA $F9 from left to right, then AK ---------------------------
scan_digits:
        lda #$7F
        sta PADD
        ldx #$09
@digit: txa                     ; select codes $09 $0B | $0D $0F | $11 $13
        lsr a
        lsr a                   ; pair 2, 3, 4; carry: its right-hand digit
        eor #$07                ; 5, 4, 3
        tay
        lda POINTH-5,y
        bcs @low
        lsr a
        lsr a
        lsr a
        lsr a
@low:   and #$0F
        jsr convd
        cpx #$15
        bne @digit
        jmp none_selected

; Segments in A on the digit that X selects, for 0.6 ms; X moves on to the next digit.
light:  ldy #$00
        sty SAD                 ; dark while the select changes
        stx SBD
        inx
        sta SAD
        inx
        ldy #$58
@hold:  nop
        dey
        bne @hold
        ldy TEMP
        rts

        at $1DAC                ; terminal: show the open cell, reserved
        jmp start
        at $1DAF
        jmp start

; --- GO: the saved registers, the displayed address ------------------------------------------------
        at $1DC8
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

; --- Small helpers ---------------------------------------------------------------------------------
; PACK: A = ASCII; a hex digit is shifted into INH:INL, A = Y = 0; else A and Y are kept.
pack_digit:
        cmp #'0'
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
        rol INL
        rol INH
        dey
        bne @bit
@not:   rts
letter: .byte $A0, $B0, $C0, $D0, $E0, $F0

inits_body:
        ldx #$01
        stx MODE
        dex
        jmp set_ports

        at $1E1E                ; PRTPNT
        rts
        at $1E2F                ; CRLF
        rts
        at $1E31                ; PRTST
        rts
        at $1E3B                ; PRTBYT
        rts
        at $1E4C                ; HEXTA
        rts
        at $1E5A                ; GETCH: what it gives with no terminal on the line
        lda #$01
        ldx #$08
        rts

        at $1E88
inits:  jmp inits_body
        at $1E8C
init1:  ldx #$00
        at $1E8E                ; $1E8E: the caller's X goes to PADD
        jmp set_ports

        at $1E9E                ; OUTSP
        rts
        at $1EA0                ; OUTCH
        lda #$FF
        tay
        rts
        at $1ED4                ; DELAY
        ldy #$FF
        rts
        at $1EEB                ; DEHALF
        ldy #$FF
        rts

        at $1EFE
ak:     jmp scan_keys

; --- Display and keypad, at the addresses programs call ---------------------------------------------
        at $1F19
scand:  ldx #$00
        lda (POINTL,x)
        sta INH
        at $1F1F
scands: jmp scan_digits

        at $1F3D                ; $1F3D: the caller's X goes to SBD
none_selected:
        stx SBD
        at $1F40
keyin:  ldy #$00
        sty PADD
        at $1F45
        jmp scan_keys

        at $1F48
convd:  sty TEMP
        tay
        lda table,y
        at $1F4E                ; $1F4E: segments in A, and Y comes back from TEMP
        jmp light

        at $1F63
incpt:  inc POINTL
        bne :+
        inc POINTH
:       rts

        at $1F6A
getkey: jmp read_key

        at $1F91
chk:    clc
        adc CHKSUM
        sta CHKSUM
        bcc :+
        inc CHKHI
:       lda CHKHI
        rts

        at $1F9D                ; GETBYT
        rts
        at $1FAC
pack:   jmp pack_digit
set_ports:
        stx PADD
        ldx #$07                ; levels first, then directions: no glitch on the printer's line
        stx SBD
        ldx #$3F
        stx PBDD
        ldx #$07
        cld
        sei
        rts

        at $1FCC
open:   lda INL
        sta POINTL
        lda INH
        sta POINTH
        rts

        at $1FE7
table:  .byte $BF, $86, $DB, $CF, $E6, $ED, $FD, $87, $FF, $EF, $F7, $FC, $B9, $DE, $F9, $F1

        at $1FFA
        .word nmi, reset, irq
