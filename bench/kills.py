"""Does a command that is killed lose anything? ``annotate`` and ``match``, killed again and again.

``python -m bench.kills`` runs each of them to its end once, then in rounds: killed after a random
part of that time, `MOST_KILLS` times at most, and begun again until it ends. The file must be the
same to the byte; of a match the games must be, as on two processes they end in any order.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAMES = Path(__file__).parent / "games" / "blitz-super-blitz.pgn"
EVENT = "[Event "
MOST_KILLS = 4
"""Of a round; then the command is let end."""
COMMANDS = {
    "annotate": "annotate in.pgn --player python --level super-blitz -o",
    "match": "match super-blitz:python blitz:python --max-moves 16 --games {games} --pgn",
}


def ends(folder: Path, words: list[str], kill_after: float | None = None) -> bool:
    """Whether the command ended before it was to be killed, with all its processes."""
    command = [sys.executable, "-m", "tui.cli.main", *words, "--jobs", "2"]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, start_new_session=True
    ) as child:
        try:
            code = child.wait(kill_after)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            return False
    if code:
        raise SystemExit(f"{' '.join(words)} ended with {code}")
    return True


def contents(file: Path) -> list[str]:
    """The file, or the games in that of a match in the order of their text."""
    text = file.read_text(encoding="utf-8")
    return sorted(text.split(EVENT)) if file.name.startswith("match") else [text]


def trial(name: str, games: int, rounds: int, chance: random.Random) -> str:
    """What came of a command killed in *rounds*. Raises SystemExit where a file differs."""
    words, kills = COMMANDS[name].format(games=games).split(), 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        given = GAMES.read_text(encoding="utf-8").split(EVENT)[1 : games + 1]
        (folder / "in.pgn").write_text("".join(EVENT + one for one in given), encoding="utf-8")
        begun = time.monotonic()
        ends(folder, [*words, f"{name}.pgn"])
        took = time.monotonic() - begun
        for number in range(rounds):
            again = [*words, f"{name}{number}.pgn"]
            moments = iter([chance.uniform(0, took) for _ in range(MOST_KILLS)])
            while not ends(folder, again, next(moments, None)):
                kills += 1
            if contents(folder / again[-1]) != contents(folder / f"{name}.pgn"):
                raise SystemExit(f"{name}, round {number}: another file after {kills} kills in all")
    return f"{name:<9} {rounds} rounds, killed {kills} times, nothing lost"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=25, help="of each command")
    parser.add_argument("--games", type=int, default=48, help="of each command, at most 48")
    parser.add_argument("--seed", type=int, default=1976)
    asked = parser.parse_args()
    for one in COMMANDS:
        print(trial(one, asked.games, asked.rounds, random.Random(asked.seed)), flush=True)
