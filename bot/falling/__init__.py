"""Playing in real time: a piece falls while the bot looks, thinks and presses keys."""
