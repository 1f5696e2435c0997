"""The commands of run_bot.py, one a file; each imports what it needs when it is called."""
