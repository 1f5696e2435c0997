"""How long each stage of a move takes."""

from dataclasses import dataclass, field

import numpy as np

PROMISED = ("capture", "read", "plan", "act", "settle")
"""Stages of every run: in its summary even where it came to none of them."""
STAGES = (*PROMISED, "reaction", "decision")
"""`settle` runs from the hand's last act to the settled board; `reaction` is capture + read + act of one gesture;
`decision`, of falling pieces, from the first frame with all of a piece in view to its plan (0: planned before); of
rounds at a tick from the picture that was decided on to the keys."""

QUANTILES = (50, 95, 99)
Percentiles = dict[str, float | None]
"""{p50, p95, p99} in milliseconds, None where nothing was measured."""


@dataclass(slots=True)
class Latency:
    """Samples in milliseconds, by stage."""

    samples: dict[str, list[float]] = field(default_factory=lambda: {stage: [] for stage in STAGES})

    def add(self, stage: str, milliseconds: float) -> None:
        """Note one sample."""
        self.samples[stage].append(milliseconds)

    def summary(self) -> dict[str, Percentiles]:
        """Return {stage: {p50, p95, p99}} in milliseconds.

        Of a stage without samples all three are None where every run has it (PROMISED); else it is left out.
        """
        return {
            stage: {f"p{q}": round(float(np.percentile(values, q)), 3) if values else None for q in QUANTILES}
            for stage, values in self.samples.items()
            if values or stage in PROMISED
        }
