"""What the kernels' machine code depends on: a change to any of it must make them be compiled anew."""

from pathlib import Path

import pytest

from engine.kernel_sources import ROOT, kernel_sources, source_digest

KERNEL = "from engine.jit import njit\nfrom engine.numbers import LENGTH\n\n@njit\ndef f(): return LENGTH\n"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    files = {
        "engine/__init__.py": "",
        "engine/jit.py": "njit = None\n",
        "engine/kernels.py": KERNEL,
        "engine/numbers.py": "import engine.more\nLENGTH = engine.more.LENGTH\n",
        "engine/more/__init__.py": "LENGTH = 3\n",
        "engine/apart.py": "LENGTH = 3\n",
        "policy/caller.py": "from engine.kernels import f\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("changed", ["engine/kernels.py", "engine/numbers.py", "engine/more/__init__.py"])
def test_what_a_kernel_reads_changes_the_digest(changed: str, house: Path) -> None:
    before = source_digest(house)
    with (house / changed).open("a", encoding="utf-8") as file:
        file.write("# another\n")
    assert source_digest(house) != before


@pytest.mark.parametrize("changed", ["engine/apart.py", "policy/caller.py"])
def test_what_no_kernel_reads_does_not(changed: str, house: Path) -> None:
    before = source_digest(house)
    (house / changed).write_text("# another\n", encoding="utf-8")
    assert source_digest(house) == before


def test_a_persons_own_folder_is_not_entered(house: Path) -> None:
    before = source_digest(house)
    (house / "runs").mkdir()
    (house / "runs/mine.py").write_text(KERNEL, encoding="utf-8")
    assert source_digest(house) == before


def test_this_house_is_read() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in kernel_sources()}
    hypersonic = {f"engine/hypersonic/{name}.py" for name in ("rules", "cells", "board", "actions")}
    assert hypersonic | {"policy/hypersonic/weights.py", "policy/hypersonic/stage.py", "engine/dice.py"} <= names
    assert "policy/hypersonic/strongest.py" not in names
    assert "bot/cli.py" not in names
