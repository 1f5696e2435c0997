"""Empty words where a name is wanted: a shell's variable that was never set must not stand for something else."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import typer
from typer.core import TyperCommand

TEXTS: Final = ("look", "window")
"""Parameters that are no paths and must not be empty either; the third is `--rules` of `practice`."""


class NamedWordsCommand(TyperCommand):
    """A command that refuses an empty path, which would be the folder one is in, and the like."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words as typed.

        Raises:
            typer.BadParameter: one that is empty must not be.
        """
        typed, _, _ = self.make_parser(ctx).parse_args(args=[*args])
        rest = super().parse_args(ctx, args)
        params: Iterable[Any] = self.get_params(ctx)
        for param in params:
            words, value = typed.get(param.name), ctx.params.get(param.name)
            if "" not in (words if isinstance(words, list | tuple) else [words]):
                continue
            first = value[0] if isinstance(value, list | tuple) and value else value
            if isinstance(first, Path) or param.name in TEXTS or (param.name, param.default) == ("rules", ""):
                raise typer.BadParameter("it is empty; name what is meant", ctx=ctx, param=param)
        return rest
