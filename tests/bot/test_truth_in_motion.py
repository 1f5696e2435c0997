"""Windows stopped amid a move: what they tell that they show is what eyes see, and anything else is wrong."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

import engine.bilging as bilging
import engine.swap3 as swap3
from bot.examining.truth import TrueState, examine, load_truth
from bot.games import GAMES
from bot.playing.reading import Reading
from calibration.calibrate import calibrate
from capture.frame import Frame, Pixels
from engine.dice import dice
from practice.application import offscreen_application
from practice.bilging import render_still as bilging_still
from practice.bilging.artwork import look_artwork
from practice.bilging.looks import DECK
from practice.bilging.session import Session as BilgingSession
from practice.bilging.window import BilgingWindow
from practice.options import PracticeOptions
from practice.pixels import bgr_from_image
from practice.swap3 import render_still as swap3_still
from practice.swap3.looks import LOOKS
from practice.swap3.session import Session as Swap3Session
from practice.swap3.window import Swap3Window
from practice.window import PracticeWindow
from tests.calibration.learned_boards import reader_of
from tests.practice.events import run_events
from vision.sighting import UNKNOWN

STEP_NS = 30_000_000
"""Between two pictures: more than a grab takes, so that no other is excused."""
STAGES = 2
"""So many times pieces vanish in a move at least."""


class Clock:
    """Nanoseconds that pass when told."""

    def __init__(self) -> None:
        self.now = 10**10

    def __call__(self) -> int:
        return self.now


@dataclass
class Played:
    """A move's pictures, each read by eyes that learned from boards at rest, and what the window told of them."""

    readings: list[Reading]
    truth: list[TrueState]
    moving: list[Reading]
    """Those of pieces that moved."""


def bilging_table(options: PracticeOptions, clock: Clock) -> tuple[BilgingWindow, Callable[[], None]]:
    """A window whose first game has a move that breaks more than once, and that move."""
    rules = bilging.PRESETS["ypp"]
    seed, (row, col) = next(
        (seed, pair)
        for seed in range(1000)
        for pair in np.ndindex(12, 5)
        if (made := BilgingSession(rules, seed).swap(*pair)) and len(made[2].stages) >= STAGES
    )
    options = replace(options, seed=seed, rules=rules.name)
    window = BilgingWindow(DECK.layout, lambda scale: look_artwork(DECK, scale), options, clock)

    def swap() -> None:
        window._cursor = row, col
        window.swap()
        window._cursor = None  # the pointer leaves the board

    return window, swap


def swap3_table(options: PracticeOptions, clock: Clock) -> tuple[Swap3Window, Callable[[], None]]:
    """A window whose first game has a move in which pieces vanish more than once, and that move."""
    rules = swap3.PRESETS["gweled"]
    seed, pair = next(
        (seed, pair)
        for seed in range(1000)
        for move in swap3.legal_moves(rules, Swap3Session(rules, seed).state).tolist()
        if (made := Swap3Session(rules, seed).swap(*(pair := swap3.cells_of(rules, move))))
        and made[2] is not None
        and len(made[2].stages) >= STAGES
    )
    window = Swap3Window(LOOKS["mine"], rules, replace(options, seed=seed), clock)

    def swap() -> None:
        for cell in pair:
            window.click(cell)

    return window, swap


def boards_at_rest(game: str) -> list[Frame]:
    """Pictures of boards at rest, as the window draws them."""
    if game == "bilging":
        boards = [bilging.start(bilging.PRESETS["ypp"], dice(seed)) for seed in range(4)]
        return [Frame(bilging_still("deck", 1.0, board), number) for number, board in enumerate(boards)]
    rules = swap3.PRESETS["gweled"]
    starts = [swap3.start(rules, dice(seed)) for seed in range(4)]
    return [Frame(swap3_still("mine", 1.0, rules, board), number) for number, board in enumerate(starts)]


@pytest.fixture(scope="module", params=["bilging", "swap3"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("motion")
    application, clock = offscreen_application(), Clock()
    options = PracticeOptions(truth=folder / "truth.jsonl")
    window, swap = (bilging_table if request.param == "bilging" else swap3_table)(options, clock)
    window.show()
    run_events(application, window)
    rows, cols = window.session.state.board.shape
    pictures = boards_at_rest(request.param)
    reader = reader_of(calibrate(pictures, GAMES[request.param]().screen, rows=rows, cols=cols), folder / "profile")

    def read() -> Reading:
        clock.now += 1
        return Reading(clock.now, reader.read(Frame(_picture(window), clock.now)).codes)

    readings, moving = [read()], []
    swap()
    while window.moving:
        run_events(application, window)
        moving.append(read())
        clock.now += STEP_NS
        window.frame()
    run_events(application, window)
    readings += [*moving, read()]
    window.close()
    return Played(readings, load_truth(folder / "truth.jsonl"), moving)


def _picture(window: PracticeWindow) -> Pixels:
    return bgr_from_image(window.grab().toImage())


def test_what_eyes_see_of_pieces_that_move_is_what_the_window_tells(played: Played) -> None:
    """Each stage between the first board and the last was counted as misread."""
    examination = examine(played.readings, played.truth)
    assert examination.cells_misread == 0
    size = played.truth[0].codes.size
    assert examination.cells_read > 0.5 * size * len(played.readings)
    told = [state for state in played.truth if state.shows is not None and state.painting_ns is not None]
    assert len(told) > 5
    assert len(told) <= len(played.moving)


def test_what_a_cell_held_before_or_comes_to_hold_is_wrong_while_it_shows_something_else(played: Played) -> None:
    """Each cell was taken for right that showed either, whatever stood there."""
    names = examine(played.readings, played.truth).names
    first, last = played.truth[0].codes, played.truth[-1].codes
    wrong = 0
    for seen in played.moving:
        true = np.where(seen.codes == UNKNOWN, UNKNOWN, names[seen.codes]).astype(np.int8)
        for codes in (first, last):
            elsewhere = (true != UNKNOWN) & (true != codes)
            told = Reading(seen.time_ns, np.where(elsewhere, codes, true).astype(np.int8))
            rest = [Reading(state.time_ns, state.codes) for state in (played.truth[0], played.truth[-1])]
            assert examine([*rest, told], played.truth).cells_misread == np.count_nonzero(elsewhere)
            wrong += int(np.count_nonzero(elsewhere))
    assert wrong > 50


def test_a_cell_that_the_rules_put_in_is_held_against_where_the_move_leads(played: Played) -> None:
    """It was not seen: pieces on their way could not be told, and the bot knows what they come to."""
    names = examine(played.readings, played.truth).names
    last = played.truth[-1].codes
    seen = max(played.moving, key=lambda reading: np.count_nonzero(reading.codes == UNKNOWN))
    unread = seen.codes == UNKNOWN
    assert unread.sum() >= 3
    whole = np.where(unread, last, names[seen.codes]).astype(np.int8)
    cells = tuple((int(row), int(col)) for row, col in np.argwhere(unread))
    rest = [Reading(state.time_ns, state.codes) for state in (played.truth[0], played.truth[-1])]

    def misread(reading: Reading) -> int:
        return examine([*rest, reading], played.truth).cells_misread

    assert misread(Reading(seen.time_ns, whole, cells)) == 0
    assert misread(Reading(seen.time_ns, whole)) > 0, "nobody could see that"
    whole[cells[0]] = next(code for code in range(7) if code not in (last[cells[0]], played.truth[0].codes[cells[0]]))
    assert misread(Reading(seen.time_ns, whole, cells)) == 1
