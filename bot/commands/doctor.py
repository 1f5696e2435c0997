"""`doctor`: what this machine can do."""

from bot.commands.options import JsonOption


def command(json: JsonOption = False) -> None:
    """Say what works on this machine, and name the mend for each thing that does not."""
    from bot.console import console, emit_json, status
    from bot.doctor import examine

    with status("looking around"):
        findings = examine()
    if json:
        emit_json({"findings": [finding.document() for finding in findings]})
        return
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        mend = f" -> {finding.mend}" if finding.mend else ""
        console.print(
            f"{finding.level:<5} {finding.name:<{width}}  {finding.detail}{mend}", markup=False, soft_wrap=True
        )
