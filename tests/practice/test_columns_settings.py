"""What a Columns window can be asked for: settings, rules, and what is refused in one line."""

from collections.abc import Callable
from pathlib import Path

import pytest

import practice.bilging
import practice.columns
import practice.square_stacker
from bot.commands.options import parse_settings
from bot.exit_status import Unusable
from bot.practice_process import PracticeChoice
from practice.columns.session import find_rules
from practice.columns.settings import Settings, read_settings
from practice.options import PracticeError, PracticeOptions


def test_every_setting_is_read() -> None:
    texts = {
        "motion": "smooth", "ghost": "off", "next": "off", "keys": "held", "row_ms": "71.4", "swallow": "0.02",
        "focus_pause": "off",
    }  # fmt: skip
    assert read_settings(texts) == Settings(True, False, False, "held", 71.4, 0.02, False)
    assert read_settings({"motion": "steps", "ghost": "on", "row_ms": "0"}) == Settings(False, True, row_ms=0.0)
    assert read_settings({}) == Settings()
    assert read_settings({"row_ms": "auto"}).row_ms is None


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("colour", "red", "no setting 'colour'; it has motion, ghost, next, keys, row_ms, swallow, focus_pause"),
        ("keys", "fast", "setting keys=fast: keys is step or held or repeat"),
        ("ghost", "yes", "ghost is on or off"),
        ("row_ms", "-1", "auto or milliseconds a row"),
        ("row_ms", "nan", "auto or milliseconds a row"),
        ("swallow", "1.5", "a chance, 0 to 1"),
    ],
)
def test_unknown_settings_are_refused_by_name(name: str, value: str, words: str) -> None:
    with pytest.raises(PracticeError, match=words) as caught:
        read_settings({name: value})
    assert "\n" not in str(caught.value)


def test_rules_are_presets_with_any_numbers_changed() -> None:
    assert find_rules("", None).name == "jewel"
    assert find_rules("jewel:rows=13,colours=7", None).colours == 7
    assert find_rules("", 0.25).magic == 0.25
    for name, words in (("chess", "no rules named 'chess'; choose one of jewel"), ("jewel:rows=99", "rows must be")):
        with pytest.raises(PracticeError, match=words) as caught:
            find_rules(name, None)
        assert "\n" not in str(caught.value)


def test_settings_come_from_the_command_line_name_by_name() -> None:
    assert parse_settings(["keys=held", "row_ms=0"]) == {"keys": "held", "row_ms": "0"}
    for text in ("keys", "=held", "keys="):
        with pytest.raises(Unusable, match="--set wants NAME=VALUE, such as keys=held, not"):
            parse_settings([text])
    arguments = PracticeChoice("columns", settings=("keys=held", "ghost=on")).arguments(Path("t"))
    assert arguments[-2:] == ["--set=keys=held", "--set=ghost=on"]


@pytest.mark.parametrize("run", [practice.bilging.run, practice.square_stacker.run], ids=["bilging", "square_stacker"])
def test_games_without_settings_say_so(run: Callable[[PracticeOptions], int]) -> None:
    with pytest.raises(PracticeError, match=r"has no setting 'keys'; it has none, leave --set away$"):
        run(PracticeOptions(settings={"keys": "held"}))


def test_a_window_refuses_before_it_opens() -> None:
    for options, words in (
        (PracticeOptions(settings={"speed": "3"}), "Columns has no setting 'speed'"),
        (PracticeOptions(rules="tetris"), "no rules named 'tetris'"),
        (PracticeOptions(look="velvet"), "no look named 'velvet'; choose from cave, temple, vista"),
    ):
        with pytest.raises(PracticeError, match=words):
            practice.columns.run(options)
