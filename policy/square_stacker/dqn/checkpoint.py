"""A training in progress on disk, so that it goes on to the bit where it was stopped."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from files.whole_file import replacing
from policy.square_stacker.dqn.files import NetworkError


def keep(
    torch: Any,
    path: Path,
    title: str,
    parameters: Sequence[Any],
    optimizer: Any,
    arrays: Mapping[str, NDArray[Any]],
    done: int,
) -> None:
    """Write all that a training consists of, whole or not at all.

    Args:
        torch: the module.
        path: file to write.
        title: names rules, schedule and seed.
        parameters: tensors.
        optimizer: their optimiser.
        arrays: whatever else changes.
        done: how far it is.

    Raises:
        OSError: it cannot be written.
    """
    document = {
        "title": title,
        "done": done,
        "parameters": [each.detach() for each in parameters],
        "optimizer": optimizer.state_dict(),
        "arrays": {name: torch.from_numpy(array) for name, array in arrays.items()},
    }
    with replacing(path) as part, part.open("wb") as file:
        torch.save(document, file)


def resume(
    torch: Any,
    path: Path,
    title: str,
    parameters: Sequence[Any],
    optimizer: Any,
    arrays: Mapping[str, NDArray[Any]],
) -> int:
    """Read what `keep` wrote into the same parameters, optimiser and arrays; return how far it was.

    Raises:
        NetworkError: it cannot be read, or belongs to another training.
    """
    try:
        document = torch.load(path, weights_only=True)
        found = document["title"]
    except Exception as error:  # torch raises whatever the broken bytes lead it to
        raise NetworkError(f"{path}: cannot be read as a checkpoint; remove it to begin anew") from error
    if found != title:
        raise NetworkError(f"{path}: a training of other rules, length or seed; remove it to begin anew")
    with torch.no_grad():
        for parameter, saved in zip(parameters, document["parameters"], strict=True):
            parameter.copy_(saved)
    optimizer.load_state_dict(document["optimizer"])
    for name, array in arrays.items():
        array[...] = document["arrays"][name].numpy()
    return int(document["done"])
