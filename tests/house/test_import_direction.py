"""Imports run one way, and only the screen's own modules need a screen."""

import ast
import os
import subprocess
import sys
from collections.abc import Set
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

MAY_IMPORT = {
    "files": set(),
    "engine": set(),
    "capture": {"files"},
    "vision": {"engine", "capture", "files"},
    "calibration": {"vision", "capture", "engine", "files"},
    "control": {"vision", "capture", "engine", "files"},
    "policy": {"engine", "files"},
    "practice": {"engine", "files"},
    "bot": {"calibration", "control", "policy", "practice", "vision", "capture", "engine", "files"},
}

NEEDS_DISPLAY = (
    "capture/desktop.py",
    "control/pyautogui_hand.py",
    "control/overlay/",
    "calibration/draw_rectangle.py",
    "practice/",
)


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported_packages(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names & MAY_IMPORT.keys()


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_imports_run_one_way(package: str) -> None:
    assert modules(package), f"no modules in {package}"
    allowed = MAY_IMPORT[package] | {package}
    against = {str(path.relative_to(ROOT)): imported_packages(path) - allowed for path in modules(package)}
    assert {path: names for path, names in against.items() if names} == {}


def imported_parts(path: Path) -> set[str]:
    """The parts of bot, folders and files beside them, that a module imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "bot":
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("bot."):
            names.add(node.module.split(".")[1])
    return names


def test_parts_of_the_bot_form_no_circle() -> None:
    """The register of games aside: it names what calibrates a game, and what plays one is given its entry."""
    above: dict[str, set[str]] = {}
    for path in modules("bot"):
        part = path.relative_to(ROOT / "bot").with_suffix("").parts[0]
        above.setdefault(part, set()).update(imported_parts(path) - {part, "games"})
    del above["games"]
    order = list(TopologicalSorter(above).static_order())
    assert order.index("playing") < order.index("turns") < order.index("live") < order.index("cli")


def imported_modules(path: Path, known: Set[str]) -> set[str]:
    """The project's modules that a module imports, for its types alone too."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= inner & known
            if inner - known:
                names.add(node.module)
    return names & known


def modules_by_name() -> dict[str, Path]:
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for package in MAY_IMPORT
        for path in modules(package)
    }


def sort_of_board(name: str) -> str | None:
    """The folder of calibration or vision that a module is of, None where it is of none."""
    room, *inner = name.split(".")
    of_one = room in ("calibration", "vision") and inner and (ROOT / room / inner[0] / "__init__.py").is_file()
    return inner[0] if of_one else None


def test_each_sort_of_board_knows_only_itself() -> None:
    """What two of them need belongs to none, and stands beside their folders. What stands there in calibration knows
    none of them either; in vision the list of readers and the games' screens do."""
    of_name = modules_by_name()
    assert {sort_of_board(name) for name in of_name} == {None, "arena", "rings", "well"}
    against = set()
    for name, path in of_name.items():
        own = sort_of_board(name)
        if own is None and not name.startswith("calibration."):
            continue
        imported = imported_modules(path, of_name.keys())
        against |= {(name, other) for other in imported if sort_of_board(other) not in (None, own)}
    assert against == set()


def test_modules_form_no_circle() -> None:
    of_name = modules_by_name()
    above = {name: imported_modules(path, of_name.keys()) for name, path in of_name.items()}
    assert "bot.games.game" in above["bot.games"], "what a module imports is not seen"
    TopologicalSorter(above).prepare()  # names the modules of a circle


def test_everything_but_the_screen_imports_with_no_display() -> None:
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for package in MAY_IMPORT
        for path in modules(package)
        if not str(path.relative_to(ROOT)).startswith(NEEDS_DISPLAY) and path.name != "__main__.py"
    ]
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    program = "import importlib\n" + "\n".join(f"importlib.import_module({name!r})" for name in names)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr.strip().splitlines()[-1]
