"""The tests' own lint: a test of a live session reads no state that it did not wait for.

As far as a program can see it: behind a call that only asks and before the next one that waits,
nothing live is asserted.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
ASK = {"ask", "publish", "put"}
"""Methods that only ask; all else that is called with ``await`` or named below waits."""
WAIT = {"wait", "hear", "after", "stop", "expect", "join", "result"}
LIVE = {"driver", "live", "app", "main", "worker", "session", "desk"}
"""What the tests call the things that live."""


def words(node: ast.AST) -> set[str]:
    """The names in a statement, and those behind a dot."""
    return {getattr(one, "id", getattr(one, "attr", "")) for one in ast.walk(node)}


def asks(node: ast.stmt) -> bool:
    """Whether a statement asks as its last act."""
    call = node.value if isinstance(node, ast.Expr) else None
    function = call.func if isinstance(call, ast.Call) else None
    return isinstance(function, ast.Attribute) and function.attr in ASK and bool(LIVE & words(node))


def waits(node: ast.AST) -> bool:
    """Whether a statement waits for something."""
    awaited = any(isinstance(one, ast.Await | ast.AsyncWith) for one in ast.walk(node))
    asked_for = {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
    return awaited or bool(WAIT & asked_for)


def unwaited(text: str) -> Iterator[int]:
    """Lines that assert what nothing has waited for."""
    for node in ast.walk(ast.parse(text)):
        asked, body = False, getattr(node, "body", [])
        for statement in body if isinstance(body, list) else []:
            if asks(statement):
                asked = True
            elif waits(statement):
                asked = False
            elif asked and isinstance(statement, ast.Assert) and LIVE & words(statement.test):
                yield statement.lineno


def test_the_lint_sees_what_was_not_waited_for() -> None:
    assert [*unwaited("main.ask(x)\nassert driver.said")] == [2]
    assert [*unwaited("live.ask(x)\nlive.wait(y)\nassert live.notices")] == []
    assert [*unwaited("async def f():\n main.ask(x)\n await y()\n assert driver.said")] == []
    assert [*unwaited("with a:\n worker.ask(x)\n b = 1\n assert main.looking is None")] == [4]


def test_no_live_state_is_asserted_that_was_not_waited_for() -> None:
    found = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        if any(f".{word}(" in (text := path.read_text(encoding="utf-8")) for word in ASK)
        for line in unwaited(text)
    ]
    assert found == []
