"""Reminders, another time for what is planned, and what waits for whoever speaks."""

from dataclasses import replace
from datetime import time

import pytest

from home_agent.engine.conditions import StateIs
from home_agent.engine.home import Snapshot
from home_agent.engine.language import load_language
from home_agent.engine.plan import LaterStep, ScheduleStep
from home_agent.engine.triggers import (
    ConditionTrigger,
    Delay,
    RecurringTrigger,
    TimeTrigger,
    Trigger,
)
from home_agent.engine.understand import (
    DialogueState,
    Question,
    Refusal,
    Topic,
    Understander,
    Understanding,
    Understood,
)
from home_agent.simulated import SimulatedHome

from .conftest import WEDNESDAY
from .speaking import house_of


def house(language: str) -> Snapshot:
    """The house of a language, on a Wednesday afternoon."""
    home = SimulatedHome.demo() if language == "en" else house_of(language)
    state = home.snapshot()
    return Snapshot(layout=state.layout, states=state.states, now=WEDNESDAY)


def hear(language: str, text: str, topic: Topic | None = None) -> Understanding:
    before = DialogueState(topic=topic) if topic else None
    return Understander().understand(text, house(language), load_language(language), before=before)


def reminder(heard: Understanding) -> tuple[str, str]:
    """When somebody is reminded, and of what."""
    assert isinstance(heard, Understood), heard
    (step,) = heard.plan.steps
    assert isinstance(step, LaterStep)
    assert step.notice is not None
    assert step.steps == ()
    return when(step.begin), step.notice.message


def when(trigger: Trigger | None) -> str:
    match trigger:
        case Delay(seconds=seconds):
            return f"+{seconds / 60:g}"
        case TimeTrigger(moment=moment):
            return f"{moment:%a %H:%M}"
        case RecurringTrigger(at=time() as at, days=days):
            return f"{','.join(map(str, sorted(days)))}@{at:%H:%M}"
        case ConditionTrigger():
            return "when"
    raise AssertionError(trigger)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "remind me at six to feed the fish", ("Wed 18:00", "Feed the fish.")),
        ("en", "remind me to feed the fish at six", ("Wed 18:00", "Feed the fish.")),
        ("en", "could you remind me in 20 minutes about Mum's cake?", ("+20", "Mum's cake.")),
        ("en", "remind us tomorrow that the plumber comes", ("Thu 08:00", "The plumber comes.")),
        ("en", "remind me every friday at 9 to pay the rent", ("4@09:00", "Pay the rent.")),
        ("en", "at six remind me to feed the fish", ("Wed 18:00", "Feed the fish.")),
        ("en", "every monday remind me to feed the fish", ("0@08:00", "Feed the fish.")),
        (
            "en",
            "when the front door opens, remind me to take the keys",
            ("when", "Take the keys."),
        ),
        # nobody means the small hours
        ("en", "remind me about the meeting at 3 tomorrow", ("Thu 15:00", "The meeting.")),
        ("en", "remind me at 3 am to feed the baby", ("Thu 03:00", "Feed the baby.")),
        ("en", "set a reminder for 9 pm", ("Wed 21:00", "")),
        ("en", "remind me in an hour", ("+60", "")),
        ("en", "don't let me forget to call Ben at five", ("Wed 17:00", "Call Ben.")),
        ("en", "add a reminder: dentist tomorrow at 9", ("Thu 09:00", "Dentist.")),
        (
            "en",
            "remind me when the washing machine is done to hang up the shirts",
            ("when", "Hang up the shirts."),
        ),
        (
            "de",
            "erinnere mich um sechs daran, die Fische zu füttern",
            ("Wed 18:00", "Die Fische zu füttern."),
        ),
        ("de", "erinnere mich in zwanzig Minuten an den Kuchen", ("+20", "Den Kuchen.")),
        ("nl", "herinner me over twintig minuten aan de taart", ("+20", "De taart.")),
        (
            "nl",
            "herinner me er om zes uur aan de vissen te voeren",
            ("Wed 18:00", "De vissen te voeren."),
        ),
        (
            "fr",
            "rappelle-moi à six heures de nourrir les poissons",
            ("Wed 18:00", "Nourrir les poissons."),
        ),
        (
            "it",
            "ricordami alle sei di dare da mangiare ai pesci",
            ("Wed 18:00", "Dare da mangiare ai pesci."),
        ),
        ("es", "recuérdame a las seis que llame a Ana", ("Wed 18:00", "Llame a Ana.")),
    ],
)
def test_when_and_of_what(language: str, text: str, expected: tuple[str, str]) -> None:
    assert reminder(hear(language, text)) == expected


def test_a_reminder_after_a_command() -> None:
    heard = hear("en", "turn on the coffee machine and remind me in five minutes to turn it off")
    assert isinstance(heard, Understood)
    _, last = heard.plan.steps
    assert isinstance(last, LaterStep)
    assert last.notice is not None
    assert last.notice.message == "Turn it off."


@pytest.mark.parametrize("text", ["remind me to call Ben", "remind me", "set a reminder"])
def test_without_a_time_it_is_asked_for(text: str) -> None:
    heard = hear("en", text)
    assert isinstance(heard, Refusal)
    assert heard.key == "when_remind"


@pytest.mark.parametrize(
    "text",
    [
        "remind me what is on",
        "remind Ben at six to call his mother",
        "she reminded me at six to call",
        "remind me at six and at seven to call",
    ],
)
def test_what_is_no_reminder(text: str) -> None:
    heard = hear("en", text)
    steps = heard.plan.steps if isinstance(heard, Understood) else ()
    assert not any(isinstance(step, LaterStep) for step in steps)


