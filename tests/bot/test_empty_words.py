"""Empty words, as of a shell's variable that was never set: they stand for nothing else."""

from pathlib import Path

import pytest

from tests.bot.command_line import assert_one_line, run_here

EMPTY = ": it is empty; name what is meant"


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["practice", "bilging", "--look", ""], "'--look'"),
        (["practice", "bilging", "--skin="], "'--skin'"),
        (["practice", "bilging", "--rules", ""], "'--rules'"),
        (["practice", "bilging", "--truth", ""], "'--truth'"),
        (["demo", "bilging", "--look="], "'--look'"),
        (["demo", "bilging", "--record", ""], "'--record'"),
        (["read", "swap3", "--profile", "p", "a.png", ""], "'IMAGE...'"),
        (["read", "swap3", "--profile", "", "a.png"], "'--profile'"),
        (["report", ""], "'RECORDING'"),
        (["timelapse", "", "a.gif"], "'RECORDING'"),
        (["replay", ""], "'RECORDING"),
        (["simulate", "bilging", "--store", ""], "'--store'"),
        (["train", "bilging", "--out", ""], "'--out'"),
        (["bench", "bilging", "--plots", ""], "'--plots'"),
        (["calibrate", "bilging", "--profile", "p", "--window", ""], "'--window'"),
        (["calibrate", "bilging", "--profile", "p", "--image", ""], "'--image'"),
        (["simulate", "bilging", "--policy", "learned:weights="], "weights must be some text, got ''"),
    ],
)
def test_an_empty_word_is_refused(
    arguments: list[str], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path was the folder one was in, a look the first, weights those that are shipped."""
    monkeypatch.chdir(tmp_path)
    assert_one_line(run_here(*arguments), name, "" if "weights" in name else EMPTY)
    assert [*tmp_path.iterdir()] == []


def test_nothing_may_be_added_to_a_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "none")
    done = run_here("practice", "bilging", "--title-suffix", "", "--look", "none")
    assert_one_line(done, "no look named 'none'")
