"""The rules: pure, fast, one game a folder. No screen, no clock, no hidden dice."""
