"""Splits a virtual display into monitors, as a desktop with several has them."""

from collections.abc import Sequence

from Xlib.protocol import rq

from capture.frame import Region
from capture.x11 import connect

MM_A_PIXEL = 25.4 / 96


class _SetMonitor(rq.Request):  # type: ignore[misc]
    """RRSetMonitor of RandR 1.5; python-xlib's own cannot be packed."""

    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(43),
        rq.RequestLength(),
        rq.Window("window"),
        rq.Card32("name"),
        rq.Bool("primary"),
        rq.Bool("automatic"),
        rq.LengthOf("outputs", 2),
        rq.Int16("x"),
        rq.Int16("y"),
        rq.Card16("width_in_pixels"),
        rq.Card16("height_in_pixels"),
        rq.Card32("width_in_millimeters"),
        rq.Card32("height_in_millimeters"),
        rq.List("outputs", rq.Card32Obj),
    )


def split_into(monitors: Sequence[Region]) -> None:
    """Let the display of DISPLAY have these monitors; the first is the primary one and takes the only output."""
    display = connect()
    try:
        root = display.screen().root
        outputs = root.xrandr_get_screen_resources_current().outputs
        for number, monitor in enumerate(monitors):
            _SetMonitor(
                display=display.display,
                opcode=display.display.get_extension_major("RANDR"),
                window=root,
                name=display.intern_atom(f"monitor {number}"),
                primary=number == 0,
                automatic=False,
                x=monitor.x,
                y=monitor.y,
                width_in_pixels=monitor.width,
                height_in_pixels=monitor.height,
                width_in_millimeters=round(monitor.width * MM_A_PIXEL),
                height_in_millimeters=round(monitor.height * MM_A_PIXEL),
                outputs=outputs if number == 0 else [],
            )
        display.sync()
    finally:
        display.close()
