"""What `play`, `suggest` and `demo` have in common: from typed words to a run, from a run to an exit status."""

from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.options import GameName, choose_rules, load_game, load_profile_of
from bot.exit_status import ExitStatus, Failed, Stopped, Unusable

if TYPE_CHECKING:
    from bot.games import Game
    from bot.live import LiveResult, LiveRun


def check_policy(game: "Game", spec: str | None, rules: object) -> str:
    """Return the policy spec to use, once it is known to be good.

    Raises:
        Unusable: an unknown name or parameter.
    """
    from policy.spec import PolicyError

    chosen = spec or game.default_policy
    try:
        game.policy(chosen, rules)
    except PolicyError as error:
        raise Unusable(str(error)) from error
    return chosen


def live_run(
    name: GameName,
    folder: Path,
    title: str | None,
    policy: str | None,
    rules: str | None,
    think_ms: float,
    moves: int,
    seed: int,
    record: Path | None,
    *,
    dry: bool,
) -> "LiveRun":
    """Check everything a person typed for a live run and put it together.

    Raises:
        Unusable: one line that says what cannot be used.
    """
    from bot.live import LiveRun
    from bot.loop import LoopSettings
    from vision.profile import ProfileError

    game = load_game(name)
    preset = choose_rules(game, rules)
    try:
        profile = load_profile_of(name, folder)
    except ProfileError as error:
        raise Unusable(str(error)) from error
    window_title = title or profile.window.title
    if not window_title:
        raise Unusable(f"{folder}: was made from a picture and names no window; add --window TITLE")
    if record is not None and record.exists() and any(record.iterdir()):
        raise Unusable(f"--record {record}: is not empty; name a new folder")
    return LiveRun(
        game=game,
        rules_name=rules or game.default_rules,
        policy_spec=check_policy(game, policy, preset),
        profile=profile,
        profile_folder=folder,
        title=window_title,
        settings=LoopSettings(moves=moves, think_ms=think_ms, seed=seed),
        record=record,
        dry=dry,
    )


def end_of(result: "LiveResult") -> None:
    """Raise what tells the shell that a run did not finish."""
    if result.status is ExitStatus.FAILED:
        raise Failed(result.ending.reason)
    if result.status is ExitStatus.STOPPED:
        raise Stopped(result.ending.reason)
