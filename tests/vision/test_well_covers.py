"""The reader of wells where something lies over them: veils, covers, ghosts above them."""

import cv2
import numpy as np
import pytest

from capture.frame import Frame
from engine.columns import EMPTY, UNKNOWN
from tests.vision.drawn_wells import draw, random_state
from tests.vision.well_readers import LOOKS, RULES, Seen, cell_of, reader_of, room_above, veiled
from vision.sighting import Status
from vision.well.covers import may_rest
from vision.well.reader import WellReader
from vision.well.runs import Run


@pytest.fixture(scope="module", params=[(look, scale) for look in LOOKS for scale in (0.5, 1.0, 2.0)])
def seen(request: pytest.FixtureRequest) -> Seen:
    look, scale = request.param
    return look, scale, reader_of(look, scale)


@pytest.fixture(scope="module")
def vista() -> WellReader:
    return reader_of("vista", 1.0)


def test_a_piece_that_is_covered_in_part_is_not_read_into_the_well(seen: Seen) -> None:
    look, scale, reader = seen
    rng = np.random.default_rng(3)
    lattice = reader.lattice
    for turn in range(20):
        state = random_state(RULES, rng)
        top = float(rng.uniform(0, max(0.1, room_above(state) - 0.15)))
        drawn = draw(look, scale, RULES, state, top=top)
        # from somewhere in the piece downwards, and over a part of its column at least
        x, y = lattice.corner(0, state.col)
        left, across = x - lattice.pitch_x * rng.uniform(0, 1.5), lattice.pitch_x * rng.uniform(0.3, 1)
        above = y + lattice.pitch_y * (top + rng.uniform(0.8, 2.5))
        corners = (round(left), round(above)), (round(x + across), round(above + lattice.pitch_y * rng.uniform(1, 6)))
        pixels = drawn.frame.pixels.copy()
        cv2.rectangle(pixels, *corners, [int(level) for level in rng.integers(0, 256, 3)], -1)
        codes = reader.read(Frame(pixels, 0)).codes
        assert ((codes == drawn.codes) | (codes == UNKNOWN)).all(), turn


@pytest.mark.parametrize(("below", "rests"), [(UNKNOWN, True), (2, False)])
def test_what_stands_on_a_jewel_that_cannot_be_read_may_rest(below: int, rests: bool) -> None:
    codes = np.full((14, 6), EMPTY, np.int8)
    codes[12:, 4] = below
    piece = Run(4, 10.99, (0,), resting=False)
    assert may_rest(codes, piece, {12: below, 13: below}) == rests


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("how", [{"paused": True}, {"over": True}])
def test_a_covered_well_is_never_clean(look: str, how: dict[str, bool]) -> None:
    reader = reader_of(look, 1.0)
    rng = np.random.default_rng(5)
    for highest in (1, 4, 9):
        state = random_state(RULES, rng, 0, highest)
        drawn = draw(look, 1.0, RULES, state, top=2.3, **how)
        sighting = reader.read(drawn.frame)
        assert sighting.status != Status.CLEAR
        sure = sighting.codes != UNKNOWN
        wrong = sure & (sighting.codes != drawn.codes) & (sighting.codes != EMPTY)
        assert not wrong.any()


@pytest.mark.parametrize("ink", [(0, 0, 0), (255, 255, 255), (80, 40, 20)])
@pytest.mark.parametrize("strength", [0.3, 0.5, 0.8, 1.0])
def test_a_veil_over_the_well_never_changes_a_jewel(seen: Seen, ink: tuple[int, int, int], strength: float) -> None:
    look, scale, reader = seen
    state = random_state(RULES, np.random.default_rng(6), 1, 8)
    drawn = draw(look, scale, RULES, state, top=0.5)
    sighting = reader.read(Frame(veiled(reader, drawn.frame.pixels, ink, strength), 0))
    jewels = drawn.codes != EMPTY
    assert ((sighting.codes[jewels] == UNKNOWN) | (sighting.codes[jewels] == drawn.codes[jewels])).all()
    assert sighting.status != Status.CLEAR


