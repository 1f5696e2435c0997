"""Who plays in a window's seats, as typed after `--set seats=`: checked before anything is opened."""

from collections.abc import Mapping

from bot.exit_status import Unusable
from bot.game_name import GameName


def check_seats(game: GameName, settings: Mapping[str, str], rules: str | None) -> tuple[str, ...]:
    """Return who is asked for in a window's seats, none where nobody is named; nothing is started.

    Args:
        game: games without seats have none.
        settings: as typed, by name.
        rules: preset; None goes by the number of seats.

    Raises:
        practice.options.PracticeError: a setting that cannot be read, no such rules or player, seats that do not fit.
        policy.spec.PolicyError: a player has no such parameter.
        Unusable: a program that is not there.
    """
    if game is not GameName.HYPERSONIC:
        return ()
    from practice.hypersonic.settings import read_settings

    names = read_settings(settings).seats
    if not names:
        return ()
    from practice.hypersonic.seats import OF_THE_WINDOW, find_rules

    find_rules(rules or "", None, names)
    others = [name for name in names if name not in OF_THE_WINDOW]
    if others:
        from bot.platform.seats import check_seat  # loads the planners

        for name in others:
            check_seat(name)
    return names


def demo_rules(game: GameName, settings: Mapping[str, str], rules: str | None) -> str | None:
    """Return the preset that a demo goes by, None for the game's own: without `rules` the number of seats decides.

    Raises:
        Unusable: no seat is left for the demo.
        Others: see `check_seats`.
    """
    names = check_seats(game, settings, rules)
    if not names:
        return rules
    from engine.hypersonic import PRESET_FOR
    from practice.hypersonic.seats import PERSON

    if PERSON not in names:
        raise Unusable(f"setting seats: a demo plays in the person's seat; name {PERSON} once, as {PERSON},rhea")
    return PRESET_FOR[len(names)] if rules is None else rules
