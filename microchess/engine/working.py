"""The formula of a value worked out step by step, as the processor does it in 8 bits."""

from __future__ import annotations

from collections import Counter

from microchess.engine.value import (
    CAPTURE,
    DANGER,
    GAIN,
    LOSS,
    POSITION_BONUS,
    PROSPECT,
    THREAT,
    WEIGHTS,
    Chain,
    has_bonus,
)

_NAMES = {index: name for name, _, _, index in WEIGHTS}


def worked_out(counters: bytes | bytearray, man: int, source: int, target: int) -> list[str]:
    """The steps of `value.strategy`, each ending with the accumulator; where one of its exceptions
    holds, that takes the place of the last.
    """
    lines: list[str] = []

    def chained(a: int, chain: Chain) -> tuple[int, bool]:
        after, carry = chain.apply(a, counters)
        exact = a + chain.sign * (chain.start + sum(counters[one] for one in chain.counters))
        sign = " + " if chain.sign > 0 else " - "
        byte = "" if exact == after else f"{exact}; as a byte, with the carries, "
        if terms := _terms(chain, counters):
            lines.append(f"{a}{sign}{sign.join(terms)} = {byte}{after}")
        return after, carry

    def halved(a: int) -> int:
        lines.append(f"{a} / 2 = {a >> 1}{', a half is dropped' if a % 2 else ''}")
        return a >> 1

    a, _ = chained(0x80, GAIN)
    a, borrowed = chained(a, LOSS)
    if borrowed:
        lines.append("it fell below 0: 0 instead of the half")
    a, _ = chained(0 if borrowed else halved(a), PROSPECT)
    a, _ = chained(a, THREAT)
    a, _ = chained(halved(a), CAPTURE)
    a, _ = chained(a, DANGER)
    if has_bonus(man, source, target):
        lines.append(f"{a} + bonus {POSITION_BONUS} = {a + POSITION_BONUS & 0xFF}")
    return lines


def _terms(chain: Chain, counters: bytes | bytearray) -> list[str]:
    """What is added, or taken away, that is not 0."""
    start = [str(chain.start)] if chain.start else []
    return start + [
        f"{f'{times} x ' if times > 1 else ''}{_NAMES[index]} {counters[index]}"
        for index, times in Counter(chain.counters).items()
        if counters[index]
    ]
