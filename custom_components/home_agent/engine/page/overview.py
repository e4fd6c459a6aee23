"""The state of the home and its models, for the start of the page."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ..agent import Agent
from ..home import Snapshot
from .viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class ShellFacts:
    """Facts about the program or integration that serves the page."""

    home_name: str
    version: str
    settings: str = ""
    """Where settings are changed: a file, or a path in Home Assistant."""

    has_logout: bool = False
    notes: tuple[str, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)


async def overview_document(
    agent: Agent, home: Snapshot, facts: ShellFacts, viewer: Viewer
) -> dict[str, Any]:
    """The viewer, the home and its state; some of it for admins only."""
    domains = Counter(entity.kind for entity, _state in home.exposed())
    gone = [entity.name for entity, state in home.exposed() if not state.available]
    told: dict[str, Any] = {
        "name": facts.home_name,
        "version": facts.version,
        "has_logout": facts.has_logout,
        "viewer": {
            "name": viewer.title or viewer.name,
            "is_admin": viewer.is_admin,
            "read_only": viewer.is_read_only,
            "areas": list(viewer.key.areas) if viewer.key else [],
        },
        "entities": domains.total(),
        "areas": len({entity.area_id for entity, _state in home.exposed() if entity.area_id}),
        "domains": domains.most_common(6),
        "unavailable": sorted(gone)[:20],
        "unavailable_count": len(gone),
        "has_model": agent.api.has_model,
    }
    if viewer.is_admin:
        spent = await agent.api.spent_today()
        told |= {
            "settings": facts.settings,
            "notes": list(facts.notes),
            "models": [asdict(health) for health in agent.api.health()],
            "spent": {"tokens": spent.tokens, "cost": spent.cost, "responses": spent.responses},
        }
    return told
