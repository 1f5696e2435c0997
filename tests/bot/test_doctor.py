"""What doctor finds: on a virtual display everything, on a bare machine a mend for each thing."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import bot.doctor
from bot.doctor import (
    capture_rate,
    examine,
    input_rate,
    ocr,
    overlay,
    permissions,
    python_version,
    stop_key,
    virtual_display,
    window_manager,
)
from bot.doctor_finding import Finding
from bot.virtual_display import VirtualDisplay
from capture.source import CaptureError
from vision.ocr import OcrMissing


@pytest.mark.display
def test_all_is_well_on_a_virtual_display(display: VirtualDisplay, person: Callable[..., str]) -> None:
    person("mousemove", 700, 700)
    findings = {finding.name: finding for finding in examine()}
    assert [name for name, finding in findings.items() if finding.level == "fail"] == []
    for name in ("Python", "display", "window manager", "input", "stop key", "overlay", "virtual display"):
        assert findings[name].level == "ok", findings[name]
    assert findings["window manager"].detail == "Openbox"
    assert "1280x720" in findings["capture"].detail
    assert "within 0 points" in findings["input"].detail
    assert person("getmouselocation").startswith("x:700 y:700")


@pytest.mark.display
@pytest.mark.usefixtures("display")
def test_a_look_that_fails_has_the_name_that_it_has_otherwise(
    monkeypatch: pytest.MonkeyPatch, person: Callable[..., str]
) -> None:
    def broken() -> Finding:
        raise CaptureError("the display does not answer; check DISPLAY")

    person("mousemove", 700, 700)
    well = [finding.name for finding in examine()]
    for part in (window_manager, capture_rate, input_rate, stop_key, overlay, permissions):
        monkeypatch.setattr(bot.doctor, part.__name__, broken)
    findings = examine()
    assert [finding.name for finding in findings] == well
    assert [finding.detail for finding in findings].count("the display does not answer") == 6


@pytest.mark.display
def test_a_mouse_in_a_corner_is_no_failure(display: VirtualDisplay, person: Callable[..., str]) -> None:
    person("mousemove", 0, 0)
    try:
        findings = {finding.name: finding for finding in examine()}
    finally:
        person("mousemove", 700, 700)
    assert findings["input"].level == "warn"
    assert "corner" in findings["input"].detail


@pytest.mark.display
@pytest.mark.parametrize("edge", [0, 1599])
def test_a_pointer_at_the_edge_of_the_screen_says_nothing_of_its_scale(
    display: VirtualDisplay, person: Callable[..., str], edge: int
) -> None:
    person("mousemove", edge, 700)
    try:
        finding = input_rate()
        assert "within 0 points" in finding.detail
        assert "scale" not in finding.mend
        assert person("getmouselocation").startswith(f"x:{edge} y:700")
    finally:
        person("mousemove", 700, 700)


def test_no_display_is_told_with_its_mend(no_display: None) -> None:
    findings = {finding.name: finding for finding in examine()}
    assert findings["display"].level == "warn"
    assert "virtual display" in findings["display"].mend
    assert "capture" not in findings


def test_native_wayland_fails_and_says_what_works(no_display: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    findings = {finding.name: finding for finding in examine()}
    assert findings["display"].level == "fail"
    assert "X11 session" in findings["display"].mend


@pytest.mark.display
@pytest.mark.usefixtures("display")
def test_a_display_that_does_not_answer_fails_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":99999")
    findings = {finding.name: finding for finding in examine()}
    assert findings["display"].level == "fail"
    assert "does not answer" in findings["display"].detail
    assert all("\n" not in finding.detail for finding in findings.values())


def test_missing_programs_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ocr().level == "warn"
    assert "tesseract-ocr" in ocr().mend
    assert virtual_display().detail == "Xvfb and openbox not installed"


@pytest.mark.parametrize(("system", "way"), [("linux", "apt-get"), ("darwin", "brew"), ("win32", "winget")])
def test_what_is_missing_is_installed_as_the_system_does(
    monkeypatch: pytest.MonkeyPatch, system: str, way: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _program: None)  # it asks Windows itself where that is the platform
    monkeypatch.setattr(sys, "platform", system)
    assert way in ocr().mend
    assert way in str(OcrMissing())
    assert way in str(OcrMissing("no language"))


def test_a_broken_tesseract_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "tesseract"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert "does not run" in ocr().detail


def test_a_tesseract_without_its_language_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert ocr().level == "ok"
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    finding = ocr()
    assert finding.level == "warn"
    assert "eng.traineddata" in finding.detail
    assert "tesseract-ocr-eng" in finding.mend


def test_a_tesseract_that_reads_nothing_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blind = tmp_path / "tesseract"
    blind.write_text('#!/bin/sh\ntest $# -lt 2 || : > "$2.txt"\n')
    blind.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert ocr().level == "warn"
    assert "reads 20354 as None" in ocr().detail


@pytest.mark.parametrize(
    ("system", "version", "level"),
    [("win32", (3, 12), "warn"), ("win32", (3, 13), "ok"), ("linux", (3, 11), "ok"), ("win32", (3, 10), "fail")],
)
def test_a_clock_that_ticks_slowly_is_told(
    monkeypatch: pytest.MonkeyPatch, system: str, version: tuple[int, int], level: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sys, "version_info", version)
    assert python_version().level == level


@pytest.mark.parametrize(
    ("looks", "presses", "listens", "level", "mend"),
    [
        (True, True, True, "ok", ""),
        (True, True, False, "warn", "allow your terminal Input Monitoring"),
        (False, False, True, "fail", "allow your terminal Screen Recording and Accessibility"),
    ],
)
def test_what_macos_refuses_is_told(
    monkeypatch: pytest.MonkeyPatch, looks: bool, presses: bool, listens: bool, level: str, mend: str
) -> None:
    quartz, services = ModuleType("Quartz"), ModuleType("ApplicationServices")
    vars(quartz).update(CGPreflightScreenCaptureAccess=lambda: looks, CGPreflightListenEventAccess=lambda: listens)
    vars(services).update(AXIsProcessTrusted=lambda: presses)
    for module in (quartz, services):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(sys, "platform", "darwin")
    finding = permissions()
    assert finding.level == level
    assert finding.mend.startswith(mend)
    assert ("wallpaper" in finding.detail) == (not looks)


def test_findings_are_json(no_display: None) -> None:
    documents = [finding.document() for finding in examine()]
    assert json.loads(json.dumps(documents)) == documents
    assert documents[0].keys() == {"name", "level", "detail", "mend"}
