from typing import Any

import pytest

from policy.decision import Decision
from policy.spec import PolicyError, build, parameters


class Still:
    """A planner that keeps what it was built with."""

    def __init__(self, rules: str, *, depth: int = 3, weight: float = 0.5, file: str = "") -> None:
        if depth < 1:
            raise ValueError(f"depth must be 1 or more, got {depth}")
        self.built = (rules, depth, weight, file)

    def decide(self, state: Any, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        return Decision(0, 0.0, (), (0,), 0.0)


def plain(rules: str) -> Still:
    return Still(rules)


POLICIES = {"still": Still, "plain": plain}


@pytest.mark.parametrize(
    ("spec", "built"),
    [
        ("still", ("rules", 3, 0.5, "")),
        ("plain", ("rules", 3, 0.5, "")),
        ("still:depth=5", ("rules", 5, 0.5, "")),
        ("still:weight=2,depth=1,file=a/b.npz", ("rules", 1, 2.0, "a/b.npz")),
    ],
)
def test_build(spec: str, built: tuple[object, ...]) -> None:
    made = build(POLICIES, spec, "rules")
    assert isinstance(made, Still)
    assert made.built == built


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("", "no policy ''; there are still, plain"),
        ("stil", "no policy 'stil'; there are still, plain"),
        ("still:width=3", "policy still has no parameter 'width'; it has depth, weight, file"),
        ("plain:depth=3", "policy plain has no parameter 'depth'; it has none"),
        ("still:depth", "policy still: write depth=VALUE, once, got 'depth' in 'still:depth'"),
        ("still:depth=1,depth=2", "policy still: write depth=VALUE, once"),
        ("still:depth=x", "policy still: depth must be a whole number, got 'x'"),
        ("still:depth=1.5", "policy still: depth must be a whole number, got '1.5'"),
        ("still:depth=1_0", "policy still: depth must be a whole number, got '1_0'"),
        ("still:weight=heavy", "policy still: weight must be a number, got 'heavy'"),
        ("still:weight=nan", "policy still: weight must be a number, got 'nan'"),
        ("still:weight=-inf", "policy still: weight must be a number, got '-inf'"),
        ("still:depth=0", "policy still: depth must be 1 or more, got 0"),
        ("still:depth=-1" + 400 * "0", "policy still: depth must be 1 or more, got -1"),
        ("still:,", "policy still has no parameter ''"),
        ("still:", "policy still: nothing stands behind the colon of 'still:'; leave it out"),
    ],
)
def test_what_is_refused(spec: str, says: str) -> None:
    with pytest.raises(PolicyError) as caught:
        build(POLICIES, spec, "rules")
    assert str(caught.value).startswith(says)
    assert "\n" not in str(caught.value)


def test_parameters() -> None:
    assert parameters(Still) == {"depth": int, "weight": float, "file": str}
    assert parameters(plain) == {}
