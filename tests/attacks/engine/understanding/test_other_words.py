"""Words that are nearly a name here, or name two kinds at once: none is dropped, none is bent."""

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.attacks.engine.understanding.houses import Family

# Real words, a letter or a sound away from a name or a kind of the house.
OTHER_WORDS = {
    "en": (
        "Turn on the wall light",
        "Turn off the lights in the mall",
        "Turn on the moon light",
        "Turn on the rodeo",
        "Turn off the hell light",
        "Turn on the lump in the bedroom",
        "Turn on the star protector",
        "Open the blends",
        "Turn on the deck lamp",
        "Turn off the lights in the garbage",
        "Start the moaner",
        "Turn on the fairly lights",
        "Turn on the knight light",
        "Open the curtails",
        "Turn on the coffee marine",
    ),
    "de": (
        "Mach das Licht in der Kirche aus",
        "Schalte das Licht im Karten aus",
        "Mach die Lumpe an",
        "Mach das Licht in der Leiche an",
        "Öffne das Brot",
        "Schalte das Licht im Flut aus",
        "Mach die Musik in der Kuchen aus",
    ),
    "nl": (
        "Doe het licht in de kerk uit",
        "Zet de lump aan",
        "Doe het licht in de keuze uit",
        "Zet de klomp aan",
        "Doe het licht in de haven aan",
    ),
    "it": (
        "Spegni le luci della cantina rossa",
        "Accendi la lampara",
        "Spegni la luce della cugina",
        "Spegni le luci della bara",
        "Accendi le noci",
    ),
    "es": (
        "Apaga las luces de la bocina",
        "Apaga las luces de la encina",
        "Enciende la lampa",
        "Apaga la cruz del salón",
        "Apaga las luces del balón",
    ),
    "fr": (
        "Éteins les lumières de la cousine",
        "Allume la rampe du salon",
        "Éteins les lumières du savon",
        "Éteins la lumière du salin",
        "Ouvre le violet",
    ),
}

# Two kinds that no one thing is: the first was switched everywhere, and the second left out.
TWO_KINDS = {
    "en": (
        "Turn off the lights of the television",
        "Turn on the lights in the speaker",
        "Turn off the radio light",
        "Turn on the garage door lamp",
        "Turn off the lights on the vacuum",
        "Turn on the fan of the radio",
    ),
    "de": ("Schalte die Lichter vom Fernseher aus", "Mach das Licht am Staubsauger an"),
    "nl": ("Doe de lampen van de televisie uit", "Zet het licht van de stofzuiger aan"),
    "it": ("Spegni le luci della televisione", "Accendi le luci dell'aspirapolvere"),
    "es": ("Apaga las luces de la televisión", "Enciende las luces de la aspiradora"),
    "fr": ("Éteins les lumières de la télévision", "Allume les lumières de l'aspirateur"),
}


def each(said: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """Every sentence with its language."""
    return [(language, text) for language, some in said.items() for text in some]


@pytest.mark.parametrize("room", [False, True])
@pytest.mark.parametrize(("language", "text"), each(OTHER_WORDS) + each(TWO_KINDS))
async def test_a_word_is_what_it_is(language: str, text: str, *, room: bool) -> None:
    """Nothing is done on the strength of a word that was bent or left out."""
    heard = await Family(language, room=room).say(text)
    assert not heard.acted, heard.reply.text


SHELF = {
    "areas": [{"name": "Shelf", "id": "shelf"}],
    "entities": [
        {"name": name, "id": f"switch.{number}", "area": "shelf", "state": "off"}
        for number, name in enumerate(
            ("Shelly1PM", "Shelly 2PM boiler", "Sonoff 4CH 10 min", "Plug 7")
        )
    ],
}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("turn on shelly1pm", "switch.0"),
        ("turn on the shelly 1 pm", "switch.0"),
        ("turn on shelly2pm", "switch.1"),
        ("switch on Shelly 2PM", "switch.1"),
        ("turn on shelly3pm", None),
        ("turn on shelly10min", None),
        ("turn on sonoff 4ch 10 min", "switch.2"),
        ("turn on plug 7", "switch.3"),
    ],
)
async def test_a_number_in_a_name_is_no_time(text: str, meant: str | None) -> None:
    """What a thing is called says nothing of when."""
    home = SimulatedHome.from_inventory(SHELF)
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.05))
    await agent.start()
    reply = await agent.hear(Turn(text=text, language="en", conversation_id="1"))
    on = [entity_id for entity_id, state in home.snapshot().states.items() if state.value == "on"]
    await agent.close()
    home.close()
    assert on == ([] if meant is None else [meant]), reply.text
    assert not any(outcome.jobs for outcome in reply.outcomes)


@pytest.mark.parametrize(
    ("language", "text", "said", "meant"),
    [
        ("en", "Turn off the lights in the kichen", "kichen", "kitchen"),
        ("en", "Turn on the chandaleer", "chandaleer", "chandelier"),
        ("en", "Is the frount door locked?", "frount", "front"),
        ("en", "Unlock the fornt door", "fornt", "front"),
        ("de", "Mach das Licht im Wohnzimmr aus", "wohnzimmr", "wohnzimmer"),
        ("nl", "Doe het licht in de woonkamr uit", "woonkamr", "woonkamer"),
        ("it", "Spegni le luci del sogiorno", "sogiorno", "soggiorno"),
        ("es", "Apaga las luces del dormitrio", "dormitrio", "dormitorio"),
        ("fr", "Éteins les lumières de la cusine", "cusine", "cuisine"),
    ],
)
async def test_what_was_mended_is_said(language: str, text: str, said: str, meant: str) -> None:
    """Whoever meant something else hears what we took their word for."""
    reply = (await Family(language).say(text)).reply.text
    assert said in reply
    assert meant in reply
