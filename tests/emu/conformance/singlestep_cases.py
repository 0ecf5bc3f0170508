"""Cases of SingleStepTests, and of interrupts, as a user's files hold them."""

import copy
import gzip
import json
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from emu.conformance.cases import read_cases
from emu.conformance.singlestep import OpcodeTally, run_cases

DATA = Path(__file__).parents[2] / "data" / "cpu"
SAMPLE, INTERRUPTS = DATA / "sample.jsonl.gz", DATA / "interrupts.jsonl.gz"
REGISTERS: dict[str, Any] = {"s": 0xFD, "a": 0x5A, "x": 1, "y": 2, "p": 0x24}
CODE = [[0x200, 0x8D], [0x201, 0x34], [0x202, 0x12]]
STA: dict[str, Any] = {
    "name": "8d 34 12",
    "initial": REGISTERS | {"pc": 0x200, "ram": [*CODE, [0x1234, 0x00]]},
    "final": REGISTERS | {"pc": 0x203, "ram": [*CODE, [0x1234, 0x5A]]},
    "cycles": [[0x200, 0x8D, "read"]] * 3 + [[0x1234, 0x5A, "write"]],
}
INTERRUPTED: dict[str, Any] = json.loads(gzip.decompress(INTERRUPTS.read_bytes()).splitlines()[0])


def run(*raw: Any, **options: Any) -> list[OpcodeTally]:
    """The tallies of these cases."""
    return run_cases(read_cases(json.dumps(raw).encode(), "x.json"), **options)


def changed(change: Callable[[dict[str, Any]], object], case: dict[str, Any] = STA) -> Any:
    """A copy of *case* with a change."""
    made = copy.deepcopy(case)
    change(made)
    return made


def cases(opcode: int, count: int) -> list[dict[str, Any]]:
    """The first *count* of an opcode, to be changed at will; there are two to four."""
    return [json.loads(line) for line in _lines()[opcode][:count]]


@cache
def _lines() -> dict[int, list[bytes]]:
    found = defaultdict(list)
    for line in gzip.decompress(SAMPLE.read_bytes()).splitlines():
        found[int(json.loads(line)["op"], 16)].append(line)
    return found
