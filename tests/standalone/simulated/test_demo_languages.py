"""The house that comes with the program speaks the languages that we do."""

from collections import Counter

import pytest

from home_agent.engine import Turn, build_agent
from home_agent.engine.home import Area, Floor
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.turn import Verdict
from home_agent.engine.understand.lexicon.file import has_lexicon
from home_agent.simulated import SimulatedHome
from home_agent.simulated.demo import demo_languages

OTHERS = demo_languages()[1:]
SAME_EVERYWHERE = {"radiator", "boiler", "thermostat", "robbie", "shaun", "anna", "ben"}
SAID = {
    "de": {
        "mach die Nachttischlampe aus": "light.bedside",
        "öffne die Vorhänge": "cover.curtains",
        "mach im Kinderzimmer das Nachtlicht an": "light.night_light",
    },
    "nl": {
        "doe de nachtkastlamp uit": "light.bedside",
        "open de gordijnen": "cover.curtains",
        "doe in de kinderkamer het nachtlampje aan": "light.night_light",
    },
    "it": {
        "spegni la lampada del comodino": "light.bedside",
        "apri le tende": "cover.curtains",
        "accendi la lucina notturna nella cameretta": "light.night_light",
    },
    "es": {
        "apaga la lámpara de la mesilla": "light.bedside",
        "abre las cortinas": "cover.curtains",
        "enciende la luz nocturna en el cuarto de los niños": "light.night_light",
    },
    "fr": {
        "éteins la lampe de chevet": "light.bedside",
        "ouvre les rideaux": "cover.curtains",
        "allume la veilleuse dans la chambre des enfants": "light.night_light",
    },
}


def test_all_that_we_understand_by_words() -> None:
    assert set(OTHERS) == set(SAID)
    assert all(map(has_lexicon, demo_languages()))


@pytest.mark.parametrize("language", OTHERS)
def test_same_house_by_other_names(language: str) -> None:
    """Nothing is missing, nothing is added, and nothing keeps its English name by oversight."""
    ours, theirs = SimulatedHome.demo(), SimulatedHome.demo(language)
    assert theirs.language == language
    before, after = ours.snapshot(), theirs.snapshot()
    assert list(after.layout.entities) == list(before.layout.entities)
    assert list(after.layout.areas) == list(before.layout.areas)
    assert list(after.layout.floors) == list(before.layout.floors)
    kept = {
        entity.name.lower()
        for entity_id, entity in after.layout.entities.items()
        if entity.name == before.layout.entities[entity_id].name
    }
    assert kept <= SAME_EVERYWHERE
    assert after.states["todo.shopping"].value == before.states["todo.shopping"].value


@pytest.mark.parametrize("language", OTHERS)
def test_only_the_reading_lamps_share_a_name(language: str) -> None:
    layout = SimulatedHome.demo(language).snapshot().layout
    names = Counter(name.lower() for entity in layout.entities.values() for name in entity.names)
    reading = layout.entities["light.bedroom_reading_lamp"].name.lower()
    assert {name for name, count in names.items() if count > 1} == {reading}
    places: list[Area | Floor] = [*layout.areas.values(), *layout.floors.values()]
    called = [name.lower() for place in places for name in (place.name, *place.aliases)]
    assert len(set(called)) == len(called)
    assert not set(names) & set(called)


@pytest.mark.parametrize("language", OTHERS)
async def test_it_does_as_it_is_told(language: str) -> None:
    home = SimulatedHome.demo(language)
    home.behave("cover.curtains", None)
    agent = build_agent(home, store=InMemoryStore())
    for sentence, entity_id in SAID[language].items():
        turn = Turn(text=sentence, language=language, conversation_id="demo")
        reply = await agent.hear(turn)
        assert reply.verdict is Verdict.OK, sentence
        assert [call.targets for call in reply.calls] == [(entity_id,)], sentence
    await agent.close()
    home.close()


def test_language_without_names_gets_the_house_as_it_is() -> None:
    assert SimulatedHome.demo("pl").language == "en"
    assert SimulatedHome.demo("de-CH").language == "de"
