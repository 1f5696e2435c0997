"""The words of a command as a person types it, for programs that are started without a shell."""

import os
import shlex


def command_words(text: str, system: str = os.name) -> list[str]:
    r"""Return the words of a command.

    A shell's rules for quotes and backslashes; on Windows (`system` "nt") a backslash is a character as any other, for
    C:\bots\a.exe, and quotes stand round whole words only.

    Raises:
        ValueError: a quote, or where it takes something back a backslash at the end, is without its partner.
    """
    if system != "nt":
        return shlex.split(text)
    return [_unquoted(word) for word in shlex.split(text, posix=False)]


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word
