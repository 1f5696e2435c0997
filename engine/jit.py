"""The one typed door to numba: every kernel of the project is compiled through `njit`."""

import os
from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba
import numpy as np

from engine.kernel_sources import ROOT, source_digest

P = ParamSpec("P")
R = TypeVar("R")


def _keep_machine_code_by_source() -> None:
    """Give each version of the kernels a cache folder of its own.

    numba looks at the file of the compiled function alone: after a change to a kernel that another file calls, or to a
    constant that it reads, it would load the caller's old code, with the old kernel or number inside.
    """
    folder = ROOT / "__pycache__" / f"kernels-{source_digest()}"
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return  # read-only: numba finds a place in the user's own cache
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]


_keep_machine_code_by_source()


def njit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` without Python objects and keep the machine code on disk between runs.

    Bounds are not checked and nothing is allocated behind the caller's back; a kernel takes its
    scratch arrays as arguments. With ``NUMBA_DISABLE_JIT=1`` the function runs as plain Python; numpy then warns of
    products that wrap around, as those of hashes do on purpose.
    """
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True)(function))


def njit_inline(function: Callable[P, R]) -> Callable[P, R]:
    """As `njit`, for small kernels that their callers should swallow whole."""
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True, inline="always")(function))


def unspecialised(number: int) -> int:
    """Return a constant that kernels pass on as they pass any other number.

    numba takes a plain Python constant (and a default) for a type of its own, a literal, and compiles what it is passed
    to, and all that is called from there with it, once more for that number alone.
    """
    return cast("int", np.int64(number))
