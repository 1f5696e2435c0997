"""Decides on stored pictures, each by itself: what would be played there, and why."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bot.examining.eyes_and_planner import EyesAndPlanner
from bot.examining.reading import load_frame
from bot.examining.replayed import Replayed
from bot.games import Game
from bot.ticking.watching import state_seen
from capture.folder import FolderSource
from policy.decision import decision_seed
from vision.profile import Profile
from vision.sighting import Sighting, Status


def replay_images(
    paths: Sequence[Path], player: EyesAndPlanner, think_ms: float, seed: int, work: int | None = None
) -> Replayed:
    """Read stored pictures and tell what would be played in each; nothing is recorded to compare with.

    Each is decided on with the same seed, whichever stand before it. Nothing is decided where a run would look again.

    Args:
        paths: of the pictures.
        player: reads them and decides.
        think_ms: time for each.
        seed: decides every random choice.
        work: do so much for each, whatever the clock says: a decision's own comes out bit for bit again.

    Raises:
        CaptureError: a picture cannot be used.
    """
    game, rules = player.game, player.rules
    decisions = []
    for number, path in enumerate(paths, start=1):
        sighting = player.reader.read(load_frame(path, player.profile))
        why = _what_a_run_waits_for(game, sighting)
        if why is None:
            state = state_alone(game, rules, sighting, player.profile)
            decided = player.told(state, sighting, think_ms, decision_seed(seed, 1), work)
        else:
            decided = {"move": None, "why": why}
        decisions.append({"number": number, "frame": str(path), **decided})
    words = partial(game.move_words, rules)
    return Replayed(
        len(paths),
        tuple(decisions),
        (),
        words,
        player.rules_name,
        player.policy_spec,
        rules.version,
        recorded=False,
    )


def state_alone(game: Game, rules: Any, sighting: Sighting, profile: Profile) -> Any:
    """Return the state that one picture shows; of an arena from the profile's seat."""
    if profile.arena is not None:
        return state_seen(game, rules, sighting, profile)
    return game.state_from_sighting(rules, sighting)


def _what_a_run_waits_for(game: Game, sighting: Sighting) -> str | None:
    """Return why a run that saw this first would look again, whatever planners make of it; None: it would not."""
    if sighting.status & Status.NO_BOARD:
        return "the board cannot be seen"
    return game.undecidable(sighting)


def pictures_in(paths: Sequence[Path]) -> list[Path]:
    """Return the files given, and for each folder its pictures in order of name.

    Raises:
        CaptureError: a folder holds no picture.
    """
    return [picture for path in paths for picture in (FolderSource(path).paths if path.is_dir() else [path])]
