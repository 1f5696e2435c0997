"""`demo`: watch the bot play a practice window through pixels and input alone."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from bot.commands.options import (
    GameArgument,
    JsonOption,
    MovesOption,
    PolicyOption,
    RecordOption,
    RulesOption,
    SeedOption,
    ThinkOption,
    finite,
)
from bot.game_name import GameName


def command(
    game: GameArgument = GameName.BILGING,
    moves: MovesOption = 30,
    think_ms: ThinkOption = None,
    seed: SeedOption = 1,
    policy: PolicyOption = None,
    rules: RulesOption = None,
    look: Annotated[str | None, typer.Option(metavar="NAME", help="One of the practice window's looks.")] = None,
    skin: Annotated[Path | None, typer.Option(metavar="DIR", help="A look made of pictures.")] = None,
    scale: Annotated[
        float, typer.Option(metavar="F", min=0.5, max=3.0, callback=finite, help="Size of the window.")
    ] = 1.0,
    speed: Annotated[
        float | None,
        typer.Option(
            metavar="F",
            min=0.1,
            max=100.0,
            callback=finite,
            help="Speed of the window; 2, or 1 where a game waits for nobody.",
        ),
    ] = None,
    specials: Annotated[
        float | None,
        typer.Option(
            metavar="RATE", min=0.0, max=0.5, callback=finite, help="Share of special pieces, if not the preset's own."
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting of the game's window; repeatable."),
    ] = None,
    record: RecordOption = None,
    json: JsonOption = False,
) -> None:
    """Open a practice window, calibrate on it and play it."""
    from bot.commands.live_options import check_policy, check_record
    from bot.commands.options import choose_rules, load_game, parse_settings
    from bot.commands.run_summary import show_summary, why_missed
    from bot.commands.seat_options import demo_rules
    from bot.console import emit_json, progress, say, status
    from bot.demo import Demo, run_demo
    from bot.exit_status import ExitStatus, Failed, Stopped
    from bot.games import Pace
    from bot.playing.run import LoopSettings
    from bot.playing.run_log import new_run_folder
    from bot.practice_process import PracticeChoice, rehearse
    from bot.virtual_display import display
    from bot.warming import warm_up

    loaded = load_game(game)
    asked = parse_settings(settings or [])
    rules = demo_rules(game, asked, rules)
    preset = choose_rules(loaded, rules)
    spec = check_policy(loaded, policy, preset)
    check_record(record)
    rules_name = loaded.default_rules if rules is None else rules
    usual = [setting for setting in loaded.demo_settings(preset) if setting.partition("=")[0] not in asked]
    choice = PracticeChoice(
        game=game.value,
        look=look,
        skin=skin,
        scale=scale,
        seed=seed,
        speed=speed or (2.0 if loaded.pace is Pace.TURNS else 1.0),
        rules=rules_name,
        specials=specials,
        settings=(*usual, *(settings or ())),
    )
    if any(option is not None for option in (look, skin, rules, specials, settings)):
        with status("trying the practice window"):
            rehearse(choice)
    loop = LoopSettings(moves=moves, think_ms=think_ms or loaded.think_ms, seed=seed)
    warm_up(loaded, spec, preset)
    with ExitStack() as kept:
        folder = record or kept.enter_context(new_run_folder(f"demo-{game}"))
        say(f"display: {kept.enter_context(display())}")
        done = kept.enter_context(progress("playing", moves))
        document = run_demo(Demo(loaded, choice, rules_name, spec, loop, folder), say, done)
    ended = ExitStatus(document.pop("status"))
    if json:
        emit_json(document)
    else:
        show_summary(document)
    if document["cells_misread"]:
        raise Failed(f"{document['cells_misread']} of {document['cells_read']} cells were misread")
    if document.get("wrong_landings"):
        raise Failed(f"{document['wrong_landings']} of {document['moves']} pieces did not land where planned")
    if document.get("turns_missed"):
        raise Failed(why_missed(document))
    if ended is not ExitStatus.DONE:
        raise (Failed if ended is ExitStatus.FAILED else Stopped)(document["ending"])
