"""What `play`, `suggest` and `demo` have in common: from typed words to a run, from a run to an exit status."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.options import choose_rules, load_game, load_profile_of
from bot.exit_status import ExitStatus, Failed, Stopped, Unusable
from bot.game_name import GameName
from bot.writable import check_folder

if TYPE_CHECKING:
    from bot.games import Game
    from bot.playing.live_run import LiveRun
    from bot.playing.run import Ending


def check_policy(game: "Game", spec: str | None, rules: object) -> str:
    """Return the policy spec to use, once it is known to be good.

    Raises:
        policy.spec.PolicyError: an unknown name or parameter.
    """
    chosen = game.default_policy if spec is None else spec
    game.policy(chosen, rules)
    return chosen


def check_record(folder: Path | None, profile: Path | None = None) -> None:
    """See that a recording may be made there, before anything else begins.

    Args:
        folder: of the recording; None where none is kept.
        profile: folder that is copied into it; None where it is still to be made.

    Raises:
        Unusable: a file, a folder that holds something, one inside the profile's, or one that cannot be written to.
    """
    if folder is None:
        return
    if profile is not None and Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(profile)):
        raise Unusable(f"--record {folder}: lies inside the profile {profile}; name a folder elsewhere")
    check_folder(folder, "--record")
    if folder.exists() and any(folder.iterdir()):
        raise Unusable(f"--record {folder}: is not empty; name a new folder")


def live_run(
    name: GameName,
    folder: Path,
    title: str | None,
    *,
    policy: str | None,
    rules: str | None,
    think_ms: float | None,
    moves: int,
    seed: int,
    record: Path | None,
    dry: bool,
) -> "LiveRun":
    """Check everything a person typed for a live run and put it together.

    Raises:
        Unusable, vision.profile.ProfileError, policy.spec.PolicyError: one line that says what cannot be used.
    """
    from bot.calibrating.rules_of_board import rules_of_board, size_conflict, too_few_kinds
    from bot.console import say
    from bot.playing.live_run import LiveRun
    from bot.playing.run import LoopSettings

    game = load_game(name)
    profile = load_profile_of(name, folder)
    rules_name = rules_of_board(game, profile) if rules is None else rules
    preset = choose_rules(game, rules_name)
    if conflict := size_conflict(game, rules_name, profile):
        raise Unusable(f"{folder}: {conflict}")
    window_title = profile.window.title if title is None else title
    if title is None and not window_title:
        raise Unusable(f"{folder}: was made from a picture and names no window; add --window TITLE")
    check_record(record, folder)
    if note := too_few_kinds(game, rules_name, profile):
        say(note)
    return LiveRun(
        game=game,
        rules_name=rules_name,
        policy_spec=check_policy(game, policy, preset),
        profile=profile,
        profile_folder=folder,
        title=window_title,
        settings=LoopSettings(moves=moves, think_ms=think_ms or game.think_ms, seed=seed),
        record=record,
        dry=dry,
    )


def end_of(ending: "Ending") -> None:
    """Tell the shell where a run did not finish.

    Raises:
        Failed: it ended in a fault.
        Stopped: envelope or person ended it.
    """
    if ending.status is ExitStatus.FAILED:
        raise Failed(ending.reason)
    if ending.status is ExitStatus.STOPPED:
        raise Stopped(ending.reason)
