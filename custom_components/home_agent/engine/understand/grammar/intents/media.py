"""Players: play, pause, skip, louder, quieter, and look for something to play."""

from collections.abc import Callable, Mapping
from typing import Any

from ....home import Entity
from ....home.model import NOTHING
from ....plan import Plan, PlayStep
from ...understanding import Reading
from ..targets import Scene, find_target, find_targets, target_filter
from .steps import plan_one_call, wording

_PLAYING = frozenset({"playing", "buffering"})
_PAUSED = frozenset({"paused"})
_AWAKE = frozenset({"playing", "buffering", "paused", "idle", "on"})


def _player(reading: Reading, scene: Scene, likely: frozenset[str]) -> Entity:
    """The player that is meant; unnamed, the only one in a likely state."""
    want = target_filter(reading, {"media_player"})
    if want.name is None:
        states = scene.home.states
        players = [
            player
            for player in find_targets(want, scene)
            if states[player.entity_id].value in likely
        ]
        if len(players) == 1:
            return players[0]
    return find_target(want, scene)


def _transport(service: str, likely: frozenset[str]) -> Callable[[Reading, Scene], Plan]:
    def planner(reading: Reading, scene: Scene) -> Plan:
        return _send(reading, scene, likely, service)

    return planner


def _send(
    reading: Reading,
    scene: Scene,
    likely: frozenset[str],
    service: str,
    data: Mapping[str, Any] = NOTHING,
) -> Plan:
    player = _player(reading, scene, likely)
    return plan_one_call(reading, [player], "media_player", service, data)


def _mute(*, muted: bool) -> Callable[[Reading, Scene], Plan]:
    def planner(reading: Reading, scene: Scene) -> Plan:
        return _send(reading, scene, _AWAKE, "volume_mute", {"is_volume_muted": muted})

    return planner


def _volume(reading: Reading, scene: Scene) -> Plan:
    level = float(reading.value("volume_level")) / 100
    return _send(reading, scene, _AWAKE, "volume_set", {"volume_level": level})


def _volume_step(reading: Reading, scene: Scene) -> Plan:
    step = reading.value("volume_step")
    if step in ("up", "down"):
        return _send(reading, scene, _AWAKE, f"volume_{step}")
    player = _player(reading, scene, _AWAKE)
    level = scene.home.states[player.entity_id].attributes.get("volume_level")
    if not isinstance(level, int | float):
        # It does not tell how loud it is, so the amount cannot be kept: one step is the most
        # that is safe.
        return _send(reading, scene, _AWAKE, "volume_up" if step > 0 else "volume_down")
    target = min(1.0, max(0.0, round(level + step / 100, 2)))
    data = {"volume_level": target}
    return plan_one_call(reading, [player], "media_player", "volume_set", data)


def _search(reading: Reading, scene: Scene) -> Plan:
    query = str(reading.value("search_query")).strip()
    step = PlayStep(
        player=_player(reading, scene, _AWAKE).entity_id,
        query=query,
        kind=str(reading.value("media_class") or ""),
        wording=wording(reading, media=query),
    )
    return Plan(steps=(step,))


PLANNERS: Mapping[str, Callable[[Reading, Scene], Plan]] = {
    "HassMediaPause": _transport("media_pause", _PLAYING),
    "HassMediaUnpause": _transport("media_play", _PAUSED),
    "HassMediaNext": _transport("media_next_track", _PLAYING),
    "HassMediaPrevious": _transport("media_previous_track", _PLAYING),
    "HassMediaPlayerMute": _mute(muted=True),
    "HassMediaPlayerUnmute": _mute(muted=False),
    "HassMediaSearchAndPlay": _search,
    "HassSetVolume": _volume,
    "HassSetVolumeRelative": _volume_step,
}
