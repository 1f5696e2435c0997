"""A display that is named and does not answer: told before anything is opened, with what helps a demo."""

import sys

import pytest

from tests.bot.command_line import assert_one_line, run_here


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="DISPLAY names X servers")
@pytest.mark.parametrize("name", ["garbage", ":98765"])
def test_a_demo_says_that_it_brings_one_where_none_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It said that it opened the practice window, and then to run under xvfb-run."""
    monkeypatch.setenv("DISPLAY", name)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    done = run_here("demo", "bilging", "--moves", 1)
    assert_one_line(done, f"no display: of DISPLAY={name} the display does not answer (")
    assert "correct it, or unset it: a virtual one is brought then" in done.stderr
