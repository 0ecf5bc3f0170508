"""A comparison's folder: what is compared, and the results so far, safe against interruption.

``run.json`` says who plays and on what, ``cases.jsonl`` holds the cases, ``results.jsonl`` a line
for each one done, in any order, and ``disagreements/`` a file for each that can be replayed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from emu.files import reading, writing
from emu.files.locks import FileLock
from microchess.analysis.compare.cases import CaseResult, CompareCase
from microchess.errors import MicroChessError
from microchess.program.position import read_fen

RUN, CASES, RESULTS, DISAGREEMENTS = "run.json", "cases.jsonl", "results.jsonl", "disagreements"
_OWN = (CASES, ".lock")
_MOST_RESULTS = 1024 * reading.MB


class StoreError(MicroChessError):
    """A folder that holds something else, or cannot be used."""


class ResultStore:
    """Results in *folder*, or in memory only when it is None.

    The folder is this process's until ``close``. Raises StoreError when it holds something else,
    FileLocked while another process works in it.
    """

    def __init__(
        self, folder: Path | None, run: dict[str, Any], cases: Sequence[CompareCase]
    ) -> None:
        self.folder = folder
        self.cases = tuple(cases)
        self.results: dict[int, CaseResult] = {}
        self._lock: FileLock | None = None
        if folder is not None:
            try:
                self._open(folder, run)
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Let another process go on in the folder."""
        if self._lock is not None:
            self._lock.release()

    @property
    def missing(self) -> list[CompareCase]:
        """The cases still to do."""
        return [case for case in self.cases if case.id not in self.results]

    @property
    def disagreements(self) -> list[CaseResult]:
        """The results on which the players part, in the order of the cases."""
        found = [result for result in self.results.values() if not result.agree]
        return sorted(found, key=lambda result: result.case.id)

    def add(self, results: Iterable[CaseResult]) -> None:
        """Keep results; one that is there already is left as it is."""
        new = [result for result in results if result.case.id not in self.results]
        self.results.update((result.case.id, result) for result in new)
        if self.folder is None or not new:
            return
        text = "".join(json.dumps(result.as_json()) + "\n" for result in new)
        writing.append_text(self.folder / RESULTS, text)
        for result in new:
            if not result.agree:
                self._write_disagreement(result)

    def path_of(self, result: CaseResult) -> Path | None:
        """The file that replays a disagreement."""
        if self.folder is None:
            return None
        return self.folder / DISAGREEMENTS / f"{result.case.id:06}.json"

    def _open(self, folder: Path, run: dict[str, Any]) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder)
            if (folder / RUN).exists():
                self._resume(folder, run)
            elif any(file.name not in _OWN for file in folder.iterdir()):
                raise StoreError(f"{folder} is not empty and holds no comparison")
            else:
                lines = (json.dumps(case.as_json()) + "\n" for case in self.cases)
                writing.write_text(folder / CASES, "".join(lines))
                writing.write_text(folder / RUN, json.dumps(run, indent=1))
        except OSError as error:
            raise StoreError(f"{error.filename}: {error.strerror}") from None

    def _resume(self, folder: Path, run: dict[str, Any]) -> None:
        try:
            there = dict(reading.read_json(folder / RUN))
        except (ValueError, TypeError):
            raise StoreError(f"{folder / RUN} is damaged") from None
        for name in sorted(there.keys() | run.keys()):
            if there.get(name) != run.get(name):
                raise StoreError(
                    f"{folder} holds a comparison with {name} {there.get(name)!r}, not "
                    f"{run.get(name)!r}; choose another folder"
                )
        known = {case.id: case for case in self.cases}
        for result in _read_results(folder / RESULTS):
            if known.get(result.case.id) != result.case:
                raise StoreError(f"{folder / RESULTS} has a result of no case of this comparison")
            self.results.setdefault(result.case.id, result)

    def _write_disagreement(self, result: CaseResult) -> None:
        path = self.path_of(result)
        assert path is not None
        path.parent.mkdir(exist_ok=True)
        writing.write_text(path, json.dumps(result.as_json(), indent=1))


def read_result(path: Path) -> CaseResult:
    """A disagreement's file.

    Raises StoreError when it is none.
    """
    try:
        result = CaseResult.from_json(reading.read_json(path))
        read_fen(result.case.fen or "startpos")
        return result
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path} is no disagreement of a comparison ({error!r})") from None


def _read_results(path: Path) -> Iterator[CaseResult]:
    """The whole lines of a results file; what an interruption left of a last one is cut off."""
    if not path.exists():
        return
    text = reading.read_text(path, _MOST_RESULTS)
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        writing.write_text(path, whole)
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            yield CaseResult.from_json(reading.parse_json(line))
        except (ValueError, KeyError, TypeError):
            raise StoreError(f"{path}, line {number}: no result") from None
