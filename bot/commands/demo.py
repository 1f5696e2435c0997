"""`demo`: watch the bot play a practice window through pixels and input alone."""

from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from bot.commands.options import (
    GameArgument,
    GameName,
    JsonOption,
    MovesOption,
    PolicyOption,
    RecordOption,
    RulesOption,
    SeedOption,
    ThinkOption,
    finite,
)

if TYPE_CHECKING:
    from bot.practice_process import PracticeChoice

WITH_SETTINGS: Final = ("columns", "hypersonic")
"""Games whose windows have settings."""


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
    from bot.commands.run_summary import show_summary
    from bot.commands.seat_options import demo_rules
    from bot.console import emit_json, progress, say
    from bot.demo import Demo, run_demo
    from bot.exit_status import Failed
    from bot.games import Pace
    from bot.playing.run import LoopSettings
    from bot.playing.run_log import new_run_folder
    from bot.practice_process import PracticeChoice
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
    _check_window(choice)
    loop = LoopSettings(moves=moves, think_ms=think_ms or loaded.think_ms, seed=seed)
    warm_up(loaded, spec, preset)
    with ExitStack() as kept:
        folder = record or kept.enter_context(new_run_folder(f"demo-{game}"))
        say(f"display: {kept.enter_context(display())}")
        done = kept.enter_context(progress("playing", moves))
        document = run_demo(Demo(loaded, choice, rules_name, spec, loop, folder), say, done)
    status = document.pop("status")
    if json:
        emit_json(document)
    else:
        show_summary(document)
    if document["cells_misread"]:
        raise Failed(f"{document['cells_misread']} of {document['cells_read']} cells were misread")
    if document.get("wrong_landings"):
        raise Failed(f"{document['wrong_landings']} of {document['moves']} pieces did not land where planned")
    if document.get("turns_missed"):
        missed = f"{document['turns_missed']} of {document['moves']} turns were missed"
        raise Failed(f"{missed}: this machine is busy or slow; give a slower tick, --set tick_ms=500")
    if status:
        raise _ending(status, document)


def _check_window(choice: "PracticeChoice") -> None:
    """Refuse a look or a setting that the window would refuse, before anything is compiled or opened.

    Raises:
        practice.options.PracticeError: there is no such look or setting, or a look beside a skin.
    """
    from practice.options import PracticeOptions, choose, refuse_settings

    settings = dict(text.split("=", 1) for text in choice.settings)
    if choice.game in WITH_SETTINGS:
        import_module(f"practice.{choice.game}.settings").read_settings(settings)
    else:
        refuse_settings(choice.game, settings)
    PracticeOptions(look=choice.look or "", skin=choice.skin)
    if choice.look:
        looks = import_module(f"practice.{choice.game}").look_names()
        choose("look", choice.look, dict.fromkeys(looks))


def _ending(status: int, document: dict[str, Any]) -> Exception:
    from bot.exit_status import Failed, Stopped

    return (Failed if status == 1 else Stopped)(document["ending"])
