"""`suggest`: advice drawn over the window; no input is ever sent."""

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


def command(
    game: GameArgument,
    profile: ProfileOption,
    window: WindowOption = None,
    policy: PolicyOption = None,
    think_ms: ThinkOption = None,
    moves: MovesOption = 1000,
    rules: RulesOption = None,
    seed: SeedOption = 1,
    record: RecordOption = None,
    json: JsonOption = False,
) -> None:
    """Draw the advised move over the window while you play, and count how often you did the same."""
    from bot.advising.suggesting import suggest
    from bot.commands.live_options import end_of, live_run
    from bot.console import emit_json, say, table
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
        dry=True,
    )
    require_display()
    find_window(run.title).close()
    warm_up(run.game, run.policy_spec, run.rules)
    result = suggest(run, say, kind_asker())
    document = result.document(run)
    if json:
        emit_json(document)
    else:
        table(f"suggestions for {game}", document)
    end_of(result.ending)
