"""Televisions, speakers and whatever else plays something."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from enum import IntFlag
from typing import Any

from ..arguments import anything, choice, decimal, flag, required, text
from ..behaviour import (
    ActionEffect,
    ActionFunction,
    ActionTarget,
    Behaviour,
    Facts,
    SimulatedAction,
    always,
    become,
    given_number,
    given_words,
    refuse,
    spoken_state,
)
from ..readers import InvalidDataError, Outside

_TRACKS = 20
_STEP = 0.1
_REPEATS = ("off", "all", "one")
_ENQUEUE = ("add", "next", "play", "replace")


class MediaPlayerEntityFeature(IntFlag):
    """What some of them can do."""

    PAUSE = 1
    SEEK = 2
    VOLUME_SET = 4
    VOLUME_MUTE = 8
    PREVIOUS_TRACK = 16
    NEXT_TRACK = 32
    TURN_ON = 128
    TURN_OFF = 256
    PLAY_MEDIA = 512
    VOLUME_STEP = 1024
    SELECT_SOURCE = 2048
    STOP = 4096
    CLEAR_PLAYLIST = 8192
    PLAY = 16384
    SHUFFLE_SET = 32768
    SELECT_SOUND_MODE = 65536
    BROWSE_MEDIA = 131072
    REPEAT_SET = 262144
    GROUPING = 524288
    MEDIA_ANNOUNCE = 1048576
    MEDIA_ENQUEUE = 2097152
    SEARCH_MEDIA = 4194304


_F = MediaPlayerEntityFeature
_NOT_ASSUMED = _F.BROWSE_MEDIA | _F.GROUPING | _F.SELECT_SOURCE | _F.SELECT_SOUND_MODE


def _begin(given: Facts, _now: datetime) -> Facts:
    sources, modes = given_words(given, "source_list"), given_words(given, "sound_mode_list")
    features = sum(int(flag) for flag in _F if not flag & _NOT_ASSUMED)
    features |= (_F.SELECT_SOURCE if sources else 0) | (_F.SELECT_SOUND_MODE if modes else 0)
    volume = given_number(given, "volume_level", 0.5) or 0
    # Some inventories give per cent.
    volume = volume / 100 if volume > 1 else volume
    track = given_number(given, "media_track", 0) or 0
    return {
        "supported_features": int(features),
        **given,
        "state": spoken_state(given) or "idle",
        "volume_level": min(max(volume, 0), 1),
        "media_track": int(track) % _TRACKS,
        "source_list": sources,
        "sound_mode_list": modes,
        "source": given.get("source") if given.get("source") in sources else None,
        "sound_mode": given.get("sound_mode") if given.get("sound_mode") in modes else None,
    }


_WHILE_ON = frozenset(
    {"volume_level", "is_volume_muted", "media_content_id", "media_content_type", "media_duration"}
    | {"media_position", "media_position_updated_at", "media_title", "media_artist", "media_track"}
    | {"media_album_name", "media_album_artist", "media_series_title", "media_season"}
    | {"media_episode", "media_channel", "media_playlist", "app_id", "app_name", "source"}
    | {"sound_mode", "shuffle", "repeat"}
)


def _show(facts: Facts, _now: datetime) -> tuple[str, dict[str, Any]]:
    hidden = set(_WHILE_ON) if facts["state"] == "off" else set()
    hidden |= {name for name in _WHILE_ON if facts.get(name) is None}
    hidden |= {name for name in ("source_list", "sound_mode_list") if not facts[name]}
    hidden.add("state")
    if facts.get("device_class") == "tv":
        hidden.add("media_track")
    return facts["state"], {name: value for name, value in facts.items() if name not in hidden}


def _turn_on(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    """What is on goes on with what it does."""
    return become(state="idle" if subject.state in ("off", "standby") else subject.state)


def _toggle(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return become(state="idle" if subject.state in ("off", "standby") else "off")


def _play_pause(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return become(state="paused" if subject.state == "playing" else "playing")


def _skip(by: int) -> ActionFunction:
    def run(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
        return become(state="playing", media_track=(subject.facts["media_track"] + by) % _TRACKS)

    return run


def _louder(by: float) -> ActionFunction:
    def run(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
        return become(volume_level=min(1, max(0, round(subject.facts["volume_level"] + by, 4))))

    return run


def _copy(name: str, fact: str | None = None) -> ActionFunction:
    return lambda _subject, data: become(**{fact or name: data[name]})


def _select(name: str, choices: str, word: str) -> ActionFunction:
    def run(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
        offered = subject.facts[choices]
        # Home Assistant leaves this to the player; ours says what it has.
        if data[name] not in offered:
            refuse(f"{word} {data[name]} is not valid. Valid are: {', '.join(offered)}.")
        return become(**{name: data[name]})

    return run


def _seek(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return become(
        media_position=data["seek_position"],
        media_position_updated_at=subject.now.astimezone(UTC).isoformat(),
    )


def _play_media(_subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    media = data.get("media") or data
    if data.get("announce"):
        return ActionEffect()
    return become(
        state="playing",
        media_content_id=media["media_content_id"],
        media_content_type=media["media_content_type"],
        media_title=None,
        media_artist=None,
        media_position=None,
        media_position_updated_at=None,
    )


def _whole_media(data: Mapping[str, Any]) -> None:
    names = ("media_content_type", "media_content_id")
    media = data.get("media")
    if media is not None and any(name in data for name in names):
        raise InvalidDataError(
            "Play media cannot contain 'media' and 'media_content_id' or 'media_content_type'"
        )
    for name in names:
        if not isinstance((data if media is None else media).get(name), str):
            raise InvalidDataError("required key not provided", name)


def _to_mapping(value: Outside) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidDataError("expected dict")
    return dict(value)


def _search(_subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    """Find one thing of the name, whatever the name: this home's library has everything."""
    kind = data.get("media_content_type") or "music"
    found = {
        "title": data["search_query"],
        "media_class": kind,
        "media_content_type": kind,
        "media_content_id": f"library/{data['search_query']}",
        "can_play": True,
        "can_expand": False,
    }
    return ActionEffect(response={"version": 1, "result": [found]})


