"""Who plays in a window's seats, as typed, and the rules that follow."""

from contextlib import nullcontext
from pathlib import Path

import pytest

import bot.demo
import bot.virtual_display
import bot.warming
from bot.commands.demo import command
from bot.commands.seat_options import check_seats, demo_rules
from bot.demo import Demo
from bot.exit_status import Failed, Unusable
from bot.game_name import GameName
from policy.spec import PolicyError
from practice.options import PracticeError

HYPERSONIC = GameName.HYPERSONIC


@pytest.mark.parametrize(
    ("seats", "rules", "wanted"),
    [
        ("person,rhea,rhea,rhea", None, "four"),
        ("still,person,beam:op=0,sc=0", None, "three"),
        ("person,random", "two:rounds=50", "two:rounds=50"),
    ],
)
def test_the_number_of_seats_decides_the_rules_of_a_demo(seats: str, rules: str | None, wanted: str) -> None:
    assert demo_rules(HYPERSONIC, {"seats": seats, "tick_ms": "200"}, rules) == wanted


def test_without_seats_the_rules_are_what_they_were() -> None:
    assert demo_rules(HYPERSONIC, {}, None) is None
    assert demo_rules(HYPERSONIC, {"wait": "off"}, "three") == "three"
    assert demo_rules(GameName.COLUMNS, {"seats": "nobody"}, None) is None


def test_a_demo_wants_a_seat_and_a_window_does_not() -> None:
    assert check_seats(HYPERSONIC, {"seats": "random,mcts"}, None) == ("random", "mcts")
    with pytest.raises(Unusable, match="name person once"):
        demo_rules(HYPERSONIC, {"seats": "random,mcts"}, None)


@pytest.mark.parametrize(
    ("seats", "refused", "word"),
    [
        ("person,rhea:zz=1", PolicyError, "zz"),
        ("person,command:./nothing", Unusable, "./nothing"),
        ("person,ghost", PracticeError, "ghost"),
        ("person,person", PracticeError, "two persons"),
        ("person", PracticeError, "1 seats"),
    ],
)
def test_seats_are_checked_before_anything_is_opened(seats: str, refused: type[Exception], word: str) -> None:
    with pytest.raises(refused, match=word):
        check_seats(HYPERSONIC, {"seats": seats}, None)


def test_a_demo_opens_its_window_and_plays_by_these_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Demo] = []

    def run_demo(demo: Demo, *_: object) -> None:
        shown.append(demo)
        raise Failed("seen enough")

    monkeypatch.setattr(bot.demo, "run_demo", run_demo)
    monkeypatch.setattr(bot.warming, "warm_up", lambda *_: None)
    monkeypatch.setattr(bot.virtual_display, "display", lambda: nullcontext("none"))
    with pytest.raises(Failed, match="seen enough"):
        command(HYPERSONIC, settings=["seats=person,still,random"], record=tmp_path / "run")
    (demo,) = shown
    assert (demo.rules_name, demo.choice.rules) == ("three", "three")
    assert demo.choice.settings == ("seats=person,still,random",)
