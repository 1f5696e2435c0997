"""Steps through a recording: reads its frames again, decides again, and compares with what was recorded."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bot.calibrating.rules_of_board import size_conflict
from bot.examining.recorded_profile import recorded_profile
from bot.examining.recorded_state import recorded_sketch, recorded_state
from bot.examining.replayed import Difference, Replayed, plain, shown
from bot.games import GAMES, Game, Pace
from bot.playing.deciding import Undecided, decide
from bot.playing.reach import out_of_reach
from bot.playing.run_log import PROFILE_COPY
from bot.ticking.in_sight import kept_in_sight
from calibration.learned_kinds import without_kinds
from capture.recorded import RecordingReader
from capture.recording import META_FILE
from capture.source import CaptureError
from vision.readers import open_reader
from vision.sighting import UNKNOWN, Sighting

NEEDED = ("number", "frame", "seed", "codes", "state", "move", "value", "alternatives", "line", "work")
"""What every decision must tell."""
COMPARED = ("move", "value", "alternatives", "line")


def replay_recording(folder: Path, on_step: Callable[[int], None] = lambda _count: None) -> Replayed:
    """Read every decision's frame again and decide again with the recorded seed and amount of work.

    Decisions whose frames never reached the disk, as a killed run's last ones, are counted and left out.

    Raises:
        CaptureError: no recording, an incomplete one, or a frame of it is broken, or all of its decisions' are missing.
        vision.profile.ProfileError: the profile inside it cannot be used.
    """
    recording = RecordingReader(folder)
    recording.require_meta("game", "rules", "policy", "think_ms")
    if not recording.events_of("decision", *NEEDED):
        raise CaptureError(f"{folder}: holds no decisions, so there is nothing to replay")
    meta = recording.meta
    game, rules, policy = _planner(recording)
    profile_folder = folder / PROFILE_COPY
    profile = recorded_profile(recording, game)
    if conflict := size_conflict(game, meta["rules"], profile):
        raise CaptureError(f"{folder / META_FILE}: {conflict.partition(';')[0]}; mend the rules or record again")
    later = {file for event in recording.events for file in _learned_files(event)}
    reader = open_reader(without_kinds(profile, later), profile_folder)
    missing = recording.missing
    decisions, differences, frames, lacking = [], [], 0, 0
    for event in recording.events:
        if files := _learned_files(event):
            # a frame is read with what was known when it was taken
            later -= files
            reader = open_reader(without_kinds(profile, later), profile_folder)
        if event["event"] != "decision":
            continue
        recorded = recorded_state(recording, game, rules, event)
        recorded_sketch(recording, game, rules, recorded, event, profile)  # a move that is none is refused
        if event["frame"] in missing:
            lacking += 1
            continue
        frames += 1
        sighting = reader.read(recording.frame(event["frame"]))
        _refuse_other_codes(recording, event, sighting.codes.shape)
        repaired = [(row, col) for row, col in event.get("repaired", ())]
        if game.pace is Pace.TICKS:
            sighting = _mended(sighting, event["codes"])
        for cell in repaired:
            sighting.codes[cell] = event["codes"][cell[0]][cell[1]]
        now: dict[str, object] = {"codes": sighting.codes.tolist()}
        try:
            state = game.state_from_sighting(rules, sighting)
            state = game.with_hidden(state, recorded)
            covered = out_of_reach(game, state, profile, repaired, sighting.codes.shape)
            budget, seed, work = meta["think_ms"], event["seed"], event["work"]
            decision = decide(game, rules, policy, state, sighting, budget, seed, work, covered)
            if game.pace is Pace.TICKS:
                decision = kept_in_sight(decision, state, repaired)
            now |= {**plain(decision), "plan": game.plan(rules, state, decision).long}
        except Undecided as undecided:
            now |= {"move": None, "why": str(undecided)}
        decisions.append({"number": event["number"], "frame": event["frame"], "move": event["move"], **shown(now)})
        what = next((name for name in ("codes", *COMPARED) if now.get(name) != event[name]), None)
        if what:
            differences.append(Difference(event["number"], what, event[what], now.get(what)))
        on_step(frames)
    if not frames:
        raise CaptureError(f"{folder}: the pictures of its decisions are missing, so there is nothing to replay")
    return Replayed(
        frames,
        tuple(decisions),
        tuple(differences),
        partial(game.move_words, rules),
        meta["rules"],
        meta["policy"],
        rules.version,
        meta.get("rules_version"),
        lacking=lacking,
    )


def _refuse_other_codes(recording: RecordingReader, event: Mapping[str, Any], shape: tuple[int, ...]) -> None:
    """Refuse recorded codes, and cells that the rules settled, that lie beside what the profile reads."""
    rows, cols = len(event["codes"]), len(event["codes"][0])
    if (rows, cols) != shape:
        raise CaptureError(
            f"{recording.where(event)}: 'codes' are {rows} x {cols}, the profile reads {shape[0]} x {shape[1]}; "
            "remove the line"
        )
    if any(row >= rows or col >= cols for row, col in event.get("repaired", ())):
        raise CaptureError(f"{recording.where(event)}: 'repaired' names a cell beside the board; remove the line")


def _mended(sighting: Sighting, recorded: list[list[int]]) -> Sighting:
    """Return a sighting with what could not be read from one picture, and was put in by the rules, as recorded."""
    codes = np.where(sighting.codes == UNKNOWN, np.array(recorded, np.int8), sighting.codes).astype(np.int8)
    return replace(sighting, codes=codes)


def _learned_files(event: Mapping[str, Any]) -> set[str]:
    """Return the pictures of the kinds that became known with an event."""
    return set(event.get("files", ())) if event["event"] == "learned" else set()


def _planner(recording: RecordingReader) -> tuple[Game, Any, Any]:
    meta = recording.meta
    try:
        game = GAMES[meta["game"]]()
        rules = game.live_rules(game.rules.PRESETS[meta["rules"]])
        return game, rules, game.live_policy(meta["policy"], rules)
    except (KeyError, ValueError) as error:  # a policy's and a preset's own refusals among them
        raise CaptureError(
            f"{recording.folder}: meta.toml does not name a game, rules and policy known here"
        ) from error
