"""Who asks, as Home Assistant knows them; and whatever is looked at and called in their name."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from homeassistant.auth.models import User
from homeassistant.core import Context, HomeAssistant

from .const import DOMAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Somebody with rights of their own, or nobody in particular."""

    context: Context
    user: User | None = None
    """None where the context names nobody, or somebody who is gone."""

    @property
    def user_id(self) -> str | None:
        """The user that the context names, gone or not."""
        return self.context.user_id

    @property
    def is_admin(self) -> bool:
        """Whether they are a person who is an administrator of this Home Assistant now."""
        return self.user is not None and self.user.is_admin and not self.user.system_generated

    @property
    def is_program(self) -> bool:
        """Whether an action of theirs is a program's: of an automation, or an add-on.

        Only administrators write and install those.
        """
        if self.context.user_id is None:
            return True
        return self.user is not None and self.user.is_admin and self.user.system_generated

    @property
    def name(self) -> str:
        """What the person is called; empty where it is a machine."""
        return self.user.name or "" if self.user and not self.user.system_generated else ""


_current_caller: ContextVar[Caller | None] = ContextVar(f"{DOMAIN}_acting", default=None)


async def async_caller(hass: HomeAssistant, context: Context) -> Caller:
    """Whoever a context names, with the rights that they have now."""
    user = await hass.auth.async_get_user(context.user_id) if context.user_id else None
    return Caller(context=context, user=user)


@contextmanager
def act_as(caller: Caller | None) -> Iterator[None]:
    """Look at the home and call services in the name of whoever asks: their permissions apply.

    In nobody's name, everything that is exposed is seen.
    """
    token = _current_caller.set(caller)
    try:
        yield
    finally:
        _current_caller.reset(token)


def current_caller() -> Caller | None:
    """Whoever things are looked at and called for just now."""
    return _current_caller.get()
