"""Five people of different rights in one Home Assistant, and what they may try."""

from dataclasses import dataclass
from typing import Any

from homeassistant.auth.const import GROUP_ID_ADMIN, GROUP_ID_READ_ONLY, GROUP_ID_USER
from homeassistant.auth.models import Group, User
from homeassistant.components import conversation
from homeassistant.components.conversation import ConversationResult
from homeassistant.core import Context, HomeAssistant

from custom_components.home_agent.const import DOMAIN

GUEST_POLICY: dict[str, Any] = {
    "entities": {
        "entity_ids": {
            "light.bed_light": True,
            "light.kitchen_lights": {"read": True},
            "script.party": True,
            "light.downstairs": True,
            "scene.evening": True,
            "conversation.home_agent": True,
        }
    }
}
"""Uses the bed light, looks at the kitchen lights, and is to know of nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """An owner, an admin, two of the family, somebody who may only look, and a guest."""

    hass: HomeAssistant
    owner: User
    admin: User
    anna: User
    ben: User
    reader: User
    guest: User

    def context(self, name: str | None) -> Context:
        """As core makes one for somebody who is logged in; without a name, for nobody."""
        return Context() if name is None else Context(user_id=getattr(self, name).id)

    async def says(self, name: str | None, text: str, **details: Any) -> ConversationResult:
        """Somebody says something to the agent."""
        given = {"conversation_id": None, "context": self.context(name), "language": "en"}
        return await conversation.async_converse(
            self.hass, text, agent_id="conversation.home_agent", **(given | details)
        )

    async def acts(self, name: str | None, action: str, **data: Any) -> dict[str, Any]:
        """Somebody uses an action of ours."""
        response = await self.hass.services.async_call(
            DOMAIN,
            action,
            data,
            blocking=True,
            return_response=True,
            context=self.context(name),
        )
        assert response is not None
        return dict(response)


async def async_people(hass: HomeAssistant) -> People:
    """Let them move in."""
    auth = hass.auth
    guests = Group(name="Guests", policy=GUEST_POLICY, id="guests")
    guest = await auth.async_create_user("Guest", group_ids=[GROUP_ID_USER])
    guest.groups = [guests]
    owner = await auth.async_create_user("Owner", group_ids=[GROUP_ID_ADMIN])
    owner.is_owner = True
    guest.is_owner = False
    return People(
        hass=hass,
        owner=owner,
        admin=await auth.async_create_user("Admin", group_ids=[GROUP_ID_ADMIN]),
        anna=await auth.async_create_user("Anna", group_ids=[GROUP_ID_USER]),
        ben=await auth.async_create_user("Ben", group_ids=[GROUP_ID_USER]),
        reader=await auth.async_create_user("Reader", group_ids=[GROUP_ID_READ_ONLY]),
        guest=guest,
    )


def speech(result: ConversationResult) -> str:
    """What was answered."""
    return str(result.response.speech["plain"]["speech"])
