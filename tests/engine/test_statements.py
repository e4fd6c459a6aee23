"""What somebody states is not answered as if it were asked."""

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome


async def say(language: str, *sentences: str) -> str:
    """What is answered to the last of these sentences; none of them does anything."""
    home = SimulatedHome.demo(language)
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.05))
    for text in sentences:
        turn = Turn(text=text, language=language, conversation_id="one")
        reply = await agent.hear(turn)
        assert not reply.calls
    await agent.close()
    home.close()
    return reply.text


ABOUT_THE_DOOR = {
    "en": "is the front door locked?",
    "de": "ist die Haustür abgeschlossen?",
    "nl": "is de voordeur op slot?",
    "it": "la porta d'ingresso è chiusa a chiave?",
    "es": "¿está cerrada con llave la puerta principal?",
    "fr": "la porte d'entrée est-elle verrouillée ?",
}


@pytest.mark.parametrize(
    ("language", "stated"),
    [
        ("en", "it's cold"),
        ("en", "it is too loud"),
        ("en", "it looks nice"),
        ("en", "I have turned it off"),
        ("de", "es ist kalt"),
        ("de", "es ist zu dunkel"),
        ("de", "es stimmt"),
        ("de", "ich habe das Licht angemacht"),
        ("nl", "het is koud"),
        ("nl", "het is te donker"),
        ("nl", "ik heb het licht aangedaan"),
        ("it", "è freddo"),
        ("it", "ho acceso io la luce"),
        ("es", "está oscuro"),
        ("es", "yo la he cerrado"),
        ("fr", "il fait sombre"),
        ("fr", "j'ai allumé la lumière"),
        ("fr", "il est tard"),
    ],
)
async def test_after_a_question_a_statement_gets_no_answer_about_its_subject(
    language: str, stated: str
) -> None:
    before = await say(language, ABOUT_THE_DOOR[language])
    answer = await say(language, ABOUT_THE_DOOR[language], stated)
    assert before.split(",")[-1].strip().casefold() not in answer.casefold()
    assert answer == await say(language, stated)


@pytest.mark.parametrize(
    ("language", "again"),
    [("en", "is it locked?"), ("de", "ist sie abgeschlossen?"), ("fr", "est-elle verrouillée ?")],
)
async def test_what_is_asked_of_it_is_answered(language: str, again: str) -> None:
    assert await say(language, ABOUT_THE_DOOR[language]) == await say(
        language, ABOUT_THE_DOOR[language], again
    )


BY_PHONE = {
    "en": "by phone",
    "de": "per Telefon",
    "nl": "Bel in een noodgeval",
    "it": "per telefono",
    "es": "por teléfono",
    "fr": "par téléphone",
}


@pytest.mark.parametrize(
    ("language", "stated"),
    [
        ("en", "there's a fire"),
        ("en", "help, the house is on fire!"),
        ("en", "there is smoke in the bathroom"),
        ("en", "call an ambulance"),
        ("de", "es brennt"),
        ("de", "im Wohnzimmer ist Feuer"),
        ("de", "hier riecht es nach Gas"),
        ("de", "ruf die Feuerwehr"),
        ("nl", "er is brand"),
        ("nl", "er is rook in de keuken"),
        ("nl", "bel een ambulance"),
        ("it", "c'è un incendio"),
        ("it", "c'è del fumo in cucina"),
        ("it", "sono caduta"),
        ("es", "hay fuego"),
        ("es", "hay un incendio en el salón"),
        ("es", "huele a gas"),
        ("fr", "il y a le feu"),
        ("fr", "il y a de la fumée dans la cuisine"),
        ("fr", "appelle les pompiers"),
    ],
)
async def test_an_emergency_that_is_stated_is_not_answered_with_no(
    language: str, stated: str
) -> None:
    answer = await say(language, stated)
    assert BY_PHONE[language] in answer
    assert not answer.startswith(("No,", "Nein", "Nee", "Non,"))


