"""`report`: a recording as one page."""

from pathlib import Path
from typing import Annotated

import typer

from bot.commands.options import JsonOption


def command(
    recording: Annotated[Path, typer.Argument(metavar="RECORDING", help="What `play`, `suggest` or `demo` recorded.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.html", help="Page to write.  [default: RECORDING/report.html]")
    ] = None,
    pictures: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, max=1000, help="Of decisions that went as planned; the first 60 others are shown."
        ),
    ] = 24,
    json: JsonOption = False,
) -> None:
    """Write one self-contained HTML page of a recording: score, latency, misreads, pictures of decisions."""
    from bot.console import emit_json, say, status
    from bot.examining.report import make_report, write_report
    from bot.exit_status import Unusable
    from bot.writable import check_file
    from capture.recorded import cut_short

    if recording.is_file():
        raise Unusable(f"{recording}: is a file; give the folder of a recording")
    if not recording.is_dir():
        raise Unusable(f"{recording}: no such folder; give the folder of a recording")
    file = out or recording / "report.html"
    if file.suffix.lower() not in (".html", ".htm"):
        raise Unusable(f"{file}: write a page; name a file that ends in .html")
    check_file(file, "--out" if out else "")
    with status("writing"):
        report = make_report(recording, pictures)
        try:
            write_report(report, file)
        except OSError as error:
            raise Unusable(f"{file}: cannot be written ({error.strerror}); name another with --out") from error
    if note := cut_short(recording):
        say(note)
    if report.lacking:
        say(f"{recording}: {report.lacking} of the decisions shown have no picture: their frames are not on disk")
    size = file.stat().st_size
    if json:
        document = {"file": str(file), "size": size, "pictures": report.pictures, "outcomes": dict(report.outcomes)}
        emit_json({**document, "latency_ms": dict(report.latency_ms), "cut": report.cut})
    else:
        say(f"{file}: {sum(report.outcomes.values())} moves, {report.pictures} pictures, {size / 1e3:.0f} kB")
