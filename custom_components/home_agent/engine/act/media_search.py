"""Something to play, found by a player rather than named by its address."""

from collections.abc import Mapping
from typing import Any

from ..errors import CallRefusedError
from ..home import Home, ServiceCall
from ..plan import PlayStep

_SEARCH = "media_player.search_media"


async def find_media(step: PlayStep, home: Home) -> ServiceCall | None:
    """The call that plays the first thing a player finds, None if it finds none.

    A player that cannot search is handed the words themselves, as many of them know what to do
    with "Radiohead".
    """
    if not _can_search(step.player, home):
        return _play(step.player, step.query, step.kind or "music")
    data = {"search_query": step.query} | (
        {"media_filter_classes": [step.kind]} if step.kind else {}
    )
    search = ServiceCall(
        domain="media_player", service="search_media", targets=(step.player,), data=data
    )
    try:
        response = await home.call(search)
    except CallRefusedError:
        return None
    results = (response.get(step.player) or {}).get("result") or ()
    return next((_play(step.player, *_content(result)) for result in results), None)


def _can_search(player: str, home: Home) -> bool:
    snapshot = home.snapshot()
    service, state = snapshot.layout.services.get(_SEARCH), snapshot.states.get(player)
    return service is not None and state is not None and service.suits(state.features)


def _content(result: Mapping[str, Any]) -> tuple[str, str]:
    return str(result.get("media_content_id")), str(result.get("media_content_type"))


def _play(player: str, content_id: str, content_type: str) -> ServiceCall:
    return ServiceCall(
        domain="media_player",
        service="play_media",
        targets=(player,),
        data={"media_content_id": content_id, "media_content_type": content_type},
    )
