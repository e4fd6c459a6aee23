"""The action that reads what was done, for whom and on what authority: for administrators."""

import voluptuous as vol
from homeassistant.auth.permissions.const import POLICY_READ
from homeassistant.core import ServiceCall, ServiceResponse
from homeassistant.exceptions import Unauthorized
from homeassistant.helpers import config_validation as cv

from .agent_entry import AgentEntry
from .caller import async_caller
from .engine.act.audit import is_security_event, read_audit
from .errors import convert_errors

ATTR_ENTITY_ID = "entity_id"
ATTR_LIMIT = "limit"
ATTR_SECURITY = "security"

_MOST = 2000

SCHEMA = {
    vol.Optional(ATTR_LIMIT, default=50): vol.All(vol.Coerce(int), vol.Range(min=1, max=_MOST)),
    vol.Optional(ATTR_SECURITY, default=False): cv.boolean,
    vol.Optional(ATTR_ENTITY_ID): cv.entity_id,
}


async def async_read_audit(call: ServiceCall, entry: AgentEntry) -> ServiceResponse:
    """The records that are wanted, the newest first. Raises `Unauthorized`."""
    caller = await async_caller(call.hass, call.context)
    if not (caller.is_admin or caller.is_program):
        raise Unauthorized(context=call.context, permission=POLICY_READ)
    with convert_errors():
        records = await read_audit(entry.runtime_data.store)
    wanted = call.data.get(ATTR_ENTITY_ID)
    found = [
        record
        for record in records
        if (wanted is None or record.entity_id == wanted)
        and (not call.data[ATTR_SECURITY] or is_security_event(record))
    ]
    newest = reversed(found[-call.data[ATTR_LIMIT] :])
    return {"records": [record.as_document() for record in newest]}
