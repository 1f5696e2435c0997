"""PyTorch, which only the training needs: imported where a training begins, set up to give the same bits each time."""

import importlib
from typing import Any


class TorchMissing(RuntimeError):  # noqa: N818 (says what is missing)
    """PyTorch is not installed; the message is one line that says how to install it."""


def import_torch() -> Any:
    """Return the module `torch`, set to one thread and deterministic algorithms.

    Raises:
        TorchMissing: it is not installed.
    """
    try:
        torch: Any = importlib.import_module("torch")
    except ImportError as error:
        raise TorchMissing(
            "training this network needs PyTorch: .venv/bin/pip install -r requirements/torch.in"
        ) from error
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    return torch
