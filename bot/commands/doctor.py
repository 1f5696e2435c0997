"""`doctor`: what this machine can do."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.commands.options import JsonOption

if TYPE_CHECKING:
    from bot.doctor import Finding


def command(json: JsonOption = False) -> None:
    """Say what works on this machine, and name the mend for each thing that does not; status 1 where play cannot."""
    from bot.console import console, emit_json
    from bot.doctor import examine
    from bot.exit_status import Failed

    with console.status("looking around"):
        findings = examine()
    if json:
        emit_json({"findings": [finding.document() for finding in findings]})
    else:
        _show(findings)
    failed = [finding.name for finding in findings if finding.level == "fail"]
    if failed:
        raise Failed(f"live play cannot work here: {', '.join(failed)}; each names its mend")


def _show(findings: "Sequence[Finding]") -> None:
    from bot.console import console

    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        mend = f" -> {finding.mend}" if finding.mend else ""
        console.print(
            f"{finding.level:<5} {finding.name:<{width}}  {finding.detail}{mend}", markup=False, soft_wrap=True
        )
