"""Files that a practice window is asked to write and cannot: refused with what to do."""

from pathlib import Path

import pytest

from practice.options import PracticeError
from practice.scores import ScoresFile
from practice.truth import TruthLog


@pytest.mark.parametrize(
    ("opened", "trouble"), [(TruthLog, "cannot write the truth log"), (ScoresFile, "cannot keep scores there")]
)
@pytest.mark.parametrize("name", ["", "missing/file.jsonl"])
def test_what_cannot_be_opened_is_refused_with_a_mend(
    opened: type[TruthLog | ScoresFile], trouble: str, name: str, tmp_path: Path
) -> None:
    with pytest.raises(PracticeError, match=rf"^{tmp_path / name}: {trouble} \(.*\); name another file$"):
        opened(tmp_path / name)


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no such device there")
def test_a_device_keeps_no_scores() -> None:
    with pytest.raises(PracticeError, match=r"^/dev/null: cannot keep scores there \(no file\); name another file$"):
        ScoresFile(Path("/dev/null"))


def test_a_file_that_is_no_text_keeps_no_scores(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(b"\xff\xd8")
    with pytest.raises(PracticeError, match=r"a\.jsonl: cannot keep scores there \(not text\); name another file$"):
        ScoresFile(file)
    with pytest.raises(PracticeError, match=r"cannot keep scores there \(No such file or directory\)"):
        ScoresFile(tmp_path / "missing" / "a.jsonl")
    assert file.read_bytes() == b"\xff\xd8"
