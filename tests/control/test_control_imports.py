"""Every module of the room can be imported on a machine with no display."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_module_imports_without_a_display(no_display: None) -> None:
    paths = sorted(path.relative_to(ROOT).with_suffix("") for path in ROOT.glob("control/**/*.py"))
    names = [".".join(path.parts) for path in paths if path.name != "__init__"]
    assert "control.pyautogui_hand" in names
    script = f"import importlib; [importlib.import_module(name) for name in {names!r}]"
    subprocess.run([sys.executable, "-W", "error::ImportWarning", "-c", script], cwd=ROOT, check=True, timeout=60)