@pytest.mark.parametrize("strength", [0.5, 0.8, 1.0])
@pytest.mark.parametrize("look", LOOKS)
def test_under_a_panel_of_any_colour_and_thickness_nothing_is_misread(look: str, strength: float) -> None:
    reader, rng = reader_of(look, 1.0), np.random.default_rng(31)
    for turn in range(60):
        drawn = draw(look, 1.0, RULES, random_state(RULES, rng, 1, 9), top=float(rng.uniform(-1, 2)))
        pixels = drawn.frame.pixels.copy()
        height, width = pixels.shape[:2]
        rows = slice(rng.integers(0, height // 2), rng.integers(height // 2, height))
        columns = slice(rng.integers(0, width // 2), rng.integers(width // 2, width))
        ink = rng.integers(0, 256, 3)
        pixels[rows, columns] = np.round((1 - strength) * pixels[rows, columns] + strength * ink)
        codes = reader.read(Frame(pixels, 0)).codes
        assert ((codes == drawn.codes) | (codes == UNKNOWN)).all(), turn


@pytest.mark.parametrize("strength", [0.8, 1.0])
@pytest.mark.parametrize("kind", range(RULES.colours))
@pytest.mark.parametrize("look", LOOKS)
def test_a_panel_in_a_jewel_s_colour_is_no_stack_of_such_jewels(look: str, kind: int, strength: float) -> None:
    reader = reader_of(look, 1.0)
    jewel, mask = reader.pictures.jewels[kind], reader.pictures.masks[kind]
    ink = (jewel * mask[..., None]).sum(axis=(0, 1)) / mask.sum()
    for turn in range(3):
        drawn = draw(look, 1.0, RULES, random_state(RULES, np.random.default_rng(turn), 5, 9), top=0.0)
        pixels = drawn.frame.pixels.copy()
        (rows, left), (below, right) = cell_of(reader, 2, 1), cell_of(reader, 8, 4)
        part = pixels[rows.start : below.stop - turn * 7, left.start - turn * 5 : right.stop]
        part[:] = np.round((1 - strength) * part + strength * ink)
        sighting = reader.read(Frame(pixels, 0))
        assert ((sighting.codes == drawn.codes) | (sighting.codes == UNKNOWN)).all(), turn


@pytest.mark.parametrize("kind", range(RULES.colours))
@pytest.mark.parametrize("look", LOOKS)
def test_a_panel_in_a_jewel_s_colour_over_a_fraction_of_a_row_shows_no_empty_cell(look: str, kind: int) -> None:
    """It was cut into two runs of jewels, and where both met the one cleared a cell of the other."""
    reader = reader_of(look, 1.0)
    jewel, mask = reader.pictures.jewels[kind], reader.pictures.masks[kind]
    drawn = draw(look, 1.0, RULES, random_state(RULES, np.random.default_rng(1), 9, 10), top=None)
    (x, y), pitch = reader.lattice.corner(0, 0), reader.lattice.pitch_y
    for top in (4.5, 4.625, 4.75):
        pixels = drawn.frame.pixels.copy()
        rows = slice(round(y + top * pitch), round(y + (top + 4.25) * pitch))
        pixels[rows, round(x) : round(x + 3 * reader.lattice.pitch_x)] = (jewel * mask[..., None]).sum(
            axis=(0, 1)
        ) / mask.sum()
        codes = reader.read(Frame(pixels, 0)).codes
        assert ((codes == drawn.codes) | (codes == UNKNOWN)).all(), top


def test_a_covered_preview_shows_no_jewels(vista: WellReader) -> None:
    for kind in range(RULES.colours):
        jewel, mask = vista.pictures.jewels[kind], vista.pictures.masks[kind]
        pixels = draw("vista", 1.0, RULES, random_state(RULES, np.random.default_rng(2)), top=1.0).frame.pixels.copy()
        for area in vista.profile.areas[1:]:
            (left, top), (right, below) = area.corner(0, 0), area.corner(area.rows, area.cols)
            pixels[round(top) : round(below), round(left) : round(right)] = (jewel * mask[..., None]).sum(
                axis=(0, 1)
            ) / mask.sum()
        assert (vista.read(Frame(pixels, 0)).extras["next"] == UNKNOWN).all()


@pytest.mark.parametrize("row", [RULES.rows - 2, RULES.rows - 1])
@pytest.mark.parametrize("look", LOOKS)
def test_jewels_at_rest_above_a_veiled_one_are_not_the_piece(look: str, row: int) -> None:
    """They were the only ones that floated, and so EMPTY as the piece is."""
    reader = reader_of(look, 1.0)
    drawn = draw(look, 1.0, RULES, random_state(RULES, np.random.default_rng(32), 3, 4), top=None, ghost=False)
    pixels, veiled = drawn.frame.pixels.copy(), cell_of(reader, row, 2)
    pixels[veiled] = np.round(pixels[veiled] * 0.4 + reader.pictures.background[veiled] * 0.6)
    sighting = reader.read(Frame(pixels, 0))
    codes = sighting.codes
    assert codes[row, 2] == UNKNOWN
    assert not sighting.margin[codes == UNKNOWN].any()
    assert ((codes == drawn.codes) | (codes == UNKNOWN)).all()
    assert sighting.extras["piece"] is None


@pytest.mark.parametrize("weight", [0.15, 0.3, 0.5, 0.7, 0.85])
def test_jewels_that_fade_are_unknown_or_themselves(seen: Seen, weight: float) -> None:
    look, scale, reader = seen
    rng = np.random.default_rng(7)
    state = random_state(RULES, rng, 3, 8)
    full = draw(look, scale, RULES, state, top=None)
    board = state.board.copy()
    board[-3, :3] = EMPTY
    bare = draw(look, scale, RULES, state._replace(board=board), top=None)
    mixed = cv2.addWeighted(full.frame.pixels, 1 - weight, bare.frame.pixels, weight, 0)
    sighting = reader.read(Frame(np.asarray(mixed, np.uint8), 0))
    for col in range(3):
        assert sighting.codes[RULES.rows - 3, col] in (UNKNOWN, full.codes[RULES.rows - 3, col])
    rest = np.ones(full.codes.shape, bool)
    rest[-3, :3] = False
    assert ((sighting.codes == full.codes) | (sighting.codes == UNKNOWN))[rest].all()


@pytest.mark.parametrize("share", [0.08, 0.25])
def test_an_empty_cell_into_which_something_reaches_is_empty(seen: Seen, share: float) -> None:
    """Panels and pointers that reached a tenth into a cell left it unread."""
    look, scale, reader = seen
    state = random_state(RULES, np.random.default_rng(13), 2, 6)
    drawn = draw(look, scale, RULES, state, top=None)
    lattice = reader.lattice
    x, y = lattice.corner(2, 0)
    pixels = drawn.frame.pixels.copy()
    below = y + (1 - share) * lattice.pitch_y
    corners = (round(x), round(below)), (round(x + lattice.width), round(below + 2 * lattice.pitch_y))
    cv2.rectangle(pixels, *corners, (200, 120, 250), -1)
    codes = reader.read(Frame(pixels, 0)).codes
    assert (codes[2] == EMPTY).all()
    assert (codes[3] == UNKNOWN).all()


def test_a_jewel_of_which_half_shows_is_not_taken_for_ground(seen: Seen) -> None:
    look, scale, reader = seen
    state = random_state(RULES, np.random.default_rng(14), 3, 6)
    drawn = draw(look, scale, RULES, state, top=None)
    lattice = reader.lattice
    for shown in (0.5, 0.7):
        pixels = drawn.frame.pixels.copy()
        x, y = lattice.corner(RULES.rows - 3, 0)
        # the ground itself lies over all that stands above
        end = round(y + (1 - shown) * lattice.pitch_y)
        columns = slice(round(x), round(x + lattice.width))
        pixels[:end, columns] = reader.pictures.background[:end, columns]
        codes = reader.read(Frame(pixels, 0)).codes[RULES.rows - 3]
        own = drawn.codes[RULES.rows - 3]
        assert ((codes == own) | (codes == UNKNOWN)).all(), shown


@pytest.mark.parametrize("look", LOOKS)
def test_a_panel_across_the_piece_puts_no_part_of_it_into_the_well(look: str) -> None:
    """What is left of it above and below the panel floats, and may stand as jewels at rest do."""
    reader, rng = reader_of(look, 1.0), np.random.default_rng(6)
    lattice = reader.lattice
    for _ in range(60):
        state = random_state(RULES, rng, 1, 6)
        top = float(rng.choice([-0.75, -0.4, 2.0, 3.3]))
        drawn = draw(look, 1.0, RULES, state, top=top, ghost=False)
        (x, y), pixels = lattice.corner(0, state.col), drawn.frame.pixels.copy()
        left = x - lattice.pitch_x * rng.uniform(0, 2.5)
        above = y + lattice.pitch_y * (top + rng.uniform(0.9, 1.6))
        corners = (
            (round(left), round(above)),
            (round(x + lattice.pitch_x), round(above + lattice.pitch_y * rng.uniform(0.6, 4))),
        )
        cv2.rectangle(pixels, *corners, tuple(int(v) for v in rng.choice([0, 40, 128, 220, 255], 3)), -1)
        codes = reader.read(Frame(pixels, 0)).codes
        known = codes != UNKNOWN
        assert np.array_equal(codes[known], drawn.codes[known]), (top, state.col, corners)


@pytest.mark.parametrize("kind", range(4))
def test_a_veiled_jewel_above_a_covered_one_is_no_ghost(vista: WellReader, kind: int) -> None:
    state = random_state(RULES, np.random.default_rng(21), 5, 7)._replace(col=2, piece=np.full(3, kind, np.int8))
    top = int((state.board[RULES.hidden :, 2] == EMPTY).sum())
    state.board[RULES.hidden + top, 2] = kind
    drawn = draw("vista", 1.0, RULES, state, top=0.5, ghost=False)
    pixels = drawn.frame.pixels.copy()
    veiled, covered = cell_of(vista, top, 2), cell_of(vista, top + 1, 2)
    pixels[veiled] = np.round(pixels[veiled] * 0.4 + vista.pictures.background[veiled] * 0.6)
    pixels[covered] = (90, 200, 160)
    sighting = vista.read(Frame(pixels, 0))
    assert sighting.extras["piece"].col == 2
    assert sighting.codes[top, 2] == UNKNOWN


def test_what_is_covered_of_a_piece_is_not_sure(vista: WellReader) -> None:
    state = random_state(RULES, np.random.default_rng(22), 1, 4)._replace(col=2)
    drawn = draw("vista", 1.0, RULES, state, top=2.0, ghost=False)
    pixels = drawn.frame.pixels.copy()
    (rows, left), (_, right) = cell_of(vista, 4, 1), cell_of(vista, 4, 3)
    pixels[rows, left.start : right.stop] = (90, 200, 160)
    sighting = vista.read(Frame(pixels, 0))
    assert sighting.extras["piece"].codes == (*state.piece[:2], UNKNOWN)
    assert sighting.codes[4, 2] == UNKNOWN
    assert ((sighting.codes == drawn.codes) | (sighting.codes == UNKNOWN)).all()
