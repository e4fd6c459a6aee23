"""What can be done with memories by actions: they are listed, searched, deleted and cleared.

Whoever runs one gets their own memories and the household's; an automation the household's. Nobody
is shown another person's, administrators included; those may only have all of it deleted.
"""

from typing import Any

import voluptuous as vol
from homeassistant.core import HomeAssistant, ServiceCall, ServiceResponse, callback
from homeassistant.helpers import config_validation as cv

from .caller import async_caller
from .engine.memory.memory import Memory
from .errors import convert_errors
from .services import async_agent_of, async_register, authority_of, invalid

ATTR_ID = "id"
ATTR_LIMIT = "limit"
ATTR_QUERY = "query"
ATTR_WHOSE = "whose"

_OWN, _HOUSEHOLD, _EVERYONE = "own", "household", "everyone"
_MOST_FOUND = 100


def _query(value: Any) -> str:  # noqa: ANN401 - as it was given
    """Words to look for."""
    words = cv.string(value)
    if not words.strip():
        raise vol.Invalid("There is nothing to look for: the query is empty.")
    return words


@callback
def async_register_memory_services(hass: HomeAssistant) -> None:
    """Register all of them."""
    limit = vol.All(vol.Coerce(int), vol.Range(min=1, max=_MOST_FOUND))
    async_register(hass, "list_memories", _async_list, {}, only_responds=True)
    async_register(
        hass,
        "search_memories",
        _async_search,
        {vol.Required(ATTR_QUERY): _query, vol.Optional(ATTR_LIMIT, default=10): limit},
        only_responds=True,
    )
    async_register(hass, "delete_memory", _async_delete, {vol.Required(ATTR_ID): cv.string})
    whose = vol.In((_OWN, _HOUSEHOLD, _EVERYONE))
    async_register(
        hass, "clear_memories", _async_clear, {vol.Optional(ATTR_WHOSE, default=_OWN): whose}
    )


async def _async_list(call: ServiceCall) -> ServiceResponse:
    memories = async_agent_of(call).runtime_data.agent.memories
    with convert_errors():
        found = await memories.all_for(call.context.user_id)
    return {"memories": [memory_data(memory) for memory in found]}


async def _async_search(call: ServiceCall) -> ServiceResponse:
    memories = async_agent_of(call).runtime_data.agent.memories
    with convert_errors():
        found = await memories.search(
            call.data[ATTR_QUERY], call.context.user_id, call.data[ATTR_LIMIT]
        )
    return {"memories": [memory_data(memory) for memory, _rank in found]}


async def _async_delete(call: ServiceCall) -> ServiceResponse:
    memories = async_agent_of(call).runtime_data.agent.memories
    memory_id: str = call.data[ATTR_ID]
    with convert_errors():
        memory = await memories.get(memory_id, call.context.user_id)
        if memory is not None:
            await memories.forget((memory.id,))
    if memory is None:
        raise invalid("no_such_memory", id=memory_id)
    return {"deleted": memory_data(memory)}


async def _async_clear(call: ServiceCall) -> ServiceResponse:
    memories = async_agent_of(call).runtime_data.agent.memories
    whose: str = call.data[ATTR_WHOSE]
    authority = authority_of(call, await async_caller(call.hass, call.context))
    if whose == _EVERYONE and not authority.is_admin:
        raise invalid("memories_of_everyone")
    owner = None if whose == _HOUSEHOLD else authority.user_id
    with convert_errors():
        return {"cleared": await memories.clear(owner, everybodys=whose == _EVERYONE)}


def memory_data(memory: Memory) -> dict[str, Any]:
    """A memory as automations see it."""
    return {
        ATTR_ID: memory.id,
        "type": memory.type.value,
        "content": memory.content,
        ATTR_WHOSE: _HOUSEHOLD if memory.owner is None else _OWN,
        "source_conversation_id": memory.source_conversation_id,
        "extracted_at": memory.extracted_at.isoformat(),
        "last_accessed": memory.last_accessed.isoformat(),
        "importance": memory.importance,
        "metadata": {
            name: list(getattr(memory.metadata, name))
            for name in ("entities", "areas", "people", "topics")
        },
        "history": [
            {"content": earlier.content, "until": earlier.until.isoformat()}
            for earlier in memory.history
        ],
    }
