"""`train square_stacker`: a file that plays, the same from the same seed, stopped and resumed or not."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from bot.games import GAMES
from bot.measuring.training import TRAINERS
from engine.square_stacker import PRESETS
from files.whole_file import part_of
from policy.archive import WeightsError, checkpoint_of
from policy.bilging.value import training as bilging_training
from policy.square_stacker import training
from policy.square_stacker.training import SCHEDULE, Lesson, scaled, train
from policy.square_stacker.weights import load_weights
from tests.bot.command_line import run_here

HANDS = 2000
RULES = PRESETS["wpi"]


def trained(file: Path, *options: str) -> dict[str, Any]:
    done = run_here("train", "square_stacker", f"--hands={HANDS}", f"--out={file}", "--json", *options)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_a_trained_file_plays_and_comes_out_again_from_the_same_seed(tmp_path: Path) -> None:
    file = tmp_path / "new" / "first.npz"
    document = trained(file, "--seed=3")
    assert {name: document[name] for name in ("game", "rules", "seed", "hands", "file")} == {
        "game": "square_stacker",
        "rules": "wpi",
        "seed": 3,
        "hands": HANDS,
        "file": str(file),
    }
    assert document["games_at_the_end"] > 2
    assert document["mean_score_at_the_end"] > 100, "even a little learning beats chance, which scores 19"
    assert [path.name for path in file.parent.iterdir()] == ["first.npz"], "no checkpoint is left behind"
    value, made = load_weights(file)
    assert value.gamma == SCHEDULE[-1].gamma
    assert (made["rules"], made["seed"]) == ("wpi", 3)
    assert sum(stage["hands"] for stage in made["schedule"]) == HANDS

    trained(tmp_path / "again.npz", "--seed=3")
    trained(tmp_path / "other.npz", "--seed=4")
    first, again, other = (np.load(path)["weights"] for path in (file, tmp_path / "again.npz", tmp_path / "other.npz"))
    assert first.any()
    assert again.tobytes() == first.tobytes()
    assert other.tobytes() != first.tobytes()

    options = (f"--policy=learned:weights={file}", "--games=2", "--moves=30", "--think-ms=0.1", "--json")
    played = run_here("simulate", "square_stacker", *options)
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["score"]["mean"] > 0


class Stop(Exception):  # noqa: N818
    """The person presses Ctrl+C."""


def stopped_after(hands: int) -> Any:
    def heard(lesson: Lesson) -> None:
        if lesson.hands >= hands:
            raise Stop

    return heard


@pytest.mark.parametrize("stops", [(450,), (700, 1500), (200, 1200, 1950)])
def test_a_stopped_training_goes_on_to_the_same_weights(
    stops: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stops fall before the first checkpoint, between checkpoints, and in every stage."""
    monkeypatch.setattr(training, "CHUNK", 100)
    monkeypatch.setattr(training, "CHECKPOINT", 3)
    schedule = scaled(SCHEDULE, HANDS)
    heard: list[Lesson] = []
    whole = train(RULES, schedule, 1, None, heard.append)
    assert heard[-1].hands == HANDS
    assert [lesson.gamma for lesson in heard] == sorted(lesson.gamma for lesson in heard)

    checkpoint = tmp_path / "w.checkpoint"
    for stop in stops:
        with pytest.raises(Stop):
            train(RULES, schedule, 1, checkpoint, stopped_after(stop))
        assert checkpoint.exists() == (stop >= 400)
    again: list[Lesson] = []
    value = train(RULES, schedule, 1, checkpoint, again.append)
    assert len(again) < len(heard)
    assert [repr(lesson) for lesson in again] == [repr(lesson) for lesson in heard[-len(again) :]]
    assert value.weights.tobytes() == whole.weights.tobytes()
    assert checkpoint.exists(), "who saves the weights removes it"


