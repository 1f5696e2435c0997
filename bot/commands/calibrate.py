"""`calibrate`: find the board and learn its tiles, from a window or from pictures, and prove both."""

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands.options import GameArgument, JsonOption, PermissionName

if TYPE_CHECKING:
    from calibration.calibrate import Calibration, NameKind
    from capture.frame import Pixels


def command(
    game: GameArgument,
    profile: Annotated[Path, typer.Option("--profile", metavar="DIR", help="Folder to write.")],
    more: Annotated[list[Path] | None, typer.Argument(metavar="[FILE...]", help="More pictures.")] = None,
    window: Annotated[str | None, typer.Option(metavar="TITLE", help="Live window, by title.")] = None,
    image: Annotated[list[Path] | None, typer.Option(metavar="FILE...", help="Saved pictures of one window.")] = None,
    board: Annotated[str | None, typer.Option(metavar="X,Y,W,H", help="Where the board is, if not found.")] = None,
    draw: Annotated[bool, typer.Option("--draw", help="Draw the board's rectangle with the mouse.")] = False,
    rows: Annotated[int | None, typer.Option(metavar="R", min=2, max=64, help="Rows, if not the game's own.")] = None,
    cols: Annotated[int | None, typer.Option(metavar="C", min=2, max=64, help="Columns likewise.")] = None,
    permission: Annotated[
        PermissionName, typer.Option(metavar="GROUND", help="Why live input is allowed: own, open-source, ...")
    ] = PermissionName.NONE,
    json: JsonOption = False,
) -> None:
    """Find the board and its tiles, prove them, and write a profile with a contact sheet."""
    from bot.calibrating import CalibrationWishes, calibrate_images, calibrate_window
    from bot.commands.options import load_game, parse_rectangle
    from bot.console import console, emit_json, table
    from bot.exit_status import Failed, Unusable
    from vision.profile import InputSection

    images = [*(image or []), *(more or [])]
    if bool(images) == bool(window):
        raise Unusable("give either --window TITLE or --image FILE, one of the two")
    if draw and (board or not images):
        raise Unusable("--draw goes with --image and without --board")
    if profile.exists() and not profile.is_dir():
        raise Unusable(f"--profile {profile}: is a file; name a folder")
    loaded = load_game(game)
    rectangle = _drawn(images[0]) if draw else parse_rectangle(board)
    wishes = CalibrationWishes(permission.value, InputSection(), rows, cols, rectangle, _asker())
    with console.status("calibrating"):
        calibration = calibrate_window(loaded, window, wishes) if window else calibrate_images(loaded, images, wishes)
    result = calibration.result
    if result.passed:
        calibration.save(profile)
    if json:
        emit_json(result.document())
    else:
        table(f"calibrate {game}", _rows(calibration, profile))
    if not result.passed:
        raise Failed("calibration did not pass: " + "; ".join(result.reasons))


def _rows(calibration: "Calibration", profile: Path) -> dict[str, object]:
    document = calibration.result.document()
    board = document["board"]
    where = "not found" if board is None else "x {x:.2f}, y {y:.2f}, {width:.2f} x {height:.2f}".format(**board)
    rows: dict[str, object] = {
        "board": f"{where}, {document['rows']} rows x {document['cols']} columns",
        "residual": f"{document['residual_px']} px",
        "kinds": document["kinds"],
        "smallest margin": document["margin"],
        "passed": document["passed"],
    }
    if document["passed"]:
        rows["profile"] = profile
        rows["contact sheet"] = profile / "contact_sheet.png"
    return rows


def _drawn(picture: Path) -> tuple[float, float, float, float]:
    from bot.commands.options import parse_rectangle
    from bot.exit_status import Stopped
    from calibration.drawn_rectangle import ask_rectangle

    text = ask_rectangle(picture)
    rectangle = parse_rectangle(text)
    if rectangle is None:
        raise Stopped("no rectangle was drawn")
    return rectangle


def _asker() -> "NameKind | None":
    """Return what asks the person for a special kind's name; None where nobody sits at a terminal."""
    if not sys.stdin.isatty():
        return None

    def ask(picture: "Pixels", index: int) -> str | None:
        import cv2

        from bot.console import console

        with tempfile.TemporaryDirectory(prefix="spyglass-kind-") as folder:
            path = Path(folder) / f"kind_{index}.png"
            cv2.imwrite(str(path), picture)
            name = console.input(f"A special piece, shown in {path}. Its name (empty: leave it unnamed)? ")
        return name.strip() or None

    return ask
