"""How long each stage of a move takes."""

from dataclasses import dataclass, field

import numpy as np

STAGES = ("capture", "read", "plan", "act", "settle", "reaction", "decision")
"""`settle` runs from the hand's last act to the settled board; `reaction` is capture + read + act of one gesture;
`decision`, of falling pieces, from the first frame with all of a piece in view to its plan (0: planned before)."""


@dataclass(slots=True)
class Latency:
    """Samples in milliseconds, by stage."""

    samples: dict[str, list[float]] = field(default_factory=lambda: {stage: [] for stage in STAGES})

    def add(self, stage: str, milliseconds: float) -> None:
        """Note one sample."""
        self.samples[stage].append(milliseconds)

    def summary(self) -> dict[str, dict[str, float]]:
        """Return {stage: {p50, p95, p99}} in milliseconds; a stage without samples is left out."""
        return {
            stage: {f"p{q}": round(float(np.percentile(values, q)), 3) for q in (50, 95, 99)}
            for stage, values in self.samples.items()
            if values
        }