@pytest.mark.parametrize("other", ["rules", "hands", "seed"])
def test_a_checkpoint_of_another_training_is_not_gone_on_with(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "CHUNK", 100)
    monkeypatch.setattr(training, "CHECKPOINT", 1)
    checkpoint = tmp_path / "w.checkpoint"
    schedule = scaled(SCHEDULE, HANDS)
    with pytest.raises(Stop):
        train(RULES, schedule, 1, checkpoint, stopped_after(300))
    before = checkpoint.read_bytes()
    changed = {
        "rules": (PRESETS["coolmath"], schedule, 1),
        "hands": (RULES, scaled(SCHEDULE, HANDS + 100), 1),
        "seed": (RULES, schedule, 2),
    }
    with pytest.raises(WeightsError, match="other rules, hands or seed; remove it"):
        train(*changed[other], checkpoint)
    assert checkpoint.read_bytes() == before


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """Exit status 2 and, after the word that it begins, one line that names the fault."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr
    *said, fault = filter(None, done.stderr.splitlines())
    assert len(said) <= 1
    for word in words:
        assert word in fault


@pytest.mark.parametrize("content", [b"", b"no checkpoint\n" * 40, b"PK\x03\x04 cut short"])
def test_a_checkpoint_that_cannot_be_read_is_named(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "w.npz"
    file.with_name("w.npz.checkpoint").write_bytes(content)
    done = run_here("train", "square_stacker", f"--hands={HANDS}", f"--out={file}")
    refused(done, "w.npz.checkpoint", "remove it")
    assert not file.exists()


@pytest.mark.parametrize(
    ("game", "module", "amount"), [("square_stacker", training, HANDS), ("bilging", bilging_training, 2000)]
)
def test_weights_that_cannot_be_saved_leave_the_checkpoint(
    game: str, module: Any, amount: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHUNK", 100)
    monkeypatch.setattr(module, "CHECKPOINT", 3)
    file, rules = tmp_path / "w.npz", GAMES[game]().rules.PRESETS
    run = TRAINERS[game]["learned"]().run
    told: list[int] = []

    def in_the_way(done: int) -> None:
        told.append(done)
        part_of(file).mkdir(exist_ok=True)

    preset = rules[next(iter(rules))]
    with pytest.raises(OSError, match=r"w\.npz\.\d+\.part"):
        run(preset, amount, 1, file, in_the_way)
    assert told[-1] == amount
    assert checkpoint_of(file).exists()
    part_of(file).rmdir()
    again: list[int] = []
    run(preset, amount, 1, file, again.append)
    assert len(again) < 4, "it goes on from the checkpoint"
    assert [path.name for path in tmp_path.iterdir()] == ["w.npz"]


@pytest.mark.parametrize("learns", ["square_stacker learned", "bilging learned", "bilging mdp"])
@pytest.mark.parametrize("way", ["w.npz", "w.npz.checkpoint"])
def test_what_stands_in_the_way_of_the_file_is_found_before_the_work(learns: str, way: str, tmp_path: Path) -> None:
    (tmp_path / way).mkdir()
    game, policy = learns.split()
    done = run_here("train", game, f"--policy={policy}", "--hands=100000", f"--out={tmp_path / 'w.npz'}")
    refused(done, f"--out {tmp_path / way}: cannot be written (is a folder)")
    assert "training" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == [way]


def test_a_name_too_long_to_be_written_beside_is_found_before_the_work(tmp_path: Path) -> None:
    done = run_here("train", "square_stacker", "--hands=100000", f"--out={tmp_path / ('w' * 236)}.npz")
    refused(done, "cannot be written", "File name too long")
    assert "training" not in done.stderr


@pytest.mark.parametrize("kind", ["no suffix", "folder", "under a file"])
def test_places_that_cannot_be_written_are_refused(kind: str, tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("of mine", encoding="utf-8")
    (tmp_path / "folder.npz").mkdir()
    out = {"no suffix": "weights.txt", "folder": "folder.npz", "under a file": "a file/w.npz"}[kind]
    refused(run_here("train", "square_stacker", f"--hands={HANDS}", f"--out={tmp_path / out}"), out)
    assert (tmp_path / "a file").read_text(encoding="utf-8") == "of mine"


def test_a_training_that_fails_leaves_no_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(*_arguments: object) -> NoReturn:
        assert (tmp_path / "new").is_dir()
        raise KeyboardInterrupt

    trainer = replace(TRAINERS["square_stacker"]["learned"](), run=ends)
    monkeypatch.setitem(TRAINERS["square_stacker"], "learned", lambda: trainer)
    done = run_here("train", "square_stacker", f"--hands={HANDS}", f"--out={tmp_path / 'new' / 'w.npz'}")
    assert done.returncode == 3, done.stderr
    assert not [*tmp_path.iterdir()]


def test_what_has_nothing_to_learn_is_refused() -> None:
    refused(run_here("train", "columns"), "columns", "nothing to train")
    refused(run_here("train", "square_stacker", "--rules=none"), "none")
    refused(run_here("train", "square_stacker", "--hands=5"), "--hands")
    refused(run_here("train", "square_stacker", "--policy=random"), "random", "does not learn")


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("square_stacker", 1_000_000_000),
        ("square_stacker --policy=dqn", 1_000_000),
        ("bilging", 1_000_000_000),
        ("bilging --policy=mdp", 100_000),
    ],
)
def test_more_than_can_be_learned_from_is_refused(words: str, most: int, tmp_path: Path) -> None:
    done = run_here("train", *words.split(), f"--hands={most + 1}", f"--out={tmp_path / 'new' / 'w.npz'}")
    refused(done, f"--amount or --hands {most + 1}", f"{most} ", "at most")
    assert not [*tmp_path.iterdir()]
