"""What the help of `bench` says of its options."""

from tests.bot.command_line import run_here


def test_a_share_of_nothing_is_explained() -> None:
    """It was accepted, and nothing said what it means."""
    done = run_here("bench", "--help")
    assert done.returncode == 0
    assert "0: a trial with the fewest" in " ".join(done.stdout.split())
