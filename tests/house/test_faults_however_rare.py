"""A fault that is one however rare is not played once more: its assertion says so in the words that are looked for."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]

FAULTS = {
    r"cells_misread'?\]? == 0|misread_cells\(\w+\) == 0": ("misread",),
    r"\.get\('rules differ', 0\) == 0": ("rules differ",),
    r"(clicks|presses)\(\) == \[\]|events\('(press|key)'.*\) == \[\]": ("wrong press",),
    r"len\(table\.presses\(\)\) == pressed": ("wrong press",),
    r"not button_down\(\)": ("button left down",),
}
"""What an assertion looks like, and a word of what it says where it fails."""


def asserted(path: Path) -> Iterator[tuple[int, str, str]]:
    """Line, condition and message of each assertion in a file of tests that are played once more."""
    text = path.read_text(encoding="utf-8")
    if not re.search(r"mark\.(display|live|timed)", text) and path.name.startswith("test_"):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assert):
            yield node.lineno, ast.unparse(node.test), "" if node.msg is None else ast.unparse(node.msg)


def test_assertions_of_such_faults_say_so() -> None:
    silent = [
        f"{path.relative_to(TESTS)}:{line}: {condition}"
        for path in TESTS.rglob("*.py")
        for line, condition, message in asserted(path)
        for form, words in FAULTS.items()
        if re.search(form, condition) and not any(word in message for word in words)
    ]
    assert silent == []


def test_every_word_that_is_looked_for_is_said_somewhere(request: pytest.FixtureRequest) -> None:
    conftest = request.config.pluginmanager.get_plugin(str(TESTS / "conftest.py"))
    assert conftest is not None
    words = conftest.ONCE_MORE.kwargs["rerun_except"]
    assert {word for needed in FAULTS.values() for word in needed} <= {*words}
    said = " ".join(message for path in TESTS.rglob("*.py") for _, _, message in asserted(path))
    assert [word for word in words if word not in said] == []
