"""A Square Stacker window stopped amid a move: a ring that is placed and cleared lies on neither board at rest."""

from pathlib import Path

import numpy as np

from bot.examining.truth import examine, load_truth
from bot.games import GAMES
from bot.playing.reading import Reading
from calibration.rings import calibrate_rings
from capture.frame import Frame
from engine.dice import dice
from engine.square_stacker import EMPTY, PRESETS, State, apply, legal_moves, start
from practice.pixels import bgr_from_image
from practice.square_stacker import render_still
from practice.square_stacker.looks import SQUARES
from tests.practice.stacker_table import Table
from vision.profile import load_profile
from vision.rings import RingReader

BOARD = "combo 1 score 10 moves 3\nA.. .A. ... | ..A\n... ... ... | B..\n... ... ... | C..\n"
LAST_OF_LINE = 2
"""The first piece of the hand in this cell completes a line of A."""
STEP_S = 0.03
"""Between two pictures: more than a grab takes, so that no other is excused."""


def boards_at_rest(count: int) -> list[State]:
    """Boards of a game that is played by chance."""
    rules, rolls, chance = PRESETS["wpi"], dice(3), np.random.default_rng(3)
    states = [start(rules, rolls)]
    while len(states) < count:
        moves = legal_moves(rules, states[-1])
        made = apply(rules, states[-1], int(chance.choice(moves)), rolls).state if len(moves) else start(rules, rolls)
        states.append(made)
    return states


def reader_in(folder: Path) -> RingReader:
    """Eyes that learned from boards at rest."""
    pictures = [Frame(render_still("squares", 1.0, state), number) for number, state in enumerate(boards_at_rest(14))]
    calibrate_rings(pictures, GAMES["square_stacker"]().screen).save(folder)
    return RingReader.open(load_profile(folder), folder)


def test_what_eyes_see_of_a_line_that_goes_is_what_the_window_tells(tmp_path: Path) -> None:
    reader, table = reader_in(tmp_path / "profile"), Table(tmp_path)

    def read() -> Reading:
        picture = bgr_from_image(table.window.grab().toImage())
        return Reading(table.now, reader.read(Frame(picture, table.now)).codes)

    table.put(BOARD)
    table.window.tell(True, table.window._state())
    table.run()
    readings = [read()]
    home, cell = SQUARES.layout.hand[0], SQUARES.layout.place(LAST_OF_LINE)
    table.press(home)
    for share in np.linspace(0, 1, 6):
        x, y = (a + (b - a) * float(share) for a, b in zip(home, cell, strict=True))
        table.now += round(STEP_S * 1e9)
        table.move((x - 20, y))
        readings.append(read())
    table.release((cell[0] - 20, cell[1]))
    while table.window.moving:
        readings.append(read())
        table.wait(STEP_S)
    readings.append(read())
    table.window.close()

    truth = load_truth(table.truth)
    examination = examine(readings, truth)
    assert examination.cells_misread == 0
    assert examination.cells_read > 0.8 * sum(reading.codes.size for reading in readings)
    named = [np.where(seen.codes < 0, seen.codes, examination.names[seen.codes]).astype(np.int8) for seen in readings]
    first, last = truth[0].codes, truth[-1].codes
    neither = [number for number, codes in enumerate(named) if ((codes != first) & (codes != last))[LAST_OF_LINE, 2]]
    assert any(named[number][LAST_OF_LINE, 2] == 0 for number in neither), "the ring is seen in its cell"

    stage = next(number for number in neither if named[number][LAST_OF_LINE, 2] == 0 and number > 6)
    stale = named[stage].copy()
    stale[LAST_OF_LINE, 2] = EMPTY
    whole = [Reading(seen.time_ns, codes) for seen, codes in zip(readings, named, strict=True)]
    whole[stage] = Reading(readings[stage].time_ns, stale)
    assert examine(whole, truth).cells_misread == 1, "the ring lies there"
