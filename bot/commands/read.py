"""`read`: boards out of pictures."""

from pathlib import Path
from typing import Annotated

import typer

from bot.commands.options import GameArgument, JsonOption, ProfileOption


def command(
    game: GameArgument,
    images: Annotated[list[Path], typer.Argument(metavar="IMAGE...", help="Pictures of the calibrated window.")],
    profile: ProfileOption,
    json: JsonOption = False,
) -> None:
    """Read the board in each picture, and the score where the profile has a place for it."""
    from bot.commands.options import load_game, load_profile_of
    from bot.console import emit_json, tell
    from bot.examining.reading import load_frame, read_frame, with_texts
    from bot.exit_status import Failed
    from bot.warming import warming
    from vision.readers import open_reader, warm_up
    from vision.sighting import Status

    loaded = load_game(game)
    loaded_profile = load_profile_of(game, profile)
    reader = open_reader(loaded_profile, profile)
    frames = [load_frame(path, loaded_profile) for path in images]  # one that is refused is refused at once
    with warming():
        warm_up(loaded_profile)
    boards = [read_frame(reader, path, frame) for path, frame in zip(images, frames, strict=True)]
    readings = with_texts(boards, loaded_profile)
    learned = {kind.code: kind.name for kind in loaded_profile.kinds}
    names = dict(enumerate(loaded.rules.KIND_NAMES)) | learned
    if json:
        emit_json([reading.document(learned, names, loaded.document(reading.sighting)) for reading in readings])
    else:
        for reading in readings:
            tell(reading.text(names, loaded.printed(reading.sighting)))
    unseen = [str(r.path) for r in readings if r.sighting.status & Status.NO_BOARD]
    if unseen:
        raise Failed(f"no board to be seen in {', '.join(unseen)}")
