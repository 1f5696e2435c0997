"""What people and programs see: results on standard output, words about them and progress on standard error."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.status import Status
from rich.text import Text

console = Console(stderr=True, highlight=False)
_shown: list[Progress | Status] = []
"""What redraws itself at the terminal, and rests while the person is asked."""


class _Rate(ProgressColumn):
    """Steps a second, once there is something to tell."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:.1f}/s")


def emit_json(document: object) -> None:
    """Write one JSON document and a line feed to standard output."""
    json.dump(document, sys.stdout, allow_nan=False)
    sys.stdout.write("\n")
    sys.stdout.flush()


def tell(text: str) -> None:
    """Print lines of a result on standard output, where a file or another program may take them up."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
    sys.stdout.flush()


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar with rate and time left, at a terminal only; yields a function that takes the count done so far."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)

        def done(count: int) -> None:
            bar.update(task, completed=count)

        with _registered(bar):
            yield done


@contextmanager
def status(what: str) -> Iterator[None]:
    """Show what is being done beside a spinner, at a terminal only."""
    with console.status(what) as spinner, _registered(spinner):
        yield


def ask(question: str) -> str:
    """Ask the person at the terminal and return the answer, "" where the input has ended; what redraws itself rests."""
    resting = [*_shown]
    for each in reversed(resting):
        each.stop()
    try:
        return console.input(question, markup=False).strip()
    except EOFError:
        return ""
    finally:
        for each in resting:
            each.start()


@contextmanager
def _registered(shown: Progress | Status) -> Iterator[None]:
    _shown.append(shown)
    try:
        yield
    finally:
        _shown.remove(shown)


def say(text: str) -> None:
    """Print one line for the person, on standard error."""
    console.print(text, soft_wrap=True, markup=False)


def table(title: str, rows: Mapping[str, object]) -> None:
    """Print names and values in two columns, on standard error."""
    width = max((len(name) for name in rows), default=0)
    console.print(title, style="bold", markup=False)
    for name, value in rows.items():
        console.print(f"  {name:<{width}}  {value}", soft_wrap=True, markup=False)


def counted(counts: Mapping[str, int]) -> str:
    """Return names with how often each came, for a row of a table."""
    return ", ".join(f"{name} {count}" for name, count in counts.items())
