"""Looking back: what was read held against what was shown, recordings decided again."""
