"""Players, speakers and televisions."""

from collections.abc import Iterable

from ..model import UNAVAILABLE, State
from .action import REPORT, Action, ServiceAndData, reach_other_than, switching, to
from .domain import Domain, Trait, states
from .restoring import restore_settings
from .setting import Level, Options, Setting, SettingCheck, Switch

PLAYS_MEDIA = 512
"""Whether something can be chosen to be played, as a bit of its features."""

_PLAYING = frozenset({"playing", "paused", "buffering"})
_ASLEEP = frozenset({"off", "standby"})
_SETTINGS = (
    Setting(
        "volume_level",
        "volume_set",
        "volume_level",
        name="volume",
        level=Level(
            steps=(5, 10, 20),
            digits=2,
            up_and_down=("volume_up", "volume_down"),
            slider_step=0.05,
        ),
        check=SettingCheck.NEAR,
        tolerance=0.011,
        low=0,
        high=1,
        unit="%",
        whole=1,
        measure="volume",
        feature=4,
        meant=True,
        synonyms=("volume", "level", "volume_pct"),
        read_as="volume",
    ),
    Setting(
        "is_volume_muted",
        "volume_mute",
        "is_volume_muted",
        switch=Switch(name=""),
        measure="muted",
        feature=8,
        synonyms=("muted", "mute"),
    ),
    Setting(
        "source",
        "select_source",
        "source",
        options=Options("source_list"),
        feature=2048,
        synonyms=("input",),
    ),
    Setting(
        "sound_mode",
        "select_sound_mode",
        "sound_mode",
        options=Options("sound_mode_list"),
        measure="sound_mode",
        feature=65536,
    ),
    Setting(
        "shuffle",
        "shuffle_set",
        "shuffle",
        switch=Switch(name="shuffle"),
        feature=32768,
        meant=True,
    ),
    Setting(
        "repeat",
        "repeat_set",
        "repeat",
        switch=Switch(name="repeat", on=("all",), off=("off",)),
        feature=262144,
        meant=True,
    ),
    Setting(
        "repeat",
        "repeat_set",
        "repeat",
        switch=Switch(name="repeat_one", on=("one",), off=("off",)),
        feature=262144,
        meant=True,
    ),
)


def _restore(before: State, now: State) -> Iterable[ServiceAndData] | None:
    if before.value in _ASLEEP:
        return [] if now.value in _ASLEEP else [("turn_off", {})]
    calls: list[ServiceAndData] = [("turn_on", {})] if now.value in _ASLEEP else []
    if before.value in _PLAYING:
        service = "media_pause" if before.value == "paused" else "media_play"
        calls += [(service, {})] if before.value != now.value else []
    elif now.value in _PLAYING:
        calls.append(("media_stop", {}))
    return [*calls, *restore_settings(before, now, _SETTINGS)]


MEDIA_PLAYER = Domain(
    name="media_player",
    actions=(
        # A player that is on may well be idle.
        *switching(on_reaches=reach_other_than("off", UNAVAILABLE), features=(128, 256)),
        Action(
            "media_play", to("playing"), verbs=("play", "start"), feature=16384, passes="buffering"
        ),
        Action("media_pause", to("paused"), verbs=("pause",), feature=1),
        Action("media_stop", to("idle", "off", "standby"), verbs=("stop",), feature=4096),
        Action(
            "media_next_track",
            REPORT,
            verbs=("next",),
            feature=32,
            reverse=lambda _data: ("media_previous_track", {}),
        ),
        Action(
            "media_previous_track",
            REPORT,
            verbs=("previous",),
            feature=16,
            reverse=lambda _data: ("media_next_track", {}),
        ),
        Action("volume_mute", REPORT, verbs=("mute",), data={"is_volume_muted": True}, feature=8),
        Action(
            "volume_mute", REPORT, verbs=("unmute",), data={"is_volume_muted": False}, feature=8
        ),
        Action("media_seek", REPORT, feature=2),
        Action("play_media", REPORT, feature=PLAYS_MEDIA),
        Action("volume_up", REPORT, feature=1024),
        Action("volume_down", REPORT, feature=1024),
    ),
    settings=_SETTINGS,
    restore=_restore,
    meant_by=("louder", "quieter", "play", "pause", "next", "previous", "mute", "unmute"),
    conditions=states(
        on="on idle playing paused buffering",
        off="off standby",
        playing="playing",
        paused="paused",
        idle="idle",
        standby="standby",
    ),
    loose_conditions=states(
        running="playing on buffering",
        active="playing on buffering",
        powered="playing on buffering",
        stopped="off",
    ),
    finished=frozenset({"idle", "off", "standby"}),
    measures={
        "album": ("media_album_name",),
        "app": ("app_name", "source"),
        "artist": ("media_artist",),
        "channel": ("media_channel", "source"),
        "hvac_mode": ("sound_mode",),
        "source": ("source", "app_name"),
        "title": ("media_title", "media_channel", "app_name", "source"),
    },
    told=("title", "artist", "source", "volume", "muted"),
    told_aloud=("title", "artist", "volume", "muted"),
    pressed={"playing": "media_pause", "off": "turn_on", "": "media_play"},
    changes="switched",
    traits=frozenset({Trait.BY_HAND}),
)
