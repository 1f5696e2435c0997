"""What a key of a recording may hold, up to the first value that it may not."""

from pathlib import Path
from typing import Any

import pytest

from capture.recorded import RecordingReader
from capture.recording import META_FILE
from capture.recording_schema import META, fault_of, fault_of_event
from capture.source import CaptureError

WHOLE = [-(2**63), 2**63 - 1]
NO_WHOLE = [-(2**63) - 1, 2**63, True, 1.0, "1", None]
TIMES = {"p50": 1, "p95": 2.5, "p99": None}


@pytest.mark.parametrize(
    ("event", "key", "good", "bad"),
    [
        ("frame", "time_ns", WHOLE, NO_WHOLE),
        ("frame", "region", [None, [-5, 0, 1, 1]], [[], [0, 0, 1], [0, 0, 0, 1], [0, 0, 1, 0], [0.5, 0, 1, 1]]),
        ("frame", "scale", [0.5, 2], [0, -1.0, float("inf"), True]),
        ("decision", "number", [0, 2**63 - 1], [-1, 2**63, False]),
        ("decision", "seed", [0, 2**100], [-1, 1.0, True]),
        ("decision", "value", [0.5, -3], [float("nan"), "0.5", False, None]),
        ("decision", "codes", [[[-128, 127]], [[1], [2]]], [[], [[]], [1], [[1], [1, 2]], [[128]], [[-129]], [[1.0]]]),
        ("decision", "repaired", [[], [[0, 7]]], [None, [[0]], [[0, 0, 0]], [[0, -1]]]),
        ("decision", "line", [[], [1, -1]], [(1,), [1.5]]),
        ("decision", "alternatives", [[], [{"move": 1, "value": 2.0}]], [[{"move": 1}], [{"value": 2.0}], [1]]),
        ("learned", "files", [[], ["a"]], ["a", [1]]),
        ("learned", "kinds", [{}], [[]]),
        ("ending", "fault", [True, False], [0, None]),
        ("summary", "document", [{}, {"score": None}, {"moves": 1}], [{"score": "1"}, {"moves": None}, None]),
        (
            "summary",
            "document",
            [{"latency_ms": {}}, {"latency_ms": {"read": TIMES}}],
            [{"latency_ms": {"read": {**TIMES, "p95": ""}}}, {"latency_ms": {"read": {"p50": 1}}}, {"latency_ms": []}],
        ),
    ],
)
def test_a_key_holds_what_it_should_and_nothing_else(event: str, key: str, good: list[Any], bad: list[Any]) -> None:
    whole = {"event": event, "time_ns": 1}
    assert [value for value in good if fault_of_event({**whole, key: value}) is not None] == []
    assert [value for value in bad if fault_of_event({**whole, key: value}) is None] == []


def test_what_is_not_named_may_be_anything_and_what_is_missing_is_no_fault() -> None:
    assert fault_of_event({"event": "of another version", "time_ns": 1, "codes": "any", "document": {}}) is None
    assert fault_of_event({"event": "waiting", "codes": "any"}) is None


def test_a_fault_names_the_key_and_tells_the_beginning_of_what_it_holds() -> None:
    assert fault_of({"game": 5}, META) == "'game' must be a text, not 5"
    told = fault_of_event({"event": "summary", "time_ns": 1, "document": {"moves": "x" * 50}})
    assert told == f"'document.moves' must be a whole number of at least 0, not '{'x' * 39}..."
    assert fault_of({"game": 16**5000}, META) == "'game' must be a text, not a number of thousands of digits"
    assert fault_of({"game": list("x" * 8)}, META) == f"'game' must be a text, not {list('x' * 8)}"


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000], ids=["endless number", "endless lists"])
def test_what_toml_readers_choke_on_is_one_line(value: str, tmp_path: Path) -> None:
    (tmp_path / META_FILE).write_text(f"schema_version = {value}\n", encoding="utf-8")
    with pytest.raises(CaptureError, match=r"meta\.toml: not valid TOML \(.*\); mend it or record again"):
        RecordingReader(tmp_path)


def test_a_version_of_thousands_of_digits_is_newer(tmp_path: Path) -> None:
    (tmp_path / META_FILE).write_text(f"schema_version = 0x{'f' * 5000}\n", encoding="utf-8")
    with pytest.raises(CaptureError, match="schema_version a number of thousands of digits is newer than"):
        RecordingReader(tmp_path)
