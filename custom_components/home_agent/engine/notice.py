"""What somebody is to be told when it is time."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """That somebody is to be told when it is time: what makes a job a watch."""

    message: str = ""
    """In the words of whoever asked for it; else we tell what has become so."""

    ways: tuple[str, ...] = ()
    """How to tell them: names of `act.messenger`. Empty: as it is set for this home."""

    rings: bool = False
    """Whether it is an alarm by the clock: somebody is woken."""

    name: str = ""
    """What the watch is called in the settings; empty, if somebody just asked for it."""
