"""When rounds begin, as the pictures of an arena tell it: pictures at rest, motion, and a start that takes its time."""

from dataclasses import replace

import numpy as np
import pytest

from bot.ticking.watching import MORE_BOXES, Watch, others_broke_the_rest
from engine.hypersonic import BOX_BOMB, BOX_RANGE, BOXES, PRESETS, RANGE, UNKNOWN, X, Y, advance, dice, places, start
from vision.arena.tracker import ArenaPhase, ArenaTracker
from vision.sighting import Sighting, Status

TICK_MS, MOTION_MS, PACE_MS = 300, 120, 10


def seen(ms: int, turn: int, moved: int) -> Sighting:
    """An arena whose every cell shows the turn's number, `moved` grey levels on its way."""
    codes = np.full((3, 4), turn, np.int8)
    extras = {
        "moving": False,
        "covered": frozenset[int](),
        "turn_patch": None,
        "look": np.full((12, 4, 3), moved, np.uint8),
        "floor": {},
        "looks": frozenset(),
        "resting": dict,
    }
    return Sighting(codes, np.ones(codes.shape, np.float32), Status.CLEAR, ms * 1_000_000, extras)


def watch_a_game(watch: Watch, from_ms: int, waits_ms: int, rounds: int) -> list[float]:
    """Show a game whose first round is played after `waits_ms`; returns what is left in ms, asked at each rest."""
    left, turn = [], None
    for ms in range(from_ms, from_ms + waits_ms + rounds * TICK_MS, PACE_MS):
        number, since = divmod(ms - from_ms - waits_ms + TICK_MS, TICK_MS)
        number = max(0, number)
        moved = 15 * since // PACE_MS if number and since < MOTION_MS else 0
        view = watch.feed(seen(ms, number, moved))
        if view.phase is ArenaPhase.SETTLED and view.fresh:
            watch.round_began(view, 0 if turn is None else number - turn)
            turn = number
            left.append(1e3 * watch.rhythm.left_s(ms / 1e3))
    return left


def test_how_long_the_first_board_waits_is_no_length_of_a_round() -> None:
    watch = Watch(ArenaTracker(still_ms=20), PRESETS["two"])
    left = watch_a_game(watch, 1_000, waits_ms=700, rounds=4)
    assert watch.rhythm.tick_s == pytest.approx(0.3, abs=0.02)
    assert left[2:] == pytest.approx([TICK_MS - MOTION_MS - 20] * (len(left) - 2), abs=25)


