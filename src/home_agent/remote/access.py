"""What it takes to get in, and how long we are ready to wait."""

from dataclasses import dataclass, field

from .address import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """The way into a Home Assistant."""

    address: Address
    token: str = field(repr=False)
    verify: bool = True
    """Whether its certificate must be one that this machine trusts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """How long we wait for what, in seconds."""

    connected: float = 10.0
    """For the connection, and for being let in."""

    answered: float = 60.0
    """For the answer to a question. A slow link needs a while for a large home."""

    accepted: float = 10.0
    """For a service call. Radio protocols give up on a dead device within ten seconds. A home that
    has not refused by then has accepted, and the states will tell the rest."""

    started: float = 1.0
    """For a script, which runs for as long as it likes. What is refused in it is mostly refused at
    once; after that, all that can be said of it is that it was started."""

    ended: float = 300.0
    """For the late end of a service call, which is only written down."""

    gap: float = 5.0
    """For the connection to come back, when something is asked while it is away."""

    heartbeat: float = 15.0
    """Between two signs of life; a connection that owes one for as long again is dead."""

    settled: float = 1.0
    """After a change of names, rooms or services: they come in bursts."""

    first_retry: float = 0.5
    longest_retry: float = 30.0
