"""Which of the open windows a title means."""

from collections.abc import Sequence
from typing import Final

from capture.source import CaptureError

OUR_COMMAND: Final = "run_bot.py"
"""Many terminals show the command that runs in them as their title: ours, with the title that it was given."""


class WindowNotFound(CaptureError):  # noqa: N818
    """No window, or more than one, answers to a title; the message lists what is open."""


def best_title(wanted: str, titles: Sequence[str]) -> int:
    """Return the index of the title that `wanted` means: the equal one, else the only one that contains it.

    One that also holds our own command is meant only where no other contains it.

    Raises:
        WindowNotFound: no match, or several; the message lists the open windows or the matches.
    """
    exact = [index for index, title in enumerate(titles) if title == wanted]
    part = [index for index, title in enumerate(titles) if wanted.casefold() in title.casefold()]
    found = exact or [index for index in part if OUR_COMMAND not in titles[index]] or part
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(f"'{titles[index]}'" for index in found)
        raise WindowNotFound(
            f"{len(found)} windows match '{wanted}': {names}; close all but one or give a longer title"
        )
    names = ", ".join(f"'{title}'" for title in sorted(set(titles)) if title) or "none"
    raise WindowNotFound(f"no window titled '{wanted}'; open windows: {names}")


def same_title(title: str, titles: Sequence[str]) -> int:
    """Return the index of the only title that equals `title`: of a window that was opened in place of a closed one.

    A part of the title, which is enough for a person who asks, could be another program's.

    Raises:
        WindowNotFound: no such title, or several.
    """
    if titles.count(title) != 1:
        raise WindowNotFound(f"{titles.count(title) or 'no'} windows titled '{title}' in place of the closed one")
    return titles.index(title)