def _clear(_subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    gone = ("media_content_id", "media_content_type", "media_title", "media_artist")
    return ActionEffect(changes={"state": "idle", **dict.fromkeys(gone)})


def _reproduce(state: str, wanted: Facts) -> Iterable[tuple[str, Facts]]:
    if state == "off":
        yield "turn_off", {}
        return
    yield "turn_on", {}
    if wanted.get("volume_level") is not None:
        yield "volume_set", {"volume_level": wanted["volume_level"]}
    if wanted.get("source") is not None:
        yield "select_source", {"source": wanted["source"]}
    services = {"playing": "media_play", "paused": "media_pause"}
    if state in services:
        yield services[state], {}


_VOLUME = (_F.VOLUME_SET, _F.VOLUME_STEP)

MEDIA_PLAYER = Behaviour(
    domain="media_player",
    features=MediaPlayerEntityFeature,
    begin=_begin,
    show=_show,
    reproduce=_reproduce,
    actions={
        "turn_on": SimulatedAction(run=_turn_on),
        "turn_off": SimulatedAction(run=always(state="off")),
        "toggle": SimulatedAction(run=_toggle, features=(_F.TURN_OFF | _F.TURN_ON,)),
        "volume_up": SimulatedAction(run=_louder(_STEP), features=_VOLUME),
        "volume_down": SimulatedAction(run=_louder(-_STEP), features=_VOLUME),
        "volume_set": SimulatedAction(
            run=_copy("volume_level"),
            takes=(required(decimal("volume_level", 0, 1)),),
        ),
        "volume_mute": SimulatedAction(
            run=_copy("is_volume_muted"),
            takes=(required(flag("is_volume_muted")),),
        ),
        "media_play": SimulatedAction(run=always(state="playing")),
        "media_pause": SimulatedAction(run=always(state="paused")),
        "media_play_pause": SimulatedAction(run=_play_pause, features=(_F.PLAY | _F.PAUSE,)),
        "media_stop": SimulatedAction(run=always(state="idle")),
        "media_next_track": SimulatedAction(run=_skip(1)),
        "media_previous_track": SimulatedAction(run=_skip(-1)),
        "media_seek": SimulatedAction(run=_seek, takes=(required(decimal("seek_position", 0)),)),
        "play_media": SimulatedAction(
            run=_play_media,
            takes=(
                text("media_content_type"),
                text("media_content_id"),
                anything("media", _to_mapping),
                choice("enqueue", _ENQUEUE),
                flag("announce"),
                anything("extra", _to_mapping),
            ),
            check=_whole_media,
        ),
        "search_media": SimulatedAction(
            run=_search,
            takes=(
                required(text("search_query")),
                text("media_content_type"),
                text("media_content_id"),
                anything("media_filter_classes"),
            ),
            features=(_F.SEARCH_MEDIA,),
            responds=True,
        ),
        "clear_playlist": SimulatedAction(run=_clear, features=(_F.CLEAR_PLAYLIST,)),
        "shuffle_set": SimulatedAction(
            run=_copy("shuffle"),
            takes=(required(flag("shuffle")),),
        ),
        "repeat_set": SimulatedAction(
            run=_copy("repeat"),
            takes=(required(choice("repeat", _REPEATS)),),
        ),
        "select_source": SimulatedAction(
            run=_select("source", "source_list", "Source"),
            takes=(required(text("source")),),
        ),
        "select_sound_mode": SimulatedAction(
            run=_select("sound_mode", "sound_mode_list", "Sound mode"),
            takes=(required(text("sound_mode")),),
        ),
    },
)
