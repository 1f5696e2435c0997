"""Steps through a recording: reads its frames again, decides again, and compares with what was recorded."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bot.calibrating.rules_of_board import rules_of_board, size_conflict
from bot.examining.reading import read_image
from bot.examining.recorded_state import recorded_state
from bot.exit_status import Unusable
from bot.game_profiles import profile_of
from bot.games import GAMES, Game, Pace
from bot.playing.deciding import Undecided, decide
from bot.playing.reach import out_of_reach
from bot.playing.run_log import PROFILE_COPY
from bot.ticking.in_sight import kept_in_sight
from bot.ticking.watching import state_seen
from calibration.learned_kinds import without_kinds
from capture.folder import FolderSource
from capture.recorded import RecordingReader
from capture.recording import META_FILE
from capture.source import CaptureError
from policy.decision import Decision, decision_seed
from vision.profile import Profile
from vision.readers import open_reader
from vision.sighting import UNKNOWN, Sighting, Status


@dataclass(frozen=True, slots=True)
class Difference:
    """One decision that came out otherwise, and what differed first."""

    number: int
    what: str
    recorded: object
    now: object


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay found.

    Attributes:
        frames: pictures that were read.
        decisions: what is decided in each; where nothing can be, "move" is None and "why" says why.
        differences: from what was recorded.
        words: a move's number to the move as a person would say it.
        rules: name of those that are gone by.
        policy: the planner with its parameters.
        rules_version: of these rules now.
        recorded_version: of those that the recording says it was made by; None where it does not say.
        recorded: whether there was anything recorded to compare with.
        lacking: decisions that were recorded and could not be made again, since their frames are not on disk.
    """

    frames: int
    decisions: tuple[dict[str, Any], ...]
    differences: tuple[Difference, ...]
    words: Callable[[int], str]
    rules: str
    policy: str
    rules_version: int
    recorded_version: int | None = None
    recorded: bool = True
    lacking: int = 0

    @property
    def other_rules(self) -> str:
        """What is to be said where rules of one name have changed since they were recorded; else ""."""
        if self.recorded_version in (None, self.rules_version):
            return ""
        return (
            f"made by version {self.recorded_version} of its rules, and here they are at version {self.rules_version}"
        )

    @property
    def undecided(self) -> list[str]:
        """The pictures in which nothing can be decided."""
        return [step["frame"] for step in self.decisions if step["move"] is None]

    def document(self) -> dict[str, Any]:
        """Return the `--json` document."""
        return {
            "rules": self.rules,
            "policy": self.policy,
            "frames": self.frames,
            "decisions": len(self.decisions),
            "same": len(self.decisions) - len(self.differences) if self.recorded else 0,
            "different": len(self.differences),
            "lacking": self.lacking,
            "rules_version": {"recorded": self.recorded_version, "now": self.rules_version},
            "differences": [
                {"number": d.number, "what": d.what, "recorded": d.recorded, "now": d.now} for d in self.differences
            ],
            "moves": list(self.decisions),
        }


NEEDED = ("number", "frame", "seed", "codes", "state", "move", "value", "alternatives", "line", "work")
"""What every decision must tell."""
COMPARED = ("move", "value", "alternatives", "line")


def replay_recording(folder: Path, on_step: Callable[[int], None] = lambda _count: None) -> Replayed:
    """Read every decision's frame again and decide again with the recorded seed and amount of work.

    Decisions whose frames never reached the disk, as a killed run's last ones, are counted and left out.

    Raises:
        CaptureError: no recording, or a frame of it is broken, or all of its decisions' are missing.
        vision.profile.ProfileError: the profile inside it cannot be used.
    """
    recording = RecordingReader(folder)
    recording.require_meta("game", "rules", "policy", "think_ms")
    if not recording.events_of("decision", *NEEDED):
        raise CaptureError(f"{folder}: holds no decisions, so there is nothing to replay")
    meta = recording.meta
    game, rules, policy = _planner(recording)
    profile_folder = folder / PROFILE_COPY
    profile = profile_of(game, profile_folder)
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
        decisions.append({"number": event["number"], "frame": event["frame"], "move": event["move"], **_shown(now)})
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


