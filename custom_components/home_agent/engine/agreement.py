"""What a person is asked to agree to, and has agreed to: an action, and all that it sets off."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from .home import ServiceCall

_PLAIN = (str, int, float, bool, type(None))


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """A sensitive thing that an action does, itself or by what it sets off."""

    service: str = ""
    """Such as `lock.unlock`; empty where that only shows when it runs."""

    entity_id: str = ""
    """Empty where that only shows when it runs. It need not be exposed, and then is not named."""

    @property
    def is_known(self) -> bool:
        """Whether it can be told what is done, and to what."""
        return bool(self.service and self.entity_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """One action on one entity that a person is asked about, or has said yes to."""

    service: str
    entity_id: str
    data: Mapping[str, Any] | None = None
    """Without a code, None if only the time to come will tell."""

    effects: tuple[Effect, ...] = ()
    """All that is sensitive about it."""

    @classmethod
    def on(cls, call: ServiceCall, entity_id: str, effects: tuple[Effect, ...] = ()) -> Self:
        """What a yes to this call on this entity would be to."""
        data = {name: value for name, value in call.data.items() if name != "code"}
        told = all(map(_is_told, data.values()))
        return cls(
            service=call.full_name,
            entity_id=entity_id,
            data=data if told else None,
            effects=effects,
        )

    def covers(self, wanted: Agreement) -> bool:
        """Whether a yes to this is one to that: the same action, and nothing besides."""
        return (
            self.service == wanted.service
            and self.entity_id == wanted.entity_id
            and (self.data is None or self.data == wanted.data)
            and set(wanted.effects) <= set(self.effects)
        )


def _is_told(value: object) -> bool:
    """Whether data is there already, and not what an earlier step will bring to light."""
    match value:
        case Mapping():
            return all(map(_is_told, value.values()))
        case list() | tuple():
            return all(map(_is_told, value))
        case _:
            return isinstance(value, _PLAIN)
