"""A calibration proves itself by playing: a few moves of the game, each held against what the rules allow."""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.live import play_live
from bot.playing.live_run import LiveRun
from bot.playing.outcome import Outcome
from bot.playing.run import LoopSettings
from calibration.kind_names import NameKind
from calibration.outcome import Calibration
from calibration.profile_folder import CONTACT_SHEET
from calibration.refusal_picture import refusal_picture
from capture.frame import Pixels
from capture.recorded import RecordingReader
from vision.picture_file import read_picture
from vision.profile import load_profile
from vision.profile_sections import MoveBy
from vision.prototypes import read_whole_prototype

if TYPE_CHECKING:
    from bot.games import Game

SEED = 1
IN_WORDS: Final[Mapping[MoveBy, str]] = {"clicks": "by clicks", "drag": "by a drag"}
NEITHER: Final = "moves reached the game neither by clicks nor by a drag"


@dataclass(frozen=True, slots=True, eq=False)
class Probing:
    """How the probing moves went.

    Attributes:
        moves: how many were made.
        confirmed: how many of them ended as the rules say.
        reason: why the calibration is not proved, one line; None where it is.
        stopped: whether a person or the envelope stopped it, which proves nothing.
        picture: where it failed; None where nothing was seen.
        calibration: the one that is proved, with the kinds that came up meanwhile; None where it is not.
        deaf: whether nothing that was pressed reached the game.
    """

    moves: int
    confirmed: int
    reason: str | None = None
    stopped: bool = False
    picture: Pixels | None = None
    calibration: Calibration | None = None
    deaf: bool = False


def prove_by_playing(
    game: "Game",
    calibration: Calibration,
    title: str,
    rules_name: str,
    moves: int,
    say: Callable[[str], None] = lambda _text: None,
    name_kind: NameKind | None = None,
) -> Probing:
    """Play a few moves with a calibration that is not written yet.

    Where that does nothing in a game whose windows may want moves in another way, they are made in that one.

    Args:
        game: what is played.
        calibration: one that passed, with permission for live input.
        title: of the window.
        rules_name: what the next boards are held against.
        moves: how many.
        say: told what a person should know of the run.
        name_kind: asked what a kind is that comes up meanwhile; None: it stays unnamed.

    Raises:
        capture.source.CaptureError, vision.profile.ProfileError: the window is gone, or looks otherwise by now.
    """
    usual = _probe(game, calibration, title, rules_name, moves, say, name_kind)
    other_way = None if game.turns is None else game.turns.other_way
    if not usual.deaf or other_way in (None, calibration.profile.input.move_by):
        return usual
    say(f"no move reached the game; now they are made {IN_WORDS[other_way]}")
    other = _probe(game, calibration.moving_by(other_way), title, rules_name, moves, say, name_kind)
    # of a window in which neither does anything the usual way tells more
    return replace(usual, reason=_refusal(NEITHER, lost=True)) if other.deaf else other


def _probe(
    game: "Game",
    calibration: Calibration,
    title: str,
    rules_name: str,
    moves: int,
    say: Callable[[str], None],
    name_kind: NameKind | None,
) -> Probing:
    """Play them in the one way that the profile names; see `prove_by_playing`."""
    with tempfile.TemporaryDirectory(prefix="spyglass-probe-") as scratch:
        folder, recording = Path(scratch) / "profile", Path(scratch) / "recording"
        calibration.save(folder)
        run = LiveRun(
            game=game,
            rules_name=rules_name,
            policy_spec=game.default_policy,
            profile=calibration.profile,
            profile_folder=folder,
            title=title,
            settings=LoopSettings(moves=moves, think_ms=game.think_ms, seed=SEED, faults=1),
            record=recording,
        )
        result = play_live(run, say=say, name_kind=name_kind)
        made, confirmed = result.tally.moves, result.tally.confirmed
        ending = result.ending
        if not (ending.finished or ending.fault):
            return Probing(made, confirmed, f"stopped while it was proved by playing: {ending.reason}", stopped=True)
        if ending.finished and confirmed == made > 0:
            return Probing(made, confirmed, calibration=with_learned(calibration, folder))
        reason = _reason(result.tally.outcomes, made, ending.reason)
        return Probing(made, confirmed, reason, picture=_where(run, recording), deaf=result.tally.deaf)


def can_be_probed(game: "Game", calibration: Calibration) -> bool:
    """Tell whether probing moves may be played: a board of plain tiles that passed, and a person's permission.

    What the other games' calibration learns it learns by playing, where it may.
    """
    return calibration.result.passed and calibration.profile.permission != "none" and game.plain_tiles


def after_probing(calibration: Calibration, probing: Probing) -> Calibration:
    """Return the calibration as the probing moves leave it: refused, with a picture, where they speak against it."""
    if probing.reason is None:
        return probing.calibration or calibration
    refused = replace(calibration.result, passed=False, reasons=(probing.reason,))
    return replace(calibration, result=refused, sheet=probing.picture)


def with_learned(calibration: Calibration, folder: Path) -> Calibration:
    """Return a calibration with the kinds that a run has added to the folder that it was written to.

    Raises:
        vision.profile.ProfileError: the folder cannot be used.
    """
    known = dict(zip((kind.file for kind in calibration.profile.kinds), calibration.prototypes, strict=True))
    kinds = load_profile(folder).kinds
    if len(kinds) == len(known):
        return calibration
    pictures = [known.get(kind.file) or read_whole_prototype(folder / kind.file, 1) for kind in kinds]
    return replace(
        calibration,
        result=replace(calibration.result, kinds=len(kinds)),
        draft=calibration.profile.model_copy(update={"kinds": kinds}),
        prototypes=tuple(pictures),
        sheet=read_picture(folder / CONTACT_SHEET),
    )


def _reason(outcomes: dict[str, int], made: int, ending: str) -> str:
    """Return why moves prove nothing, one line; of one that did not reach the game the ending tells more."""
    odd = {outcome: count for outcome, count in outcomes.items() if outcome != Outcome.AS_PLANNED}
    lost = odd.keys() == {Outcome.INPUT_LOST}
    what = ", ".join(f"{count} {outcome}" for outcome, count in odd.items())
    return _refusal(ending if lost or not odd else f"of {made} moves {what}", lost=lost)


def _refusal(told: str, *, lost: bool) -> str:
    """Return the line for what went wrong; `lost`: moves did not reach the game, which longer times may mend."""
    mend = "give longer times (--hold-ms, --gap-ms, --quiet-ms), " if lost else ""
    return f"it did not prove itself by playing: {told}; {mend}show the board at rest, or name the --rules"


def _where(run: LiveRun, recording: Path) -> Pixels | None:
    """Return the last frame that spoke against the calibration, its odd cells marked."""
    recorded = RecordingReader(recording)
    seen = [event for event in recorded.events if event["event"] in ("decision", "outcome") and event.get("frame")]
    odd = [event for event in seen if event["event"] == "outcome" and event["outcome"] != Outcome.AS_PLANNED]
    if not seen:
        return None
    event = (odd or seen)[-1]
    cells = [(int(row), int(col)) for row, col in event.get("odd_cells", ())]
    return refusal_picture(recorded.frame(event["frame"]).pixels, run.profile.lattice, cells)
