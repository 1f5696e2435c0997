"""What boxes and items mean: from what was seen, else from whoever is asked."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from calibration.arena.item_meaning import bomb_item
from calibration.arena.knowledge import FIRST_BOX, FIRST_ITEM, Knowledge
from calibration.arena.learn import Learned
from calibration.arena.turns import Turns
from calibration.kind_names import NameKind
from engine.hypersonic import BOX, BOX_BOMB, BOX_RANGE, ITEM_BOMB, ITEM_RANGE, KIND_NAMES
from vision.arena.layers import GROUND, SIDE

NAMES: Final = {KIND_NAMES[code]: code for code in range(BOX, ITEM_BOMB + 1)}
"""What a person may call them."""


def name_sorts(turns: Turns, learned: Learned, name_kind: NameKind | None) -> Mapping[int, int]:
    """Return the engine's code for each sort of boxes and items, as far as it is known.

    Args:
        turns: the series.
        learned: what it has taught.
        name_kind: asked for what nothing tells: (its picture, its number from 1) to its name; None asks nobody.
    """
    codes: dict[int, int] = {FIRST_BOX + sort: BOX for sort in learned.contents.empty}
    items = sorted(learned.contents.items)
    bomb = bomb_item(turns, learned.readings, learned.lives, items)
    if bomb is not None:
        for sort in items:
            codes[FIRST_BOX + sort], codes[FIRST_ITEM + sort] = _pair(sort == bomb)
    unknown = [code for code in sorted(learned.known.kinds) if code >= FIRST_BOX and code not in codes]
    for number, code in enumerate(unknown, 1):
        name = name_kind(_picture(learned.known, code), number) if name_kind is not None and code not in codes else None
        given = NAMES.get((name or "").strip().lower())
        if given is None:
            continue
        sort = (code - FIRST_BOX) % (FIRST_ITEM - FIRST_BOX)
        if given == BOX:
            codes[FIRST_BOX + sort] = BOX
        else:
            pair = _pair(given in (BOX_BOMB, ITEM_BOMB))
            codes[FIRST_BOX + sort] = pair[0]
            if FIRST_ITEM + sort in learned.known.kinds:
                codes[FIRST_ITEM + sort] = pair[1]
    return codes


def shared_meaning(codes: Mapping[int, int]) -> list[str]:
    """Return that two sorts of boxes have one code of the engine's, of which a profile holds one picture, in a line."""
    given = list(codes.values())
    return [
        f"two sorts of boxes are named '{KIND_NAMES[box]}'; watch more turns, or give each sort a name of its own"
        for box in (BOX, BOX_RANGE, BOX_BOMB)
        if given.count(box) > 1
    ]


def _pair(adds_bombs: bool) -> tuple[int, int]:
    """Return the codes of an item's box and of the item."""
    return (BOX_BOMB, ITEM_BOMB) if adds_bombs else (BOX_RANGE, ITEM_RANGE)


def _picture(known: Knowledge, code: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    cut = known.kinds[code]
    shown = np.where((cut.shows == GROUND)[:, None], known.ground_low[0], cut.low)
    return np.clip(shown, 0, 255).astype(np.uint8).reshape(SIDE, SIDE, 3)


def renamed(known: Knowledge, codes: Mapping[int, int]) -> Knowledge:
    """Return what is known with the engine's codes for sorts whose meaning is known."""
    return replace(
        known,
        kinds={codes.get(code, code): cut for code, cut in known.kinds.items()},
        counts={codes.get(code, code): count for code, count in known.counts.items()},
    )
