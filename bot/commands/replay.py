"""`replay`: what was read in a recording, in pictures or in a video, what would have been played, and why."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from bot.commands.options import JsonOption, SeedOption, ThinkOption
from bot.game_name import GameName

if TYPE_CHECKING:
    from bot.examining.replayed import Replayed

MOST_WORK: Final = 2**63 - 1
"""More than any planner tells (`Decision.work`)."""


def command(
    paths: Annotated[
        list[Path], typer.Argument(metavar="RECORDING|IMAGE...|VIDEO", help="A recording, pictures, or a video.")
    ],
    context: typer.Context,
    profile: Annotated[
        Path | None, typer.Option("--profile", metavar="DIR", help="How pictures or a video are read.")
    ] = None,
    game: Annotated[
        GameName | None, typer.Option(metavar="GAME", help="Refuse a recording or profile of any other.")
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option("--policy", metavar="P", help="Planner, if not the game's strongest; not for recordings."),
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="NAME", help="Preset, if not the board's own; not for recordings.")
    ] = None,
    think_ms: ThinkOption = None,
    seed: SeedOption = 1,
    work: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            max=MOST_WORK,
            help="As much as `--json` told of a decision, not by the clock; not for recordings.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Decide again on a recording, and compare; or decide on pictures, or on what a video shows."""
    from bot.commands.options import choose_rules, load_game
    from bot.console import emit_json, progress, say, status
    from bot.examining.deciding_on_pictures import pictures_in, replay_images
    from bot.examining.eyes_and_planner import EyesAndPlanner
    from bot.examining.reading import load_frame
    from bot.examining.replaying import replay_recording
    from bot.examining.replaying_videos import replay_video
    from bot.exit_status import Failed, Unusable
    from bot.warming import warm_up
    from capture.recorded import cut_short, is_recording
    from capture.video import frames_in, is_video

    missing = [str(path) for path in paths if not path.exists()]
    if missing:
        raise Unusable(f"{missing[0]}: no such file or folder; give a recording, pictures or a video")
    recordings, videos = [p for p in paths if is_recording(p)], [p for p in paths if is_video(p)]
    alone = recordings + videos
    if len(alone) > 1:
        kinds = " and ".join(kind for kind, some in (("recordings", recordings), ("videos", videos)) if some)
        raise Unusable(f"{len(alone)} {kinds} were given; one is replayed at a time")
    if alone and len(paths) > 1:
        what = "a recording" if recordings else "a video"
        others = len(paths) - 1
        rest = f"{others} other path{'s' if others > 1 else ''}"
        raise Unusable(f"{alone[0]} is {what}, and {rest} came with it; give it alone, or pictures alone")
    if recordings:
        _refuse_what_it_has_of_its_own(context, recordings[0])
        _refuse_other_game(recordings[0], game)
        _tell_what_is_left_aside(context, recordings[0])
        replayed = replay_recording(recordings[0], partial(progress, "replaying"))
    else:
        if profile is None:
            raise Unusable(
                f"{paths[0]}: is no recording, and pictures and videos want --profile DIR, which `calibrate` writes"
            )
        if work is not None and think_ms is not None:
            raise Unusable(
                "--work and --think-ms exclude each other: work is not by the clock; leave one of the two out"
            )
        name = game or _game_of(profile)
        loaded = load_game(name)
        if rules is not None:
            choose_rules(loaded, rules)
        player = EyesAndPlanner.of_profile(loaded, profile, policy, rules)
        told, pictures = (frames_in(videos[0]), []) if videos else (0, pictures_in(paths))
        if pictures:
            load_frame(pictures[0], player.profile)  # one that is refused is refused before anything is compiled
        warm_up(loaded, player.policy_spec, player.rules)
        think_ms = think_ms or loaded.think_ms
        if videos:
            with progress("watching", told) as watched:
                replayed = replay_video(videos[0], player, think_ms, seed, work, watched)
            if replayed.frames < told:
                say(f"{videos[0]}: ends after {replayed.frames} of the {told} frames that its header tells of")
        else:
            with status("deciding"):
                replayed = replay_images(pictures, player, think_ms, seed, work)
    if json:
        emit_json(replayed.document())
    else:
        _show(replayed)
    if recordings and (note := cut_short(recordings[0])):
        say(note)
    if replayed.lacking:
        whole = replayed.frames + replayed.lacking
        say(f"{paths[0]}: {replayed.lacking} of {whole} decisions could not be replayed: their frames are not on disk")
    if replayed.other_rules:
        say(f"{paths[0]}: {replayed.other_rules}; decisions may differ for that alone")
    if not replayed.recorded and len(replayed.undecided) == len(replayed.decisions):
        raise Failed(f"no board to decide on in {', '.join(replayed.undecided) or paths[0]}")
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


def _refuse_other_game(recording: Path, game: GameName | None) -> None:
    """Refuse a recording of another game than the one that was named."""
    from bot.exit_status import Unusable
    from capture.recorded import RecordingReader

    if game is None:
        return
    recorded = RecordingReader(recording).meta.get("game")
    if recorded not in (None, game):
        raise Unusable(f"{recording}: a recording of {recorded}, not of {game}; leave out --game")


def _tell_what_is_left_aside(context: typer.Context, recording: Path) -> None:
    """Say which options given mean nothing here: a recording is replayed with all that it was made with."""
    from bot.commands.options import was_given
    from bot.console import say

    given = [name for name in ("profile", "think_ms", "seed", "work") if was_given(context, name)]
    if given:
        options = ", ".join("--" + name.replace("_", "-") for name in given)
        say(f"{recording}: a recording is replayed as it was made; {options} left aside")


def _show(replayed: "Replayed") -> None:
    from bot.console import tell
    from bot.examining.in_words import difference_in_words, played_in_words, step_in_words

    for step in replayed.decisions:
        if step["move"] is None:
            tell(f"{step['number']:>4}  no board to decide on: {step['why']}  [{step['frame']}]")
            continue
        tell(f"{step['number']:>4}  {step_in_words(step, replayed.words)}  [{step['frame']}]")
        if step.get("plan"):
            tell(f"      {step['plan']}")
        if "played" in step:
            tell(f"      {played_in_words(step, replayed.words)}")
    for difference in replayed.differences:
        tell(f"decision {difference.number}: {difference_in_words(difference, replayed.words)}")
    frames = f"{replayed.frames} frame{'' if replayed.frames == 1 else 's'}"
    if not replayed.recorded:
        decided = f"{len(replayed.decisions) - len(replayed.undecided)} decided on by {replayed.policy}"
        if replayed.of_video:
            count = len(replayed.decisions)
            positions = f"{frames}, {count} position{'' if count == 1 else 's'}, {decided}"
            played = f"{replayed.same} played the same, {replayed.different} otherwise"
            tell(f"{positions}, rules {replayed.rules}; {played}")
        else:
            shown = f"{replayed.frames} picture{'' if replayed.frames == 1 else 's'}"
            tell(f"{shown}, {decided}, rules {replayed.rules}")
        return
    same = f"{replayed.same} decision{'' if replayed.same == 1 else 's'} the same"
    counts = f"{frames}, {same}, {replayed.different} different"
    tell(counts + (f", {replayed.lacking} not replayed" if replayed.lacking else ""))
