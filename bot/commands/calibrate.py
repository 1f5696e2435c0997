"""`calibrate`: find the board and learn its tiles, from a window or from pictures, and prove both."""

from pathlib import Path
from typing import Annotated, Any

import typer

from bot.commands.options import GameArgument, JsonOption, PermissionName, RulesOption
from bot.practice_process import RESTART_KEY

PROBES = 3
"""Moves that are played unless told otherwise: one may fit a wrong board by luck, three hardly."""


def command(
    game: GameArgument,
    context: typer.Context,
    profile: Annotated[Path, typer.Option("--profile", metavar="DIR", help="Folder to write.")],
    more: Annotated[list[Path] | None, typer.Argument(metavar="[FILE...]", help="More pictures.")] = None,
    window: Annotated[str | None, typer.Option(metavar="TITLE", help="Live window, by title.")] = None,
    image: Annotated[list[Path] | None, typer.Option(metavar="FILE...", help="Saved pictures of one window.")] = None,
    board: Annotated[str | None, typer.Option(metavar="X,Y,W,H", help="Where the board is, if not found.")] = None,
    draw: Annotated[bool, typer.Option("--draw", help="Draw the board's rectangle with the mouse.")] = False,
    rows: Annotated[int | None, typer.Option(metavar="R", min=2, max=64, help="Rows, if not the game's own.")] = None,
    cols: Annotated[int | None, typer.Option(metavar="C", min=2, max=64, help="Columns likewise.")] = None,
    any_size: Annotated[bool, typer.Option("--any-size", help="Rows and columns are unknown: find them too.")] = False,
    permission: Annotated[
        PermissionName,
        typer.Option(
            metavar="GROUND",
            help="Why live input is allowed: own, open-source, offline or permission (of the game's owner); none.",
        ),
    ] = PermissionName.NONE,
    hold_ms: Annotated[
        float | None, typer.Option(metavar="T", help="A button stays down so long, if not 50 ms.")
    ] = None,
    gap_ms: Annotated[float | None, typer.Option(metavar="T", help="Quiet between two presses, if not 40 ms.")] = None,
    quiet_ms: Annotated[
        float | None, typer.Option(metavar="T", help="A board at rest stands so long, if not 50 ms.")
    ] = None,
    restart_key: Annotated[
        str, typer.Option(metavar="KEY", help="Begins a new game; pressed where calibration plays, with permission.")
    ] = RESTART_KEY,
    rules: RulesOption = None,
    probes: Annotated[
        int, typer.Option(metavar="N", min=0, max=50, help="Moves played as a proof, with permission; 0 for none.")
    ] = PROBES,
    json: JsonOption = False,
) -> None:
    """Find the board and its tiles, prove them, and write a profile with a contact sheet.

    With --window and --permission it plays for that where a game shows too little by itself.
    """
    from bot.calibrating.frames import CalibrationWishes, calibrate_images
    from bot.calibrating.live import calibrate_live
    from bot.calibrating.probing import after_probing, can_be_probed, prove_by_playing
    from bot.calibrating.rules_of_board import odd_size, rules_of_board, size_conflict, told_by_rules
    from bot.commands.options import choose_rules, load_game, parse_rectangle, was_given
    from bot.console import emit_json, say, status, table
    from bot.exit_status import Failed, Stopped, Unusable
    from bot.naming import kind_asker
    from bot.warming import warm_up
    from bot.writable import check_folder
    from calibration.profile_folder import holds_something_else
    from calibration.refusal_picture import refusal_path, save_refusal
    from vision.profile import MOST_MS, InputSection

    images = [*(image or []), *(more or [])]
    if bool(images) == bool(window):
        raise Unusable("give either --window TITLE or --image FILE, one of the two")
    if draw and (board or not images):
        raise Unusable("--draw goes with --image and without --board")
    for name in ("restart_key", "probes"):
        if images and was_given(context, name):
            raise Unusable(f"--{name.replace('_', '-')}: nothing is played on pictures; leave it out, or give --window")
    check_folder(profile, "--profile")
    if holds_something_else(profile):
        raise Unusable(f"--profile {profile}: exists and is no profile; choose another folder")
    loaded = load_game(game)
    choose_rules(loaded, rules)
    told = (None, None) if any_size else told_by_rules(loaded, rules)
    for option, given, known in (("--rows", rows, told[0]), ("--cols", cols, told[1])):
        if None not in (given, known) and given != known:
            raise Unusable(f"{option} {given}: --rules {rules} has {known}; leave one of the two out")
    rows, cols = rows or told[0], cols or told[1]
    rectangle = _drawn(images[0]) if draw else parse_rectangle(board)
    for option, value in (("--hold-ms", hold_ms), ("--gap-ms", gap_ms), ("--quiet-ms", quiet_ms)):
        if value is not None and not 0 <= value <= MOST_MS:
            raise Unusable(f"{option} {value:g}: give 0 to {MOST_MS:g} milliseconds")
    asked = {"hold_ms": hold_ms, "gap_ms": gap_ms, "quiet_ms": quiet_ms}
    timing = InputSection.model_validate({name: value for name, value in asked.items() if value is not None})
    wishes = CalibrationWishes(permission.value, timing, rows, cols, any_size, rectangle, kind_asker())
    with status("calibrating"):
        if window:
            calibration = calibrate_live(loaded, window, wishes, restart_key, say)
        else:
            calibration = calibrate_images(loaded, images, wishes)
    probing = None
    chosen = rules or (rules_of_board(loaded, calibration.profile) if calibration.result.passed else None)
    if chosen and calibration.result.passed and (conflict := size_conflict(loaded, chosen, calibration.profile)):
        raise Failed(conflict)
    if window and probes and chosen and can_be_probed(loaded, calibration):
        warm_up(loaded)
        with status("proving it by playing"):
            probing = prove_by_playing(loaded, calibration, window, chosen, probes, say)
        calibration = after_probing(calibration, probing)
    result = calibration.result
    if result.passed:
        calibration.save(profile)
        refusal_path(profile).unlink(missing_ok=True)
    document = {
        **result.document(),
        "rules": chosen,
        "probing": None if probing is None else {"moves": probing.moves, "confirmed": probing.confirmed},
    }
    if json:
        emit_json(document)
    else:
        table(f"calibrate {game}", _rows(document, profile))
    if result.passed:
        if not (any_size or (rows and cols)) and (note := odd_size(loaded, calibration.profile)):
            say(note)
        for each in calibration.notes:
            say(each)
        return
    reason = "calibration did not pass: " + "; ".join(result.reasons)
    if probing is not None and probing.stopped:
        raise Stopped(reason)
    if calibration.sheet is not None:
        reason += f"; where: {save_refusal(profile, calibration.sheet)}"
    raise Failed(reason)


def _rows(document: dict[str, Any], profile: Path) -> dict[str, object]:
    board = document["board"]
    if board is None:
        return {"board": "not found"}
    where = "x {x:.2f}, y {y:.2f}, {width:.2f} x {height:.2f}".format(**board)
    residual = document["residual_px"]
    rows: dict[str, object] = {
        "board": f"{where}, {document['rows']} rows x {document['cols']} columns",
        "residual": "no kind was seen twice at rest" if residual is None else f"{residual} px",
        "kinds": document["kinds"],
        "smallest margin": document["margin"],
        "passed": document["passed"],
    }
    if document["passed"]:
        rows["profile"] = profile
        rows["contact sheet"] = profile / "contact_sheet.png"
        rows["rules"] = document["rules"]
    if document["probing"]:
        rows["proved by playing"] = "{confirmed} of {moves} moves as planned".format(**document["probing"])
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
