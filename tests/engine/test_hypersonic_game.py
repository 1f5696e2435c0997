"""Maps, the end of a game, the order of its players, and `apply`: the rules page line by line."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import engine.hypersonic as hypersonic
from engine.dice import dice
from engine.hypersonic import BOX, BOX_BOMB, BOX_RANGE, COLS, DIED, FLOOR, PRESETS, ROWS, WALL, Rules, State
from engine.hypersonic.rules import MOST_BOXES
from tests.engine.hypersonic_engines import Play
from tests.engine.hypersonic_games import random_game
from tests.engine.hypersonic_positions import (
    BOMB,
    DOWN,
    FAR,
    FREE_CELLS,
    LAST_BOX,
    LEFT,
    RIGHT,
    STAY,
    UP,
    Place,
    code_at,
    position,
    rows,
    same,
)

TWO = PRESETS["two"]
CORNERS = ((0, 0), (12, 10), (12, 0), (0, 10))


# -- maps ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_how_a_game_begins(preset: str) -> None:
    """One bomb in hand, range 3, in the corners 0 (0,0), 1 (12,10), 2 (12,0), 3 (0,10)."""
    rules = PRESETS[preset]
    first = hypersonic.start(rules, dice(1))
    assert rules.players == {"two": 2, "three": 3, "four": 4}[preset]
    assert rows(first.players) == [(*corner, 1, 3, 0, 0) for corner in CORNERS[: rules.players]]
    assert rows(first.bombs) == []
    assert first[3:] == (0, 0, 0, -1)
    assert first.cells.shape == (ROWS, COLS) == (11, 13)


def mirrors(place: Place) -> set[Place]:
    x, y = place
    return {(x, y), (12 - x, y), (x, 10 - y), (12 - x, 10 - y)}


@pytest.mark.parametrize("seed", range(60))
def test_a_map(seed: int) -> None:
    """Walls, free corners, mirrored boxes of the same content, and how many there are."""
    first = hypersonic.start(TWO, dice(seed))
    for y in range(ROWS):
        for x in range(COLS):
            assert (code_at(first, (x, y)) == WALL) == (x % 2 == 1 and y % 2 == 1)
    for corner in CORNERS:
        for place in FREE_CELLS:
            if abs(place[0] - corner[0]) + abs(place[1] - corner[1]) <= 1:
                assert code_at(first, place) == FLOOR
    for place in FREE_CELLS:
        assert len({code_at(first, mirror) for mirror in mirrors(place)}) == 1
        assert code_at(first, place) in (FLOOR, BOX, BOX_RANGE, BOX_BOMB)
    of_range, of_bomb = (int((first.cells == code).sum()) for code in (BOX_RANGE, BOX_BOMB))
    fits = [
        wanted
        for wanted in range(30, 66)
        if wanted <= first.boxes <= wanted + 3
        and wanted // 3 <= of_range <= wanted // 3 + 3
        and wanted // 3 <= of_bomb <= wanted // 3 + 3
    ]
    assert fits


def test_a_map_is_the_same_for_any_number_of_players() -> None:
    """The corners of players who are not there are kept clear too."""
    maps = [hypersonic.start(rules, dice(8)).cells for rules in PRESETS.values()]
    assert all((cells == maps[0]).all() for cells in maps)


def test_maps_are_drawn_evenly() -> None:
    """Numbers of boxes wanted from 30 to 65, and a cell and its images as often as any others of that number."""
    boxes, often, games = [], np.zeros((ROWS, COLS)), 2000
    for seed in range(games):
        first = hypersonic.start(TWO, dice(seed))
        boxes.append(first.boxes)
        often += (first.cells >= BOX) & (first.cells <= BOX_BOMB)
    assert min(boxes) == 30
    assert 65 <= max(boxes) <= 68
    assert abs(np.mean(boxes) - (47.5 + 1.2)) < 1.0
    free = [place for place in FREE_CELLS if all(abs(place[0] - x) + abs(place[1] - y) > 1 for x, y in CORNERS)]
    assert len(free) == MOST_BOXES
    shares = {size: {often[y, x] / games for x, y in free if len(mirrors((x, y))) == size} for size in (1, 2, 4)}
    assert all(max(those) - min(those) < 0.1 for those in shares.values())
    assert max(shares[1]) < min(shares[2]) < max(shares[2]) < min(shares[4]), "more images, more cells that place it"


@pytest.mark.parametrize(
    "change",
    [
        "players=1",
        "players=5",
        "rounds=0",
        "boxes=102",
        "boxes=90,boxes_more=13",
        "boxes_more=0",
        "bombs=-1",
        "bombs=31",
        "reach=0",
        "quiet=1",
    ],
)
def test_rules_that_no_game_can_be_played_by_are_refused_in_one_line(change: str) -> None:
    with pytest.raises(KeyError, match=change.partition("=")[0]) as caught:
        PRESETS[f"two:{change}"]
    assert "\n" not in str(caught.value)


def test_rules_with_other_numbers() -> None:
    rules = PRESETS["two:players=3,boxes=80,boxes_more=22,bombs=30,reach=30"]
    first = hypersonic.start(rules, dice(4))
    assert rows(first.players) == [(*corner, 30, 30, 0, 0) for corner in CORNERS[:3]]
    assert 80 <= first.boxes <= MOST_BOXES
    full = [hypersonic.start(PRESETS[f"two:boxes={MOST_BOXES},boxes_more=1"], dice(seed)) for seed in range(5)]
    assert [each.boxes for each in full] == [MOST_BOXES] * 5
    empty = hypersonic.start(PRESETS["two:boxes=0,boxes_more=1"], dice(4))
    assert (empty.boxes, empty.boxless) == (0, 0)


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deaths", "over"),
    [((0, 0, 0), False), ((3, 0, 0), False), ((3, 4, 0), True), ((3, 4, 4), True), ((2, 2, 2), True)],
)
def test_a_game_ends_with_one_alive(deaths: tuple[int, ...], over: bool) -> None:
    """For the dead it is over at once."""
    bodies = [(*corner, 1, 3, 0, died) for corner, died in zip(CORNERS, deaths, strict=False)]
    state = position(*bodies, played=9)
    assert hypersonic.has_ended(PRESETS["three"], state) == over
    for seat in range(3):
        assert hypersonic.is_over(PRESETS["three"], state._replace(seat=seat)) == (over or deaths[seat] > 0)


def test_a_game_ends_after_200_rounds(play: Play) -> None:
    before = position((0, 0), FAR, played=198)
    after = play(before, RIGHT).state
    assert (after.round, hypersonic.is_over(TWO, after)) == (199, False)
    after = play(after, LEFT).state
    assert (after.round, hypersonic.is_over(TWO, after)) == (200, True)
    assert hypersonic.legal_moves(TWO, after).size == 0
    assert hypersonic.is_over(PRESETS["two:rounds=50"], position((0, 0), FAR, played=50))


@pytest.mark.parametrize("action", [STAY, UP, LEFT])
def test_a_game_ends_after_20_quiet_rounds(play: Play, action: int) -> None:
    """Nobody moves, nothing is placed, no bomb lies. A step that fails is no move."""
    state = position((0, 0), FAR)
    for rounds in range(1, 21):
        assert not hypersonic.is_over(TWO, state)
        state = play(state, action).state
        assert state.quiet == rounds
    assert hypersonic.is_over(TWO, state)


def test_what_is_not_quiet(play: Play) -> None:
    """A move of any player, a placing, a bomb on the board; not a bomb that cannot be placed."""
    state = position((0, 0, 0), FAR)._replace(quiet=19)
    assert play(state, DOWN).state.quiet == 0
    assert play(state, STAY, LEFT).state.quiet == 0
    assert play(state, STAY, BOMB).state.quiet == 0
    assert play(state, BOMB).state.quiet == 20
    lying = play(state, STAY, BOMB).state
    for _ in range(8):
        lying = play(lying).state
        assert lying.quiet == 0
    assert rows(lying.bombs) == []
    assert play(lying).state.quiet == 1


def test_the_dead_make_no_noise(play: Play) -> None:
    state = position((0, 0, 1, 3, 0, 5), FAR, (0, 10), played=9)._replace(quiet=3)
    assert play(state, DOWN + BOMB).state.quiet == 4


def test_a_game_ends_19_rounds_after_the_round_that_broke_the_last_box(play: Play) -> None:
    """Items left on the floor are no boxes. Everybody walks about meanwhile."""
    state = position((0, 0), (12, 10), bombs=[(0, 10, 6, 1, 3)])
    for rounds in range(20):
        assert not hypersonic.is_over(TWO, state)
        state = play(state, (DOWN, UP)[rounds % 2]).state
        assert state.boxless == rounds
    assert hypersonic.is_over(TWO, state)


@pytest.mark.parametrize(
    ("rules", "played", "boxless", "last"),
    [
        ("two", 60, -1, 200),
        ("two", 60, 0, 79),
        ("two", 60, 19, 60),
        ("two", 190, 4, 200),
        ("two:move_limit=70", 60, 4, 70),
    ],
)
def test_the_last_round_is_the_first_limit_that_is_reached(rules: str, played: int, boxless: int, last: int) -> None:
    assert hypersonic.last_round(PRESETS[rules], position((0, 0), FAR, played=played)._replace(boxless=boxless)) == last


def test_boxes_left_do_not_count_down(play: Play) -> None:
    state = position((0, 0), FAR, bombs=[(0, 10, 6, 1, 3)], range_box=[(0, 6)])
    for _ in range(3):
        state = play(state, DOWN).state
        assert state.boxless == -1


def test_a_last_box_that_showed_an_item(play: Play) -> None:
    state = position((0, 0), (12, 10), bombs=[(0, 10, 6, 1, 3)])
    state.cells[LAST_BOX[::-1]] = BOX_RANGE
    state = play(state).state
    assert (state.boxless, state.boxes) == (0, 0)
    assert play(state).state.boxless == 1


# -- ranking ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "places"),
    [
        (((0, 0), (5, 0)), (2, 1)),
        (((5, 0), (5, 0)), (1, 1)),
        (((0, 0), (9, 7)), (1, 2)),
        (((9, 6), (2, 7)), (2, 1)),
        (((9, 7), (2, 7)), (1, 2)),
        (((2, 7), (2, 7)), (1, 1)),
        (((5, 0), (5, 0), (9, 3)), (1, 1, 3)),
        (((1, 0), (2, 0), (3, 0), (2, 0)), (4, 2, 1, 2)),
        (((1, 9), (7, 4), (3, 9), (9, 4)), (2, 4, 1, 3)),
        (((0, 4), (0, 4), (0, 4), (0, 0)), (2, 2, 2, 1)),
    ],
)
def test_ranking(players: tuple[tuple[int, int], ...], places: tuple[int, ...]) -> None:
    """Each player's boxes and round of death: alive first, then later death, then boxes; equals share."""
    bodies = [(*corner, 1, 3, boxes, died) for corner, (boxes, died) in zip(CORNERS, players, strict=False)]
    state = position(*bodies, played=20)
    rules = next(rules for rules in PRESETS.values() if rules.players == len(players))
    assert hypersonic.ranking(state) == places
    for seat in range(rules.players):
        assert hypersonic.ranking(state._replace(seat=seat)) == places, "whose view it is does not matter"


