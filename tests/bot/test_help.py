"""What the help says."""

from tests.bot.command_line import run_here


def test_a_share_of_nothing_is_explained() -> None:
    """It was accepted, and nothing said what it means."""
    done = run_here("bench", "--help")
    assert done.returncode == 0
    assert "0: a trial with the fewest" in " ".join(done.stdout.split())


def test_the_list_of_commands_breaks_off_in_no_sentence() -> None:
    done = run_here("--help")
    assert done.returncode == 0
    words = " ".join(done.stdout.split())
    assert "..." not in words.partition("Commands:")[2]
    assert "prove them, and write a profile with a contact sheet. play Play live." in words
