"""Something to play, and something to announce."""

import pytest

from home_agent.engine.plan import CallStep, PlayStep
from home_agent.engine.understand import Question, Refusal, Understood

from .conftest import Hear, Planned

RADIO, TELEVISION = "media_player.kitchen_radio", "media_player.television"


@pytest.mark.parametrize(
    ("sentence", "room", "player", "query", "kind"),
    [
        ("play Radiohead in the kitchen", None, RADIO, "Radiohead", ""),
        ("play Radiohead", "kitchen", RADIO, "Radiohead", ""),
        ("could you play some jazz please", None, RADIO, "jazz", ""),
        ("play the album OK Computer on the telly", None, TELEVISION, "OK Computer", "album"),
        ("play the Queen playlist on the radio", None, RADIO, "Queen", "playlist"),
        ("play the song Creep by Radiohead", "kitchen", RADIO, "Creep by Radiohead", "track"),
        ("put on the news in the living room", None, TELEVISION, "the news", ""),
        ("play Don't Stop Me Now on the kitchen radio", None, RADIO, "Don't Stop Me Now", ""),
        ("play simon and garfunkel in the kitchen", None, RADIO, "simon and garfunkel", ""),
        ("play When Doves Cry in the kitchen", None, RADIO, "When Doves Cry", ""),
    ],
)
def test_titles(
    planned: Planned, sentence: str, room: str | None, player: str, query: str, kind: str
) -> None:
    """What is to be played, as it was said, and on which player."""
    [step] = planned(sentence, room).steps
    assert isinstance(step, PlayStep)
    assert (step.player, step.query, step.kind) == (player, query, kind)


def test_after_another_command(planned: Planned) -> None:
    """A title takes the rest of the sentence."""
    first, second = planned("turn on the hall light and play some jazz in the kitchen").steps
    assert isinstance(first, CallStep)
    assert isinstance(second, PlayStep)


def test_between_players_we_ask(hear: Hear) -> None:
    """Unless the words can only be about music."""
    assert isinstance(hear("play Radiohead"), Question)


@pytest.mark.parametrize(
    "sentence",
    [
        "play Radiohead in the bathroom",
        "play something on the guest room speaker",
        "play the shutters",
        "play nicely with your cousin",
        "play a game with me",
        "put on the kettle",
    ],
)
def test_what_is_not_to_be_played(hear: Hear, sentence: str) -> None:
    """No such player, a thing of the home, or no music."""
    assert not isinstance(hear(sentence, "kitchen"), Understood)


@pytest.mark.parametrize(
    ("sentence", "message", "where"),
    [
        ("announce that dinner's ready", "dinner's ready", {"kitchen", "bedroom"}),
        (
            "broadcast Dinner is ready, come down",
            "Dinner is ready, come down",
            {"kitchen", "bedroom"},
        ),
        ("please tell everyone it is bed time", "it is bed time", {"kitchen", "bedroom"}),
        ("announce in the bedroom that lunch is ready", "lunch is ready", {"bedroom"}),
    ],
)
def test_announcements(planned: Planned, sentence: str, message: str, where: set[str]) -> None:
    """As they were said, wherever there is something to say them with."""
    [step] = planned(sentence).steps
    assert isinstance(step, CallStep)
    assert step.call.full_name == "assist_satellite.announce"
    assert set(step.call.targets) == {f"assist_satellite.{item}" for item in where}
    assert step.call.data == {"message": message}


def test_nothing_to_announce_with(hear: Hear) -> None:
    """It is named."""
    heard = hear("announce that dinner is ready", home={"entities": []})
    assert heard == Refusal(key="no_domain", arguments={"domain": "assist_satellite"})
