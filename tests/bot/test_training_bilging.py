"""`train bilging`: a file that plays, the same from the same seed."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.practice_process import RUN_BOT
from policy.bilging.value.weights import load_weights
from tests.bot.command_line import run_here

MOVES = 3000


def test_a_trained_value_plays_and_comes_out_again_from_the_same_seed(tmp_path: Path) -> None:
    files = {}
    for name, seed in (("first", 3), ("again", 3), ("other", 4)):
        file = tmp_path / "new" / f"{name}.npz"
        options = ("--rules=strict", f"--seed={seed}", f"--amount={MOVES}", f"--out={file}", "--json")
        done = run_here("train", "bilging", *options)
        assert done.returncode == 0, done.stderr
        document = json.loads(done.stdout)
        assert (document["moves"], document["rules"], document["policy"]) == (MOVES, "strict", "learned")
        files[name] = load_weights(file)
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["again.npz", "first.npz", "other.npz"]
    value, made = files["first"]
    assert (made["rules"], made["seed"], made["moves"]) == ("strict", 3, MOVES)
    assert value.weights.any()
    assert files["again"][0].weights.tobytes() == value.weights.tobytes()
    assert files["other"][0].weights.tobytes() != value.weights.tobytes()
    spec = f"--policy=learned:weights={tmp_path / 'new' / 'first.npz'}"
    played = run_here(
        "simulate", "bilging", spec, "--rules=strict", "--games=2", "--moves=30", "--think-ms=1", "--json"
    )
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["score"]["mean"] > 0


def test_a_file_that_was_not_named_plays_as_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules = "--rules=ypp:water_rise_px=5,wet_rows=2"
    done = run_here("train", "bilging", rules, f"--amount={MOVES}")
    assert done.returncode == 0, done.stderr
    (file,) = (tmp_path / "runs").iterdir()
    assert file.name == "bilging-learned-ypp-water_rise_px-5-wet_rows-2.npz"
    _, told, spec = done.stderr.strip().rpartition("play with it: --policy ")
    assert told
    options = (f"--policy={spec}", rules, "--games=1", "--moves=5", "--think-ms=1", "--json")
    played = run_here("simulate", "bilging", *options)
    assert played.returncode == 0, played.stderr


def test_the_papers_player_hears_ctrl_c_while_it_learns(tmp_path: Path) -> None:
    words = [sys.executable, str(RUN_BOT), "train", "bilging", "--policy=mdp", "--hands=100000"]
    with subprocess.Popen(
        [*words, f"--out={tmp_path / 'w.npz'}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            assert "Ctrl+C stops it" in process.stderr.readline()
            time.sleep(5.0)
            process.send_signal(signal.SIGINT)
            _, told = process.communicate(timeout=20)
        finally:
            process.kill()
    assert (process.returncode, told) == (3, "run_bot.py: stopped by Ctrl+C\n")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("kind", ["checkpoint", "folder"])
def test_files_that_cannot_be_used_are_named(kind: str, tmp_path: Path) -> None:
    (tmp_path / "w.npz.checkpoint").write_bytes(b"no checkpoint")
    (tmp_path / "a file").write_text("of mine", encoding="utf-8")
    out = {"checkpoint": tmp_path / "w.npz", "folder": tmp_path / "a file" / "w.npz"}[kind]
    done = run_here("train", "bilging", f"--amount={MOVES}", f"--out={out}")
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr
    assert str(out) in done.stderr.splitlines()[-1]
