"""Cases of SingleStepTests as a user's files hold them, from the sample in tests/data/cpu."""

import gzip
import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).parents[2] / "data" / "cpu" / "sample.jsonl.gz"


def cases(opcode: int, count: int) -> list[dict[str, Any]]:
    """The first *count* of an opcode, to be changed at will; there are two to four."""
    return [json.loads(line) for line in _lines()[opcode][:count]]


@cache
def _lines() -> dict[int, list[bytes]]:
    found = defaultdict(list)
    for line in gzip.decompress(SAMPLE.read_bytes()).splitlines():
        found[int(json.loads(line)["op"], 16)].append(line)
    return found
