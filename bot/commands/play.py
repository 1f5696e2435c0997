"""`play`: play a live window with the mouse and keyboard."""

from typing import TYPE_CHECKING, Annotated, get_args

import typer

from bot.commands.options import (
    GameArgument,
    JsonOption,
    MovesOption,
    PolicyOption,
    ProfileOption,
    RecordOption,
    RulesOption,
    SeedOption,
    ThinkOption,
    WindowOption,
)

if TYPE_CHECKING:
    from bot.playing.live_run import LiveRun


def command(
    game: GameArgument,
    profile: ProfileOption,
    window: WindowOption = None,
    policy: PolicyOption = None,
    think_ms: ThinkOption = None,
    moves: MovesOption = 100,
    rules: RulesOption = None,
    seed: SeedOption = 1,
    record: RecordOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Everything but the input.")] = False,
    json: JsonOption = False,
) -> None:
    """Play live. The stop key (F12), the mouse in a corner, or moving the mouse ends it."""
    from bot.commands.live_options import end_of, live_run
    from bot.commands.run_summary import show_summary
    from bot.console import emit_json, progress, say
    from bot.exit_status import Unusable
    from bot.live import play_live
    from bot.naming import kind_asker
    from bot.warming import warm_up
    from capture.display_server import require_display
    from capture.window import find_window

    run = live_run(
        game,
        profile,
        window,
        policy=policy,
        rules=rules,
        think_ms=think_ms,
        moves=moves,
        seed=seed,
        record=record,
        dry=dry_run,
    )
    if run.profile.permission == "none" and not dry_run:
        raise Unusable(
            f"{profile}: the profile gives no ground for live input; use `suggest`, or calibrate with "
            "--permission own, open-source, offline or permission if the game's owner allows bots"
        )
    require_display()
    find_window(run.title).close()
    warm_up(run.game, run.policy_spec, run.rules)
    with progress("playing", moves) as done:
        result = play_live(run, done, say, kind_asker())
    document = result.document(run)
    if json:
        emit_json(document)
    else:
        show_summary(document)
    if result.tally.deaf and (note := _other_way(run)):
        say(note)
    end_of(result.ending)


def _other_way(run: "LiveRun") -> str | None:
    """Return what a person may try where no move reached the game, one line; None where all windows want them alike."""
    from vision.profile_sections import MoveBy

    other = None if run.game.turns is None else run.game.turns.other_way
    if other is None:
        return None
    wanted = next(way for way in get_args(MoveBy) if (way == other) != (run.profile.input.move_by == other))
    return (
        f'note: no move reached the game; if its window wants moves made otherwise, set move_by = "{wanted}" under '
        f"[input] in {run.profile_folder / 'profile.toml'}"
    )
