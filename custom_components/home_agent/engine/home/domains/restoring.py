"""How things are put back that several domains have in common."""

from collections.abc import Iterable, Mapping

from ..model import State
from .action import ServiceAndData
from .domain import Restore
from .setting import Setting


def restore_switch(before: State, now: State) -> Iterable[ServiceAndData] | None:
    """Put back what is on or off."""
    if before.value not in ("on", "off"):
        return None
    return [] if before.value == now.value else [(f"turn_{before.value}", {})]


def restore_by_state(services: Mapping[str, str]) -> Restore:
    """Put a thing back by the service that leads to the state it was in."""

    def restore(before: State, now: State) -> Iterable[ServiceAndData] | None:
        if before.value == now.value:
            return []
        service = services.get(before.value)
        return None if service is None else [(service, {})]

    return restore


def with_settings(restore: Restore, *settings: Setting) -> Restore:
    """Put settings back before whatever else is put back."""

    def restore_all(before: State, now: State) -> Iterable[ServiceAndData] | None:
        calls = restore(before, now)
        return None if calls is None else [*restore_settings(before, now, settings), *calls]

    return restore_all


def restore_settings(
    before: State, now: State, settings: Iterable[Setting]
) -> list[ServiceAndData]:
    """Return a call for each setting whose attribute is not what it was."""
    changed = {
        setting.datum: (setting.service, {setting.datum: value})
        for setting in settings
        if setting.restored
        and (value := before.attributes.get(setting.attribute)) is not None
        and value != now.attributes.get(setting.attribute)
    }
    return [*changed.values()]
