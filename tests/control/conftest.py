"""The window that the hand presses."""

import pytest

from capture.window import find_window
from tests.conftest import OpenWindow
from tests.control.hand_target import Eventually, Person, Target


@pytest.fixture
def target(open_window: OpenWindow, person: Person, eventually: Eventually) -> Target:
    person("mousemove", 800, 600)
    opened = open_window("Hand", x=200, y=200, width=300, height=200)
    window = find_window("Hand")
    eventually(window.is_active)
    area = window.client_area()
    window.close()
    return Target(opened, area)
