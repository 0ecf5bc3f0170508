"""MicroChess in Python: the same player, counter for counter.

It stands here twice. `literal` (on `literal_memory`) does everything as in 1976 and is read from
top to bottom; the others do the same in a fortieth of the time. In the order of a reply: `state`
has keys, book and digits and asks `search` for candidates; that generates moves along the lines of
`geometry`, counts them into `counters` and searches the exchange after each capture
(`Search._exchange`, in 1976 TREE; `LiteralState.exchange`); `value` makes one byte of the counters,
`working` writes its sums out.
"""