def replay_images(
    paths: Sequence[Path],
    game: Game,
    profile_folder: Path,
    think_ms: float,
    seed: int,
    work: int | None = None,
    policy_spec: str = "",
    rules_name: str = "",
) -> Replayed:
    """Read stored pictures and tell what would be played in each; nothing is recorded to compare with.

    Each is decided on with the same seed, whichever stand before it. Nothing is decided where a run would look again.

    Args:
        paths: of the pictures.
        game: whose they are.
        profile_folder: how they are read.
        think_ms: time for each.
        seed: decides every random choice.
        work: do so much for each, whatever the clock says: a decision's own comes out bit for bit again.
        policy_spec: of the planner; "" is the game's own.
        rules_name: of a preset; "" are those of the profile's board.

    Raises:
        CaptureError, vision.profile.ProfileError: a picture or the profile cannot be used.
        Unusable: the game has no rules for a board of that size, or those that are named are for another.
        policy.spec.PolicyError: no such planner.
    """
    profile = profile_of(game, profile_folder)
    reader = open_reader(profile, profile_folder)
    named, rules_name = bool(rules_name), rules_name or rules_of_board(game, profile)
    if conflict := size_conflict(game, rules_name, profile):
        raise Unusable(f"{profile_folder}: {conflict if named else conflict.partition(';')[0]}")
    rules = game.live_rules(game.rules.PRESETS[rules_name])
    policy_spec = policy_spec or game.default_policy
    policy = game.live_policy(policy_spec, rules)
    decisions = []
    for number, path in enumerate(paths, start=1):
        reading = read_image(reader, profile, path)
        try:
            _refuse_what_a_run_waits_for(game, reading.sighting)
            state = state_alone(game, rules, reading.sighting, profile)
            decision = decide(game, rules, policy, state, reading.sighting, think_ms, decision_seed(seed, 1), work)
            decided = plain(decision) | {"plan": game.plan(rules, state, decision).long}
        except Undecided as undecided:
            decided = {"move": None, "why": str(undecided)}
        decisions.append({"number": number, "frame": str(path), "move": decided["move"], **_shown(decided)})
    words = partial(game.move_words, rules)
    return Replayed(len(paths), tuple(decisions), (), words, rules_name, policy_spec, rules.version, recorded=False)


def state_alone(game: Game, rules: Any, sighting: Sighting, profile: Profile) -> Any:
    """Return the state that one picture shows; of an arena from the profile's seat."""
    if profile.arena is not None:
        return state_seen(game, rules, sighting, profile)
    return game.state_from_sighting(rules, sighting)


def _refuse_what_a_run_waits_for(game: Game, sighting: Sighting) -> None:
    """Raise `Undecided` where a run that saw this first would look again, whatever a planner would make of it."""
    if sighting.status & Status.NO_BOARD:
        raise Undecided("the board cannot be seen")
    if why := game.undecidable(sighting):
        raise Undecided(why)


def pictures_in(paths: Sequence[Path]) -> list[Path]:
    """Return the files given, and for each folder its pictures in order of name.

    Raises:
        CaptureError: a folder holds no picture.
    """
    return [picture for path in paths for picture in (FolderSource(path).paths if path.is_dir() else [path])]


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


def plain(decision: Decision) -> dict[str, Any]:
    """Return a decision as a recording holds it: lists for tuples, no wall time."""
    return {
        "move": decision.move,
        "value": decision.value,
        "alternatives": [{"move": ranked.move, "value": ranked.value} for ranked in decision.alternatives],
        "line": list(decision.line),
        "work": decision.work,
    }


def _shown(now: dict[str, Any]) -> dict[str, Any]:
    return {name: now[name] for name in ("value", "line", "alternatives", "work", "plan", "why") if name in now}
