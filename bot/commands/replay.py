"""`replay`: what was read in a recording or in pictures, what would have been played, and why."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from bot.commands.options import GameName, JsonOption, SeedOption, ThinkOption

if TYPE_CHECKING:
    from bot.examining.replaying import Difference, Replayed

MOST_WORK: Final = 2**63 - 1
"""More than any planner tells (`Decision.work`)."""
MOST_OTHERS: Final = 2
MOST_LATER: Final = 3
"""Moves named beside the one decided on: the next best ones, and what is to come after it."""


def command(
    paths: Annotated[list[Path], typer.Argument(metavar="RECORDING|IMAGE...", help="A recording, or pictures.")],
    context: typer.Context,
    profile: Annotated[Path | None, typer.Option("--profile", metavar="DIR", help="For pictures: how to read.")] = None,
    game: Annotated[
        GameName | None, typer.Option(metavar="GAME", help="For pictures: refuse a profile of any other.")
    ] = None,
    policy: Annotated[
        str | None, typer.Option("--policy", metavar="P", help="For pictures: planner, if not the game's strongest.")
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="NAME", help="For pictures: preset, if not the board's own.")
    ] = None,
    think_ms: ThinkOption = None,
    seed: SeedOption = 1,
    work: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            max=MOST_WORK,
            help="For pictures: as much as `--json` told of a decision, not by the clock.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Step through a recording, decide again and compare; or decide on pictures."""
    from bot.calibrating.rules_of_board import rules_of_board, size_conflict
    from bot.commands.live_options import check_policy
    from bot.commands.options import choose_rules, load_game, load_profile_of
    from bot.console import emit_json, say, status
    from bot.examining.replaying import pictures_in, replay_images, replay_recording
    from bot.exit_status import Failed, Unusable
    from bot.warming import warm_up
    from capture.recorded import is_recording

    missing = [str(path) for path in paths if not path.exists()]
    if missing:
        raise Unusable(f"{missing[0]}: no such file or folder; give a recording or pictures")
    recordings = [path for path in paths if is_recording(path)]
    if len(recordings) > 1:
        raise Unusable(f"{len(recordings)} recordings were given; one is replayed at a time")
    if recordings and len(paths) > 1:
        others = len(paths) - 1
        rest = f"{others} other path{'s' if others > 1 else ''}"
        raise Unusable(f"{recordings[0]} is a recording, and {rest} came with it; give it alone, or pictures alone")
    if recordings:
        _refuse_what_it_has_of_its_own(context, recordings[0])
        _tell_what_is_left_aside(context, recordings[0])
        with status("replaying"):
            replayed = replay_recording(recordings[0])
    else:
        if profile is None:
            raise Unusable(f"{paths[0]}: is no recording, and pictures want --profile DIR, which `calibrate` writes")
        name = game or _game_of(profile)
        loaded, board = load_game(name), load_profile_of(name, profile)
        preset = choose_rules(loaded, rules_of_board(loaded, board) if rules is None else rules)
        if rules and (conflict := size_conflict(loaded, rules, board)):
            raise Unusable(f"{profile}: {conflict}")
        planner = check_policy(loaded, policy, preset)
        warm_up(loaded, planner, loaded.live_rules(preset))
        pictures, think_ms = pictures_in(paths), think_ms or loaded.think_ms
        with status("deciding"):
            replayed = replay_images(pictures, loaded, profile, think_ms, seed, work, planner, rules or "")
    if json:
        emit_json(replayed.document())
    else:
        _show(replayed)
    if replayed.lacking:
        whole = replayed.frames + replayed.lacking
        say(f"{paths[0]}: {replayed.lacking} of {whole} decisions could not be replayed: their frames are not on disk")
    if replayed.other_rules:
        say(f"{paths[0]}: {replayed.other_rules}; decisions may differ for that alone")
    if not replayed.recorded and len(replayed.undecided) == replayed.frames:
        raise Failed(f"no board to decide on in {', '.join(replayed.undecided)}")
    if replayed.differences:
        differ = f"{len(replayed.differences)} of {len(replayed.decisions)} decisions differ from the recording"
        raise Failed(differ + (f", {replayed.other_rules}" if replayed.other_rules else ""))


def _game_of(profile: Path) -> GameName:
    """Return whose profile it is."""
    from vision.profile import ProfileError, load_profile

    name = load_profile(profile).game
    try:
        return GameName(name)
    except ValueError:
        raise ProfileError(f"{profile}: a profile of '{name}', which is no game of ours; calibrate again") from None


def _refuse_what_it_has_of_its_own(context: typer.Context, recording: Path) -> None:
    """Refuse a planner or rules beside a recording: what differed would say nothing of it."""
    from bot.commands.options import was_given
    from bot.exit_status import Unusable

    given = " and ".join(f"--{name}" for name in ("policy", "rules") if was_given(context, name))
    if given:
        raise Unusable(f"{recording}: a recording is replayed by its own planner and rules; leave out {given}")


def _tell_what_is_left_aside(context: typer.Context, recording: Path) -> None:
    """Say which options given mean nothing here: a recording is replayed with all that it was made with."""
    from bot.commands.options import was_given
    from bot.console import say

    given = [name for name in ("profile", "game", "think_ms", "seed", "work") if was_given(context, name)]
    if given:
        options = ", ".join("--" + name.replace("_", "-") for name in given)
        say(f"{recording}: a recording is replayed as it was made; {options} left aside")


def _show(replayed: "Replayed") -> None:
    from bot.console import tell

    for step in replayed.decisions:
        if step["move"] is None:
            tell(f"{step['number']:>4}  no board to decide on: {step['why']}  [{step['frame']}]")
            continue
        tell(f"{step['number']:>4}  {step_in_words(step, replayed.words)}  [{step['frame']}]")
        if step.get("plan"):
            tell(f"      {step['plan']}")
    for difference in replayed.differences:
        tell(f"decision {difference.number}: {difference_in_words(difference, replayed.words)}")
    if not replayed.recorded:
        decided = replayed.frames - len(replayed.undecided)
        tell(f"{replayed.frames} pictures, {decided} decided on by {replayed.policy}, rules {replayed.rules}")
        return
    document = replayed.document()
    counts = f"{document['frames']} frames, {document['same']} decisions the same, {document['different']} different"
    tell(counts + (f", {replayed.lacking} not replayed" if replayed.lacking else ""))


def step_in_words(step: Mapping[str, Any], words: Callable[[int], str]) -> str:
    """Return a decision as a person would say it: the move, the next best ones, and how it goes on."""
    move, ranked = step["move"], step.get("alternatives", [])
    said = _said(move, words) + "".join(f" ({each['value']:.1f})" for each in ranked if each["move"] == move)
    others = [each for each in ranked if each["move"] != move][:MOST_OTHERS]
    if others:
        said += "; else " + " or ".join(f"{_said(each['move'], words)} ({each['value']:.1f})" for each in others)
    later = step.get("line", [])[1 : 1 + MOST_LATER]
    return said + ("; then " + ", then ".join(_said(each, words) for each in later) if later else "")


def difference_in_words(difference: "Difference", words: Callable[[int], str]) -> str:
    """Return what was recorded of a decision and what comes out now."""
    recorded, now = difference.recorded, difference.now
    if difference.what == "move":
        recorded, now = _said(recorded, words), _said(now, words)
    return f"{difference.what} was {recorded}, is {now}"


def _said(move: Any, words: Callable[[int], str]) -> str:
    """Return a move in words; a recording that was tampered with may hold anything."""
    if move is None:
        return "no move"
    try:
        return words(move)
    except (TypeError, ValueError, IndexError):
        return f"move {move}"
