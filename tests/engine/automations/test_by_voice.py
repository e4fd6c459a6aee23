"""Automations by voice: made after a yes, carried out by the home, told, switched, removed."""

from datetime import time

import pytest

from home_agent.engine.authority import Origin
from home_agent.engine.automations.automation import Automation
from home_agent.engine.home import Entity, Layout, ServiceCall, Snapshot
from home_agent.engine.language import load_language
from home_agent.engine.outcome import Status
from home_agent.engine.speak.automations import describe_automation
from home_agent.engine.triggers import RecurringTrigger

from .conftest import NOON, House, open_house

LIGHT = "whenever the back door opens, turn on the hall light as an automation"


async def test_nothing_is_written_before_a_yes(house: House) -> None:
    reply = await house.say(LIGHT)
    assert reply.expects_answer
    assert "back door" in reply.text.casefold()
    assert "trigger: state" in reply.text, "those who read see the YAML"
    assert await house.kept() == []
    await house.say("no")
    assert await house.kept() == []


async def test_it_is_carried_out_by_the_home_and_undone(house: House) -> None:
    await house.say(LIGHT)
    reply = await house.say("yes")
    assert [outcome.status for outcome in reply.outcomes] == [Status.DONE]
    await house.change("binary_sensor.back_door", "on")
    assert house.state("light.hall") == "on"
    reply = await house.say("undo that")
    assert await house.kept() == []
    assert "removed" in reply.text
    automations = {
        entity_id
        for entity_id in house.home.snapshot().states
        if entity_id.startswith("automation.")
    }
    assert automations == {"automation.welcome"}


async def test_by_voice_no_yaml_is_read_out(house: House) -> None:
    reply = await house.say(LIGHT, origin=Origin.VOICE)
    assert reply.expects_answer
    assert "```" not in reply.text


async def test_without_these_words_it_is_a_plan_of_ours(house: House) -> None:
    reply = await house.say(LIGHT.removesuffix(" as an automation"))
    assert [outcome.status for outcome in reply.outcomes] == [Status.SCHEDULED]
    assert await house.kept() == []


async def test_left_open_for_a_while(house: House) -> None:
    await house.say(
        "whenever the back door has been open for 10 minutes turn on the hall light"
        " as an automation"
    )
    await house.say("yes")
    await house.change("binary_sensor.back_door", "on")
    await house.settle(590)
    await house.change("binary_sensor.back_door", "off")
    await house.change("binary_sensor.back_door", "on")
    await house.settle(590)
    assert house.state("light.hall") == "off"
    await house.settle(20)
    assert house.state("light.hall") == "on"


async def test_humidity_and_a_fan(house: House) -> None:
    for way, act in (("rises above 60", "on"), ("falls below 55", "off")):
        await house.say(
            f"when the bath humidity {way} percent turn {act} the bath fan, as an automation"
        )
        await house.say("yes")
    await house.change("sensor.bath_humidity", "66")
    assert house.state("fan.bath") == "on"
    await house.change("sensor.bath_humidity", "58")
    assert house.state("fan.bath") == "on"
    await house.change("sensor.bath_humidity", "50")
    assert house.state("fan.bath") == "off"


async def test_light_for_a_while_on_a_door(house: House) -> None:
    await house.say(
        "whenever the back door opens turn on the hall light for 5 minutes as an automation"
    )
    await house.say("yes")
    await house.change("binary_sensor.back_door", "on")
    assert house.state("light.hall") == "on"
    await house.settle(301)
    assert house.state("light.hall") == "off"


async def test_vacuum_is_paused(house: House) -> None:
    await house.say("every time the back door opens, pause Robbie, as an automation")
    await house.say("yes")
    await house.change("binary_sensor.back_door", "on")
    assert house.state("vacuum.robbie") == "paused"


