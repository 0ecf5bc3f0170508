"""The tests' own lint: a test of a live session reads no state that it did not wait for.

As far as a program can see it: behind a call that only asks (``ask``, ``publish``) and before the
next one that waits, nothing live is asserted.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ASK = {"ask", "publish", "put"}
"""Methods that only ask; all else that is called with ``await`` or named below waits."""
_MAY_ASK = re.compile(rf"\.({'|'.join(sorted(ASK))})\(")
WAIT = {"wait", "hear", "after", "stop", "expect", "join", "result"}
LIVE = {"driver", "live", "app", "main", "worker", "session", "desk"}
"""What the tests call the things that live."""


def calls(node: ast.AST) -> Iterator[ast.Call]:
    return (one for one in ast.walk(node) if isinstance(one, ast.Call))


def asks(node: ast.stmt) -> bool:
    """Whether a statement asks as its last act."""
    value = node.value if isinstance(node, ast.Expr) else None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return value.func.attr in ASK and bool(LIVE & names(value.func))
    return False


def waits(node: ast.AST) -> bool:
    """Whether a statement waits for something."""
    return any(isinstance(one, ast.Await | ast.AsyncWith) for one in ast.walk(node)) or any(
        isinstance(call.func, ast.Attribute) and call.func.attr in WAIT for call in calls(node)
    )


def names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} | {
        one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)
    }


def unwaited(tree: ast.AST) -> Iterator[int]:
    """Lines that assert what nothing has waited for."""
    for node in ast.walk(tree):
        asked, body = False, getattr(node, "body", [])
        for statement in body if isinstance(body, list) else []:
            if asks(statement):
                asked = True
            elif waits(statement):
                asked = False
            elif asked and isinstance(statement, ast.Assert) and LIVE & names(statement.test):
                yield statement.lineno


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("main.ask(x)\nassert driver.said", [2]),
        ("live.ask(x)\nlive.wait(y)\nassert live.notices", []),
        ("main.ask(x)\nawait driver.pilot.pause()\nassert driver.said", []),
        ("with a:\n    worker.ask(x)\n    b = 1\n    assert main.looking is None", [4]),
    ],
)
def test_the_lint_sees_what_was_not_waited_for(text: str, found: list[int]) -> None:
    source = "async def test() -> None:\n" + "".join(f"    {line}\n" for line in text.splitlines())
    assert [line - 1 for line in unwaited(ast.parse(source))] == found


def test_no_live_state_is_asserted_that_was_not_waited_for() -> None:
    found = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        if _MAY_ASK.search(text := path.read_text(encoding="utf-8"))
        for line in unwaited(ast.parse(text))
    ]
    assert found == []
