"""The viewer of the page."""

from dataclasses import dataclass

from ..authority import AccessKey, Authority, Origin, conversation_key
from ..turn import Turn

_PREFIX = "page/"

OWNER_KEY = "~page"
"""The name of whoever came by a link from the terminal, which no key can have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Somebody who is logged in, with their rights."""

    name: str
    """What tells them from others: a key's name, or a user's id. It has no slash."""

    title: str = ""
    """What they are called on the page."""

    origin: Origin = Origin.CHAT
    user_id: str | None = None
    is_admin: bool = False
    key: AccessKey | None = None

    @property
    def is_read_only(self) -> bool:
        """Whether they may change nothing."""
        return self.key is not None and self.key.read_only

    def turn(self, text: str, *, conversation: str, language: str) -> Turn:
        """A sentence of theirs, in one of their conversations."""
        return Turn(
            text=text,
            language=language,
            conversation_id=self.conversation_id(conversation),
            origin=self.origin,
            user_id=self.user_id,
            is_admin=self.is_admin,
            key=self.key,
            speaker=self.title if self.user_id else "",
        )

    def authority(self, language: str) -> Authority:
        """Their authority, for requests without a sentence."""
        return self.turn("", conversation="", language=language).authority

    def conversation_id(self, conversation: str) -> str:
        """The id of one of their conversations, unique among all viewers."""
        return f"{_PREFIX}{self.name}/{conversation}"

    def conversation_key(self, conversation: str) -> str:
        """The key under which the conversation is stored."""
        return conversation_key(self.conversation_id(conversation), self.user_id)

    def own_conversation(self, key: str) -> str | None:
        """The viewer's id of a stored conversation; None if it is not theirs."""
        prefix = self.conversation_key("")
        return key.removeprefix(prefix) if key.startswith(prefix) else None