async def test_by_the_clock_on_some_days(house: House) -> None:
    await house.say("create an automation: every tuesday at 7 turn on the hall light")
    await house.say("yes")
    await house.settle(12 * 3600)
    assert house.state("light.hall") == "off"
    await house.settle(8 * 3600)
    assert house.state("light.hall") == "on"


async def test_listed_switched_changed_and_removed(house: House) -> None:
    await house.say(LIGHT)
    await house.say("yes")
    assert "Hall light" in (await house.say("which automations did you make?")).text
    await house.say("turn off the automation hall light")
    await house.change("binary_sensor.back_door", "on")
    assert house.state("light.hall") == "off"
    assert "(off)" in (await house.say("list your automations")).text
    await house.say("turn on the automation hall light")
    await house.change("binary_sensor.back_door", "off")
    reply = await house.say("change the automation hall light: every day at 8 turn on the bath fan")
    assert reply.expects_answer
    await house.say("yes")
    await house.change("binary_sensor.back_door", "on")
    assert house.state("light.hall") == "off"
    await house.settle(21 * 3600)
    assert house.state("fan.bath") == "on"
    assert (await house.say("delete the automation bath fan")).expects_answer
    assert len(await house.kept()) == 1
    await house.say("yes")
    assert await house.kept() == []


async def test_one_is_known_by_what_it_does(house: House) -> None:
    """Whoever speaks of the lamp in the hall means the one that switches it."""
    await house.say(LIGHT)
    await house.say("yes")
    await house.say("every day at 7 turn on the bath fan as an automation")
    await house.say("yes")
    await house.say("delete the automation for the lamp in the hall")
    await house.say("yes")
    (left,) = await house.kept()
    assert "Bath fan" in left


async def test_one_of_several_is_asked_for(house: House) -> None:
    await house.say(LIGHT)
    await house.say("yes")
    await house.say("every day at 7 turn on the hall light as an automation")
    await house.say("yes")
    reply = await house.say("delete the automation hall light")
    assert "Which one?" in reply.text
    assert len(await house.kept()) == 2


@pytest.mark.parametrize(
    "said",
    [
        "turn on the hall light at 7 as an automation",
        "make an automation that is nice",
        "turn on the hall light as an automation",
        "as an automation",
    ],
)
async def test_what_is_for_once_is_none(house: House, said: str) -> None:
    reply = await house.say(said)
    assert not reply.calls
    assert not reply.expects_answer
    assert await house.kept() == []
    assert house.state("light.hall") == "off"


async def test_sensitive_actions_take_the_pin() -> None:
    async with open_house(pin="4711") as house:
        reply = await house.say(
            "whenever the back door opens unlock the front lock as an automation"
        )
        assert reply.expects_pin
        await house.say("yes")
        assert await house.kept() == []
        await house.say("1234")
        assert await house.kept() == []
        await house.say("4711")
        assert len(await house.kept()) == 1


async def test_switching_one_on_takes_what_making_it_takes() -> None:
    async with open_house(pin="4711") as house:
        await house.say("whenever the back door opens unlock the front lock as an automation")
        await house.say("4711")
        await house.say("turn off the automation front lock")
        await house.say("4711")
        reply = await house.say("turn on the automation front lock")
        assert reply.expects_pin
        await house.change("binary_sensor.back_door", "on")
        assert house.state("lock.front") == "locked"


