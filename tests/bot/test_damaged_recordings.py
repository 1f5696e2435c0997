"""Recordings that somebody changed: one line that names file, line and key; never a traceback."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import engine.swap3 as swap3
from bot.calibrating.frames import calibrate_frames
from bot.calibrating.wishes import CalibrationWishes
from bot.examining.replaying import replay_recording
from bot.examining.report import make_report
from bot.examining.timelapse import write_timelapse
from bot.games import GAMES
from bot.playing.deciding import decide
from bot.playing.run_log import RunLog
from capture.frame import Frame
from capture.recorded import RecordingReader
from capture.recording import EVENTS_FILE, META_FILE
from capture.source import CaptureError
from engine.dice import dice
from policy.decision import decision_seed
from practice.swap3 import render_still
from tests.bot.command_line import assert_one_line, run_here
from vision.profile import ProfileError, load_profile
from vision.readers import open_reader

RULES = swap3.PRESETS["gweled"]
MOVES = 6
META = {
    "game": "swap3",
    "rules": RULES.name,
    "policy": "greedy",
    "think_ms": 20.0,
    "seed": 5,
    "title": "",
    "dry": False,
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording as a run writes it."""
    folder = tmp_path_factory.mktemp("recorded")
    game, rolls, states = GAMES["swap3"](), dice(7), []
    state = swap3.start(RULES, rolls)
    for _ in range(MOVES):
        states.append(state)
        state = swap3.apply(RULES, state, int(swap3.legal_moves(RULES, state)[0]), rolls).state
    frames = [Frame(render_still("mine", 1.0, RULES, one), number) for number, one in enumerate(states)]
    calibration = calibrate_frames(game, frames, "", CalibrationWishes())
    assert calibration.result.passed, calibration.result.reasons
    calibration.save(folder / "profile")
    profile = load_profile(folder / "profile")
    reader, policy = open_reader(profile, folder / "profile"), game.policy("greedy", RULES)
    log = RunLog(folder / "recording", folder / "profile", META)
    for number, frame in enumerate(frames, 1):
        sighting, seed = reader.read(frame), decision_seed(5, number)
        seen = game.state_from_sighting(RULES, sighting)
        decision = decide(game, RULES, policy, seen, sighting, 20.0, seed)
        sketch = game.sketch(RULES, seen, decision.line, "", profile)
        log.decision(number, seed, frame, sighting, swap3.to_text(seen), decision, sketch)
    log.ending("all seen", fault=False)
    log.summary({"score": 30.0, "moves": MOVES})
    log.close()
    return folder / "recording"


@pytest.fixture
def recording(whole: Path, tmp_path: Path) -> Path:
    shutil.copytree(whole, tmp_path / "recording")
    return tmp_path / "recording"


def change(recording: Path, event: str, changes: dict[str, Any], *, without: str = "") -> int:
    """Change the last event of a name; return its line."""
    path = recording / EVENTS_FILE
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    place = max(place for place, one in enumerate(events) if one["event"] == event)
    events[place] |= changes
    events[place].pop(without, None)
    path.write_text("".join(json.dumps(one) + "\n" for one in events), encoding="utf-8")
    return place + 1


def replayed(recording: Path) -> None:
    replay_recording(recording)


def reported(recording: Path) -> None:
    make_report(recording, pictures=MOVES)


def shown(recording: Path) -> None:
    write_timelapse(recording, recording / "game.gif", width=200, frame_ms=50)


READERS: tuple[Callable[[Path], None], ...] = (replayed, reported, shown)


