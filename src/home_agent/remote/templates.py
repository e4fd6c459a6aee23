"""Templates of the house's owner, read by Home Assistant over the wire."""

from collections.abc import Mapping
from typing import Any

from home_agent.engine.errors import TemplateFailedError, TemplatesUnavailableError

from .connection import Connection
from .errors import CommandRefusedError, RemoteError

# Nobody who has just spoken wants to wait longer for their own template.
_LONGEST = 2.0
# Home Assistant makes a number or a list of a result that looks like one. This looks like neither.
_TEXT = "text:"


async def render(connection: Connection, template: str, variables: Mapping[str, Any]) -> str:
    """What it makes; raise `TemplateFailedError` or `TemplatesUnavailableError`."""
    try:
        told = await connection.first(
            "render_template",
            _is_final,
            template=_TEXT + template,
            variables=dict(variables),
            timeout=_LONGEST,
            strict=True,
            report_errors=True,
        )
    except CommandRefusedError as error:
        raise TemplateFailedError(str(error)) from error
    except RemoteError as error:
        raise TemplatesUnavailableError(str(error)) from error
    if "result" not in told:
        raise TemplateFailedError(str(told["error"]))
    return str(told["result"]).removeprefix(_TEXT).strip()


def _is_final(told: Mapping[str, Any]) -> bool:
    """Not a mere warning, after which the result still comes."""
    return "result" in told or told.get("level") == "ERROR"
