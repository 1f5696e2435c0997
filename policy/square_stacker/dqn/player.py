"""The policy `dqn`: the legal move of the largest Q-value."""

import time
from pathlib import Path

from engine.square_stacker import Rules, State
from policy.decision import Decision
from policy.square_stacker.dqn.afterstate_network import AfterstateNetwork
from policy.square_stacker.dqn.files import FOLDER, KINDS, load_network
from policy.square_stacker.dqn.self_play import score_learned, score_paper, scratch
from policy.square_stacker.players import Agent
from policy.square_stacker.positions import legal_moves, position_of


class DqnPolicy(Agent):
    """Plays the legal move of the largest Q-value (paper, section 3.3); ties go to the lower move.

    Args:
        rules: the preset; both networks were trained on `wpi`.
        network: "paper", trained as the paper trained its own, or "learned", trained to play.
        file: network of that kind to play with; "" takes the one that comes with the program.

    Raises:
        ValueError: no such network.
        NetworkError: the file cannot be used.
    """

    def __init__(self, rules: Rules, *, network: str = "paper", file: str = "") -> None:
        if network not in KINDS:
            raise ValueError(f"network must be {' or '.join(KINDS)}, got {network!r}")
        super().__init__(rules)
        path = Path(file) if file else FOLDER / f"{network}.npz"
        self.network, self.gamma, self.made = load_network(path, network)
        self._room = scratch()

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`. It takes the same few microseconds always."""
        started = time.perf_counter()
        words, room = position_of(state), self._room
        count = legal_moves(words, self._physics, room.moves)
        if isinstance(self.network, AfterstateNetwork):
            score_learned(words, count, self._physics, self.gamma, self.network, room)
        else:
            score_paper(words, count, self.network, room)
        self._moves[:count] = room.moves[:count]
        self._values[:count] = room.values[:count]
        return self._best(state, count, count, started)
