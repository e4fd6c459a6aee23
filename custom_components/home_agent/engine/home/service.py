"""What a home can be asked to do, and one such request."""

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .model import HIDDEN, NOTHING

_SECRET = re.compile(
    r"(?:^|_)(?:(?:user|pass|pin|lock|door)?_?codes?|pin|password|passwd|passphrase|secret|token"
    r"|api_?key|psk|credentials?)(?:$|_)",
    re.IGNORECASE,
)


def is_secret_field(name: str) -> bool:
    """Whether what a service takes by this name is a code, a PIN, a password or the like."""
    return _SECRET.search(name) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One piece of data that a service takes."""

    name: str
    required: bool = False
    minimum: float | None = None
    maximum: float | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """Something that the home offers to do."""

    domain: str
    name: str
    fields: tuple[Field, ...] = ()
    features: tuple[int, ...] = ()
    """Bit masks: a target must have all bits of at least one of them. Empty: any target will do."""

    @property
    def full_name(self) -> str:
        """The name as people write it, such as `light.turn_on`."""
        return f"{self.domain}.{self.name}"

    def suits(self, features: int) -> bool:
        """Whether something with these features can do it."""
        return not self.features or any(features & mask == mask for mask in self.features)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceCall:
    """A request to the home, with its targets resolved."""

    domain: str
    service: str
    targets: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(default_factory=lambda: NOTHING)

    @property
    def full_name(self) -> str:
        """The name as people write it, such as `light.turn_on`."""
        return f"{self.domain}.{self.service}"

    @property
    def shown(self) -> ServiceCall:
        """The call as it may be shown and kept: without what only the home should know."""
        if not any(map(is_secret_field, self.data)):
            return self
        hidden = {key: HIDDEN for key in self.data if is_secret_field(key)}
        return replace(self, data={**self.data, **hidden})


def request_key(call: ServiceCall) -> Hashable:
    """What a call asks for, whatever its targets."""
    return call.full_name, repr(sorted(call.data.items()))


def join_calls(calls: Iterable[ServiceCall]) -> list[ServiceCall]:
    """Calls that ask the same of different targets, as one."""
    alike: dict[Hashable, tuple[ServiceCall, dict[str, None]]] = {}
    for call in calls:
        _, targets = alike.setdefault(request_key(call), (call, {}))
        targets.update(dict.fromkeys(call.targets))
    return [replace(call, targets=tuple(targets)) for call, targets in alike.values()]
