"""The one typed door to numba: every kernel of the project is compiled through `njit`."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def njit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` without Python objects and keep the machine code on disk between runs.

    Bounds are not checked and nothing is allocated behind the caller's back; a kernel takes its
    scratch arrays as arguments. With ``NUMBA_DISABLE_JIT=1`` the function runs as plain Python.
    """
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True)(function))


def njit_inline(function: Callable[P, R]) -> Callable[P, R]:
    """As `njit`, for small kernels that their callers should swallow whole."""
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True, inline="always")(function))
