"""Steps through a recording: reads its frames again, decides again, and compares with what was recorded."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
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
from policy.decision import WorkError
from vision.readers import open_reader
from vision.sighting import UNKNOWN, Sighting

NEEDED = ("number", "frame", "seed", "codes", "state", "move", "value", "alternatives", "line", "work")
"""What every decision must tell."""
COMPARED = ("move", "value", "alternatives", "line")


Progress = Callable[[int], AbstractContextManager[Callable[[int], None]]]
"""Shows how far something is: entered with how much there is, it gives a function that takes how much is done."""


def replay_recording(folder: Path, progress: Progress = lambda _total: nullcontext(lambda _count: None)) -> Replayed:
    """Read every decision's frame again and decide again with the recorded seed and amount of work.

    Decisions whose frames never reached the disk, as a killed run's last ones, are counted and left out.

    Args:
        progress: shows how many decisions have been looked at.

    Raises:
        CaptureError: no recording, an incomplete one, or a frame of it is broken, or all of its decisions' are missing.
        vision.profile.ProfileError: the profile inside it cannot be used.
    """
    recording = RecordingReader(folder)
    recording.require_meta("game", "rules", "policy", "think_ms")
    recorded = recording.events_of("decision", *NEEDED)
    if not recorded:
        raise CaptureError(f"{folder}: holds no decisions, so there is nothing to replay")
    again = _Again(recording)
    with progress(len(recorded)) as done:
        for event in recording.events:
            if files := _learned_files(event):
                again.learn(files)
            elif event["event"] == "decision":
                again.decide(event)
                done(again.frames + again.lacking)
    if not again.frames:
        raise CaptureError(f"{folder}: the pictures of its decisions are missing, so there is nothing to replay")
    return again.replayed()


class _Again:
    """A recording's run played on by its decisions.

    Attributes:
        frames: decisions made again.
        lacking: decisions whose frames are missing.

    Raises:
        CaptureError: its rules do not fit its profile's board, or nothing here knows its game, rules or planner.
        vision.profile.ProfileError: the profile inside it cannot be used.
    """

    def __init__(self, recording: RecordingReader) -> None:
        meta = recording.meta
        self.frames = self.lacking = 0
        self._recording = recording
        self._game, self._rules, self._policy = _planner(recording)
        self._profile = recorded_profile(recording, self._game)
        if conflict := size_conflict(self._game, meta["rules"], self._profile):
            file = recording.folder / META_FILE
            raise CaptureError(f"{file}: {conflict.partition(';')[0]}; mend the rules or record again")
        self._missing = recording.missing
        self._later = {file for event in recording.events for file in _learned_files(event)}
        self._decisions: list[dict[str, Any]] = []
        self._differences: list[Difference] = []
        self.learn(set())

    def learn(self, files: set[str]) -> None:
        """Read with the pictures of further kinds from here on: a frame is read with what was known at its time."""
        self._later -= files
        profile = without_kinds(self._profile, self._later)
        self._reader = open_reader(profile, self._recording.folder / PROFILE_COPY)

    def decide(self, event: Mapping[str, Any]) -> None:
        """Make a recorded decision again."""
        game, rules = self._game, self._rules
        recorded = recorded_state(self._recording, game, rules, event)
        # a move that is none is refused
        recorded_sketch(self._recording, game, rules, recorded, event, self._profile)
        if event["frame"] in self._missing:
            self.lacking += 1
            return
        self.frames += 1
        sighting = self._read(event)
        now: dict[str, object] = {"codes": sighting.codes.tolist()}
        try:
            now |= self._decided(event, sighting, recorded)
        except Undecided as undecided:
            now |= {"move": None, "why": str(undecided)}
        except WorkError as error:
            raise CaptureError(
                f"{self._recording.where(event)}: 'work' cannot be done again ({error}); remove the line"
            ) from error
        self._decisions.append(
            {"number": event["number"], "frame": event["frame"], "move": event["move"], **shown(now)}
        )
        what = next((name for name in ("codes", *COMPARED) if now.get(name) != event[name]), None)
        if what:
            self._differences.append(Difference(event["number"], what, event[what], now.get(what)))

    def replayed(self) -> Replayed:
        """Return what came out."""
        meta = self._recording.meta
        return Replayed(
            self.frames,
            tuple(self._decisions),
            tuple(self._differences),
            partial(self._game.move_words, self._rules),
            meta["rules"],
            meta["policy"],
            self._rules.version,
            meta.get("rules_version"),
            lacking=self.lacking,
        )

    def _read(self, event: Mapping[str, Any]) -> Sighting:
        """Read a decision's frame; what the rules had put in is put in as recorded."""
        sighting = self._reader.read(self._recording.frame(event["frame"]))
        _refuse_other_codes(self._recording, event, sighting.codes.shape)
        if self._game.pace is Pace.TICKS:
            sighting = _mended(sighting, event["codes"])
        for row, col in event.get("repaired", ()):
            sighting.codes[row, col] = event["codes"][row][col]
        return sighting

    def _decided(self, event: Mapping[str, Any], sighting: Sighting, recorded: Any) -> dict[str, object]:
        """Return what is decided on a sighting now.

        Raises:
            Undecided: nothing can be.
        """
        game, rules = self._game, self._rules
        repaired = [(row, col) for row, col in event.get("repaired", ())]
        state = game.with_hidden(game.state_from_sighting(rules, sighting), recorded)
        covered = out_of_reach(game, state, self._profile, repaired, sighting.codes.shape)
        budget, seed, work = self._recording.meta["think_ms"], event["seed"], event["work"]
        restless = [cell for cell in repaired if sighting.codes[cell] == UNKNOWN]
        decision = decide(game, rules, self._policy, state, sighting, budget, seed, work, covered, restless)
        if game.pace is Pace.TICKS:
            decision = kept_in_sight(decision, state, repaired)
        return {**plain(decision), "plan": game.plan(rules, state, decision).long}


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
