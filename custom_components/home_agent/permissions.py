"""Home Assistant's permissions of a user: what they may not read is not there for them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from homeassistant.auth.permissions import AbstractPermissions
from homeassistant.auth.permissions.const import POLICY_CONTROL, POLICY_READ

from .caller import Caller
from .engine.home import Entity, Layout

_MOST_VIEWS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class _PermittedLayout:
    """A layout as one user sees it, and what that was made of."""

    whole: Layout
    permissions: AbstractPermissions | None
    layout: Layout


def may_read(caller: Caller | None, entity_id: str) -> bool:
    """Whether whoever asks may know how an entity is; nobody in particular may."""
    if caller is None or caller.user_id is None:
        return True
    return caller.user is not None and caller.user.permissions.check_entity(entity_id, POLICY_READ)


class PermittedLayouts:
    """The layout of one home as each of its users may see it."""

    def __init__(self) -> None:
        """Nobody has looked yet."""
        self._views: dict[str, _PermittedLayout] = {}

    def layout_for(self, caller: Caller | None, whole: Layout) -> Layout:
        """The layout for whoever looks; the whole of it for those who may see and change all.

        It is the same object until the home or the user's permissions change.
        """
        if caller is None or caller.user_id is None:
            return whole
        permissions = caller.user.permissions if caller.user else None
        if permissions is not None and all(
            permissions.access_all_entities(policy) for policy in (POLICY_READ, POLICY_CONTROL)
        ):
            return whole
        known = self._views.pop(caller.user_id, None)
        if known is None or known.whole is not whole or known.permissions is not permissions:
            known = _PermittedLayout(
                whole=whole, permissions=permissions, layout=_permitted(whole, permissions)
            )
        self._views[caller.user_id] = known
        while len(self._views) > _MOST_VIEWS:
            self._views.pop(next(iter(self._views)))
        return known.layout


def _permitted(whole: Layout, permissions: AbstractPermissions | None) -> Layout:
    """The layout with what these permissions leave; nobody's permissions leave nothing."""
    entities = {entity.entity_id: entity for entity in _entities(whole, permissions)}
    return replace(whole, entities=MappingProxyType(entities))


def _entities(whole: Layout, permissions: AbstractPermissions | None) -> Iterator[Entity]:
    for entity_id, entity in whole.entities.items():
        may_read, may_control = (
            permissions is not None and permissions.check_entity(entity_id, policy)
            for policy in (POLICY_READ, POLICY_CONTROL)
        )
        if may_read and may_control:
            yield entity
        else:
            yield replace(entity, exposed=entity.exposed and may_read, controllable=may_control)