LANGUAGES = [
    ("de", "jedes Mal wenn Back door aufgeht, schalte Hall light ein, als Automatisierung", "ja"),
    ("de", "erstelle eine Automatisierung: jeden Tag um 7 Uhr schalte Hall light ein", "ja"),
    ("nl", "elke keer als Back door opengaat, doe Hall light aan als automatisering", "ja"),
    ("nl", "maak een automatisering: zet elke dag om 7 uur Hall light aan", "ja"),
    ("fr", "chaque fois que Back door s'ouvre, allume Hall light comme automatisation", "oui"),
    ("fr", "crée une automatisation : tous les jours à 7h allume Hall light", "oui"),
    ("it", "ogni volta che si apre Back door, accendi Hall light come automazione", "sì"),
    ("it", "crea un'automazione: ogni giorno alle 7 accendi Hall light", "sì"),
    ("es", "cada vez que se abra Back door, enciende Hall light como automatización", "sí"),
    ("es", "crea una automatización: todos los días a las 7 enciende Hall light", "sí"),
]
MANAGED = {
    "de": ("schalte die Automatisierung Hall light aus", "lösche die Automatisierung Hall light"),
    "nl": ("zet de automatisering Hall light uit", "verwijder de automatisering Hall light"),
    "fr": ("désactive l'automatisation Hall light", "supprime l'automatisation Hall light"),
    "it": ("disattiva l'automazione Hall light", "elimina l'automazione Hall light"),
    "es": ("desactiva la automatización Hall light", "borra la automatización Hall light"),
}


@pytest.mark.parametrize(("language", "said", "yes"), LANGUAGES)
async def test_in_every_language(house: House, language: str, said: str, yes: str) -> None:
    off, removed = MANAGED[language]
    assert (await house.say(said, language=language)).expects_answer
    await house.say(yes, language=language)
    (kept,) = await house.home.automations.list()
    assert kept.is_on
    await house.say(off, language=language)
    (kept,) = await house.home.automations.list()
    assert not kept.is_on
    await house.say(removed, language=language)
    await house.say(yes, language=language)
    assert await house.kept() == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "create an automation to turn on the hall light every day at sunset"),
        ("en", "every weekday at 7:15 turn on the hall light, and make it an automation"),
        ("en", "set up an automation which turns off the hall light every day at midnight"),
        ("en", "build an automation that switches on the hall light when the back door opens"),
        ("en", "make an automation that, whenever the back door opens, turns on the hall light"),
        ("en", "create an automation that will turn on the hall light every evening at ten"),
        ("de", "jeden Tag um 6 das Hall light anschalten und mach daraus eine Automatisierung"),
        ("de", "mach eine Automatisierung, die jeden Tag um 7 das Hall light einschaltet"),
        ("fr", "crée une automatisation pour allumer Hall light tous les jours à 7h"),
        ("fr", "crée une automatisation qui éteint Hall light tous les jours à minuit"),
        ("it", "crea un'automazione per accendere Hall light ogni giorno alle 7"),
        ("it", "crea un'automazione che accende Hall light quando si apre Back door"),
        ("es", "crea una automatización para encender Hall light todos los días a las 7"),
        ("es", "crea una automatización que apague Hall light todos los días a medianoche"),
        ("nl", "elke dag om 22 uur Hall light uitdoen, en maak er een automatisering van"),
        ("nl", "maak een automatisering die elke dag om 7 uur Hall light aanzet"),
    ],
)
async def test_said_as_what_it_does(house: House, language: str, said: str) -> None:
    """People tell what an automation does as often as they command it."""
    reply = await house.say(said, language=language)
    assert reply.expects_answer
    assert "light.hall" in reply.text
    assert await house.kept() == []


@pytest.mark.parametrize(
    ("language", "made", "yes", "off", "on"),
    [
        (
            "en",
            LIGHT,
            "yes",
            "turn the hall light automation off",
            "turn the hall light automation back on",
        ),
        (
            "de",
            "jeden Tag um 7 Hall light einschalten, als Automatisierung",
            "ja",
            "schalte die Automatisierung Hall light aus",
            "schalte die Automatisierung Hall light wieder ein",
        ),
        (
            "nl",
            "elke dag om 7 uur Hall light aanzetten, als automatisering",
            "ja",
            "zet de automatisering Hall light uit",
            "zet de automatisering Hall light weer aan",
        ),
    ],
)
async def test_it_is_switched_on_again(
    house: House, language: str, made: str, yes: str, off: str, on: str
) -> None:
    await house.say(made, language=language)
    await house.say(yes, language=language)
    await house.say(off, language=language)
    assert [kept.is_on for kept in await house.home.automations.list()] == [False]
    await house.say(on, language=language)
    await house.say(yes, language=language)
    assert [kept.is_on for kept in await house.home.automations.list()] == [True]


