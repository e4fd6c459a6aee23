"""Said of nothing in particular, "next song" means what plays; and where nobody knows, we ask."""

from dataclasses import replace
from datetime import timedelta

import pytest

from home_agent.engine.home import Snapshot
from home_agent.engine.language import load_language
from home_agent.engine.understand import Question, Understander, Understood
from home_agent.simulated import SimulatedHome

from .speaking import calls_of, hear

PLAYERS = ("kitchen", "living", "bedroom")


def house(**states: str) -> SimulatedHome:
    """A house with a player in each of three rooms."""
    return SimulatedHome.from_inventory(
        {
            "areas": [{"name": room.title(), "id": room} for room in PLAYERS],
            "entities": [
                {
                    "name": f"{room.title()} player",
                    "id": f"media_player.{room}",
                    "area": room,
                    "state": states.get(room, "off"),
                }
                for room in PLAYERS
            ],
        }
    )


SAID = [
    ("en", "next song", "media_next_track"),
    ("en", "skip this song", "media_next_track"),
    ("en", "pause the music", "media_pause"),
    ("en", "stop the music", "media_stop"),
    ("en", "previous track", "media_previous_track"),
    ("de", "nächstes Lied", "media_next_track"),
    ("de", "stopp die Musik", "media_stop"),
    ("nl", "volgend nummer", "media_next_track"),
    ("nl", "pauzeer de muziek", "media_pause"),
    ("it", "prossima canzone", "media_next_track"),
    ("it", "metti in pausa la musica", "media_pause"),
    ("es", "siguiente canción", "media_next_track"),
    ("es", "pausa la música", "media_pause"),
    ("fr", "chanson suivante", "media_next_track"),
    ("fr", "mets la musique en pause", "media_pause"),
]


@pytest.mark.parametrize(("language", "text", "service"), SAID)
def test_the_only_one_that_plays(language: str, text: str, service: str) -> None:
    """Nobody is asked what can only be one."""
    [call] = calls_of(hear(language, house(living="playing", kitchen="idle"), text))
    assert (call.service, call.targets) == (service, ("media_player.living",))


@pytest.mark.parametrize(("language", "text", "service"), SAID)
@pytest.mark.parametrize("others", [{}, {"living": "playing", "kitchen": "playing"}])
def test_none_or_several(language: str, text: str, service: str, others: dict[str, str]) -> None:
    """We ask, and guess at none."""
    heard = hear(language, house(**others), text)
    assert isinstance(heard, Question), service


def test_what_plays_here() -> None:
    """The room counts first."""
    playing = house(living="playing", kitchen="playing")
    [call] = calls_of(hear("en", playing, "next song", room="kitchen"))
    assert call.targets == ("media_player.kitchen",)


def test_what_is_paused_goes_on() -> None:
    """To go on is said of what stopped."""
    [call] = calls_of(hear("en", house(living="paused", kitchen="playing"), "resume the music"))
    assert (call.service, call.targets) == ("media_play", ("media_player.living",))


def test_a_room_that_is_named_rules() -> None:
    """What plays elsewhere is not meant."""
    [call] = calls_of(hear("en", house(living="playing"), "pause the music in the kitchen"))
    assert call.targets == ("media_player.kitchen",)


@pytest.mark.parametrize("text", ["play jazz", "next song"])
@pytest.mark.parametrize("states", [{}, {"living": "playing", "kitchen": "playing"}])
def test_both_ask_where_nobody_knows(text: str, states: dict[str, str]) -> None:
    """Something new to play and the next of it are for the same player."""
    assert isinstance(hear("en", house(**states), text), Question)


@pytest.mark.parametrize(
    ("language", "text", "service"),
    [
        ("en", "pause", "media_pause"),
        ("en", "stop", "media_stop"),
        ("en", "next", "media_next_track"),
        ("en", "mute", "volume_mute"),
        ("en", "can you pause it?", "media_pause"),
        ("en", "pause what's playing", "media_pause"),
        ("en", "skip forward", "media_next_track"),
        ("en", "skip back", "media_previous_track"),
        ("en", "play the next one", "media_next_track"),
        ("en", "go back one song", "media_previous_track"),
        ("en", "volume 35", "volume_set"),
        ("en", "volume at 35 percent", "volume_set"),
        ("en", "set the volume to 35", "volume_set"),
        ("de", "Lautstärke 35", "volume_set"),
        ("de", "Pause", "media_pause"),
        ("nl", "volume 35", "volume_set"),
        ("fr", "volume à 35", "volume_set"),
        ("it", "volume al 35", "volume_set"),
        ("es", "volumen al 35", "volume_set"),
    ],
)
@pytest.mark.parametrize("room", [None, "kitchen"])
def test_without_a_name(language: str, text: str, service: str, room: str | None) -> None:
    """What plays is meant: here, else anywhere."""
    [call] = calls_of(hear(language, house(living="playing", bedroom="idle"), text, room=room))
    assert (call.service, call.targets) == (service, ("media_player.living",))


