"""A comparison's folder: what is compared, and the results so far, safe against interruption.

``run.json`` says who plays and on what, ``cases.jsonl`` holds the cases, ``results.jsonl`` a line
for each one done, in any order, ``disagreements/`` and ``undecided/`` a file for each that can be
replayed. Of two lines for a case that was undecided first the later one counts.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from emu.errors import SnapshotError
from emu.files import reading, writing
from emu.files.locks import FileLock
from microchess.analysis.compare.cases import DIFFER, STATUSES, UNDECIDED, CaseResult, CompareCase
from microchess.errors import MicroChessError
from microchess.program.position import parse_fen

RUN, CASES, RESULTS = "run.json", "cases.jsonl", "results.jsonl"
FOLDERS = {DIFFER: "disagreements", UNDECIDED: "undecided"}
"""Where a result is kept to be replayed, by its status."""
_OWN = (CASES, ".lock")
_MOST_RESULTS = 1024 * reading.MB


class StoreError(MicroChessError):
    """A folder that holds something else, or cannot be used."""


class ResultStore:
    """Results in *folder*, or in memory only when it is None. A case that was left undecided with
    fewer than *budget* cycles is missing again. Adding a result takes the same time however many
    cases there are.

    The folder is this process's until ``close``. Raises StoreError when it holds something else,
    FileLocked while another process works in it.
    """

    def __init__(
        self,
        folder: Path | None,
        run: dict[str, Any],
        cases: Sequence[CompareCase],
        budget: int = 0,
    ) -> None:
        self.folder = folder
        self.cases = tuple(cases)
        self.counts = dict.fromkeys(STATUSES, 0)
        """How many results there are of each status."""
        self._budget = budget
        self._open = {case.id for case in self.cases}
        self.results: dict[int, CaseResult] = {}
        self._lock: FileLock | None = None
        if folder is not None:
            try:
                self._enter(folder, run)
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Let another process go on in the folder."""
        if self._lock is not None:
            self._lock.close()

    @property
    def missing(self) -> list[CompareCase]:
        return [case for case in self.cases if case.id in self._open]

    @property
    def done(self) -> int:
        """How many cases are not missing."""
        return len(self.cases) - len(self._open)

    def with_status(self, status: str) -> list[CaseResult]:
        """The results of that status, in the order of the cases."""
        found = [result for result in self.results.values() if result.status == status]
        return sorted(found, key=lambda result: result.case.id)

    def add(self, results: Iterable[CaseResult]) -> None:
        """Keep results; of a case that is decided already the first one stays."""
        kept = [(result, self.results.get(result.case.id)) for result in results]
        new = [(result, old) for result, old in kept if self._take(result)]
        if self.folder is None or not new:
            return
        text = "".join(json.dumps(result.as_json()) + "\n" for result, _ in new)
        writing.append_text(self.folder / RESULTS, text)
        for result, old in new:
            if old is not None and (path := self.path_of(old)):
                path.unlink(missing_ok=True)
            self._keep_to_replay(result)

    def path_of(self, result: CaseResult) -> Path | None:
        """The file that replays a result on which the players do not agree."""
        if self.folder is None or result.status not in FOLDERS:
            return None
        return self.folder / FOLDERS[result.status] / f"{result.case.id:06}.json"

    def _take(self, result: CaseResult) -> bool:
        """Note a result, unless there is one already that was not left undecided."""
        known = self.results.get(result.case.id)
        if known is not None and (known.status != UNDECIDED or known == result):
            return False
        if known is not None:
            self.counts[known.status] -= 1
        self.counts[result.status] += 1
        self.results[result.case.id] = result
        if result.status != UNDECIDED or result.budget >= self._budget:
            self._open.discard(result.case.id)
        else:
            self._open.add(result.case.id)
        return True

    def _keep_to_replay(self, result: CaseResult) -> None:
        if path := self.path_of(result):
            path.parent.mkdir(exist_ok=True)
            writing.write_text(path, json.dumps(result.as_json(), indent=1))

    def _enter(self, folder: Path, run: dict[str, Any]) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder)
            if (folder / RUN).exists():
                self._resume(folder, run)
            elif not all(_is_own(file.name) for file in folder.iterdir()):
                raise StoreError(f"{folder} is not empty and holds no comparison")
            else:
                lines = (json.dumps(case.as_json()) + "\n" for case in self.cases)
                writing.write_text(folder / CASES, "".join(lines))
                writing.write_text(folder / RUN, json.dumps(run, indent=1))
        except OSError as error:
            raise StoreError(f"{error.filename}: {error.strerror}") from None

    def _resume(self, folder: Path, run: dict[str, Any]) -> None:
        """Take over what is there; what a kill kept from being written to be replayed is now."""
        try:
            there = dict(reading.read_json(folder / RUN))
        except (ValueError, TypeError):
            raise StoreError(f"{folder / RUN} is damaged") from None
        for name in (*run, *there):
            if there.get(name) != run.get(name):
                raise StoreError(
                    f"{folder} holds a comparison with {name} {there.get(name)!r}, not "
                    f"{run.get(name)!r}; choose another folder with --out"
                )
        known = {case.id: case for case in self.cases}
        for result in _read_results(folder / RESULTS):
            if known.get(result.case.id) != result.case:
                raise StoreError(f"{folder / RESULTS} has a result of no case of this comparison")
            old = self.results.get(result.case.id)
            if self._take(result) and old is not None and (path := self.path_of(old)):
                path.unlink(missing_ok=True)
        for result in self.results.values():
            if (path := self.path_of(result)) and not path.exists():
                self._keep_to_replay(result)


def read_result(path: Path) -> CaseResult:
    """The file of a disagreement or of an undecided case. Raises StoreError when it is none."""
    try:
        result = CaseResult.from_json(reading.read_json(path))
        parse_fen(result.case.fen or "startpos")
        return result
    except (ValueError, SnapshotError) as error:
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
        except (ValueError, SnapshotError):
            raise StoreError(f"{path}, line {number}: no result") from None


def _is_own(name: str) -> bool:
    """Whether a comparison that was killed at its beginning leaves a file of this name."""
    return name in _OWN or any(writing.is_left_of(one, name) for one in (CASES, RUN))
