"""Said of nothing in particular, "next song" means what plays; and where nobody knows, we ask."""

import pytest

from home_agent.engine.understand import Question
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


@pytest.mark.parametrize("text", ["silence", "pause", "next", "mute"])
def test_one_word_may_be_said_to_anybody(text: str) -> None:
    """It is asked what it is said of."""
    assert isinstance(hear("en", house(living="playing"), text), Question)
