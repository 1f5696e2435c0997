"""Rules by name, with changed numbers, and what no game can be played by."""

from dataclasses import fields
from typing import Any

import pytest

import engine.bilging
from engine.columns import PRESETS, Rules, Scoring
from engine.columns.packed import physics


def test_presets() -> None:
    shapes = {name: (rules.cols, rules.rows, rules.hidden, rules.colours) for name, rules in PRESETS.items()}
    assert list(PRESETS) == ["jewel", "sega", "running", "web", "wide"]
    assert len(PRESETS) == 5
    assert shapes == {
        "jewel": (6, 14, 3, 6),
        "sega": (6, 13, 3, 6),
        "running": (6, 20, 3, 6),
        "web": (7, 13, 3, 5),
        "wide": (10, 15, 3, 5),
    }
    assert [rules.scoring for rules in PRESETS.values()] == list(Scoring)
    assert [rules.points for rules in PRESETS.values()] == [10, 30, 100, 10, 1]
    assert [rules.magic for rules in PRESETS.values()] == [0.01, 0.01, 0, 0, 0]
    assert PRESETS["sega"].magic_floor == 10_000
    assert [rules.drop_points for rules in PRESETS.values()] == [0, 2, 1, 2, 0]
    assert all(rules.diagonals for rules in PRESETS.values())


def test_changed_numbers() -> None:
    rules = PRESETS["jewel:rows=13,colours=7"]
    assert (rules.rows, rules.colours, rules.magic) == (13, 7, 0.01)
    assert rules.name == "jewel:rows=13,colours=7"
    assert rules.version == PRESETS["jewel"].version
    assert PRESETS["jewel:rows=13,colours=7"] is rules
    assert "jewel:rows=13,colours=7" not in list(PRESETS)
    assert PRESETS["jewel:magic=0.5"].magic == 0.5
    assert PRESETS["jewel:spawn=-1"].entry == 3
    assert "jewel:rows=12" in PRESETS
    assert "jewel:rows=1" not in PRESETS
    assert PRESETS.get("chess") is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("jewel:rows=+13,diagonals=no", "jewel:rows=13,diagonals=0"),
        ("jewel:rows=013", "jewel:rows=13"),
        ("jewel:magic=.50", "jewel:magic=0.5"),
        ("jewel:magic=1.0", "jewel:magic=1"),
    ],
)
def test_one_name_for_all_spellings(text: str, name: str) -> None:
    assert PRESETS[text].name == name
    assert PRESETS[name] == PRESETS[text]


@pytest.mark.parametrize(
    ("text", "diagonals"), [("0", False), ("1", True), ("no", False), ("yes", True), ("off", False), ("on", True)]
)
def test_truths(text: str, diagonals: bool) -> None:
    assert PRESETS[f"jewel:diagonals={text}"].diagonals is diagonals


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess", "no rules named 'chess'; choose one of jewel, sega, running, web, wide"),
        ("", "no rules named ''; choose one of"),
        (":rows=3", "no rules named ''; choose one of"),
        ("Jewel", "no rules named 'Jewel'"),
        ("jewel\n", r"no rules named 'jewel\n'"),
        ("jewel:", "rules jewel have no number ''; they have rows, cols, colours, hidden, spawn, magic,"),
        ("jewel:rows=13,", "rules jewel have no number ''"),
        ("jewel:height=3", "rules jewel have no number 'height'"),
        ("jewel: rows=13", "rules jewel have no number ' rows'"),
        ("jewel:name=x", "rules jewel have no number 'name'"),
        ("jewel:version=2", "rules jewel have no number 'version'"),
        ("jewel:scoring=lines", "rules jewel have no number 'scoring'"),
        ("jewel:entry=2", "rules jewel have no number 'entry'"),
        ("jewel:rows", "rules jewel: write rows=VALUE, once, got 'rows'"),
        ("jewel:rows=13,rows=14", "rules jewel: write rows=VALUE, once, got 'rows=14'"),
        ("jewel:rows=", "rules jewel: rows cannot be ''"),
        ("jewel:rows=ten", "rules jewel: rows cannot be 'ten'"),
        ("jewel:rows=13.0", "rules jewel: rows cannot be '13.0'"),
        ("jewel:rows=1_3", "rules jewel: rows cannot be '1_3'"),
        ("jewel:rows=13\n", r"rules jewel: rows cannot be '13\n'"),
        ("jewel:rows=1=2", "rules jewel: rows cannot be '1=2'"),
        ("jewel:diagonals=maybe", "rules jewel: diagonals cannot be 'maybe'"),
        ("jewel:magic=often", "rules jewel: magic cannot be 'often'"),
        ("jewel:magic=nan", "rules jewel:magic=nan: magic is a chance, 0 to 1, got nan"),
        ("jewel:magic=2", "rules jewel:magic=2: magic is a chance, 0 to 1, got 2.0"),
        ("jewel:rows=99", "rules jewel:rows=99: rows must be 3 to 28, got 99"),
        ("jewel:points=99999999999999999999", "points must be 0 to 1000000, got 99999999999999999999"),
    ],
)
def test_what_is_no_name_of_rules(text: str, message: str) -> None:
    with pytest.raises(KeyError) as caught:
        PRESETS[text]
    assert message in caught.value.args[0]
    assert "\n" not in caught.value.args[0]


@pytest.mark.parametrize(
    "change",
    [
        {"rows": 2},
        {"rows": 29},
        {"rows": 32, "hidden": 0},
        {"cols": 0},
        {"cols": 17},
        {"colours": 0},
        {"colours": 9},
        {"hidden": -1},
        {"hidden": 9},
        {"spawn": -2},
        {"spawn": 6},
        {"crooked": -1},
        {"crooked": 513},
        {"magic": -0.1},
        {"magic": float("nan")},
        {"magic_floor": -1},
        {"points": -1},
        {"level_start": -1},
        {"level_jewels": -1},
        {"level_more": -1},
        {"drop_points": -1},
        {"move_limit": -1},
    ],
    ids=str,
)
def test_rules_that_no_game_can_be_played_by(change: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"rules odd: {next(iter(change))}") as caught:
        Rules("odd", **change)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_the_largest_and_smallest_boards_are_rules() -> None:
    assert Rules("large", rows=31, hidden=0, cols=16, colours=8, crooked=512).height == 31
    assert Rules("small", rows=3, hidden=0, cols=1, colours=1).entry == 0


def test_the_kernels_know_every_number_that_decides_a_placement() -> None:
    """Fields that `physics` leaves out change nothing that a kernel does."""
    outside = {"name", "version", "hard_drop", "move_limit"}
    changes: dict[str, Any] = {"diagonals": False, "scoring": Scoring.LINES, "magic": 0.5, "spawn": 1}
    for field in fields(Rules):
        value = changes.get(field.name, 7)
        if field.name not in outside:
            changed = Rules("changed", **{field.name: value})
            assert (physics(changed) != physics(Rules("changed"))).any(), field.name


@pytest.mark.parametrize("text", ["ypp:move_limit=7", "ypp:rows=9"])
def test_bilging_takes_changed_numbers_alike(text: str) -> None:
    rules = engine.bilging.PRESETS[text]
    assert getattr(rules, text[4:].split("=")[0]) == int(text[-1])
