"""Archives of arrays: whole or not at all, and refused in one line that names the file."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from policy.archive import WeightsError, reading, write


class OwnError(WeightsError):
    """Of one kind of file."""


@pytest.mark.parametrize("compress", [True, False])
def test_arrays_numbers_and_text_come_back(compress: bool, tmp_path: Path) -> None:
    path = tmp_path / "new" / "w.npz"
    write(path, {"weights": np.arange(5, dtype=np.int16), "rho": 7.5, "made": '{"seed": 3}'}, compress=compress)
    with reading(path, "is no archive") as archive:
        assert archive["weights"].dtype == np.int16
        assert archive["weights"].tolist() == [0, 1, 2, 3, 4]
        assert (float(archive["rho"]), str(archive["made"])) == (7.5, '{"seed": 3}')
    assert [one.name for one in path.parent.iterdir()] == ["w.npz"]


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    write(path, {"weights": np.arange(5)})
    before = path.read_bytes()

    class Unwritable:
        def __array__(self, dtype: object = None, copy: object = None) -> NDArray[np.int64]:
            raise OSError("no array")

    with pytest.raises(OSError, match="no array"):
        write(path, {"first": np.arange(9), "second": Unwritable()})
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["w.npz"]


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 cut short", b"text"])
def test_what_is_no_archive_is_refused(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    if content is not None:
        path.write_bytes(content)
    with (
        pytest.raises(OwnError, match=r"w\.npz: is no archive; make one$") as caught,
        reading(path, "is no archive; make one", OwnError),
    ):
        pass
    assert caught.value.__cause__ is not None


def test_an_archive_without_what_is_looked_for_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    write(path, {"weights": np.arange(5)})
    for name, into in (("rho", float), ("weights", float)):
        with pytest.raises(WeightsError, match="is other"), reading(path, "is other") as archive:
            into(archive[name])
