"""`train`: learn what a planner needs, into a file that `--policy` loads."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands.options import GameArgument, JsonOption, RulesOption, SeedOption
from bot.game_name import GameName

if TYPE_CHECKING:
    from bot.measuring.training import Trainer


def command(
    game: GameArgument,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File to write (.npz).  [default: runs/GAME-POLICY-RULES.npz]"),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="What shall learn, if not learned. bilging: learned or mdp; "
            "square_stacker: learned, dqn or dqn-learned.",
        ),
    ] = None,
    hands: Annotated[
        int | None,
        typer.Option(
            "--hands",
            "--amount",
            metavar="N",
            min=1000,
            help="How much, if not as much as ours learned. bilging: moves, for mdp boards of each sort; "
            "square_stacker: hands, for dqn games, for dqn-learned moves.",
        ),
    ] = None,
    rules: RulesOption = None,
    seed: SeedOption = 1,
    json: JsonOption = False,
) -> None:
    """Learn what a planner needs. Ctrl+C stops it; where that takes long the same command goes on where it was."""
    from bot.commands.options import choose_rules, load_game
    from bot.console import emit_json, progress, say, table
    from bot.exit_status import Unusable
    from bot.writable import folder_for

    loaded = load_game(game)
    name, trainer = _trainer(game, policy)
    preset = choose_rules(loaded, rules)
    rules_name = loaded.default_rules if rules is None else rules
    try:
        trainer.check_rules(preset)
    except ValueError as error:
        raise Unusable(f"--rules {rules_name}: {error}") from None
    target = out or Path("runs") / f"{game}-{name}-{_in_a_file_name(rules_name)}.npz"
    _check_target(target)
    wanted = hands or trainer.amount
    if wanted > trainer.most:
        raise Unusable(
            f"--amount or --hands {wanted}: {name} learns from {trainer.most} {trainer.unit} at most; name fewer"
        )
    trainer.needs()
    then = "goes on from the last checkpoint" if trainer.resumes else "begins anew"
    say(f"training {name} for {wanted} {trainer.unit}; Ctrl+C stops it, the same command {then}")
    with progress(f"{name}, {rules_name}", wanted) as done:
        try:
            with folder_for(target):
                document = trainer.run(preset, wanted, seed, target, done)
        except OSError as error:
            raise Unusable(f"{target}: {error.strerror or error}; choose another file with --out") from error
    document |= {"game": game.value, "policy": name, "rules": rules_name, "seed": seed, "file": str(target)}
    if json:
        emit_json(document)
    else:
        table(f"train {game}", document)
        say(f"play with it: --policy {trainer.policy.replace('FILE', str(target))}")


def _trainer(game: GameName, policy: str | None) -> "tuple[str, Trainer]":
    """Return the name of what shall learn, the game's first where none is given, and its trainer."""
    from bot.exit_status import Unusable
    from bot.measuring.training import TRAINERS

    if game.value not in TRAINERS:
        raise Unusable(f"{game} has nothing to train; there is {', '.join(TRAINERS)}")
    trainers = TRAINERS[game.value]
    name = next(iter(trainers)) if policy is None else policy
    if name not in trainers:
        raise Unusable(f"--policy {name}: does not learn; choose one of {', '.join(trainers)}")
    return name, trainers[name]()


def _check_target(target: Path) -> None:
    """Refuse a file that could not be written in the end, or not be named to `--policy`."""
    from bot.exit_status import Unusable
    from bot.writable import check_file
    from files.whole_file import part_of
    from policy.archive import checkpoint_of

    if target.suffix != ".npz":
        raise Unusable(f"--out {target}: name a file that ends in .npz")
    if "," in str(target):
        raise Unusable(f"--out {target}: --policy parts its numbers at commas; name a file without one")
    for file in (target, checkpoint_of(target)):
        check_file(file, "--out")
        check_file(part_of(file), "--out")


def _in_a_file_name(rules: str) -> str:
    """Return the text of rules in characters that every file system and `--policy` take: "ypp-rows-10-cols-5"."""
    return re.sub(r"[^\w.-]", "-", rules, flags=re.ASCII)
