"""What `suggest` says at the terminal: every game's moves in words, no move's bare number."""

import pytest

from bot.advising.advice import UNEXPLAINED, SuggestResult
from bot.advising.ticking import TickingAdviser
from bot.games import GAMES
from tests.bot.desktop_stand_ins import Screen
from tests.bot.handed_parts import adviser_parts_of, run_of
from tests.bot.ticking_stand_ins import ARENA


@pytest.mark.parametrize(
    ("game", "move", "words"),
    [
        ("bilging", 18, "row 4 columns 4-5"),
        ("columns", 11, "rotate 2x, column 4"),
        ("columns", 9, "column 4"),
        ("hypersonic", 0, "stay"),
        ("hypersonic", 2, "right"),
        ("hypersonic", 5, "bomb"),
        ("hypersonic", 6, "bomb, left"),
        ("square_stacker", 9 + 5, "piece 2 to row 2 column 3"),
        ("swap3", 2 * (2 * 8 + 3), "row 3 columns 4-5"),
        ("swap3", 2 * (2 * 8 + 3) + 1, "column 4 rows 3-4"),
    ],
)
def test_a_move_in_words(game: str, move: int, words: str) -> None:
    joined = GAMES[game]()
    assert joined.move_words(joined.rules.PRESETS[joined.default_rules], move) == words


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_words_of_its_own(game: str) -> None:
    joined = GAMES[game]()
    rules = joined.rules.PRESETS[joined.default_rules]
    count = {"bilging": 60, "columns": 3 * 6, "hypersonic": 10, "square_stacker": 27}
    moves = range(count[game]) if game in count else [move for move in range(128) if move not in SWAP3_OFF_THE_BOARD]
    assert len({joined.move_words(rules, move) for move in moves}) == len(moves)


SWAP3_OFF_THE_BOARD = {2 * (8 * row + 7) for row in range(8)} | {2 * (56 + col) + 1 for col in range(8)}


@pytest.mark.parametrize(
    ("made", "said", "counts"),
    [
        ([0], ["7: advised right; played stay"], (1, 0, 0)),
        ([0, 2], ["7: advised right; played the same"], (1, 1, 0)),
        (
            [],
            [f"7: advised right; no single move by the rules two explains the next board; {UNEXPLAINED}"],
            (0, 0, 1),
        ),
    ],
)
def test_what_was_advised_and_played_is_said_in_words(
    made: list[int], said: list[str], counts: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.advising.advice.open_reader", lambda *_: Screen(ARENA))
    run = run_of(GAMES["hypersonic"](), ARENA, policy_spec="random")
    lines: list[str] = []
    result = SuggestResult()
    TickingAdviser(adviser_parts_of(run, result=result, say=lines.append)).count(7, 2, made)
    assert lines == said
    assert (result.answered, result.agreed, result.unexplained) == counts


def test_that_the_rules_explain_nothing_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.advising.advice.open_reader", lambda *_: Screen(ARENA))
    lines: list[str] = []
    adviser = TickingAdviser(
        adviser_parts_of(run_of(GAMES["hypersonic"](), ARENA, policy_spec="random"), say=lines.append)
    )
    for number, made in enumerate(([], [2], [], [])):
        adviser.count(number, 2, made)
    assert [line[:2] for line in lines] == ["0:", "1:"]
    assert adviser.result.unexplained == 3
