"""What decides on stored pictures: a profile's eyes, and a planner for the rules of its board."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from bot.calibrating.rules_of_board import rules_of_board, size_conflict
from bot.examining.replayed import plain, shown
from bot.exit_status import Unusable
from bot.game_profiles import profile_of
from bot.games import Game
from bot.playing.deciding import Undecided, decide
from policy.decision import Policy
from vision.profile import Profile
from vision.readers import BoardReader, open_reader
from vision.sighting import Sighting


@dataclass(frozen=True, slots=True, eq=False)
class EyesAndPlanner:
    """How pictures of one window are read and decided on.

    Attributes:
        game: what is played.
        profile, reader: how a picture is read.
        rules_name, rules: the preset, as a live window may follow it.
        policy_spec, policy: the planner.
    """

    game: Game
    profile: Profile
    reader: BoardReader
    rules_name: str
    rules: Any
    policy_spec: str
    policy: Policy[Any]

    @classmethod
    def of_profile(
        cls, game: Game, folder: Path, policy_spec: str | None = None, rules_name: str | None = None
    ) -> Self:
        """Return those of a profile.

        Args:
            game: whose profile it is.
            folder: of the profile.
            policy_spec: of the planner; None is the game's own.
            rules_name: of a preset; None are those of the profile's board.

        Raises:
            KeyError: no such preset.
            vision.profile.ProfileError: the profile cannot be used.
            Unusable: the game has no rules for a board of that size, or those that are named are for another.
            policy.spec.PolicyError: no such planner.
        """
        profile = profile_of(game, folder)
        chosen = rules_of_board(game, profile) if rules_name is None else rules_name
        if conflict := size_conflict(game, chosen, profile):
            raise Unusable(f"{folder}: {conflict if rules_name else conflict.partition(';')[0]}")
        rules = game.live_rules(game.rules.PRESETS[chosen])
        spec = game.default_policy if policy_spec is None else policy_spec
        reader = open_reader(profile, folder)
        return cls(game, profile, reader, chosen, rules, spec, game.live_policy(spec, rules))

    def told(self, state: Any, sighting: Sighting, think_ms: float, seed: int, work: int | None) -> dict[str, Any]:
        """Decide in a state, and return what a replay's document tells of it; where nothing can be decided, why.

        Args:
            state, sighting, think_ms, seed, work: as in `bot.playing.deciding.decide`.
        """
        try:
            decision = decide(self.game, self.rules, self.policy, state, sighting, think_ms, seed, work)
        except Undecided as undecided:
            return {"move": None, "why": str(undecided)}
        told = plain(decision) | {"plan": self.game.plan(self.rules, state, decision).long}
        return {"move": decision.move, **shown(told)}