@pytest.mark.parametrize("text", ["pause", "next", "mute", "volume 35", "resume", "stop"])
def test_where_nothing_plays_nothing_is_done(text: str) -> None:
    """One word may be said to anybody."""
    assert not isinstance(hear("en", house(), text), Understood)


@pytest.mark.parametrize("text", ["stop it", "stop that, please", "silence"])
def test_said_to_a_child(text: str) -> None:
    """What plays is not meant by everything."""
    assert not isinstance(hear("en", house(living="playing"), text), Understood)


def den(**states: str) -> SimulatedHome:
    """A den with a telly, a speaker and a robot, and a speaker in the bar."""
    skills = ["PLAY", "PAUSE", "STOP", "VOLUME_SET", "VOLUME_STEP", "NEXT_TRACK", "PREVIOUS_TRACK"]
    things = [
        ("telly", "den", "tv", ["PLAY", "PAUSE", "VOLUME_SET", "VOLUME_STEP"]),
        ("boombox", "den", "speaker", skills),
        ("jukebox", "bar", "speaker", skills),
    ]
    return SimulatedHome.from_inventory(
        {
            "areas": [{"name": room.title(), "id": room} for room in ("den", "bar")],
            "entities": [
                {
                    "name": name.title(),
                    "id": f"media_player.{name}",
                    "area": area,
                    "state": states.get(name, "off"),
                    "attributes": {
                        "device_class": kind,
                        "supported_features": [f"MediaPlayerEntityFeature.{able}" for able in all_],
                    },
                }
                for name, area, kind, all_ in things
            ]
            + [{"name": "Rosie", "id": "vacuum.rosie", "state": states.get("rosie", "docked")}],
        }
    )


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("pause the music", "boombox"),
        ("pause the song in the den", "boombox"),
        ("pause the film", "telly"),
        ("next song", "boombox"),
        ("skip ahead", "boombox"),
        ("pause the speaker", "boombox"),
        ("turn off the telly", "telly"),
    ],
)
def test_music_is_heard_and_films_are_watched(text: str, targets: str) -> None:
    """What is said of it tells the speaker from the television, and so does what it can do."""
    both = den(telly="playing", boombox="playing", jukebox="idle")
    [call] = calls_of(hear("en", both, text))
    assert call.targets == (f"media_player.{targets}",)


@pytest.mark.parametrize(
    "text", ["pause", "louder", "volume 20", "pause in the den", "stop", "volume 20 in the den"]
)
def test_a_real_tie_is_asked_about(text: str) -> None:
    """Nothing tells the television from the speaker."""
    assert isinstance(hear("en", den(telly="playing", boombox="playing"), text), Question)


def test_what_is_off_in_a_room_is_left_alone() -> None:
    """Only what plays there is paused."""
    [call] = calls_of(hear("en", den(boombox="playing"), "pause the music in the den"))
    assert call.targets == ("media_player.boombox",)


def test_what_was_paused_last_goes_on() -> None:
    """What was paused an hour before is not meant."""
    home = den(telly="paused", boombox="paused").snapshot()
    old = replace(home.states["media_player.telly"], changed=home.now - timedelta(hours=1))
    states = {**home.states, "media_player.telly": old}
    later = Snapshot(layout=home.layout, states=states, now=home.now)
    understander = Understander()
    [call] = calls_of(understander.understand("resume", later, load_language("en")))
    assert (call.service, call.targets) == ("media_play", ("media_player.boombox",))
    assert isinstance(understander.understand("resume", home, load_language("en")), Question)


def test_a_robot_at_work_may_be_meant_too() -> None:
    """Stop is said of whatever moves."""
    assert not isinstance(hear("en", den(boombox="playing", rosie="cleaning"), "stop"), Understood)


def test_a_notch_is_one_step_of_what_plays() -> None:
    """Nobody knows a finer one."""
    playing = house(living="playing", bedroom="idle")
    [call] = calls_of(hear("en", playing, "turn it down a notch"))
    assert (call.service, call.targets) == ("volume_down", ("media_player.living",))


def test_the_radio_is_what_is_called_so() -> None:
    """Of two speakers that play, one has the word in its name."""
    home = SimulatedHome.from_inventory(
        {
            "entities": [
                {
                    "id": f"media_player.{name.split()[-1].lower()}",
                    "name": name,
                    "state": "playing",
                    "attributes": {"device_class": "speaker"},
                }
                for name in ("Barn radio", "Dot")
            ]
        }
    )
    [call] = calls_of(hear("en", home, "pause the radio"))
    assert call.targets == ("media_player.radio",)
