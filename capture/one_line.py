"""An error's words as one line, as every complaint here is."""


def one_line(error: BaseException) -> str:
    """Return an error's words without line breaks, or its type's name where it has none."""
    return " ".join(str(error).split()) or type(error).__name__
