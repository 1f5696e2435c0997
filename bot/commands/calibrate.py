"""`calibrate`: find the board and learn its tiles, from a window or from pictures, and prove both."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bot.commands.options import GameArgument, JsonOption, PermissionName, RulesOption
from bot.practice_process import RESTART_KEY

if TYPE_CHECKING:
    from bot.calibrating.probing import Probing
    from bot.games import Game
    from calibration.kind_names import NameKind
    from calibration.outcome import Calibration
    from vision.profile_sections import InputSection

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
        float | None,
        typer.Option(metavar="T", help="A board at rest stands so long, if not 50 ms; not in Columns, Hypersonic."),
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
    from bot.calibrating.frames import calibrate_images
    from bot.calibrating.live import calibrate_live
    from bot.calibrating.rules_of_board import colours_of, odd_size, too_few_kinds
    from bot.calibrating.wishes import CalibrationWishes
    from bot.commands.options import choose_rules, load_game, was_given
    from bot.console import say, status
    from bot.exit_status import Failed, Stopped, Unusable
    from bot.games import Pace
    from bot.naming import kind_asker
    from bot.writable import check_folder

    images = [*(image or []), *(more or [])]
    _check_sources(context, window, images, board, draw)
    check_folder(profile, "--profile")
    _check_not_taken(profile, game)
    loaded = load_game(game)
    if loaded.plain_tiles and was_given(context, "restart_key"):
        raise Unusable(f"--restart-key: no game of {game} is begun anew to calibrate on it; leave it out")
    if quiet_ms is not None and loaded.pace is not Pace.TURNS:
        raise Unusable(f"--quiet-ms: {game} waits for nobody, so no rest of its board is waited for; leave it out")
    if probes and was_given(context, "probes"):
        _check_probed(loaded, permission)
    choose_rules(loaded, rules)
    rows, cols = (rows, cols) if any_size else _size(loaded, rules, rows, cols)
    rectangle = _rectangle(images, board, draw)
    timing = _timing(hold_ms, gap_ms, quiet_ms)
    colours = colours_of(loaded, rules)
    wishes = CalibrationWishes(permission.value, timing, rows, cols, any_size, rectangle, kind_asker(), colours)
    with status("calibrating"):
        if window:
            calibration = calibrate_live(loaded, window, wishes, restart_key, say)
        else:
            calibration = calibrate_images(loaded, images, wishes)
    chosen = _rules_played(loaded, rules, calibration)
    if calibration.result.passed and (note := too_few_kinds(loaded, chosen, calibration.profile)):
        say(note)
    probing = None
    if window and probes and chosen:
        calibration, probing = _proved(loaded, calibration, window, chosen, probes, wishes.name_kind)
    _keep(calibration, profile)
    stopped = probing is not None and probing.stopped
    shown, where = (None, "") if stopped else _shown_refusal(profile, calibration)
    _tell(game, calibration, chosen, probing, profile, shown, json)
    result = calibration.result
    if result.passed:
        if not (any_size or (rows and cols)) and (note := odd_size(loaded, calibration.profile)):
            say(note)
        for each in calibration.notes:
            say(each)
        return
    reason = "calibration did not pass: " + "; ".join(result.reasons)
    raise Stopped(reason) if stopped else Failed(reason + where)


def _check_sources(
    context: typer.Context, window: str | None, images: list[Path], board: str | None, draw: bool
) -> None:
    """Refuse a window and pictures at once, neither, and what goes with the other of the two."""
    from bot.commands.options import was_given
    from bot.exit_status import Unusable

    if bool(images) == bool(window):
        raise Unusable("give either --window TITLE or --image FILE, one of the two")
    if draw and (board or not images):
        raise Unusable("--draw goes with --image and without --board")
    for name in ("restart_key", "probes"):
        if images and was_given(context, name):
            raise Unusable(f"--{name.replace('_', '-')}: nothing is played on pictures; leave it out, or give --window")


def _check_probed(game: "Game", permission: PermissionName) -> None:
    """Refuse moves that were asked for as a proof where none would be played."""
    from bot.calibrating.live import PERMISSION
    from bot.exit_status import Unusable

    if not game.plain_tiles:
        raise Unusable(f"--probes: no moves are played to prove a calibration of {game.name}; leave it out")
    if permission is PermissionName.NONE:
        raise Unusable(f"--probes: no move is played without permission; leave it out, or {PERMISSION}")


def _check_not_taken(folder: Path, game: str) -> None:
    """Refuse a folder that holds something else than an older profile of the game, before any work."""
    from bot.exit_status import Unusable
    from calibration.profile_folder import why_taken

    if (why := why_taken(folder, game)) is not None:
        raise Unusable(f"--profile {folder}: {why}; choose another folder")


def _size(game: "Game", rules: str | None, rows: int | None, cols: int | None) -> tuple[int | None, int | None]:
    """Return rows and columns as given, or as the rules given have them."""
    from bot.calibrating.rules_of_board import told_by_rules
    from bot.exit_status import Unusable

    told = told_by_rules(game, rules)
    for option, given, known in (("--rows", rows, told[0]), ("--cols", cols, told[1])):
        if None not in (given, known) and given != known:
            raise Unusable(f"{option} {given}: --rules {rules} has {known}; leave one of the two out")
    return rows or told[0], cols or told[1]


def _timing(hold_ms: float | None, gap_ms: float | None, quiet_ms: float | None) -> "InputSection":
    from bot.exit_status import Unusable
    from vision.profile_sections import MOST_MS, InputSection

    asked = {"hold_ms": hold_ms, "gap_ms": gap_ms, "quiet_ms": quiet_ms}
    given = {name: value for name, value in asked.items() if value is not None}
    for name, value in given.items():
        if not 0 <= value <= MOST_MS:
            raise Unusable(f"--{name.replace('_', '-')} {value:.16g}: give 0 to {MOST_MS:g} milliseconds")
    return InputSection.model_validate(given)


def _rules_played(game: "Game", rules: str | None, calibration: "Calibration") -> str | None:
    """Return the rules given, or those that the board found fits; None where nothing passed and none were given.

    Raises:
        Failed: the board found is none of those rules.
    """
    from bot.calibrating.rules_of_board import rules_of_board, size_conflict
    from bot.exit_status import Failed

    if not calibration.result.passed:
        return rules
    chosen = rules or rules_of_board(game, calibration.profile)
    if chosen and (conflict := size_conflict(game, chosen, calibration.profile)):
        raise Failed(conflict)
    return chosen


def _proved(
    game: "Game", calibration: "Calibration", window: str, rules: str, probes: int, name_kind: "NameKind | None"
) -> "tuple[Calibration, Probing | None]":
    """Return the calibration after moves that were played as a proof of it, and how these went, where it allows any."""
    from bot.calibrating.probing import after_probing, can_be_probed, prove_by_playing
    from bot.console import say, status
    from bot.warming import warm_up

    if not can_be_probed(game, calibration):
        return calibration, None
    warm_up(game)
    with status("proving it by playing"):
        probing = prove_by_playing(game, calibration, window, rules, probes, say, name_kind)
    return after_probing(calibration, probing), probing


def _keep(calibration: "Calibration", folder: Path) -> None:
    """Write the profile, if calibration passed; what an earlier refusal left is taken away then."""
    from calibration.refusal_picture import refusal_path

    if calibration.result.passed:
        calibration.save(folder)
        refusal_path(folder).unlink(missing_ok=True)


def _shown_refusal(folder: Path, calibration: "Calibration") -> tuple[Path | None, str]:
    """Write the picture of a refusal, if there is one.

    Returns:
        where it is, and what is to be said of it: where, or why it is nowhere. The reasons are told all the same.
    """
    from calibration.outcome import CalibrationError
    from calibration.refusal_picture import save_refusal

    result = calibration.result
    if result.passed or calibration.sheet is None:
        return None, ""
    try:
        path = save_refusal(folder, calibration.sheet, result.reasons)
    except CalibrationError as error:
        return None, f"; where: no picture could be kept ({error})"
    return path, f"; where: {path}"


def _tell(
    game: str,
    calibration: "Calibration",
    rules: str | None,
    probing: "Probing | None",
    folder: Path,
    refused: Path | None,
    json: bool,
) -> None:
    """Print the result, as a document or as a table; `refused`: where the picture of a refusal is."""
    from bot.console import emit_json, table
    from calibration.profile_folder import CONTACT_SHEET

    passed = calibration.result.passed
    document = {
        **calibration.result.document(),
        "profile": str(folder) if passed else None,
        "contact_sheet": str(folder / CONTACT_SHEET) if passed else None,
        "refused_picture": None if refused is None else str(refused),
        "rules": rules,
        "move_by": calibration.profile.input.move_by if passed else None,
        "probing": None if probing is None else {"moves": probing.moves, "confirmed": probing.confirmed},
    }
    if json:
        emit_json(document)
    else:
        table(f"calibrate {game}", _rows(document))


def _rows(document: dict[str, Any]) -> dict[str, object]:
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
        rows["profile"] = document["profile"]
        rows["contact sheet"] = document["contact_sheet"]
        rows["rules"] = document["rules"]
        if document["move_by"]:
            rows["moves by"] = document["move_by"]
    if document["probing"]:
        rows["proved by playing"] = "{confirmed} of {moves} moves as planned".format(**document["probing"])
    return rows


def _rectangle(images: list[Path], board: str | None, draw: bool) -> tuple[float, float, float, float] | None:
    """Return where the board is, as given or drawn; None where it is to be found."""
    from bot.commands.options import parse_rectangle
    from bot.exit_status import Stopped
    from calibration.drawn_rectangle import ask_rectangle

    if not draw:
        return parse_rectangle(board)
    rectangle = parse_rectangle(ask_rectangle(images[0]))
    if rectangle is None:
        raise Stopped("no rectangle was drawn")
    return rectangle
