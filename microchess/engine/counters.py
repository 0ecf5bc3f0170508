"""The 22 counters at $DD-$F2.

A group of four - mobility, best capture, sum of captures, best captured piece - counts the moves of
one state: the opponent's replies (state 0: BMOB BMAXC BCC BMAXP), the continuation (8: WMOB ...),
what there was before the move (12: PMOB ...). Five maxima hold the most that was captured at each
depth of the exchanges, WCAP0 what the candidate itself captures.
"""

SIZE = 22
WCAP0, BCAP2, WCAP2, BCAP1, WCAP1, BCAP0 = range(6)
MOB, MAXC, CC, MAXP = range(6, 10)
"""Those of state 0; add a state for its group."""
REPLY, CANDIDATE, CONTINUATION, BEFORE = 0, 4, 8, 12
"""States that count."""

BMOB, BMAXC, BCC, BMAXP = MOB, MAXC, CC, MAXP
WMOB, WMAXC, WCC, WMAXP = (group + CONTINUATION for group in (MOB, MAXC, CC, MAXP))
PMOB, PMAXC, PCC, PMAXP = (group + BEFORE for group in (MOB, MAXC, CC, MAXP))
