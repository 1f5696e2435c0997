"""The door of Spyglass: hands over to `bot.cli`."""

import sys

if __name__ == "__main__":
    try:
        from bot.cli import main
    except KeyboardInterrupt:  # while it loads
        sys.exit(3)
    main()
