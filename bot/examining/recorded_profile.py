"""The profile that lies in a recording."""

from bot.game_profiles import profile_of
from bot.games import Game
from bot.playing.run_log import PROFILE_COPY
from capture.recorded import RecordingReader
from capture.source import CaptureError
from vision.profile import PROFILE_FILE, Profile


def recorded_profile(recording: RecordingReader, game: Game) -> Profile:
    """Return the profile that a recording was made with.

    Raises:
        CaptureError: it is missing.
        vision.profile.ProfileError: it cannot be used.
    """
    folder = recording.folder / PROFILE_COPY
    if not (folder / PROFILE_FILE).is_file():
        raise CaptureError(f"{folder / PROFILE_FILE}: is missing, so the recording is incomplete; record again")
    return profile_of(game, folder)
