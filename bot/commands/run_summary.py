"""What `play` and `demo` tell a person of a run that has ended."""

from collections.abc import Mapping
from typing import Any, Final

from bot.console import counted, table

SLOWER: Final = "--set tick_ms=500"


def show_summary(document: Mapping[str, Any]) -> None:
    """Print a run's `--json` document in words, on standard error; what there is nothing to say of is left out."""
    title = f"{document['game']}, {document['policy']}, rules {document['rules']}, seed {document['seed']}"
    table(title, {name: text for name, text in _rows(document).items() if text})


def why_missed(document: Mapping[str, Any]) -> str:
    """Return how many of a run's turns were missed, and for what, in one line; at least one was."""
    missed, unread = document["turns_missed"], document["turns_unread"]
    causes = {
        "cells could not be read (is something over the arena?)": unread,
        f"this machine is busy or slow; give a slower tick, {SLOWER}": missed - unread,
    }
    why = [cause if turns == missed else f"{turns} since {cause}" for cause, turns in causes.items() if turns]
    return f"{missed} of {document['moves']} turns were missed: {', '.join(why)}"


def _rows(document: Mapping[str, Any]) -> dict[str, str | None]:
    """Return a line for each thing to be told, empty or None where there is none."""
    rows = {
        "ending": document["ending"],
        "moves": _moves(document),
        "outcomes": counted(document["outcomes"]),
        "cells": _cells(document),
        "score": _score(document),
    }
    if "turns_missed" in document:
        missed, unread, tick_ms = document["turns_missed"], document["turns_unread"], document["tick_ms"]
        of_them = f", {unread} of them unread" if unread else ""
        rows["turns"] = f"{missed} missed{of_them}" + (f", {tick_ms:.0f} ms each" if tick_ms else "")
        rows["games"] = ", ".join(f"{game['result']} in {game['turns']} turns" for game in document["games"])
    rows["time"] = f"{document['seconds']:.1f} s"
    for stage, times in document["latency_ms"].items():
        rows[f"{stage} ms"] = ", ".join(f"{name} {value:.2f}" for name, value in times.items() if value is not None)
    rows["recording"] = document["recording"]
    rows["last move"] = document["picture"]
    return rows


def _moves(document: Mapping[str, Any]) -> str:
    moves = document["moves"]
    if document["score"] is None:
        return f"{moves} decided on; a dry run, nothing was pressed"
    return f"{moves}, {document['moves_confirmed']} confirmed"


def _cells(document: Mapping[str, Any]) -> str:
    """Return how many cells were read, and how; only an examiner (`demo`) knows which were misread."""
    said = [f"{document['cells_read']} read"]
    if "cells_misread" in document:
        said.append(f"{document['cells_misread']} misread")
    if document["cells_repaired"]:
        said.append(f"{document['cells_repaired']} settled by the rules")
    return ", ".join(said)


def _score(document: Mapping[str, Any]) -> str:
    """Return the points, and those a move where they are known for sure; "" of a dry run."""
    score, moves = document["score"], document["moves"]
    if score is None:
        return ""
    if document["score_at_least"]:
        return f"at least {score:.0f} points"
    return f"{score:.0f} points" + (f", {score / moves:.2f} a move" if moves else "")
