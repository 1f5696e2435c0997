"""What `replay` says of a decision: moves as a person would say them, no numbers that only a planner knows."""

from bot.examining.in_words import difference_in_words, step_in_words
from bot.examining.replayed import Difference
from control.hypersonic import words


def test_a_decision_is_said_with_what_else_was_good_and_what_comes_next() -> None:
    ranked = [{"move": move, "value": value} for move, value in ((6, 4.25), (0, 3.0), (2, 1.5), (3, 1.0))]
    step = {"move": 6, "alternatives": ranked, "line": [6, 3, 5, 0, 1]}
    assert (
        step_in_words(step, words) == "bomb, left (4.2); else stay (3.0) or right (1.5); then up, then bomb, then stay"
    )
    assert step_in_words({"move": 4}, words) == "down"
    assert step_in_words({"move": [4], "alternatives": ranked[:1]}, words) == "move [4]; else bomb, left (4.2)"


def test_differences_name_moves_and_nothing_else_so() -> None:
    assert difference_in_words(Difference(3, "move", 6, 0), words) == "move was bomb, left, is stay"
    assert difference_in_words(Difference(3, "move", 6, None), words) == "move was bomb, left, is no move"
    assert difference_in_words(Difference(3, "move", "x", 0), words) == "move was move x, is stay"
    assert difference_in_words(Difference(3, "value", 6.5, 0.0), words) == "value was 6.5, is 0.0"