@pytest.mark.parametrize(
    ("language", "said", "message"),
    [
        ("en", "whenever the back door opens tell me that somebody is there, as an automation",
         "Somebody is there."),
        ("en", ("if the back door stays open for more than five minutes, let me know that it is"
         " getting cold, as an automation"), "It is getting cold."),
        ("de", ("wenn Back door 10 Minuten offen ist, sag mir, dass Lena zu Hause ist,"
         " als Automatisierung"), "Lena zu Hause ist."),
        ("fr", "quand Back door s'ouvre, dis-moi que le chat peut sortir, comme automatisation",
         "Le chat peut sortir."),
        ("it", "quando si apre Back door, dimmi che il gatto può uscire, come automazione",
         "Il gatto può uscire."),
        ("es", "cuando se abra Back door, dime que el gato puede salir, como automatización",
         "El gato puede salir."),
        ("nl", "als Back door opengaat, zeg me dat de kat weg is, als automatisering",
         "De kat weg is."),
    ],
)  # fmt: skip
async def test_told_in_the_words_of_whoever_asks(
    house: House, language: str, said: str, message: str
) -> None:
    reply = await house.say(said, language=language)
    assert reply.expects_answer
    assert message in reply.text
    assert "““" not in reply.text


async def test_without_an_automation_it_is_told_in_these_words_too(house: House) -> None:
    reply = await house.say("whenever the back door opens, tell me that the cat may get out")
    (job,) = reply.outcomes[0].jobs
    assert job.notice is not None
    assert job.notice.message == "The cat may get out."


async def test_a_colon_after_a_space_as_the_french_write_it(house: House) -> None:
    await house.say("tous les jours à 7h allume Hall light, comme automatisation", language="fr")
    await house.say("oui", language="fr")
    changed = "modifie l'automatisation Hall light : tous les jours à 8h allume Hall light"
    assert (await house.say(changed, language="fr")).expects_answer
    await house.say("oui", language="fr")
    (kept,) = await house.kept()
    assert "8:00" in kept


async def test_a_long_name_ends_with_a_word_and_is_not_taken_for_somebodys(house: House) -> None:
    await house.say(
        "when the bath humidity rises above 60 percent turn on the bath fan and the hall light for"
        " 20 minutes, as an automation"
    )
    await house.say("yes")
    (kept,) = await house.home.automations.list()
    assert len(kept.alias) <= 100
    assert kept.alias.endswith("…")
    assert kept.description.startswith(f"{kept.alias[:-1]} ")
    await house.say("change the automation bath fan: every day at 8 turn on the bath fan")
    await house.say("yes")
    (kept,) = await house.home.automations.list()
    assert kept.alias == "Every day at 8:00 AM → turn on Bath fan"


@pytest.mark.parametrize(
    "said",
    [
        "what is home automation?",
        "turn on the hall light",
        "don't make an automation",
        "is the automation on?",
    ],
)
async def test_what_only_speaks_of_automations_makes_none(house: House, said: str) -> None:
    await house.say(said)
    await house.say("yes")
    assert await house.kept() == []


def test_everything_is_named_in_the_question() -> None:
    """Nobody agrees to what is only counted."""
    ids = tuple(f"lock.door_{number}" for number in range(6))
    entities = {id_: Entity(entity_id=id_, name=f"Door {id_[-1]}") for id_ in ids[:5]}
    home = Snapshot(layout=Layout(entities=entities), states={}, now=NOON)
    unlock = ServiceCall(domain="lock", service="unlock", targets=ids)
    automation = Automation(triggers=(RecurringTrigger(at=time(7)),), actions=(unlock,))
    told = describe_automation(automation, home, load_language("en")).description
    assert all(entity.name in told for entity in entities.values())
    assert "?" in told, "what is gone is not passed over"
