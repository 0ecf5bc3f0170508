"""A notebook's kernel asks the library: each answer is that of a single thread."""

from typing import Any

import pytest

import microchess
from microchess import Level
from tests.microchess.test_threads import PLAYERS, positions
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # of the client's own event loop
]

FIRST = f"""
import asyncio, microchess
from microchess import Level
questions = [(player, fen) for player in {PLAYERS!r} for fen in {positions(6)!r}]
def ask(question):
    return str(microchess.ask(question[1], Level.SUPER_BLITZ, question[0]))
"""
IN_A_CELL = "print([ask(one) for one in questions])"
AWAITED = "print(await asyncio.gather(*(asyncio.to_thread(ask, one) for one in questions)))"
FOR_EVER = """
print("asks")
while True:
    for one in questions:
        ask(one)
"""


def test_cells_and_tasks_of_a_kernel_get_the_answers_of_one_thread() -> None:
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(startup_timeout=PATIENCE)
    questions = [(player, fen) for player in PLAYERS for fen in positions(6)]
    alone = [str(microchess.ask(fen, Level.SUPER_BLITZ, player)) for player, fen in questions]

    def run(cell: str) -> str:
        told: list[str] = []

        def hear(message: dict[str, Any]) -> None:
            content = message["content"]
            told.append(content.get("text", "") or content.get("ename", ""))
            if cell == FOR_EVER and "".join(told) == "asks\n":
                manager.interrupt_kernel()

        client.execute_interactive(cell, output_hook=hear, timeout=PATIENCE)
        return "".join(told)

    try:
        for cell, answer in (
            (FIRST, ""),
            (IN_A_CELL, f"{alone}\n"),
            (AWAITED, f"{alone}\n"),
            (FOR_EVER, "asks\nKeyboardInterrupt"),
            (IN_A_CELL, f"{alone}\n"),
        ):
            assert run(cell) == answer, cell
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