def test_what_only_pictures_need_is_left_aside_and_said(recording: Path) -> None:
    done = run_here("replay", recording, "--profile", recording / "profile", "--game=swap3", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert "a recording is replayed as it was made; --profile, --seed left aside" in done.stderr
    assert "left aside" not in run_here("replay", recording).stderr


def test_a_recording_has_a_planner_and_rules_of_its_own(recording: Path) -> None:
    done = run_here("replay", recording, "--policy", "random", "--rules", "gweled")
    assert_one_line(done, str(recording), "by its own planner and rules", "leave out --policy and --rules")


def test_a_recording_of_another_game_than_the_one_named_is_refused(recording: Path) -> None:
    done = run_here("replay", recording, "--game", "bilging")
    assert_one_line(done, f"{recording}: a recording of swap3, not of bilging; leave out --game")


def test_a_recording_is_given_alone(recording: Path, tmp_path: Path) -> None:
    picture = next((recording / "frames").iterdir())
    for others, words in (
        ([picture], f"{recording} is a recording, and 1 other path came with it; give it alone"),
        ([picture, picture], "and 2 other paths came with it"),
        ([recording], "2 recordings were given; one is replayed at a time"),
    ):
        done = run_here("replay", *others, recording)
        assert (done.returncode, done.stdout) == (2, "")
        (line,) = done.stderr.splitlines()
        assert words in line


def test_a_whole_recording_is_replayed(recording: Path) -> None:
    done = replay_recording(recording)
    assert (len(done.decisions), done.differences) == (MOVES, ())
    for read in READERS:
        read(recording)


@pytest.mark.parametrize(
    ("event", "key", "value"),
    [
        ("frame", "scale", 0),
        ("frame", "region", [0, 0, 5]),
        ("frame", "file", 7),
        ("decision", "time_ns", "now"),
        ("decision", "frame", None),
        ("decision", "number", -1),
        ("decision", "seed", 1.5),
        ("decision", "codes", 7),
        ("decision", "codes", [[0, 1], [2]]),
        ("decision", "codes", [[0, 300]]),
        ("decision", "repaired", [[1]]),
        ("decision", "repaired", [["a", "b"]]),
        ("decision", "state", 5),
        ("decision", "move", "left"),
        ("decision", "move", True),
        ("decision", "move", -1),
        ("decision", "value", float("nan")),
        ("decision", "alternatives", [{"move": 1}]),
        ("decision", "line", {"a": 1}),
        ("decision", "min_margin", "wide"),
        ("decision", "spent_ms", float("inf")),
        ("decision", "work", -3),
        ("decision", "work", 10**40),
        ("ending", "fault", "no"),
        ("summary", "document", [1]),
    ],
)
def test_a_key_that_holds_something_else_is_named(event: str, key: str, value: Any, recording: Path) -> None:
    line = change(recording, event, {key: value})
    for read in READERS:
        with pytest.raises(CaptureError) as refused:
            read(recording)
        assert f"events.jsonl: line {line}: '{key}' must be" in str(refused.value)


@pytest.mark.parametrize("key", ["score", "moves", "seconds", "latency_ms", "agreed"])
def test_what_a_run_told_of_itself_is_checked(key: str, recording: Path) -> None:
    line = change(recording, "summary", {"document": {key: "much"}})
    with pytest.raises(CaptureError, match=rf"line {line}: 'document\.{key}' must be"):
        make_report(recording, pictures=1)


@pytest.mark.parametrize(
    ("key", "readers"),
    [
        ("seed", (replayed,)),
        ("work", (replayed,)),
        ("state", READERS),
        ("move", READERS),
        ("value", (replayed, reported)),
    ],
)
def test_a_key_that_a_command_needs_is_named_where_it_is_missing(
    key: str, readers: tuple[Callable[[Path], None], ...], recording: Path
) -> None:
    line = change(recording, "decision", {}, without=key)
    for read in readers:
        with pytest.raises(CaptureError, match=rf"events\.jsonl: line {line} lacks '{key}'"):
            read(recording)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("state", "junk", "'state' cannot be read"),
        (
            "state",
            "moves 0 score 1e300\nABC\nBCA\nCAB\n",
            "'state' cannot be read (swap3 text: line 1: score must be 0",
        ),
        ("state", f"moves {10**20} score 0\nABC\nBCA\nCAB\n", "'state' cannot be read (swap3 text: line 1: moves must"),
        ("state", "moves 0 score 0\nABC\nBCA\nCAB\n", "'state' does not fit the rules 'gweled'"),
        ("codes", [[0, 1], [1, 0]], "'codes' are 2 x 2, the profile reads 8 x 8"),
        ("repaired", [[8, 0]], "'repaired' names a cell beside the board"),
        ("frame", "999999.png", "no frame '999999.png'"),
    ],
)
def test_a_decision_that_fits_nothing_is_refused(key: str, value: Any, words: str, recording: Path) -> None:
    line = change(recording, "decision", {key: value})
    with pytest.raises(CaptureError) as refused:
        replay_recording(recording)
    assert words in str(refused.value)
    assert f"line {line}: " in str(refused.value) or key == "frame"