def test_a_new_map_that_waits_for_the_first_key_is_no_long_round() -> None:
    """A round taken to last as long as the wait left no turn of the game settled."""
    watch = Watch(ArenaTracker(still_ms=20), PRESETS["two"])
    state = start(PRESETS["two"], dice(1))
    pictures = [*((ms, 9, 0) for ms in range(0, 200, PACE_MS)), *((ms, 0, 0) for ms in range(200, 12_800, PACE_MS))]
    for ms in range(12_800, 12_800 + 6 * TICK_MS, PACE_MS):
        number, since = divmod(ms - 12_800, TICK_MS)
        pictures.append((ms, number + 1, 15 * since // PACE_MS if since < MOTION_MS else 0))
    turns: list[int] = []
    for picture in pictures:
        view = watch.feed(seen(*picture))
        if view.phase is ArenaPhase.SETTLED and view.fresh:
            turn = picture[1]
            watch.knows(state if turn in (9, 0) else advance(PRESETS["two"], state, [5, 0]).state, follows=turn != 0)
            watch.round_began(view, 0 if turn in (9, 0) else 1)
            turns.append(turn)
    assert turns == [9, 0, 1, 2, 3, 4, 5, 6]
    assert watch.rhythm.tick_s == pytest.approx(0.3, abs=0.02)


def test_of_two_rounds_the_motion_that_was_seen_may_be_the_first_ones() -> None:
    """The second one was looked at when it stood still again; taken for its motion, a round was over too early."""
    watch = Watch(ArenaTracker(still_ms=20), PRESETS["two"])
    watch_a_game(watch, 1_000, waits_ms=700, rounds=4)
    for ms in (2_900, 2_910, 3_210, 3_220, 3_230, 3_240):
        view = watch.feed(seen(ms, 5 if ms < 3_000 else 6, ms % 100 if ms < 3_000 else 0))
    assert view.phase is ArenaPhase.SETTLED
    watch.round_began(view, 2)
    assert watch.rhythm.tick_s == pytest.approx(0.3, abs=0.02)
    assert watch.rhythm.ends_s == pytest.approx(3.5, abs=0.03)


@pytest.mark.parametrize("gone_after_ms", range(1_500, 1_810, 60))
def test_rounds_under_a_note_are_no_long_round(gone_after_ms: int) -> None:
    """A note over a player, for six rounds: the round's length became two seconds, and no turn settled any more."""
    watch = Watch(ArenaTracker(still_ms=20), PRESETS["two"])
    watch_a_game(watch, 1_000, waits_ms=700, rounds=4)
    told: list[int] = []
    last = 4
    for ms in range(2_900, 2_900 + gone_after_ms + 2_000, PACE_MS):
        number, since = 4 + (ms - 2_900) // TICK_MS, (ms - 2_900) % TICK_MS
        sighting = seen(ms, number, 15 * since // PACE_MS if since < MOTION_MS else 0)
        if 2_900 < ms < 2_900 + gone_after_ms:
            sighting.codes[0, :2] = UNKNOWN
        view = watch.feed(sighting)
        if view.phase is ArenaPhase.SETTLED and view.fresh:
            watch.round_began(view, number - last if number - last < 3 else 0)
            told, last = [*told, number], number
    assert watch.rhythm.tick_s == pytest.approx(0.3, abs=0.02)
    assert len(told) >= 5, "turns went by that did not settle"


@pytest.mark.parametrize("covered", [True, False])
def test_rounds_under_a_note_could_not_be_read_and_rounds_in_a_stall_could(covered: bool) -> None:
    """Of the same three rounds no turn was decided on: for the one a slower tick helps, for the other it does not."""
    watch = Watch(ArenaTracker(still_ms=20), PRESETS["two"])
    watch_a_game(watch, 1_000, waits_ms=700, rounds=4)
    assert not watch.unread
    for ms in range(2_900, 2_900 + 4 * TICK_MS, PACE_MS):
        number, since = 4 + (ms - 2_900) // TICK_MS, (ms - 2_900) % TICK_MS
        sighting = seen(ms, number, 15 * since // PACE_MS if since < MOTION_MS else 0)
        away = number < 7
        if (away and covered) or since < MOTION_MS:  # a motion's pictures cannot be read either
            sighting.codes[0, :2] = UNKNOWN
        elif away:
            continue  # nobody looks
        view = watch.feed(sighting)
        if view.phase is ArenaPhase.SETTLED:
            break
    assert view.phase is ArenaPhase.SETTLED
    assert watch.unread == covered
    watch.round_began(view, 3)
    assert not watch.unread


@pytest.mark.parametrize(("unread_ms", "covered"), [(400, False), (600, True)])
def test_before_a_round_is_measured_a_slow_motion_hides_none(unread_ms: int, covered: bool) -> None:
    """A first turn of a second, missed in a stall, was told as one that could not be read: its motion took 0.4 s."""
    watch = Watch(ArenaTracker(still_ms=20), PRESETS["two"])
    for ms in range(1_000, 1_900 + unread_ms, PACE_MS):
        moving = 1_300 <= ms < 1_300 + unread_ms
        sighting = seen(ms, int(ms >= 1_300), 15 * (ms // PACE_MS % 16) if moving else 0)
        if moving:
            sighting.codes[0, :2] = UNKNOWN
        watch.feed(sighting)
    assert not watch.rhythm.measured
    assert watch.unread == covered


def test_a_turn_out_of_step_is_missed_for_what_hid_the_one_before() -> None:
    watch = Watch(ArenaTracker(still_ms=20), PRESETS["two"])
    watch_a_game(watch, 1_000, waits_ms=700, rounds=4)
    watch.forget()
    for ms in range(3_000, 3_200, PACE_MS):
        view = watch.feed(seen(ms, 5, 0))
    watch.round_began(view, 1)
    assert (watch.rhythm.out_of_step, watch.unread) == (True, True)
    for ms in range(3_200, 3_400, PACE_MS):
        view = watch.feed(seen(ms, 6, max(0, 15 * (3_300 - ms) // PACE_MS)))
    watch.round_began(view, 1)
    assert (watch.rhythm.out_of_step, watch.unread) == (False, False)


def turns_settled(watch: Watch, until_ms: int, stalls: dict[int, int]) -> list[int]:
    """Show rounds from 1,000 ms on; at some moments nothing is painted, and nothing seen, for so many ms."""
    ms, stalled = 1_000, 0
    turns: list[int] = []
    while ms < until_ms:
        number, since = divmod(ms - 1_000 - stalled, TICK_MS)
        sighting = seen(ms, number, 15 * since // PACE_MS if since < MOTION_MS else 0)
        patch = np.full((4, 4), 60 * (number % 4), np.uint8)
        view = watch.feed(replace(sighting, extras={**sighting.extras, "turn_patch": patch}))
        if view.phase is ArenaPhase.SETTLED and view.fresh:
            rounds = number - turns[-1] if turns else 0
            watch.round_began(view, rounds if rounds < 3 else 0)
            turns.append(number)
        stall = stalls.pop(number, 0)
        ms, stalled = ms + PACE_MS + stall, stalled + stall
    return turns


def test_a_first_round_that_was_measured_in_a_stall_is_measured_again() -> None:
    """Its motion was taken for longer than a round: no turn settled for the rest of the run, 200 rounds and more."""
    watch = Watch(ArenaTracker(still_ms=20), PRESETS["two"])
    turns = turns_settled(watch, 9_000, {1: 2_000})
    assert turns[:2] == [0, 1]
    assert turns[-8:] == list(range(turns[-1] - 7, turns[-1] + 1))
    assert watch.rhythm.tick_s == pytest.approx(0.3, abs=0.02)


@pytest.mark.parametrize(("tick_ms", "hang_ms"), [(100, 300), (100, 1_000), (150, 400), (300, 800)])
def test_a_hang_in_the_first_round_that_is_measured_costs_few_turns(tick_ms: int, hang_ms: int) -> None:
    """No turn settled for two seconds, in rounds of 100 ms 20 of them.

    From round 3 on each motion is one picture that stands still: none may be believed, as in rounds of 300 ms one was.
    """
    watch, motion_ms, turns = Watch(ArenaTracker(still_ms=12), PRESETS["two"]), 0.4 * tick_ms, [0]
    for ms in range(1_000, 5_000, PACE_MS):
        played = ms - 1_000 - max(0, min(ms - 1_000 - 2 * tick_ms + PACE_MS, hang_ms))  # the window hangs in round 1
        number, since = divmod(played, tick_ms)
        moved = (15 * since // PACE_MS if number < 3 else 77) if since < motion_ms else 0
        patch = np.full((4, 4), 60 * (number % 4), np.uint8)
        sighting = seen(ms, number, moved)
        view = watch.feed(replace(sighting, extras={**sighting.extras, "turn_patch": patch}))
        if view.phase is ArenaPhase.SETTLED and view.fresh:
            assert since >= motion_ms, f"round {number} was believed in mid-motion"
            rounds = number - turns[-1]
            watch.round_began(view, rounds if rounds < 3 else 0)
            turns.append(number)
    assert watch.rhythm.tick_s == pytest.approx(tick_ms / 1e3, rel=0.1)
    assert number - len(set(turns)) + 1 <= 6, f"of {number + 1} turns {len(set(turns))} settled"


def test_a_stall_alone_makes_nobody_forget_how_long_a_round_is() -> None:
    watch = Watch(ArenaTracker(still_ms=20), PRESETS["two"])
    watch.rhythm.forget = lambda: pytest.fail("forgotten")  # type: ignore[method-assign]
    turns_settled(watch, 8_000, {4: 2_500})
    assert watch.rhythm.tick_s == pytest.approx(0.3, abs=0.02)


def test_a_game_after_another_begins_when_it_begins() -> None:
    watch = Watch(ArenaTracker(still_ms=20), PRESETS["two"])
    watch_a_game(watch, 1_000, waits_ms=700, rounds=4)
    watch.forget()
    left = watch_a_game(watch, 9_050, waits_ms=1_130, rounds=3)
    assert watch.rhythm.tick_s == pytest.approx(0.3, abs=0.02)
    assert left == pytest.approx([TICK_MS] + [TICK_MS - MOTION_MS - 20] * 3, abs=25)


def test_a_picture_that_comes_into_sight_may_have_stood_for_any_time() -> None:
    watch = Watch(ArenaTracker(still_ms=20), PRESETS["two"])
    watch_a_game(watch, 1_000, waits_ms=700, rounds=4)
    watch.forget()
    assert (watch.blind, watch.rhythm.known) == (True, True), "how long a round is, and when the last one seen began"
    for ms in range(3_000, 3_200, PACE_MS):
        view = watch.feed(seen(ms, 5, 0))
    assert view.phase is ArenaPhase.SETTLED
    watch.round_began(view, 1)
    assert (watch.blind, watch.rhythm.out_of_step) == (False, True)
    for ms in range(3_200, 3_400, PACE_MS):
        view = watch.feed(seen(ms, 6, max(0, 15 * (3_300 - ms) // PACE_MS)))
    assert view.phase is ArenaPhase.SETTLED
    watch.round_began(view, 1)
    assert not watch.rhythm.out_of_step
    assert watch.rhythm.left_s(3.39) == pytest.approx(0.11, abs=0.03)


def test_a_motion_that_stalls_at_its_beginning_is_no_round_even_in_a_games_first() -> None:
    """On a busy machine the first picture of the first motion stood for 24 ms, and was believed."""
    watch = Watch(ArenaTracker(still_ms=12), PRESETS["two"])
    pictures = [(0, 0, 0), (65, 0, 0), (300, 1, 40), (320, 1, 40), (345, 2, 90), (370, 2, 90), (390, 2, 90)]
    views = [watch.feed(seen(*picture)) for picture in pictures]
    assert [view.fresh for view in views] == [False, True, False, False, False, True, False]


def test_who_dies_next_is_told_only_where_all_is_known_since_the_start() -> None:
    """A bomb's range cannot be seen: it is certain only for who has seen every item taken."""
    rules = PRESETS["two"]
    watch = Watch(ArenaTracker(still_ms=12), rules)
    state = start(rules, dice(1))
    watch.knows(state, follows=False)
    doomed = watch.tracker.doomed
    assert doomed == frozenset()
    for turn in range(8):
        state = advance(rules, state, [5 if turn == 0 else 0, 0]).state
        watch.knows(state, follows=True)
        doomed = watch.tracker.doomed
        assert doomed == (frozenset({0}) if turn == 7 else frozenset())
    watch.knows(state, follows=False)
    assert watch.tracker.doomed is None
    watch.knows(state, follows=True)
    assert watch.tracker.doomed is None
    watch.knows(start(rules, dice(2)), follows=False)
    assert watch.tracker.doomed == frozenset()


def test_what_a_cover_hides_is_told_only_where_all_is_known_since_the_start() -> None:
    rules = PRESETS["two"]
    watch = Watch(ArenaTracker(still_ms=12), rules)
    late = advance(rules, start(rules, dice(1)), [5, 0]).state
    watch.knows(late, follows=True)
    complete = watch.tracker.complete
    assert complete is None, "joined late: nobody knows the ranges"
    state = start(rules, dice(2))
    watch.knows(state, follows=False)
    after = places(advance(rules, state, [0, 0]).state)
    seen_codes = after.copy()
    seen_codes[4:8, 3:9] = UNKNOWN
    complete = watch.tracker.complete
    assert complete is not None
    whole = complete(seen_codes, seen_codes == UNKNOWN)
    assert whole is not None
    assert np.array_equal(whole, after)
    together = state._replace(players=state.players.copy())
    together.players[1, [X, Y]] = together.players[0, [X, Y]]
    together.players[1, RANGE] += 1
    watch.knows(together, follows=True)
    watch.knows(advance(rules, together, [5, 0]).state, follows=True)
    assert watch.tracker.complete is None, "whose bomb it is, and how far it reaches, no screen shows"


@pytest.mark.parametrize(
    ("rounds", "taken", "certain"), [(4, False, True), (4, True, False), (2, False, False), (0, False, False)]
)
def test_what_a_cover_hides_is_told_again_after_rounds_that_can_have_changed_no_range(
    rounds: int, taken: bool, certain: bool
) -> None:
    """Two rounds would have been explained: if they are not, what was taken for certain is wrong."""
    watch, begun = Watch(ArenaTracker(still_ms=12), PRESETS["two"]), start(PRESETS["two"], dice(2))
    watch_a_game(watch, 1_000, waits_ms=700, rounds=4)
    watch.knows(begun, follows=False)
    state = advance(PRESETS["two"], begun, [5, 0]).state
    watch.knows(state, follows=True)
    for ms in range(2_900, 2_900 + rounds * TICK_MS, PACE_MS):
        sighting = seen(ms, 4 + (ms - 2_900) // TICK_MS, 0)
        sighting.codes[0, :2] = UNKNOWN
        watch.feed(sighting)
    cells = state.cells.copy()
    if taken:
        cells[tuple(np.argwhere(cells == BOX_RANGE)[0])] = 0
    watch.knows(state._replace(cells=cells, round=rounds), follows=False)
    assert watch.ranges_certain == certain
    assert (watch.tracker.complete is not None) == watch.ranges_certain


def test_a_cover_that_is_gone_excuses_no_later_board_that_nothing_explains() -> None:
    """The turn after it is missed for it, too: its beginning was not seen. But its picture was whole."""
    watch, begun = Watch(ArenaTracker(still_ms=12), PRESETS["two"]), start(PRESETS["two"], dice(2))
    watch_a_game(watch, 1_000, waits_ms=700, rounds=4)
    watch.knows(begun, follows=False)
    for ms in range(2_900, 2_900 + 4 * TICK_MS, PACE_MS):
        sighting = seen(ms, 4, 0)
        sighting.codes[0, :2] = UNKNOWN
        watch.feed(sighting)
    view = watch.feed(seen(2_900 + 4 * TICK_MS, 8, 0))
    state = advance(PRESETS["two"], begun, [5, 0]).state
    for certain in (True, False):
        watch.knows(state, follows=False)
        watch.round_began(view, 0)
        assert (watch.rhythm.out_of_step, watch.unread, watch.ranges_certain) == (True, True, certain)


def test_before_a_round_is_measured_no_cover_is_held_to_have_hidden_several() -> None:
    """Rounds of a second were taken for a quarter: less than one of them was hidden."""
    watch, begun = Watch(ArenaTracker(still_ms=12), PRESETS["two"]), start(PRESETS["two"], dice(2))
    watch.knows(begun, follows=False)
    for ms in range(1_000, 1_900, PACE_MS):
        sighting = seen(ms, 0, 0)
        sighting.codes[0, :2] = UNKNOWN
        watch.feed(sighting)
    watch.knows(advance(PRESETS["two"], begun, [5, 0]).state, follows=False)
    assert not watch.ranges_certain


def test_a_games_first_turn_is_not_missed_for_what_was_out_of_sight_before_it() -> None:
    """It is decided on, though its beginning was not seen; where it is missed time was up."""
    watch = Watch(ArenaTracker(still_ms=20), PRESETS["two"])
    watch_a_game(watch, 1_000, waits_ms=700, rounds=4)
    watch.forget()
    for ms in range(3_000, 3_200, PACE_MS):
        view = watch.feed(seen(ms, 0, 0))
    watch.knows(start(PRESETS["two"], dice(2)), follows=False)
    watch.round_began(view, 0)
    assert (watch.rhythm.out_of_step, watch.unread) == (True, False)


def test_in_a_game_joined_late_every_box_that_may_be_gone_is_the_others() -> None:
    rules = PRESETS["three"]
    begun = start(rules, dice(4))._replace(seat=1)
    assert others_broke_the_rest(rules, begun) is begun
    late = begun._replace(cells=begun.cells.copy())
    late.cells[tuple(np.argwhere((late.cells > 1) & (late.cells <= BOX_BOMB))[0])] = 0
    gone = rules.boxes + rules.boxes_more - 1 + MORE_BOXES - late.boxes
    assert gone >= 1
    assert others_broke_the_rest(rules, late).players[:, BOXES].tolist() == [gone, 0, gone]
    assert (late.players == begun.players).all()


def test_an_arena_without_boxes_is_no_beginning() -> None:
    rules = PRESETS["two"]
    bare = start(rules, dice(4))
    bare = bare._replace(cells=np.where(bare.cells > 1, 0, bare.cells))
    assert others_broke_the_rest(rules, bare).players[:, BOXES].tolist() == [0, 68]


def test_a_number_that_fades_is_no_round_at_each_step() -> None:
    """Four steps of it within one motion passed for three rounds, and the length of a round was forgotten."""
    watch, tick_ms, motion_ms = Watch(ArenaTracker(still_ms=20), PRESETS["two"]), 500, 200
    turns = [0]
    for ms in range(1_000, 9_000, PACE_MS):
        number, since = divmod(ms - 1_000, tick_ms)
        faded = min(since // 40, 4)  # from the number before to this one
        patch = np.full((4, 4), 60 * (faded if number % 2 else 4 - faded), np.uint8)
        sighting = seen(ms, number, 10 * since // PACE_MS if since < motion_ms else 0)
        view = watch.feed(replace(sighting, extras={**sighting.extras, "turn_patch": patch}))
        if view.phase is ArenaPhase.SETTLED and view.fresh:
            watch.round_began(view, min(number - turns[-1], 2))
            turns.append(number)
        if number >= 6:
            assert watch.rhythm.tick_s == pytest.approx(tick_ms / 1e3, rel=0.1)
