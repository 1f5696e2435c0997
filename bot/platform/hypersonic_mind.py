"""A planner of Hypersonic behind the platform's lines: loads everything it needs, keeps what is not sent."""

from bot.platform.turns import Turn
from engine.dice import dice
from engine.hypersonic import PRESET_FOR, PRESETS, Rules, State, start
from engine.hypersonic.protocol import TurnReader, answer_text
from policy.decision import Policy, decision_seed
from policy.hypersonic.players import POLICIES
from policy.spec import build

WARM_UP_MS = 10.0
"""Budget of the decision that brings a planner's kernels from the disk, where it has no `warm_up` of its own."""
RULES = {players: PRESETS[name] for players, name in PRESET_FOR.items()}
"""By the number of players."""


class HypersonicMind:
    """See `bot.platform.mind_process.Mind`.

    Args:
        spec: planner with parameters.
        seed: decides every random choice.

    Raises:
        policy.spec.PolicyError: no such planner.
    """

    def __init__(self, spec: str, seed: int) -> None:
        self._spec = spec
        self._seed = seed
        self._planners: dict[int, Policy[State]] = {}
        self._reader: TurnReader | None = None
        self._state: State | None = None
        planner = self._planner(2)
        own_warm_up = getattr(planner, "warm_up", None)
        if own_warm_up is not None:
            own_warm_up()
        else:
            planner.decide(start(RULES[2], dice(0)), WARM_UP_MS, seed)

    def see(self, turn: Turn, player: int) -> None:
        """Take a turn into account.

        Raises:
            engine.hypersonic.protocol.InputError: we are not in it.
        """
        self._state = None
        if self._reader is None:
            self._reader = TurnReader(player)
        state = self._reader.read(turn.rows, [" ".join(map(str, entity)) for entity in turn.entities])
        self._state = _going_on(RULES[len(state.players)], state)

    def answer(self, budget_ms: float) -> str:
        """Return the planner's line for the turn seen last.

        Raises:
            ValueError: there is none.
        """
        if self._state is None:
            raise ValueError("no turn to answer")
        state = self._state
        decision = self._planner(len(state.players)).decide(state, budget_ms, decision_seed(self._seed, state.round))
        return answer_text(state, decision.move).strip()

    def _planner(self, players: int) -> Policy[State]:
        if players not in self._planners:
            self._planners[players] = build(POLICIES, self._spec, RULES[players])
        return self._planners[players]


def _going_on(rules: Rules, state: State) -> State:
    """Return a state in which no limit of rounds has ended the game: whoever is asked plays on."""
    return state._replace(
        round=min(state.round, rules.rounds - 1),
        quiet=min(state.quiet, rules.quiet_rounds - 1),
        boxless=min(state.boxless, rules.boxless_rounds - 1),
    )


def load(spec: str, seed: str) -> HypersonicMind:
    """Return the mind of a planner, for `bot.platform.mind_process`; seed is a whole number as text."""
    return HypersonicMind(spec, int(seed))
