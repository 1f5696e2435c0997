"""Commands as typed, by the rules of the system they are typed on."""

import pytest

from practice.command_words import command_words


@pytest.mark.parametrize(
    ("text", "posix", "windows"),
    [
        ("./bot --fast", ["./bot", "--fast"], ["./bot", "--fast"]),
        (r"C:\bots\a.exe -x", ["C:botsa.exe", "-x"], [r"C:\bots\a.exe", "-x"]),
        (r'"C:\my bots\a.exe" "" --x', [r"C:\my bots\a.exe", "", "--x"], [r"C:\my bots\a.exe", "", "--x"]),
        (r"my\ bot 'a b'", ["my bot", "a b"], ["my\\", "bot", "a b"]),
        ("", [], []),
    ],
)
def test_a_backslash_parts_folders_on_windows_alone(text: str, posix: list[str], windows: list[str]) -> None:
    assert command_words(text, "posix") == posix
    assert command_words(text, "nt") == windows


def test_what_is_without_its_partner_is_refused() -> None:
    for text, system in (("bot 'a b", "posix"), ("bot 'a b", "nt"), ("bot\\", "posix")):
        with pytest.raises(ValueError, match="No "):
            command_words(text, system)
    assert command_words("C:\\bots\\", "nt") == ["C:\\bots\\"]