def test_work_that_the_planner_never_tells_is_refused(recording: Path) -> None:
    meta = {"schema_version": 1, **META, "policy": "strongest"}
    (recording / META_FILE).write_text(tomli_w.dumps(meta), encoding="utf-8")
    line = change(recording, "decision", {"work": 10**15})
    done = run_here("replay", recording)
    assert_one_line(
        done, f"line {line}: 'work' cannot be done again (work must be 0 to ", f"got {10**15}); remove the line"
    )


def test_other_rules_of_the_same_name_are_told_and_explain_what_differs(recording: Path) -> None:
    def made_by(**version: int) -> None:
        meta = {"schema_version": 1, **META, **version}
        (recording / META_FILE).write_text(tomli_w.dumps(meta), encoding="utf-8")

    told = f"made by version {RULES.version + 1} of its rules, and here they are at version {RULES.version}"
    for version in ({}, {"rules_version": RULES.version}):
        made_by(**version)
        assert replay_recording(recording).other_rules == ""
    made_by(rules_version=RULES.version + 1)
    done = run_here("replay", recording, "--json")
    assert done.returncode == 0, done.stderr
    assert f"{recording}: {told}; decisions may differ for that alone" in done.stderr
    assert json.loads(done.stdout)["rules_version"] == {"recorded": RULES.version + 1, "now": RULES.version}
    change(recording, "decision", {"value": -7.0})
    done = run_here("replay", recording)
    assert done.returncode == 1
    assert f"1 of {MOVES} decisions differ from the recording, {told}" in done.stderr.splitlines()[-1]


def lose_frames(recording: Path, count: int) -> None:
    for path in sorted((recording / "frames").iterdir())[-count:]:
        path.unlink()


def test_decisions_whose_frames_are_on_disk_are_replayed_and_the_others_counted(recording: Path) -> None:
    lose_frames(recording, 2)
    done = run_here("replay", recording)
    assert done.returncode == 0, done.stderr
    assert (
        done.stdout.splitlines()[-1]
        == f"{MOVES - 2} frames, {MOVES - 2} decisions the same, 0 different, 2 not replayed"
    )
    assert f"2 of {MOVES} decisions could not be replayed: their frames are not on disk" in done.stderr
    document = json.loads(run_here("replay", recording, "--json").stdout)
    counts = [document[name] for name in ("frames", "decisions", "same", "different", "lacking")]
    assert counts == [MOVES - 2, MOVES - 2, MOVES - 2, 0, 2]


def test_one_frame_is_told_of_as_one(recording: Path) -> None:
    lose_frames(recording, MOVES - 1)
    counts = f"1 frame, 1 decision the same, 0 different, {MOVES - 1} not replayed"
    assert run_here("replay", recording).stdout.splitlines()[-1] == counts


def test_a_difference_is_told_whatever_other_frames_are_missing(recording: Path) -> None:
    change(recording, "decision", {"value": -7.0})
    (recording / "frames" / "000001.png").unlink()
    done = replay_recording(recording)
    assert ([one.what for one in done.differences], done.lacking) == (["value"], 1)


@pytest.mark.parametrize("command", ["replay", "report", "timelapse"])
def test_a_last_line_that_is_cut_short_is_told_of(command: str, recording: Path, tmp_path: Path) -> None:
    arguments: list[str | Path] = [command, recording, *([tmp_path / "game.gif"] if command == "timelapse" else [])]
    assert "cut short" not in run_here(*arguments).stderr
    path = recording / EVENTS_FILE
    lines = path.read_bytes().splitlines(keepends=True)
    decided = max(place for place, line in enumerate(lines) if b'"decision"' in line)
    path.write_bytes(b"".join(lines[:decided]) + lines[decided][:-10])
    done = run_here(*arguments)
    assert done.returncode == 0, done.stderr
    assert f"{path}: the last line is cut short and was left out" in done.stderr.splitlines()


