"""What the paper on Square Stacker measured, row by row: the agent, how many games, and what it scored.

"Comparison of AI Algorithms for Playing Square Stacker from Coolmath Games" (Oates, d'Almeida, Smith, Gibbs; 2019).
Tables give mean, deviation, least and most; of the figures only means can be read, and roughly.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Study:
    """One row of a table or one bar or point of a figure.

    Attributes:
        places: where the paper shows it, such as "table 3".
        label: the agent by the paper's name for it.
        policy: spec of ours.
        games: as many as the paper played.
        mean, sd, least, most: the paper's; None where it does not say.
        measured: mean by our own independent emulator, where the paper's text cannot be what was run.
    """

    places: tuple[str, ...]
    label: str
    policy: str
    games: int
    mean: float | None = None
    sd: float | None = None
    least: float | None = None
    most: float | None = None
    measured: float | None = None


def _depth_limited() -> tuple[Study, ...]:
    read = {(3, 3): 390.0, (3, 5): 485.0, (3, 10): 640.0}
    return tuple(
        Study(
            (
                *(("figure 14", "figure 15") if depth <= 3 else ()),
                *(("figure 16", "figure 17") if (depth, games) == (3, 10) else ()),
                "figure 18",
            ),
            f"DLRGS D={depth} GPM={games}",
            f"dlrgs:depth={depth},games={games}",
            1000,
            read.get((depth, games)),
        )
        for depth in (1, 2, 3, 4)
        for games in (3, 5, 10)
    )


STUDIES: tuple[Study, ...] = (
    Study(("table 1", "table 3", "figure 3"), "Random", "random", 10_000, 19, 20, 0, 188, measured=18.9),
    *(
        Study(("table 2", "figure 7"), f"STM, memory {memory}", f"stm:memory={memory}", 50_000, 19, 20, 0, most)
        for memory, most in ((3, 248.0), (10, 219.0), (25, 269.0))
    ),
    Study(("table 3",), "STM", "stm:memory=10", 1000, 20, 22, 0, 171),
    Study(("table 3", "figure 6"), "DQN", "dqn", 1000, 21, 21, 0, 223),
    Study(("figure 8", "figure 18"), "RGS GPM=1", "rgs:games=1", 1000),
    Study(("figure 8", "figure 18"), "RGS GPM=2", "rgs:games=2", 1000),
    Study(
        ("table 3", "figure 8", "figure 9", "figure 10", "figure 18"),
        "RGS GPM=3",
        "rgs:games=3",
        1000,
        93,
        95,
        0,
        709,
        measured=87,
    ),
    *(
        Study(("figure 19",), f"MCTS SPM={simulations}", f"mcts:simulations={simulations}", 100)
        for simulations in (50, 100)
    ),
    Study(("table 3", "figure 19"), "MCTS SPM=150", "mcts:simulations=150", 300, 233, 238, 0, 1498, measured=239),
    Study(("figure 11", "figure 18"), "EGS D=1", "egs:depth=1", 1000, 160, measured=171),
    Study(("figure 11", "figure 18"), "EGS D=2", "egs:depth=2", 1000, 345, measured=343),
    Study(
        ("table 3", "figure 11", "figure 12", "figure 13", "figure 18"),
        "EGS D=3",
        "egs:depth=3",
        500,
        362,
        350,
        3,
        2327,
        measured=370,
    ),
    *_depth_limited(),
    Study(
        ("table 3", "figure 18"), "DLRGS D=3 GPM=15", "dlrgs:depth=3,games=15", 1000, 804, 750, 6, 3678, measured=733
    ),
)
"""Everything the paper measured in games, but for its two human players (20 games: mean 454, 86 to 1694)."""

MORE_GAMES: tuple[Study, ...] = tuple(
    Study((), f"DLRGS D={depth} GPM={games}", f"dlrgs:depth={depth},games={games}", played, measured=measured)
    for depth, games, played, measured in (
        (3, 30, 500, 930.0),
        (3, 100, 200, 1267.0),
        (4, 15, 1000, None),
        (4, 30, 500, None),
        (4, 100, 200, 1776.0),
    )
)
"""Beyond the paper, which asks for it (section 4.4.4): "Higher GPM testing for higher search depths is needed to
determine if the trend continues forward"."""

HUMAN = ("Human", 20, 86, 1694, 454, 428)
"""Table 1's other row: label, games, least, most, mean, deviation."""
