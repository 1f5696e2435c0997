"""A real window for each game, to play by hand or to turn the bot on."""
