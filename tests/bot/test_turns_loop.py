"""What the turn-based loop notes while it waits, and what it does with a gesture that was cut short."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.games import GAMES
from bot.live import play_live
from bot.playing.live_run import LiveRun
from bot.playing.run import EndRun, LoopSettings
from bot.playing.run_log import RunLog
from bot.practice_process import PracticeChoice
from bot.turns.repeating import SWAP_REPEATS, apart_from, repeat
from bot.virtual_display import VirtualDisplay
from control.aim import ScreenPoint, screen_points
from control.envelope import Envelope
from control.gesture import Click, Gesture, Swap
from control.hand import StillOurs
from engine.swap3 import cells_of
from engine.swap3 import legal_moves as legal_moves_of_swap3
from practice.application import offscreen_application
from practice.options import PracticeOptions
from practice.swap3.looks import LOOKS
from practice.swap3.session import Session
from practice.swap3.window import Swap3Window
from tests.bot.desktop_stand_ins import NotingHand
from tests.bot.handed_parts import SETTINGS
from tests.bot.live_play import laid
from tests.bot.lost_move import LostMove
from vision.lattice import Lattice
from vision.profile import load_profile

READING = "a cell to be pressed cannot be read"
Told = Callable[[str], list[dict[str, Any]]]


def test_a_repeat_that_has_to_wait_is_one_loss(run_log: RunLog, told: Told) -> None:
    lost = LostMove("bilging", log=run_log)
    lost.window.in_front = False
    look = lost.look()
    for _ in range(4):
        assert lost.pressed(look) == []
    assert dict(lost.loop.tally.outcomes) == {}
    lost.window.in_front = True
    assert lost.pressed(look) == [lost.gesture]
    assert (dict(lost.loop.tally.outcomes), len(told("outcome"))) == ({"input lost": 1}, 1)
    with pytest.raises(EndRun, match="did not reach the game, twice"):
        lost.pressed(look)
    assert (dict(lost.loop.tally.outcomes), len(told("outcome"))) == ({"input lost": 2}, 2)


def test_a_repeated_move_is_given_twice_the_time_for_a_window_may_hang() -> None:
    lost = LostMove("bilging")
    lost.loop.settings = replace(SETTINGS, patience_s=1.0)
    look = lost.look()
    lost.pending = replace(lost.pending, tries=2, acted_s=time.monotonic() - 1.5)
    assert lost.pressed(look) == []
    assert dict(lost.loop.tally.outcomes) == {}
    lost.pending.acted_s -= 0.6
    with pytest.raises(EndRun, match="did not reach the game, twice"):
        lost.pressed(look)


@pytest.mark.parametrize("name", ["bilging", "swap3"])
def test_a_first_board_in_mid_cascade_is_waited_for_as_long_as_patience_lasts(name: str) -> None:
    """A line that stands longer is of other rules, and is played on."""
    lost = LostMove(name)
    loop = lost.loop
    loop.policy = loop.game.policy("random", loop.rules)
    loop.settings, loop.tracker.changed_ns = replace(SETTINGS, patience_s=60.0), time.monotonic_ns()
    lost.codes[6, :3] = 1
    loop._decide_and_act(lost.look())
    assert lost.hand.pressed == []
    loop.settings = replace(SETTINGS, patience_s=0.0)
    loop._decide_and_act(lost.look())
    assert len(lost.hand.pressed) == 1


@pytest.mark.parametrize("name", ["bilging", "swap3"])
def test_a_board_that_the_rules_do_not_allow_is_told_of_once(name: str) -> None:
    lost = LostMove(name)
    words = lost.loop.game.move_words(lost.loop.rules, lost.pending.decision.move)
    for number in (1, 2):
        look = lost.look()
        look.sighting.codes[-1, :5] = (look.sighting.codes[-1, :5] + 1) % 5
        while not lost.loop._judge(replace(lost.pending, number=number), look):
            pass
    assert len(lost.said) == 1
    assert lost.said[0].startswith(f"move 1, {words}: rules differ, in ")


@pytest.mark.parametrize("name", ["bilging", "swap3"])
def test_a_lost_move_is_not_pressed_again_where_nothing_can_be_read(name: str, run_log: RunLog, told: Told) -> None:
    """A dialog lies over a part of the board; what is not to be seen counts as what stood there before."""
    lost = LostMove(name, log=run_log)
    covered = lost.look(slice(0, 5))
    # what the rules settle is not seen either: they settle the old board while the move has not been made
    settled = lost.look(repaired=tuple((row, col) for row in range(5) for col in range(lost.codes.shape[1])))
    for look in (covered, covered, settled):
        assert lost.pressed(look) == []
    assert [event["reason"] for event in told("waiting")] == [READING]
    assert lost.loop.tally.outcomes["input lost"] == 0
    assert lost.pressed_in_the_end(lost.look()) == list(repeat(lost.gesture, 1)[:1])
    assert lost.loop.tally.outcomes["input lost"] == 1


def test_a_lost_move_is_pressed_again_where_only_other_cells_cannot_be_read() -> None:
    lost = LostMove("swap3")
    assert lost.pressed(lost.look(slice(5, None), repaired=((4, 0),))) == list(repeat(lost.gesture, 1)[:1])


def test_the_rest_of_a_swap_waits_for_the_cell_it_presses(run_log: RunLog, told: Told) -> None:
    lost = LostMove("swap3", log=run_log)
    assert isinstance(lost.gesture, Swap)
    rest = Click(lost.gesture.second)
    lost.pending = replace(lost.pending, rest=rest)
    assert lost.pressed(lost.look(slice(0, 5))) == []
    assert lost.pending.rest == rest
    assert [event["reason"] for event in told("waiting")] == [READING]
    assert lost.pressed_in_the_end(lost.look()) == [rest]
    assert lost.pending.rest is None


def test_a_cell_to_be_pressed_that_is_never_read_ends_the_run() -> None:
    lost = LostMove("bilging")
    covered = lost.look(slice(0, 5))
    assert lost.pressed(covered) == []
    lost.loop.lookout._blocked_since = time.monotonic() - 2 * lost.loop.settings.absence_s
    with pytest.raises(EndRun, match=f"{READING}; gave up after 60 s"):
        lost.pressed(covered)


def cell_at(point: ScreenPoint, lattice: Lattice) -> tuple[int, int]:
    """The (row, column) that a click on the board hits."""
    return int((point[1] - lattice.y) // lattice.pitch_y), int((point[0] - lattice.x) // lattice.pitch_x)


@pytest.mark.parametrize("reads_chosen", [True, False], ids=["a chosen piece is read", "a chosen piece cannot be read"])
@pytest.mark.parametrize("missing", [(1,), (2,), (1, 2), (1, 3), (1, 2, 3)])
def test_a_swap_is_mended_whichever_of_its_clicks_were_lost(missing: tuple[int, ...], reads_chosen: bool) -> None:
    """A repeat of both clicks let the chosen piece go and chose its neighbour; the run ended as in a deaf game."""
    offscreen_application()
    clicks: list[ScreenPoint] = []

    class Hand(NotingHand):
        def perform(self, gesture: Gesture, points: tuple[ScreenPoint, ...], still_ours: StillOurs) -> None:
            super().perform(gesture, points, still_ours)
            for point in points:
                clicks.append(point)
                if len(clicks) not in missing:
                    window.click(cell_at(point, lattice))

    lost = LostMove("swap3", hand=Hand())
    window = Swap3Window(LOOKS["mine"], lost.loop.rules, PracticeOptions(seed=1), lambda: 0)
    np.testing.assert_array_equal(window.session.state.board, lost.codes)
    lattice = lost.loop.lookout.reader.profile.lattice
    lost.hand.perform(lost.gesture, screen_points(lost.gesture, lost.look().frame), lambda _point: True)
    while window.session.state.moves == 0:
        chosen = () if reads_chosen or window._chosen is None else (window._chosen,)
        lost.pressed_in_the_end(lost.look(repaired=chosen))
    swap = {screen_points(Click(at), lost.look().frame)[0] for at in (lost.gesture.first, lost.gesture.second)}
    assert (window.session.state.moves, set(clicks)) == (1, swap)
    assert len(clicks) == 1 + lost.pending.tries <= 2 + SWAP_REPEATS
    assert lost.loop.tally.outcomes == {"input lost": 1}, "one swap, whatever it takes to mend it"
    window.clock = lambda: 10**11
    window.frame()
    assert window._scene.chosen is None
    window.close()


def test_a_deaf_game_of_swaps_is_given_up_after_three_more_clicks() -> None:
    lost = LostMove("swap3")
    first, second = Click(lost.gesture.first), Click(lost.gesture.second)
    assert [lost.pressed(lost.look()) for _ in range(3)] == [[second], [first], [second]]
    with pytest.raises(EndRun, match="did not reach the game, 4 times"):
        lost.pressed(lost.look())
    assert lost.loop.tally.outcomes == {"input lost": 2}, "as of a click: lost when it was made, and for good"


def test_a_swap_that_was_only_slow_is_not_made_twice() -> None:
    """The window hung, and takes what was clicked meanwhile once its pieces rest: a whole repeat swapped them back."""
    offscreen_application()
    lost = LostMove("swap3")
    rules = replace(lost.loop.rules, quiet_swaps=True)
    passed = iter(range(0, 10**15, 10**11))
    window = Swap3Window(LOOKS["mine"], rules, PracticeOptions(seed=2), lambda: next(passed))
    lattice = lost.loop.lookout.reader.profile.lattice
    points = [*screen_points(lost.gesture, lost.look().frame)]
    for gesture in lost.pressed(lost.look()):
        points += screen_points(gesture, lost.look().frame)
    for point in points:
        window.click(cell_at(point, lattice))
    assert window.session.state.moves == 1
    assert window._chosen == cell_at(points[1], lattice), "by the click that came when the swap had been made"
    window.close()


@pytest.mark.parametrize("shown", ["nothing", "the first piece chosen", "the second one, and let go again"])
def test_the_click_that_would_swap_back_waits_longer_for_a_window_that_shows_no_click(shown: str) -> None:
    """A window that hung for three times the patience took all three clicks late, and swapped back what was slow."""
    lost = LostMove("swap3")
    lost.loop.settings = replace(SETTINGS, patience_s=1.0)
    chosen = lost.look()
    chosen.frame.pixels[4, 4] = 255
    first, second = (lost.look() if shown == "nothing" else chosen), lost.look()
    lost.pending.acted_s -= 1.1
    assert lost.pressed(first) == [Click(lost.gesture.second)]
    lost.pending.acted_s -= 2.1
    swap_back = [Click(lost.gesture.first)]
    assert lost.pressed(chosen if shown == "the first piece chosen" else second) == (
        [] if shown == "nothing" else swap_back
    )
    if shown == "nothing":
        lost.pending.acted_s -= 6.0
        assert lost.pressed(second) == swap_back


def test_a_window_that_goes_on_after_a_hang_is_given_time_for_what_it_was_told() -> None:
    """The click that swaps back was pressed at its first new picture: the time of the hang was taken for patience."""
    lost = LostMove("swap3")
    lost.loop.settings = replace(SETTINGS, patience_s=1.0)
    lost.pending.acted_s -= 1.1
    assert lost.pressed(lost.look()) == [Click(lost.gesture.second)]
    lost.pending.acted_s -= 5.0
    assert lost.pressed(lost.look()) == []
    goes_on = lost.look()
    goes_on.frame.pixels[4, 4] = 255
    assert lost.pressed(goes_on) == []
    lost.pending.acted_s -= 2.1
    assert lost.pressed(lost.look()) == [Click(lost.gesture.first)]


@pytest.mark.parametrize("chosen", [(3, 4), (0, 0)])
def test_a_move_after_one_that_was_only_slow_is_made_with_no_piece_but_its_own(chosen: tuple[int, int]) -> None:
    """The click that was to mend the slow one chose a piece: begun beside it, the next swap would be made with that."""
    offscreen_application()
    lost = LostMove("swap3")
    rules, profile = replace(lost.loop.rules, quiet_swaps=True), lost.loop.lookout.reader.profile
    outcomes = set()
    for move in legal_moves_of_swap3(rules, lost.state).tolist():
        cells = set(cells_of(rules, move))
        if min(abs(row - chosen[0]) + abs(col - chosen[1]) for row, col in cells) > 1:
            continue
        window = Swap3Window(LOOKS["mine"], rules, PracticeOptions(seed=1), lambda: 0)
        np.testing.assert_array_equal(window.session.state.board, lost.codes)
        window.click(chosen)
        gesture = lost.loop.turns.gesture(lost.state, move, profile)
        for point in screen_points(apart_from(gesture, profile.lattice.centre(*chosen)), lost.look().frame):
            window.click(cell_at(point, profile.lattice))
        alone = Session(rules, seed=1)
        alone.swap(*cells)
        moves, board = window.session.state.moves, window.session.state.board
        assert np.array_equal(board, alone.state.board if moves else lost.codes), cells
        outcomes.add((chosen in cells, moves))
        window.close()
    assert outcomes == {(True, 0), (False, 1)}, "one that begins with the chosen piece lets it go, and is mended"


def test_a_piece_that_is_clicked_into_its_cell_is_clicked_on_first_whatever_is_chosen() -> None:
    """The cell first, and it would be given the piece that is chosen."""
    move = Swap((20, 20), (80, 20), either_way=False)
    assert apart_from(move, (20, 80)) == move


@pytest.mark.live
@pytest.mark.display
@pytest.mark.timeout(180)
@pytest.mark.parametrize("lost", [4, 8], ids=["first move", "second move"])
def test_a_swap_cut_short_between_its_clicks_is_finished(
    lost: int, display: VirtualDisplay, tmp_path: Path, person: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game holds the first piece: a swap that is decided anew would let it go, or swap it with a third."""
    person("mousemove", 1300, 1000)
    asked: list[bool] = []
    truly = Envelope.still_ours

    def once_not(self: Envelope, point: ScreenPoint | None) -> bool:
        asked.append(len(asked) + 1 != lost and truly(self, point))
        return asked[-1]

    choice = PracticeChoice("swap3", seed=4, speed=4.0, title_suffix=tmp_path.name, position="60,60")
    with laid(choice, tmp_path / "profile", tmp_path) as table:
        table.calibrate()
        monkeypatch.setattr(Envelope, "still_ours", once_not)
        settings = LoopSettings(moves=3, think_ms=20, seed=1)
        profile = load_profile(table.profile)
        run = LiveRun(GAMES["swap3"](), "gweled", "greedy", profile, table.profile, table.title, settings)
        result = play_live(run)
        assert asked.count(False) == 1
        assert result.ending.finished, result.ending.reason
        assert dict(result.tally.outcomes) == {"as planned": 3}
        assert len(table.presses()) == 6
        assert table.moves_shown() == 3
