"""What is wrong in a file of settings (profile.toml, skin.toml), in the words of whoever writes one.

Faults are told by the names that pydantic has for them, and nothing of it is imported.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

MOST_SHOWN: Final = 40
"""Letters of what was found that are told."""
ENDLESS: Final = "a number of thousands of digits"
"""Told of what Python refuses to write out; TOML may hold it as a hexadecimal number."""
KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "finite": "a finite number",
    "string": "a text in quotes",
    "bool": "true or false",
    "model": "a section",
    "dict": "a section",
    "tuple": "a list in brackets",
}
"""What is wanted, by how pydantic's name for the fault begins."""
BOUNDS: Final = {
    "greater_than_equal": "{ge:.6g} or more",
    "greater_than": "above {gt:.6g}",
    "less_than_equal": "{le:.6g} or less",
    "less_than": "below {lt:.6g}",
    "literal_error": "{expected}",
    "too_long": "a list of {max_length}",
    "too_short": "a list of {min_length} or more",
    "string_pattern_mismatch": "as `calibrate` writes it",
}
"""The same by the whole name, with the fault's numbers to fill in."""


def file_fault(faults: Sequence[Mapping[str, Any]], unknown: str, missing: str, mend: str) -> str:
    """Return the first of pydantic's faults in words: where it is, what is wanted there, what was found, what to do.

    Args:
        faults: as `ValidationError.errors()` has them.
        unknown: what to do with a key that is not known.
        missing: what to do where one is missing.
        mend: what to do in any other case.
    """
    fault = faults[0]
    kind, at = fault["type"], fault["loc"]
    if kind == "extra_forbidden":
        return f"unknown key {place(at)}; {unknown}"
    if kind == "missing" and isinstance(at[-1], int):  # of a list that is too short; each place of it is missing
        wanted = 1 + max(each["loc"][-1] for each in faults if each["loc"][:-1] == at[:-1])
        return f"{place(at[:-1])} must be a list of {wanted}, got {_shown(fault['input'])}; {mend}"
    if kind == "missing":
        return f"{place(at)} is missing; {missing}"
    if kind == "value_error":
        said = str(fault["ctx"]["error"])
        return f"{place(at)}: {said}; {mend}" if at else said  # of several keys together it names them itself
    return f"{place(at)} must be {_wanted(fault)}, got {_shown(fault['input'])}; {mend}"


def place(at: Sequence[str | int]) -> str:
    """Return the place of a key: 'board.rows', or value 3 of 'colour' of [[tints]] number 1; they count from 1."""
    words: list[str] = []
    path: list[str] = []
    for each, following in zip(at, (*at[1:], None), strict=True):
        if isinstance(each, str):
            path.append(each)
            continue
        name = ".".join(path)
        if isinstance(following, str):
            words.append(f"[[{name}]] number {each + 1}")
        else:
            words += [f"'{name}'"] * bool(name) + [f"value {each + 1}"]
        path = []
    return " of ".join(reversed([*words, f"'{'.'.join(path)}'"] if path else words))


def _wanted(fault: Mapping[str, Any]) -> str:
    kind, at = fault["type"], fault["loc"]
    if kind in BOUNDS:
        return BOUNDS[kind].format(**fault["ctx"])
    if kind.startswith("tuple") and isinstance(fault["input"], Mapping):
        return f"a list of sections, each headed [[{'.'.join(map(str, at))}]]"
    begins = kind.partition("_")[0]
    return KINDS.get(begins) or str(fault["msg"]).removeprefix("Input should be ")


def _shown(found: Any) -> str:
    """Return what was found, as the file has it or as near as may be."""
    if isinstance(found, Mapping):
        return "a section"
    if isinstance(found, Sequence) and any(isinstance(each, Mapping) for each in found):
        return "a list of sections"
    try:
        text = repr(found) if isinstance(found, float) else json.dumps(found, default=str, ensure_ascii=False)
    except ValueError:
        return ENDLESS
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "..."