# -- apply -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["two", "three"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_others_draw_from_their_legal_actions(preset: str, seat: int) -> None:
    """Every pair of their legal actions comes, no other, and about as often as any other."""
    rules = PRESETS[preset]
    before = hypersonic.start(rules, dice(3))._replace(seat=seat)
    move = int(hypersonic.legal_moves(rules, before)[1])
    legal = [hypersonic.legal_actions(before, player).tolist() for player in range(rules.players)]
    legal[seat] = [move]
    combinations = np.stack(np.meshgrid(*legal, indexing="ij"), -1).reshape(-1, rules.players)
    possible = {key(hypersonic.advance(rules, before, actions.tolist()).state) for actions in combinations}
    rolls = dice(17)
    seen = Counter(key(hypersonic.apply(rules, before, move, rolls).state) for _ in range(20 * len(possible)))
    assert set(seen) == possible
    chi_square = sum((often - 20) ** 2 / 20 for often in seen.values())
    assert chi_square < len(possible) + 5 * (2 * len(possible)) ** 0.5


def key(state: State) -> str:
    return hypersonic.to_text(state)


def test_apply_is_advance_with_the_others_drawn() -> None:
    """The step's reward, state, explosions and dead."""
    before = position((0, 0), (12, 10, 0), bombs=[(0, 4, 0, 1, 3), (1, 12, 8, 1, 3)], box=[(6, 0)])
    step = hypersonic.apply(TWO, before, RIGHT, dice(4))
    assert step.reward == 1.0
    assert step.died == (1,)
    assert same(step.state, hypersonic.advance(TWO, before, [RIGHT, STAY]).state)


