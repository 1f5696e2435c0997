"""What every room may need of files: written whole or not at all, and what is wrong in one, in words."""
