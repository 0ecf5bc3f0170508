; Janus: a chess program for the KIM-1 that plays, square for square and counter for counter, like
; the MicroChess of 1976, and is built differently: a board beside the piece table, one generator
; for both sides without turning the table round, a direct test for attacks on the king, pins found
; once for all moves of a side, and exchanges cut off where nothing more can be gained.
;
; ROM at $2000. GO at $2003 puts jump, tables, book and level bytes into RAM and starts;
; from then on the program is entered at $0000.

        .include "memory.inc"

        .export judge           ; a candidate is judged: value in A
        .export visit_line, visit_step, visit_pawn      ; a visit to square Y
        .export visit_quiet, visit_capture              ; a visit to SQUARE

        .segment "CODE"

        .assert * = $2000, error, "the entry has moved"
entry:  jmp run
install_entry:
        jmp install

        .include "keys.s"
        .include "search.s"
        .include "moves.s"
        .include "king.s"
        .include "value.s"
        .include "install.s"
