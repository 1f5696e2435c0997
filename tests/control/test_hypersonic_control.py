"""Actions of an arena as key presses, and the advice as a drawing."""

import pytest

from control.gesture import Chord
from control.hypersonic import gesture, sketch
from engine.dice import dice
from engine.hypersonic import PRESETS, start
from vision.profile import Profile
from vision.profile_sections import ArenaKeysSection, ArenaSection, BoardSection, ReaderSection, WindowSection

BOARD = BoardSection(x=20, y=30, width=520, height=440, rows=11, cols=13)


def profile(arena: ArenaSection | None) -> Profile:
    return Profile(
        game="hypersonic",
        window=WindowSection(width=640, height=520),
        board=BOARD,
        kinds=(),
        reader=ReaderSection(min_margin=0.1, max_distance=10, max_core=10),
        arena=arena,
    )


ARENA = ArenaSection(ground="ground.png", players=2, keys=ArenaKeysSection(up="w", bomb="b"))


@pytest.mark.parametrize(
    ("action", "names"),
    [(1, ("left",)), (3, ("w",)), (5, ("b",)), (7, ("b", "right")), (9, ("b", "down"))],
)
def test_the_bomb_comes_before_the_step(action: int, names: tuple[str, ...]) -> None:
    assert gesture(action, profile(ARENA)) == Chord(names)


def test_staying_presses_nothing() -> None:
    assert gesture(0, profile(ARENA)) is None


def test_a_profile_without_an_arena_or_a_key_is_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match="arena"):
        gesture(1, profile(None))
    silent = ARENA.model_copy(update={"keys": ArenaKeysSection(bomb="")})
    with pytest.raises(ValueError, match="bomb") as caught:
        gesture(6, profile(silent))
    assert "\n" not in str(caught.value)


def test_the_advice_shows_the_step_the_bomb_and_where_the_way_leads() -> None:
    state = start(PRESETS["two"], dice(1))
    drawn = sketch(PRESETS["two"], state, (7, 1, 4), "3.5", profile(ARENA))
    pitch = 40
    assert drawn.arrow == ((20 + pitch / 2, 30 + pitch / 2), (20 + 1.5 * pitch, 30 + pitch / 2))
    assert [(box.x, box.y) for box in drawn.boxes] == [(20, 30)]
    assert drawn.text == "bomb, 3.5"
    assert drawn.text_at == pytest.approx((20, 30 - 0.3 * pitch)), "over the player"
    assert [(box.x, box.y) for box in drawn.dim_boxes] == [(20 + pitch, 30)], "no player steps on a bomb or into a wall"


def test_the_advice_shows_a_bomb_to_come_where_it_will_be_placed() -> None:
    state = start(PRESETS["two"], dice(1))
    drawn = sketch(PRESETS["two"], state, (4, 5, 3), "3.5", profile(ARENA))
    assert drawn.boxes == ()
    assert [(box.x, box.y) for box in drawn.dim_boxes] == [(20, 30 + 40)], "and the way leads back to the player"


def test_staying_draws_no_arrow() -> None:
    state = start(PRESETS["two"], dice(1))
    drawn = sketch(PRESETS["two"], state, (0,), "0.0", profile(ARENA))
    assert drawn.arrow is None
    assert drawn.boxes == ()