async def test_an_emergency_is_told_with_what_the_sensors_show() -> None:
    answer = await say("en", "there's a fire")
    assert answer.startswith("Smoke detector is clear. I cannot call for help.")


@pytest.mark.parametrize(
    ("language", "asked"),
    [("en", "is there a fire?"), ("es", "¿hay fuego?"), ("fr", "il y a le feu ?")],
)
async def test_a_fire_that_is_asked_after_is_a_question(language: str, asked: str) -> None:
    assert BY_PHONE[language] not in await say(language, asked)


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "should I turn off the heating?"),
        ("en", "do I have to close the window?"),
        ("en", "shall we turn on the lights?"),
        ("de", "soll ich die Heizung ausschalten?"),
        ("de", "muss ich das Licht ausmachen?"),
        ("nl", "moet ik de verwarming uitzetten?"),
        ("nl", "zal ik het licht aandoen?"),
        ("it", "devo spegnere il riscaldamento?"),
        ("it", "dovrei chiudere la porta?"),
        ("es", "¿debo apagar la calefacción?"),
        ("es", "¿tengo que apagar la luz?"),
        ("fr", "dois-je éteindre le chauffage ?"),
        ("fr", "est-ce que je dois allumer la lumière ?"),
    ],
)
async def test_who_asks_for_advice_is_not_understood(language: str, asked: str) -> None:
    assert await say(language, asked) == await say(language, "blub blub")


@pytest.mark.parametrize("asked", ["do I have to call mum?", "do I need to water the plants?"])
async def test_what_is_to_be_done_is_looked_up(asked: str) -> None:
    assert "Chores" in await say("en", asked)


@pytest.mark.parametrize(
    ("language", "asked", "same"),
    [
        ("de", "ist oben noch was an?", "ist oben noch etwas an?"),
        ("de", "brennt oben noch was?", "ist oben noch etwas an?"),
        ("de", "ist unten was offen?", "ist unten etwas offen?"),
        ("nl", "is er boven nog wat aan?", "is er boven nog iets aan?"),
        ("nl", "staat er beneden wat open?", "staat er beneden iets open?"),
    ],
)
async def test_a_place_is_not_what_is_asked_of_it(language: str, asked: str, same: str) -> None:
    assert await say(language, asked) == await say(language, same)


@pytest.mark.parametrize(
    ("language", "asked", "door"),
    [
        ("en", "are all the doors closed?", "Front door is locked"),
        ("en", "are any doors open?", "Front door is locked"),
        ("de", "sind alle Türen zu?", "Haustür: abgeschlossen"),
        ("nl", "zijn alle deuren dicht?", "Voordeur: op slot"),
        ("it", "tutte le porte sono chiuse?", "Porta d'ingresso: bloccata"),
        ("es", "¿están todas las puertas cerradas?", "Puerta principal: bloqueada"),
        ("fr", "toutes les portes sont fermées ?", "Porte d'entrée : verrouillé"),
    ],
)
async def test_a_door_that_only_has_a_lock_is_a_door(language: str, asked: str, door: str) -> None:
    assert door in await say(language, asked)


async def test_a_position_that_is_being_left_is_told_as_a_movement() -> None:
    home = SimulatedHome.demo()
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.05))
    for text in ("open the curtains", "how far open are the curtains?"):
        reply = await agent.hear(Turn(text=text, language="en", conversation_id="one"))
    await agent.close()
    home.close()
    assert reply.text == "Curtains are opening (0%)"


@pytest.mark.parametrize(
    ("language", "stated", "word"),
    [
        ("en", "turn off the wednesday", "wednesday"),
        ("de", "mach den Mittwoch aus", "mittwoch"),
        ("it", "spegni mercoledì", "mercoledì"),
        ("es", "si fuera rico", "rico"),
        ("es", "como si fuera verano", "verano"),
        ("fr", "si j'étais riche", "riche"),
    ],
)
async def test_a_refusal_names_no_day_and_nothing_supposed(
    language: str, stated: str, word: str
) -> None:
    assert word not in (await say(language, stated)).casefold()