def schedule_step(heard: Understanding) -> ScheduleStep:
    assert isinstance(heard, Understood), heard
    (step,) = heard.plan.steps
    assert isinstance(step, ScheduleStep)
    return step


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "what reminders do I have?"),
        ("en", "list my reminders"),
        ("de", "welche Erinnerungen habe ich?"),
        ("nl", "welke herinneringen heb ik?"),
        ("fr", "quels sont mes rappels ?"),
        ("it", "quali promemoria ho?"),
        ("es", "¿qué recordatorios tengo?"),
    ],
)
def test_reminders_are_listed(language: str, text: str) -> None:
    step = schedule_step(hear(language, text))
    assert (step.action, step.reminders) == ("list", True)


@pytest.mark.parametrize(
    ("language", "text", "about", "every"),
    [
        ("en", "cancel the reminder to feed the fish", {"feed", "fish"}, False),
        ("en", "delete the fish reminder", {"fish"}, False),
        ("en", "cancel all my reminders", set(), True),
        ("en", "stop reminding me about the fish", {"fish"}, False),
        ("de", "lösche die Erinnerung an die Fische", {"fische"}, False),
        ("es", "cancela el recordatorio de los peces", {"peces"}, False),
    ],
)
def test_reminders_are_called_off(language: str, text: str, about: set[str], every: bool) -> None:
    step = schedule_step(hear(language, text))
    assert (step.action, step.reminders, set(step.about), step.all) == (
        "cancel",
        True,
        about,
        every,
    )


PLANNED = Topic(planned=True, movable="plan")


@pytest.mark.parametrize(
    ("language", "text", "begin"),
    [
        ("en", "make it half past seven instead", "Wed 19:30"),
        ("en", "make it 8", "Wed 20:00"),
        ("en", "change it to tomorrow at nine", "Thu 09:00"),
        ("de", "mach halb acht daraus", "Wed 19:30"),
        ("nl", "maak er half acht van", "Wed 19:30"),
        ("fr", "plutôt à sept heures et demie", "Wed 19:30"),
        ("it", "meglio alle sette e mezza", "Wed 19:30"),
        ("es", "mejor a las siete y media", "Wed 19:30"),
    ],
)
def test_another_time_for_what_was_planned_last(language: str, text: str, begin: str) -> None:
    step = schedule_step(hear(language, text, PLANNED))
    assert (step.action, step.last, when(step.begin)) == ("move", True, begin)


def test_another_time_for_what_is_named() -> None:
    step = schedule_step(hear("en", "move the fish reminder to nine"))
    assert (step.reminders, set(step.about), step.is_vague) == (True, {"fish"}, True)
    step = schedule_step(hear("en", "change my alarm to quarter to eight"))
    assert (step.alarms, step.last) == (True, False)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("make it half past seven", Topic()),
        ("make it 8", replace(PLANNED, movable="plan_with_amount")),
        ("make it ten minutes later", PLANNED),
        ("make it brighter", PLANNED),
        ("set the chandelier to 8", PLANNED),
    ],
)
def test_what_is_no_other_time(text: str, topic: Topic) -> None:
    heard = hear("en", text, topic)
    steps = heard.plan.steps if isinstance(heard, Understood) else ()
    assert not any(isinstance(step, ScheduleStep) for step in steps)


ANNA, BEN = "person.anna", "person.ben"


def with_users(home: Snapshot) -> Snapshot:
    """The same, where the home knows whose user is whose person."""
    states = {
        id_: replace(state, attributes={**state.attributes, "user_id": f"user_of_{id_}"})
        if id_ in (ANNA, BEN)
        else state
        for id_, state in home.states.items()
    }
    return Snapshot(layout=home.layout, states=states, now=home.now)


@pytest.mark.parametrize(
    ("text", "away"),
    [
        ("when I come home turn on the hall light", False),
        ("turn on the hall light when I get back home", False),
        ("when I leave, turn off the hall light", True),
        ("remind me to water the plants when I leave the house", True),
        ("remind me when I get home to water the plants", False),
    ],
)
def test_i_am_the_person_of_the_user_who_speaks(text: str, away: bool) -> None:
    heard = Understander().understand(
        text, with_users(house("en")), load_language("en"), user_id=f"user_of_{BEN}"
    )
    assert isinstance(heard, Understood)
    (step,) = heard.plan.steps
    assert isinstance(step, LaterStep)
    assert isinstance(step.begin, ConditionTrigger)
    home = frozenset({"home"})
    assert step.begin.condition == StateIs(entity_ids=(BEN,), states=home, negated=away)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "when I come home turn on the hall light"),
        ("en", "remind me to water the plants when I leave"),
        ("de", "wenn ich nach Hause komme, schalte das Flurlicht ein"),
        ("nl", "doe het licht in de hal aan als ik thuiskom"),
        ("it", "quando arrivo accendi la luce in ingresso"),
        ("it", "ogni volta che esco spegni le luci"),
        ("es", "cuando llegue a casa enciende la luz de la entrada"),
    ],
)
def test_where_nobody_knows_who_speaks_it_is_asked(language: str, text: str) -> None:
    heard = hear(language, text)
    assert isinstance(heard, Question)
    assert all(candidate.startswith("person.") for candidate in heard.candidates)


def test_the_last_person_to_leave() -> None:
    heard = hear("en", "when the last person leaves, lock the front door")
    assert isinstance(heard, Understood)
    (step,) = heard.plan.steps
    assert isinstance(step, LaterStep)
    assert isinstance(step.begin, ConditionTrigger)
    assert step.begin.condition == StateIs(
        entity_ids=(ANNA, BEN), states=frozenset({"home"}), negated=True
    )
