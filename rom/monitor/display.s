; Digits and keys.

        .segment "AT_1EFE"
ak:     jmp scan_keys

        .segment "AT_1F19"
scand:  ldx #$00
        lda (POINTL,x)
        sta INH

        .segment "AT_1F1F"
scands: jmp scan_digits

        .segment "AT_1F3D"      ; $1F3D: the caller's X goes to SBD
none_selected:
        stx SBD
        entry keyin, $1F40
        ldy #$00
        sty PADD
        entry keyin_ak, $1F45
        jmp scan_keys

        .segment "AT_1F48"
convd:  sty TEMP
        tay
        lda table,y

        .segment "AT_1F4E"      ; $1F4E: segments in A, and Y comes back from TEMP
        jmp light

        .segment "AT_1F63"
incpt:  inc POINTL
        bne :+
        inc POINTH
:       rts

        .segment "AT_1F6A"
getkey: jmp read_key

        .segment "AT_1FE7"
table:
        .byte $BF, $86, $DB, $CF, $E6, $ED, $FD, $87, $FF, $EF, $F7, $FC, $B9, $DE, $F9, $F1

; GETKEY: A = code of the pressed key, $15 none. Wants PADD = 0. Right in decimal mode too.
        .segment "READKEY"
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
        ldy #IDLE
        sty SBD
        lda #$15
        rts
@down:  ldy row_code-$21,x
@column:
        asl a
        bcs @found
        iny
        bne @column             ; always
@found: ldx #IDLE
        stx SBD
        ldx #$00
        tya
        rts

; AK: A = 0 and Z when no key is down, else the columns of all keys that are. Wants PADD = 0.
        .segment "SCANKEYS"
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

; SCANDS: the six digits once, $FB $FA $F9 from left to right, then AK
        .segment "SCANDIGITS"
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
        .segment "LIGHT"
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
