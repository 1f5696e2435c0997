"""`replay`: what was read in a recording or in pictures, what would have been played, and why."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands.options import GameName, JsonOption, SeedOption, ThinkOption

if TYPE_CHECKING:
    from bot.replaying import Replayed


def command(
    paths: Annotated[list[Path], typer.Argument(metavar="RECORDING|IMAGE...", help="A recording, or pictures.")],
    profile: Annotated[Path | None, typer.Option("--profile", metavar="DIR", help="For pictures: how to read.")] = None,
    game: Annotated[GameName, typer.Option(metavar="GAME", help="For pictures: which game.")] = GameName.BILGING,
    think_ms: ThinkOption = 50.0,
    seed: SeedOption = 1,
    json: JsonOption = False,
) -> None:
    """Step through a recording, decide again and compare; or decide on pictures."""
    from bot.console import console, emit_json
    from bot.exit_status import Failed, Unusable
    from bot.replaying import replay_images, replay_recording
    from capture.source import CaptureError
    from vision.profile import ProfileError

    folders = [path for path in paths if path.is_dir()]
    if folders and len(paths) > 1:
        raise Unusable("give one recording, or pictures; not several recordings at once")
    if not folders and profile is None:
        raise Unusable("pictures want --profile DIR, which `calibrate` writes")
    try:
        with console.status("replaying"):
            if folders:
                replayed = replay_recording(folders[0])
            else:
                from bot.commands.options import load_game, load_profile_of

                assert profile is not None
                load_profile_of(game, profile)
                replayed = replay_images(paths, load_game(game), profile, think_ms, seed)
    except (CaptureError, ProfileError) as error:
        raise Unusable(str(error)) from error
    if json:
        emit_json(replayed.document())
    else:
        _show(replayed)
    if replayed.differences:
        raise Failed(f"{len(replayed.differences)} of {len(replayed.decisions)} decisions differ from the recording")


def _show(replayed: "Replayed") -> None:
    from bot.console import say

    for step in replayed.decisions:
        best = ", ".join(f"{ranked['move']} ({ranked['value']:.1f})" for ranked in step.get("alternatives", [])[:3])
        say(f"{step['number']:>4}  move {step['move']}, line {step.get('line', [])}, best {best}  [{step['frame']}]")
    for difference in replayed.differences:
        say(f"move {difference.number}: {difference.what} was {difference.recorded}, is {difference.now}")
    document = replayed.document()
    say(f"{document['frames']} frames, {document['same']} decisions the same, {document['different']} different")
