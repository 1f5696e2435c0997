"""`timelapse`: a recording as a short moving picture."""

from pathlib import Path
from typing import Annotated

import typer

from bot.commands.options import JsonOption


def command(
    recording: Annotated[Path, typer.Argument(metavar="RECORDING", help="What `play`, `suggest` or `demo` recorded.")],
    file: Annotated[Path, typer.Argument(metavar="FILE.gif", help="Picture to write.")],
    width: Annotated[int, typer.Option(metavar="PX", min=64, max=2000, help="Narrower windows keep their own.")] = 480,
    frame_ms: Annotated[int, typer.Option("--frame-ms", metavar="T", min=20, max=5000, help="A move's time.")] = 250,
    every: Annotated[int, typer.Option(metavar="N", min=1, help="Show one of so many moves.")] = 1,
    json: JsonOption = False,
) -> None:
    """Make a GIF of a game from its recording: a picture a move, the move drawn on it."""
    from dataclasses import asdict

    from bot.console import emit_json, say, status
    from bot.examining.timelapse import write_timelapse
    from bot.exit_status import Unusable
    from bot.writable import check_file
    from capture.recorded import cut_short

    if file.suffix.lower() != ".gif":
        raise Unusable(f"{file}: write a GIF; name a file that ends in .gif")
    check_file(file)
    with status("drawing"):
        try:
            made = write_timelapse(recording, file, width=width, frame_ms=frame_ms, every=every)
        except OSError as error:
            raise Unusable(f"{file}: cannot be written ({error.strerror}); name another file") from error
    if json:
        emit_json({"file": str(file), **asdict(made), "left_out": made.left_out})
    else:
        say(f"{file}: {made.frames} pictures of {made.width}x{made.height}, {made.size / 1e3:.0f} kB")
    if note := cut_short(recording):
        say(note)
    for count, why in (
        (made.lacking, "the picture is not on the disk"),
        (made.resized, "the picture is of another size than the first"),
    ):
        if count:
            say(f"{count} move{' is' if count == 1 else 's are'} left out: {why}")
