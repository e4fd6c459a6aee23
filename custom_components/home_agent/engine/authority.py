"""On whose behalf something is done: who asked, by which way, and who decided about it since."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from .agreement import Agreement


class Origin(StrEnum):
    """By which way a wish reached us, or who decided about it."""

    CHAT = "chat"
    VOICE = "voice"
    MODEL = "model"
    SCHEDULE = "schedule"
    AUTOMATION = "automation"
    MCP = "mcp"
    API = "api"
    """A program that speaks to us as to a model, by a key; a person may be behind it."""


MACHINES = frozenset({Origin.MODEL, Origin.MCP})
"""Those that are no persons, and may only do what somebody has thought about."""

WAYS_OF_PEOPLE = (Origin.CHAT, Origin.VOICE, Origin.AUTOMATION)
"""How a sentence may reach a model, where nobody can tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessKey:
    """The key that a program came in with, and how far it lets anybody go.

    It stays with what is planned, so that nothing can be done later that could not be done now.
    """

    name: str
    read_only: bool = False
    """Whether it may look, and change nothing."""

    areas: tuple[str, ...] = ()
    """The areas that it is for, by id or name. Empty: all of the home."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """A chain: who wants it, how they asked, and everyone who decided about it since.

    A rule that is about any link of the chain holds for whatever is done on it.
    """

    origin: Origin = Origin.CHAT
    """How they asked."""

    possible_origins: tuple[Origin, ...] = ()
    """How else they may have asked: what cannot be told apart counts as each of them."""

    decided_by: tuple[Origin, ...] = ()
    """Who decided about it since then, in order: a model, the schedule."""

    user_id: str | None = None
    """None where nobody is known by name: a voice satellite, an automation."""

    is_admin: bool = False
    """Whether they may see and end what others planned and said. Never kept for later."""

    satellite_id: str | None = None
    """The voice satellite that heard it, where that is certain."""

    key: AccessKey | None = None
    """The key that a program came in with. It only ever takes rights away."""

    conversation_id: str | None = None
    confirmed: bool = False
    """Whether nothing is asked about it: the owner wrote it into the settings."""

    agreed: tuple[Agreement, ...] = ()
    """What a person said yes to, or gave the PIN for. Anything else is asked about."""

    language: str = "en"
    """What they speak, for what they are told when it is done."""

    area_id: str | None = None
    """The room that they were in. It helps to understand them, and gives no rights."""

    said: str = ""
    """The sentence that it comes from, as it may be shown; empty where none may be kept."""

    @property
    def origins(self) -> tuple[Origin, ...]:
        """Every link of the chain, once each."""
        return tuple(dict.fromkeys((self.origin, *self.possible_origins, *self.decided_by)))

    @property
    def chain(self) -> str:
        """The chain as people read it: `chat|voice>model>schedule`."""
        asked = "|".join(dict.fromkeys((self.origin.value, *self.possible_origins)))
        return ">".join((asked, *self.decided_by))

    @property
    def asker(self) -> str:
        """Who asks, as one name: the key, else the person, the satellite or the way."""
        if self.key:
            return f"key {self.key.name}"
        if self.user_id:
            return f"user {self.user_id}"
        if self.satellite_id:
            return f"satellite {self.satellite_id}"
        return f"way {self.chain.partition('>')[0]}"

    @property
    def conversation_key(self) -> str | None:
        """The name under which this person's conversation is kept."""
        if self.conversation_id is None:
            return None
        return conversation_key(self.conversation_id, self.user_id)

    @property
    def only_looks(self) -> bool:
        """Whether nothing may be changed on it: neither in the home nor of what we keep."""
        return self.key is not None and self.key.read_only

    @property
    def is_confined(self) -> bool:
        """Whether it is for some rooms, so that nothing is done of which nobody knows where."""
        return self.key is not None and bool(self.key.areas)

    def through(self, *origins: Origin) -> Self:
        """The same after these have decided about it, too."""
        decided = dict.fromkeys((*self.decided_by, *origins))
        return replace(
            self, decided_by=tuple(origin for origin in decided if origin is not self.origin)
        )

    def allows(self, wanted: Agreement) -> bool:
        """Whether nobody has to be asked about this any more."""
        return self.confirmed or any(agreement.covers(wanted) for agreement in self.agreed)

    def to_keep(self) -> Self:
        """The same for later: what one may see of others is asked anew every time."""
        return replace(self, is_admin=False)


HOUSEHOLD = Authority()
"""Nobody in particular, with no right to what belongs to somebody."""


def conversation_key(conversation_id: str, user_id: str | None) -> str:
    """The name under which a conversation is kept: two people never share one.

    Conversations of nobody in particular keep their own name, as they always had.
    """
    if user_id:
        return f"@{user_id}/{conversation_id}"
    # Whatever somebody calls a conversation, it does not become another person's.
    return f"@/{conversation_id}" if conversation_id.startswith("@") else conversation_id


def conversation_id_in(key: str) -> str:
    """What a conversation is called by those who are in it."""
    return key[1:].partition("/")[2] if key.startswith("@") else key


def conversation_owner(key: str) -> str | None:
    """Whose conversation is kept under this name, None if it is nobody's in particular."""
    return key[1:].partition("/")[0] or None if key.startswith("@") else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ownership:
    """Who may see and end what belongs to others."""

    shared: bool = False
    """Whether everyone may."""

    managers: frozenset[str] = frozenset()
    """The users who may, besides the admins of the home."""

    def manages(self, authority: Authority) -> bool:
        """Whether somebody may see and end what anybody planned."""
        return self.shared or authority.is_admin or authority.user_id in self.managers

    def permits(self, authority: Authority, owner: str | None) -> bool:
        """Whether somebody may see and end what this user planned."""
        return owner in (None, authority.user_id) or self.manages(authority)


def trim_fairly[T](
    values: Iterable[T], most: int, owner_of: Callable[[T], str | None]
) -> tuple[list[T], list[T]]:
    """At most so many of them, the oldest being first, and those that are given up.

    Whoever has the most gives up the oldest, so that nobody can crowd out another.
    """
    kept, gone = list(values), []
    owned = Counter(map(owner_of, kept))
    while len(kept) > most:
        crowd = max(owned.values())
        at = next(at for at, value in enumerate(kept) if owned[owner_of(value)] == crowd)
        owned[owner_of(kept[at])] -= 1
        gone.append(kept.pop(at))
    return kept, gone
