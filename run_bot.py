"""The door of Spyglass: hands over to `bot.cli`."""

import os
import signal


def stop(*_signal: object) -> None:
    """End as `bot.cli.main` does after Ctrl+C, at once: what is raised while modules load may come to something else.

    Python 3.11 makes a RuntimeError of it where a class is being made, and what tries an import may swallow it.
    """
    try:
        os.write(2, b"run_bot.py: stopped by Ctrl+C\n")
    finally:
        os._exit(3)


if __name__ == "__main__":
    if heeded := signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
    from bot.cli import main

    try:
        if heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)  # which `main` replaces
        main()
    except KeyboardInterrupt:  # it had not yet, or no longer
        stop()