def test_a_recording_of_which_no_frame_is_left_is_one_line(recording: Path) -> None:
    lose_frames(recording, MOVES)
    assert_one_line(
        run_here("replay", recording), str(recording), "pictures of its decisions are missing", "nothing to replay"
    )


def test_a_recording_without_a_decision_is_not_replayed(recording: Path) -> None:
    (recording / EVENTS_FILE).write_text("", encoding="utf-8")
    with pytest.raises(CaptureError, match="holds no decisions"):
        replay_recording(recording)


def test_a_move_that_is_none_is_refused(recording: Path) -> None:
    line = change(recording, "decision", {"move": 5000})
    for read in READERS:
        with pytest.raises(CaptureError, match=rf"line {line}: 'move' is none"):
            read(recording)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("rules", 5, "'rules' must be a text, not 5"),
        ("game", ["swap3"], "'game' must be a text"),
        ("think_ms", float("nan"), "'think_ms' must be a number above 0"),
        ("think_ms", None, "'think_ms' is missing"),
        ("policy", None, "'policy' is missing"),
        ("policy", "genius", "meta.toml does not name"),
        ("rules", "gweled:rows=9", "9 x 8 cells"),
        ("game", "chess", "meta.toml does not name"),
    ],
)
def test_what_the_run_was_is_checked(key: str, value: Any, words: str, recording: Path) -> None:
    meta = {"schema_version": 1, **META, key: value}
    text = tomli_w.dumps({name: told for name, told in meta.items() if told is not None})
    (recording / META_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(CaptureError) as refused:
        replay_recording(recording)
    assert words in str(refused.value)
    assert "meta.toml" in str(refused.value)


def test_a_profile_of_another_game_inside_is_refused(recording: Path) -> None:
    path = recording / "profile" / "profile.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"swap3"', '"bilging"'), encoding="utf-8")
    for read in READERS:
        with pytest.raises(ProfileError, match="a profile of bilging, not of swap3"):
            read(recording)


@pytest.mark.parametrize("lost", [META_FILE, EVENTS_FILE])
@pytest.mark.parametrize("command", ["replay", "report", "timelapse"])
def test_a_file_that_a_recording_lost_is_named(command: str, lost: str, recording: Path, tmp_path: Path) -> None:
    (recording / lost).unlink()
    done = run_here(command, recording, *([tmp_path / "game.gif"] if command == "timelapse" else []))
    assert_one_line(done, f"{recording / lost}: No such file or directory")


@pytest.mark.parametrize("lost", ["profile", "profile/profile.toml"])
def test_a_recording_that_lost_its_profile_is_incomplete(lost: str, recording: Path) -> None:
    shutil.rmtree(recording / lost) if lost == "profile" else (recording / lost).unlink()
    for read in READERS:
        with pytest.raises(
            CaptureError, match=r"profile\.toml: is missing, so the recording is incomplete; record again"
        ):
            read(recording)


def test_lists_within_lists_without_end_are_a_damaged_line(recording: Path) -> None:
    with (recording / EVENTS_FILE).open("a", encoding="utf-8") as file:
        file.write("[" * 100_000 + "\n")
    with pytest.raises(CaptureError, match="is damaged"):
        RecordingReader(recording)


@pytest.mark.parametrize(("command", "file"), [("report", "/proc/x.html"), ("timelapse", "/proc/x.gif")])
def test_a_file_that_cannot_be_written_is_refused(command: str, file: str, recording: Path) -> None:
    done = run_here(command, recording, *(["--out", file] if command == "report" else [file]))
    assert_one_line(done, f"{file}: cannot be written", "name another file")


@pytest.mark.parametrize("command", ["replay", "report", "timelapse"])
def test_the_commands_tell_it_in_one_line(command: str, recording: Path, tmp_path: Path) -> None:
    line = change(recording, "decision", {"state": "junk"})
    more = [tmp_path / "game.gif"] if command == "timelapse" else []
    assert_one_line(run_here(command, recording, *more), EVENTS_FILE, f"line {line}", "'state'")
