"""What a home can be asked to do, and one such request."""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
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
    wants_response: bool = field(default=False, compare=False)
    """Whether what it answers is waited for: a script may take a while to."""

    stands_for: str = field(default="", compare=False)
    """The service that was asked for, where the targets lack it: what forbids that forbids this."""

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
    return call.full_name, call.stands_for, repr(sorted(call.data.items()))


def join_calls(calls: Iterable[ServiceCall]) -> list[ServiceCall]:
    """Calls that ask the same of different targets, as one.

    Not past a call that asks something else of the same: "lock it, unlock it, lock it again".
    """
    joined: list[tuple[Hashable, ServiceCall, dict[str, None]]] = []
    for call in calls:
        key = request_key(call)
        at = next((at for at in reversed(range(len(joined))) if joined[at][0] == key), None)
        after = joined[len(joined) if at is None else at + 1 :]
        if at is None or any(target in taken for *_, taken in after for target in call.targets):
            joined.append((key, call, dict.fromkeys(call.targets)))
        else:
            joined[at][2].update(dict.fromkeys(call.targets))
    return [replace(call, targets=tuple(targets)) for _, call, targets in joined]


def read_service(domain: str, name: str, description: Mapping[str, Any] | None) -> Service:
    """Read a service as Home Assistant describes it, with as much detail as that tells."""
    details = description or {}
    return Service(
        domain=domain,
        name=name,
        fields=tuple(_read_fields(details.get("fields"))),
        features=_read_features(details.get("target")),
    )


def _read_fields(fields: Mapping[str, Any] | None) -> Iterator[Field]:
    for name, description in (fields or {}).items():
        if not isinstance(description, Mapping):
            continue
        if "fields" in description:
            # A section, which is there for people's eyes.
            yield from _read_fields(description["fields"])
            continue
        selector = description.get("selector") or {}
        number = selector.get("number") or {}
        yield Field(
            name=name,
            required=bool(description.get("required")),
            minimum=number.get("min"),
            maximum=number.get("max"),
            options=tuple(_read_options(selector.get("select"))),
        )


def _read_options(select: Mapping[str, Any] | None) -> Iterator[str]:
    """What there is to choose from; empty if anything else may be given as well."""
    if not select or select.get("custom_value"):
        return
    for option in select.get("options") or ():
        yield option["value"] if isinstance(option, Mapping) else option


def _read_features(target: Mapping[str, Any] | None) -> tuple[int, ...]:
    """The masks of which a target must fit one; none if some kind of target need not."""
    filters = (target or {}).get("entity") or ()
    masks = [entry.get("supported_features") or () for entry in filters]
    return tuple(mask for group in masks for mask in group) if all(masks) else ()
