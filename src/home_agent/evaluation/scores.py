"""How an agent did on a dataset, in one of the ways that it can be asked."""

from dataclasses import dataclass

from home_agent.evaluation import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The results of one dataset."""

    dataset: str
    tier: str = ""
    """Who might answer; nothing where there is only one way to tell of."""

    results: tuple[Result, ...]

    @property
    def title(self) -> str:
        """What to call it."""
        return f"{self.dataset}, {self.tier}" if self.tier else self.dataset