def test_the_same_dice_give_the_same_game() -> None:
    rules = PRESETS["four"]
    for seed in (1, 2):
        ends = []
        for _ in range(2):
            rolls = dice(seed)
            state = hypersonic.start(rules, rolls)
            while not hypersonic.is_over(rules, state):
                state = hypersonic.apply(rules, state, int(hypersonic.legal_moves(rules, state)[-1]), rolls).state
            ends.append(state)
        assert same(*ends)


@pytest.mark.parametrize("move", [-1, LEFT, UP, 10, BOMB + LEFT, 32_767])
def test_an_illegal_move_is_refused_in_one_line(move: int) -> None:
    with pytest.raises(ValueError, match=f"move {move} is not legal") as caught:
        hypersonic.apply(TWO, hypersonic.start(TWO, dice(0)), move, dice(0))
    assert "\n" not in str(caught.value)


def test_a_game_that_is_over_has_no_moves() -> None:
    over = position((0, 0), (12, 10, 1, 3, 0, 4), played=9)
    assert hypersonic.legal_moves(TWO, over).size == 0
    with pytest.raises(ValueError, match="move 0 is not legal"):
        hypersonic.apply(TWO, over, STAY, dice(0))


@pytest.mark.parametrize("preset", PRESETS)
def test_games_end_within_their_rounds(preset: str) -> None:
    rules: Rules = PRESETS[preset]
    states = [state for state, _ in random_game(rules, 1, careful=True)]
    assert 20 <= len(states) <= 200
    assert not any(hypersonic.has_ended(rules, state) for state in states)
    short = replace(rules, name="short", rounds=5)
    assert [len(list(random_game(short, seed))) for seed in range(5)] == [5] * 5


def test_deaths_are_noted_with_their_round() -> None:
    """Counted from 1; who died in the round that was just played has its number."""
    for seed in range(4):
        rules = PRESETS["four"]
        for state, actions in random_game(rules, seed):
            step = hypersonic.advance(rules, state, actions)
            for player in range(4):
                fell = state.players[player, DIED] == 0 != step.state.players[player, DIED]
                assert fell == (player in step.died)
                if fell:
                    assert step.state.players[player, DIED] == step.state.round
